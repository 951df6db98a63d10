// v5 of Weigel's tour and the code of Weigel 2012 (sections 3.2, 3.4, 3.5) in Kokkos: the double checkerboard. A team
// loads a T x T tile and a boundary layer into scratch memory, updates it k times (all even sites of the tile, a
// barrier, all odd ones, a barrier), and writes it back.
//
// H = -J sum_<ij> s_i s_j, J = 1. Update order and streams are those of tiled.cu.
//
// On a device a thread serves two neighbouring sites and keeps them and its stream in registers, as in tiled.cu; small
// tiles share a team. On a host space a team is one thread, which walks its tile alone (kokkos_host_tile.hpp).
#include <memory>
#include <string>

#include "backends/kokkos/space.hpp"
#include "kernels/common/cases.hpp"
#include "kernels/common/rng/generators.hpp"
#include "kernels/ising2d_metropolis/axes.hpp"
#include "kernels/ising2d_metropolis/kokkos_tiled_sides.hpp"
#include "kernels/ising2d_metropolis/physics.hpp"

namespace spinbench::ising2d {

namespace {

std::unique_ptr<Simulation> make_tiled(const Params& params, std::uint64_t seed) {
  const std::int64_t tile = params.integer("tile");
  switch (tile) {
    case 4:
      return make_kokkos_tiled_of_side<4>(params, seed);
    case 8:
      return make_kokkos_tiled_of_side<8>(params, seed);
    case 16:
      return make_kokkos_tiled_of_side<16>(params, seed);
    case 32:
      return make_kokkos_tiled_of_side<32>(params, seed);
    default:
      throw Unsupported("tile " + std::to_string(tile) + " is not built for Kokkos: take 4, 8, 16 or 32");
  }
}

Variant kokkos_tiled_variant() {
  Variant variant;
  variant.kernel = "ising2d_metropolis";
  variant.name = "tiled";
  variant.backend = "kokkos";
  variant.title = "double checkerboard in team scratch memory, k hits a tile visit";
  variant.source = "Weigel 2012, section 3.2; Weigel 2015, v5";
  variant.axes = {axis_L(),    axis_k(),   axis_tile(), axis_order(), axis_measure(), axis_rng(), axis_draw("always"),
                  axis_spin(), axis_beta()};
  variant.oracle = "tiled";
  variant.physics = tiled_physics;
  variant.look = look;
  variant.bit_cases = tiled_bit_cases<2>;
  variant.unsupported = [](const Params& params, const Device&) -> std::string {
    const auto tile = params.integer("tile");
    if (tile != 4 && tile != 8 && tile != 16 && tile != 32) return "with Kokkos tile is 4, 8, 16 or 32";
    return tiled_unsupported(params);
  };
  variant.memory_bytes = [](const Params& params) {
    const double state = rng::state_bytes(params.word("rng"), params.real("tile") * params.real("tile") / 2);
    return params.real("L") * params.real("L") * (spin_bytes(params) + state / 4) + 1e6;
  };
  variant.make = make_tiled;
  return variant;
}

const Register<Variant> registered{kokkos_tiled_variant()};

}  // namespace

}  // namespace spinbench::ising2d
