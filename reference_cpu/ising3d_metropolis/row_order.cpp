// The paper's serial code in three dimensions: every site in turn, along the memory, around 14 ns a flip (Weigel 2012,
// section 3.6); the code that speed-ups refer to. H = -J sum_<ij> s_i s_j, J = 1.
#include "kernels/ising3d_metropolis/axes.hpp"
#include "kernels/ising3d_metropolis/physics.hpp"
#include "reference_cpu/common/sequential.hpp"
#include "reference_cpu/ising3d_metropolis/lattice.hpp"

namespace spinbench::ising3d {

struct Rows : Cubic {
  template <class Visit>
  static void sites(std::uint32_t L, Visit&& visit) {
    walk_rows(L, visit);
  }
};

// Outside the unnamed namespace, as in two dimensions.
template <class Spin, class Generator, bool Always>
using CubicRowOrder = Sequential<Rows, Spin, Generator, Always>;

namespace {

const Register<Variant> registered{{
    .kernel = "ising3d_metropolis",
    .name = "row_order",
    .backend = "cpu",
    .title = "serial, loops along the memory",
    .source = "Weigel 2012, section 3.6, CPU",
    .axes = {axis_L(), axis_rng(), axis_draw("conditional"), axis_spin(), axis_beta()},
    .oracle = "",
    .unsupported = [](const Params& params, const Device&) { return types_unsupported(params); },
    .memory_bytes = [](const Params& params) { return simulation_bytes(params, sites_of(params, 3), 1); },
    .make = make_simulation<CubicRowOrder, Types>,
    .physics = sequential_physics,
    .look = look,
}};

}  // namespace
}  // namespace spinbench::ising3d
