// The check that each site has its turns, at sizes at which no exact energy could be met in seconds, and at any size:
// a spin that stands still changes no energy where all may be reversed or turned together.
//
// At a temperature so high that every attempt flips, all spins are reversed after an odd number of attempts a site, and
// are what they were after an even one: a site that is passed over, or attempted once too often or too seldom, stands
// out. Of spins that are vectors each must have moved.
//
// A right spin looks wrong by chance, rarely: such ones have another run, from another seed, in which they must be
// right. So a single wrong site is found on a lattice of any size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "interface/registry.hpp"

namespace spinbench {

/// The spins before some attempts and after them.
struct Turned {
  Configuration before, after;
  int attempts = 1;  ///< of each spin
  std::string code_path;
};
/// Run number `run`, each from a seed of its own.
using TurnRuns = std::function<Turned(std::uint64_t run)>;

/// The check "turns" of spins +1 and -1: all of them are what so many flips make of them. An attempt is turned down
/// where its random word is the largest, which lies below no threshold: one in 2^32. `together`: spins that one random
/// word decides.
Check judge_turns(const TurnRuns& runs, double together = 1);

/// The check "moves" of vectors of length 1: all of them are elsewhere, by 1e-5 or more. After one half turn about its
/// field a spin is, after two it is not.
Check judge_moves(const TurnRuns& runs);

/// One step of the granularity from the start.
Turned turned_in_a_step(const Variant& variant, const Params& params, std::uint64_t seed);

/// Some attempts of the case `params`.
using TurnedBy = std::function<Turned(const Params& params, std::uint64_t seed)>;

/// `judge` of the runs of each of `cases` that the variant can do: checks of Check::Kind::self with the simulation's
/// code path, once for each `name` and case.
std::vector<Check> check_each(const CheckContext& context, const std::string& name, const std::vector<Params>& cases,
                              const TurnedBy& turned, const std::function<Check(const TurnRuns&)>& judge);

/// Checks `name`, likewise, of what is the one difference of two runs from the same seed: all vectors are elsewhere
/// after `with` than after `without`.
std::vector<Check> check_difference(const CheckContext& context, const std::string& name,
                                    const std::vector<Params>& cases, const TurnedBy& without, const TurnedBy& with);

/// Checks "turns" of the context's variant, a step from the start on each of `cases`, whose beta is set to 1e-11 (less
/// than the axis takes: all thresholds are the largest word). For simulations with spins +1 and -1 and Metropolis
/// decisions.
std::vector<Check> check_turns(const CheckContext& context, const std::vector<Params>& cases);

/// Checks "moves", the same of vectors, where there is a beta at -0.01: there Metropolis's rule accepts every new
/// direction, and the heat bath draws any.
std::vector<Check> check_moves(const CheckContext& context, std::vector<Params> cases);

/// `params` with one hit, and with its own number of hits and one more on a lattice of side `small`.
std::vector<Params> with_each_turn(const Params& params, std::int64_t small);

/// `found`, in which lattices lie by the temperature that a copy of their realization has now, copy by copy. `places`:
/// the temperature of each, as the observable "place" of temperings. For lattices of whole bytes.
Configuration by_copy(const Configuration& found, const std::vector<double>& places, std::size_t replicas);

}  // namespace spinbench
