// How cluster updates are proved: energy and specific heat against exact values, and what holds between clusters and
// spins at any temperature, on any lattice.
#pragma once

#include <string>
#include <vector>

#include "interface/registry.hpp"

namespace spinbench::clusters {

/// Whether spins have two states; Potts models of more have energies of their own, "potts2d" and "potts3d".
bool is_ising(const Params& params);

/// The simulation on which a cluster update is proved.
struct ClusterCase {
  int dimensions = 2;
  Params params;
  double relaxation = 1;  ///< updates in which the energy forgets, roughly
  std::string note;       ///< why not at the case's own beta; "" where it is
};

/// Two observables whose means are equal up to a factor and a shift.
struct Relation {
  std::string name;  ///< of the check
  /// One side minus the other at a moment, 0 in the mean.
  double (*difference)(const Observables&, const ClusterCase&);
};

/// The case on which energies are measured: `what` itself, or of more states than two the torus whose configurations
/// are counted, 3 x 3 or 2 x 2 x 2.
ClusterCase case_of_energies(const ClusterCase& what);

/// The case on which relations are measured: in the cold phase, where clusters are nearly all sites or nearly none, and
/// a mean rests on few that are seldom seen, at a beta above the critical one by a tenth.
ClusterCase case_of_relations(const ClusterCase& what);

/// Updates between two measurements and the mean of a relation's difference: each a check of Check::Kind::physics. Runs
/// for about `seconds`; at least 256 measurements.
std::vector<Check> check_relations(Simulation& simulation, const ClusterCase& what,
                                   const std::vector<Relation>& relations, double seconds, double gate_sigmas);

/// The checks of `what` by CheckContext::once(): energy and specific heat of case_of_energies() as thermal_check.hpp
/// has them, in most of the time, then the relations of case_of_relations(); where the variant has no oracle also the
/// mean magnetisation. On an accelerator a variant with an oracle's spins takes a tenth of the time that it is given.
std::vector<Check> check_clusters(const CheckContext& context, const ClusterCase& what,
                                  const std::vector<Relation>& relations);

/// Where an exact energy is known: on the plane L = `plane_L` at any beta up to 1.2, where excitations are still found;
/// in space L = 4.
ClusterCase exact_case(const CheckContext& context, int dimensions, std::int64_t plane_L);

/// For Variant::bit_cases: lattices with odd sides, of two sites, of several tiles of any variant, of sides `more`, and
/// up to L = `most` the case's own.
std::vector<Params> odd_and_tiled(int dimensions, const Params& params, std::int64_t most,
                                  const std::vector<std::int64_t>& more = {});

}  // namespace spinbench::clusters
