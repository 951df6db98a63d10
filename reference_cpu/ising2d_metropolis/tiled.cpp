// The oracle of the GPU variant tiled: the double checkerboard of Weigel 2012, section 3.2, on the square lattice, with
// the streams of kernels/common/square_lattice.hpp. H = -J sum_<ij> s_i s_j, J = 1.
#include "reference_cpu/common/tiled.hpp"

#include "kernels/ising2d_metropolis/axes.hpp"
#include "kernels/ising2d_metropolis/physics.hpp"
#include "reference_cpu/common/tiled_sample.hpp"
#include "reference_cpu/ising2d_metropolis/lattice.hpp"

namespace spinbench::ising2d {

/// One class for both ways to draw: twice as many would take a compiler half a minute.
template <class Spin, class Generator, bool>
using SquareTiled = Tiled<Square, Spin, Generator>;

namespace {

const Register<Variant> registered{{
    .kernel = "ising2d_metropolis",
    .name = "tiled",
    .backend = "cpu",
    .title = "serial, double checkerboard: k hits on every even tile, then on every odd one",
    .source = "Weigel 2012, section 3.2",
    .axes = {axis_L(), axis_k(), axis_tile(), axis_order(), axis_measure(), axis_rng(), axis_draw("always"),
             axis_spin(), axis_beta()},
    .oracle = "",
    .unsupported = [](const Params& params, const Device&) { return square_lattice_unsupported(params); },
    .memory_bytes = tiled_bytes<Square>,
    .make = make_simulation<SquareTiled>,
    .physics = tiled_physics,
    .look = look,
    .sample = tiled_sample<2>,
}};

}  // namespace
}  // namespace spinbench::ising2d
