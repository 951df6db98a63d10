// What the variants of the Wolff kernels share: axes, cases and checks.
//
// An update is one cluster: from a site drawn at random, equal neighbours join with probability 1 - exp(-2 beta J) a
// bond, and all its spins flip (U. Wolff, Phys. Rev. Lett. 62, 361 (1989)). What is counted are spins of clusters.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/clusters/swendsen_wang.hpp"

namespace spinbench::clusters {

/// Spins of a cluster on average, roughly: what an update counts until it is counted.
double expected_cluster(int dimensions, const Params& params);

/// Independent lattices that are updated side by side.
Axis axis_lattices();
/// As many as the case has, 1 where its variant has one alone.
std::int64_t lattices_of(const Params& params);

/// The axis `measure` of the Wolff kernels: energy and magnetisation after each update, or nothing.
Axis axis_measure_updates();
/// Whether the case measures after each update; false where its variant cannot.
bool measures_updates(const Params& params);

/// What was measured after the updates so far, one added to the other.
struct MeasuredUpdates {
  std::int64_t equal_bonds = 0;
  std::int64_t excess = 0;  ///< |spins up - spins down|
  std::int64_t updates = 0;
};

/// "energy" and "magnetisation" per spin, and "cluster", the spins of the last update's as a part of all. In
/// equilibrium the mean of the last is that of the magnetisation's square. Where updates were measured also
/// "measured_energy" and "measured_magnetisation", means over them; of the magnetisation of its absolute value.
Observables with_cluster(const Seen& seen, int dimensions, double sites, double cluster,
                         const MeasuredUpdates& measured = {});

/// What with_cluster() is told of a lattice; of several, which are replicas, all or none of them measured.
struct SeenCluster {
  Seen seen;
  double cluster = 0;
  MeasuredUpdates measured;
};
Observables with_clusters(const std::vector<SeenCluster>& each, int dimensions, double sites);

/// A variant of the kernel of that many dimensions as far as all are alike: the axes L, rng and beta, for physics
/// energy and specific heat against exact values and the relation of with_cluster(), and a look after sweeps that are
/// counted by the spins of clusters.
Variant wolff_variant(int dimensions, const std::string& name, const std::string& backend);

/// The same for what grows clusters in parallel: the oracle `by_bonds`, bit cases up to 2^20 sites; of a case of
/// several lattices with three of them, on the smallest lattices with more than a block of threads has.
Variant parallel_wolff_variant(int dimensions, const std::string& name, const std::string& backend);

}  // namespace spinbench::clusters
