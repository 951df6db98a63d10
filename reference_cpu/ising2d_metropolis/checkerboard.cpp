// The oracle of the GPU checkerboard variants: colour 0 over the whole lattice, then colour 1 (Weigel 2012, section
// 3.1), with the streams of kernels/common/square_lattice.hpp. H = -J sum_<ij> s_i s_j, J = 1.
#include "reference_cpu/common/checkerboard.hpp"

#include "kernels/ising2d_metropolis/axes.hpp"
#include "kernels/ising2d_metropolis/physics.hpp"
#include "reference_cpu/common/checkerboard_sample.hpp"
#include "reference_cpu/ising2d_metropolis/lattice.hpp"

namespace spinbench::ising2d {

/// One class for both ways to draw: twice as many would take a compiler half a minute.
template <class Spin, class Generator, bool>
using SquareCheckerboard = Checkerboard<Square, Spin, Generator>;

namespace {

const Register<Variant> registered{{
    .kernel = "ising2d_metropolis",
    .name = "checkerboard",
    .backend = "cpu",
    .title = "serial, one colour after the other; a random stream for every two sites",
    .source = "Weigel 2012, section 3.1",
    .axes = {axis_L(), axis_rng(), axis_draw("conditional"), axis_spin(), axis_beta()},
    .oracle = "",
    .unsupported = [](const Params& params, const Device&) { return square_lattice_unsupported(params); },
    .memory_bytes = checkerboard_bytes<Square>,
    .make = make_simulation<SquareCheckerboard>,
    .physics = checkerboard_physics,
    .look = look,
    .sample = checkerboard_sample<2>,
}};

}  // namespace
}  // namespace spinbench::ising2d
