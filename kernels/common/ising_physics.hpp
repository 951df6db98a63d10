// What the Ising kernels share in proving their variants: a check of energy and specific heat on a chosen case, with an
// unbiased generator where the case's own is declared biased; and a look at what was timed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/multispin.hpp"
#include "kernels/common/thermal_check.hpp"

namespace spinbench {

/// The simulation that a variant chose for its physics.
struct PhysicsCase {
  Params params;               ///< with its L and beta
  bool starts_slowly = false;  ///< sites in turns, which at high temperature flip nearly all and stay parallel for long
  double tile = 0;             ///< side of what is updated `k` times with frozen surroundings; 0 for none
  double hits = 1;             ///< k
  std::string note;            ///< why not at the case's own beta; "" where it is
  bool one_sequence = false;   ///< all sites take turns at one sequence of random numbers
  std::vector<Params> turns = {};  ///< of an oracle: on what it is seen that each site has its turns (turns_check.hpp)
};

/// A word about the beta of `physics` where it is not that of `wanted`, "" where it is.
std::string beta_note(const Params& physics, const Params& wanted, const std::string& why);

/// The checks "energy" and "specific_heat" of ThermalCase on `chosen`, once for all cases that choose it, in
/// `dimensions` (2, 3). Where the generator is declared biased they are made with its sibling on the same code;
/// then "biased_energy" is the energy with the case's own generator, whose failure is expected.
std::vector<Check> check_ising(const CheckContext& context, int dimensions, const PhysicsCase& chosen);

/// The generator whose streams use the same code without the declared bias; "" where `generator` has none declared.
std::string unbiased_sibling(const std::string& generator);

/// Whether many threads share a lattice, so that a small one costs as much as a larger one.
bool is_parallel(const Device& device);

/// The first of `sizes` on which the tile of a bit-sliced update is what it is in the case, or the last.
/// `Model::tile()` cuts a case.
template <class Model>
std::int64_t size_with_same_tile(const Params& params, const std::vector<std::int64_t>& sizes) {
  const MultispinTile tile = Model::tile(params);
  Params small = params;
  small.set("words", static_cast<std::int64_t>(tile.words()));
  for (const std::int64_t L : sizes) {
    small.set("L", L);
    const MultispinTile found = Model::tile(small);
    if (found.across == tile.across && found.down == tile.down && L % found.down == 0) return L;
  }
  return sizes.back();
}

/// Correlation length of the infinite square lattice, in sites, from the critical point on the shorter one of broken
/// symmetry; of the cubic one roughly, as 0.5 |1 - beta / beta_c|^-0.63.
double correlation_length(int dimensions, double beta);

/// Change of the energy per spin for a relative change of the Boltzmann factors of all classes of spins, at least:
/// a share of d(energy)/d(beta) / 4, which would be the change if exp(-2 beta h) changed by its power h / 2 for each
/// field h. The share was measured with factors 4% up and down, on L = 4 to 32, and falls to 1 / dimensions where all
/// excitations are single spins.
double boltzmann_response(int dimensions, double beta, double specific_heat);

/// The check "look", of Check::Kind::self: the energy of each replica and of all, and the magnetisation, after `sweeps`
/// sweeps from all spins up, lie where those of a right run can lie. For Variant::look.
std::vector<Check> look_at_ising(int dimensions, const Params& params, Simulation& simulation, double sweeps);

}  // namespace spinbench
