// The talk's first CPU version: x outer, y inner on a row-major lattice, 11.6 ns a flip (Weigel 2015).
// H = -J sum_<ij> s_i s_j, J = 1.
#include "kernels/ising2d_metropolis/axes.hpp"
#include "kernels/ising2d_metropolis/physics.hpp"
#include "reference_cpu/common/sequential.hpp"
#include "reference_cpu/ising2d_metropolis/lattice.hpp"

namespace spinbench::ising2d {

struct Columns : Square {
  template <class Visit>
  static void sites(std::uint32_t L, Visit&& visit) {
    walk_columns(L, visit);
  }
};

// Outside the unnamed namespace and with a name of its own: GCC gives a function template over an alias template
// external linkage, and would merge two of one name.
template <class Spin, class Generator, bool Always>
using ColumnOrder = Sequential<Columns, Spin, Generator, Always>;

namespace {

const Register<Variant> registered{{
    .kernel = "ising2d_metropolis",
    .name = "column_order",
    .backend = "cpu",
    .title = "serial, loops in column order (strided)",
    .source = "Weigel 2015, CPU, loops in column order",
    .axes = {axis_L(), axis_rng(), axis_draw("conditional"), axis_spin(), axis_beta()},
    .oracle = "",
    .unsupported = [](const Params& params, const Device&) { return fixed_order_unsupported(params); },
    .memory_bytes = [](const Params& params) { return simulation_bytes(params, sites_of(params, 2), 1); },
    .make = make_simulation<ColumnOrder>,
    .physics = sequential_physics,
    .look = look,
}};

}  // namespace
}  // namespace spinbench::ising2d
