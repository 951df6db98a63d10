// How simulations of the Edwards-Anderson model are proved by energies that are known: those of one listed sample that
// was enumerated, and the average over couplings drawn on the Nishimori line.
//
// Lattices of a word share random numbers, and those of a realization its couplings: what is independent are words, and
// of the listed sample each replica of them. So errors are the scatter of the words' means over time, whatever the
// realizations in them do (over realizations they come out several times too small), and the gate is widened as
// Student's t asks for so few. No lattice may stand apart from the others: one that stands still hides in a mean. A
// spin that stands still hides in every energy, since all may be reversed together: an oracle has to show that none
// does.
#pragma once

#include <cstdint>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/spin_glass.hpp"

namespace spinbench {

/// A simulation whose energy is known.
struct SpinGlassCase {
  std::string name;    ///< of the check
  Params params;       ///< with L, beta, couplings, systems and replicas
  double energy = 0;   ///< exact
  int relaxation = 1;  ///< sweeps in which a start at random is forgotten, and measurements are apart
};

/// The check of Check::Kind::physics, with the simulation's code path: the mean energy over about `seconds` against the
/// exact one. Less than that where more would tell little: 200 measurements of lattices that differ by their couplings;
/// of the listed sample 2^20 of all independent words together (an error of 2e-4), 4096 at least. `simulation` is new
/// and of the case's params. Uses the observable "energy".
Check check_spin_glass_energy(Simulation& simulation, int dimensions, const SpinGlassCase& what, double seconds,
                              double gate_sigmas);

/// What a kernel chooses.
struct SpinGlassPhysics {
  int dimensions = 3;
  Params base;                          ///< the case's with what a variant changes for its proof (k, threads, ...)
  std::int64_t sample_L = 4;            ///< of the listed sample; 0 for a variant that cannot take so small a lattice
  std::int64_t sample_systems = 8;      ///< words
  std::int64_t nishimori_L = 16;        ///< of lattices on the Nishimori line; 0 for none
  std::int64_t nishimori_systems = 32;  ///< words
  double hottest = 0.45;                ///< the inverse temperature there: well above the critical one
  std::vector<Params> turns = {};       ///< of an oracle: on what it is seen that each site has its turns
};

/// As SpinGlassPhysics::turns of an oracle of `params`: at its own size and on a lattice of side `small`, with so many
/// systems that a core does a step in a second; where visits have hits, as with_each_turn().
std::vector<Params> turns_of_words(int dimensions, const Params& params, std::int64_t small);

/// The checks "turns" (kernels/common/turns_check.hpp), "energy of a sample" and "nishimori energy", once for all cases
/// that choose the same. Where a spin has not its turns, these alone.
std::vector<Check> check_spin_glass(const CheckContext& context, const SpinGlassPhysics& what);

/// The check "look", of Check::Kind::self, as Variant::look: from a start at random the energies of all lattices lie
/// between the ground state and what fluctuations of a random one allow, and their mean has fallen as far as the first
/// sweeps must bring it.
std::vector<Check> look_at_spin_glass(int dimensions, const Params& params, Simulation& simulation, double sweeps);

/// The means over the realizations of each word, from a value for each lattice: word by word, replica by replica.
std::vector<double> word_means(const SpinGlassShape& shape, const std::vector<double>& of_lattices);

}  // namespace spinbench
