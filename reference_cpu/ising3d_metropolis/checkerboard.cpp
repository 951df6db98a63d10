// Colour 0 over the whole cubic lattice, then colour 1, with the streams of kernels/common/cubic_lattice.hpp.
// H = -J sum_<ij> s_i s_j, J = 1.
#include "reference_cpu/common/checkerboard.hpp"

#include "kernels/ising3d_metropolis/axes.hpp"
#include "kernels/ising3d_metropolis/physics.hpp"
#include "reference_cpu/common/checkerboard_sample.hpp"
#include "reference_cpu/ising3d_metropolis/lattice.hpp"

namespace spinbench::ising3d {

/// One class for both ways to draw: twice as many would take a compiler half a minute.
template <class Spin, class Generator, bool>
using CubicCheckerboard = Checkerboard<Cubic, Spin, Generator>;

namespace {

const Register<Variant> registered{{
    .kernel = "ising3d_metropolis",
    .name = "checkerboard",
    .backend = "cpu",
    .title = "serial, one colour after the other; a random stream for every two sites",
    .source = "Weigel 2012, sections 3.1 and 3.6",
    .axes = {axis_L(), axis_rng(), axis_draw("conditional"), axis_spin(), axis_beta()},
    .oracle = "",
    .unsupported =
        [](const Params& params, const Device&) {
          const std::string types = types_unsupported(params);
          return types.empty() ? board_unsupported(params, 3) : types;
        },
    .memory_bytes = checkerboard_bytes<Cubic>,
    .make = make_simulation<CubicCheckerboard, Types>,
    .physics = checkerboard_physics,
    .look = look,
    .sample = checkerboard_sample<3>,
}};

}  // namespace
}  // namespace spinbench::ising3d
