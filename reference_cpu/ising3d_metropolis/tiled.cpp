// The oracle of the GPU variant tiled: the double checkerboard of Weigel 2012, sections 3.2 and 3.6, on the cubic
// lattice, with the streams of kernels/common/cubic_lattice.hpp. H = -J sum_<ij> s_i s_j, J = 1.
#include "reference_cpu/common/tiled.hpp"

#include "kernels/ising3d_metropolis/axes.hpp"
#include "kernels/ising3d_metropolis/physics.hpp"
#include "reference_cpu/common/tiled_sample.hpp"
#include "reference_cpu/ising3d_metropolis/lattice.hpp"

namespace spinbench::ising3d {

/// One class for both ways to draw: twice as many would take a compiler half a minute.
template <class Spin, class Generator, bool>
using CubicTiled = Tiled<Cubic, Spin, Generator>;

namespace {

const Register<Variant> registered{{
    .kernel = "ising3d_metropolis",
    .name = "tiled",
    .backend = "cpu",
    .title = "serial, double checkerboard: k hits on every even tile, then on every odd one",
    .source = "Weigel 2012, section 3.6",
    .axes = {axis_L(), axis_k(), axis_tile(), axis_order(), axis_measure(), axis_rng(), axis_draw("always"),
             axis_spin(), axis_beta()},
    .oracle = "",
    .unsupported = [](const Params& params, const Device&) { return tiled_unsupported(params); },
    .memory_bytes = tiled_bytes<Cubic>,
    .make = make_simulation<CubicTiled, TiledTypes>,
    .physics = tiled_physics,
    .look = look,
    .sample = tiled_sample<3>,
}};

}  // namespace
}  // namespace spinbench::ising3d
