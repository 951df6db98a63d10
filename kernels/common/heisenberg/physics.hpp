// How simulations of the Heisenberg model are proved by what is known of its energy: exact values of the 2 x 2 torus,
// series at high temperature (of a sample of couplings, too), and an identity that holds in equilibrium at any
// temperature on any lattice.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "interface/registry.hpp"

namespace spinbench::heisenberg {

/// What a variant chooses for its proof.
struct PhysicsCases {
  int dimensions = 2;
  Params base;                ///< the case's with what is changed for the proof (k, ...)
  bool takes_side_2 = false;  ///< whether it runs on the 2 x 2 torus, whose energy is known at the case's own beta
  std::int64_t series_L = 8;  ///< of the lattice at high temperature, from 8
  std::int64_t callen_L = 8;  ///< of the lattice at the case's own beta
};

/// "energy" and "specific_heat" of ThermalCase on the torus and on the series' lattice, and "callen": the energy
/// against -<h (coth x - 1/x)> / 2, x = beta h, measured beside it. Before them what couplings and fields are
/// (disorder_check.hpp), and of an oracle, and of what is held to one by law alone, that each spin moves
/// (kernels/common/turns_check.hpp); where one fails, these alone. Once for all cases that choose the same.
std::vector<Check> check_heisenberg(const CheckContext& context, const PhysicsCases& what);

/// The check "callen" of a simulation of `params` at its start, with its code path: after `equilibration` sweeps,
/// measurements for `seconds`. Its detail says which error of a Boltzmann factor it would have seen with 99.9%, as that
/// of "energy" does: of Check::Kind::physics where that is 10% or less, else, passed, a support. Uses the observables
/// "energy" and "callen_energy".
Check check_callen(Simulation& simulation, int dimensions, const Params& params, int equilibration, double seconds,
                   double gate_sigmas);

/// The checks "overlap" and "chirality" of a simulation at its start, of Check::Kind::support: what is odd under s ->
/// -s is 0 on average without a field, at any temperature. The overlap, sum s . s' / N, is that of configurations
/// `spacing` sweeps apart, in which everything must be forgotten. Measures for `seconds`.
std::vector<Check> check_symmetries(Simulation& simulation, const std::string& name, int spacing, double seconds,
                                    double gate_sigmas);

/// The check "look", of Check::Kind::self, as Variant::look: an energy that a run of `sweeps` sweeps from all spins
/// along z can have, and spins of length 1 to the digits of the precision.
std::vector<Check> look_at_heisenberg(int dimensions, const Params& params, Simulation& simulation, double sweeps);

/// Physics of the variants by how they go through the lattice; `dimensions` 2 or 3. Site by site, one after the other
/// or colour by colour; tile by tile.
template <int dimensions>
std::vector<Check> site_by_site_physics(const CheckContext& context);
template <int dimensions>
std::vector<Check> tiled_physics(const CheckContext& context);

template <int dimensions>
std::vector<Check> look(const Params& params, Simulation& simulation, double sweeps) {
  return look_at_heisenberg(dimensions, params, simulation, sweeps);
}

/// As Variant::bit_cases. Colour by colour: lattices of several sizes up to a few thousand sites, in `dimensions`.
template <int dimensions>
std::vector<Params> site_bit_cases(const Params& params, const Device& device);
/// Tile by tile: four and two tiles a side with few hits, and two with the case's own number.
template <int dimensions>
std::vector<Params> tiled_bit_cases(const Params& params, const Device& device);

}  // namespace spinbench::heisenberg
