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

/// "energy" and "magnetisation" per spin, and "cluster", the spins of the last update's as a part of all. In
/// equilibrium the mean of the last is that of the magnetisation's square.
Observables with_cluster(const Seen& seen, int dimensions, double sites, double cluster);

/// As Variant::bit_cases: odd sides, two sites, several tiles, and up to 2^22 sites the case's own.
std::vector<Params> wolff_bit_cases_2d(const Params& params, const Device& device);
std::vector<Params> wolff_bit_cases_3d(const Params& params, const Device& device);

/// As Variant::physics: energy and specific heat against exact values, and the relation of with_cluster().
std::vector<Check> wolff_physics_2d(const CheckContext& context);
std::vector<Check> wolff_physics_3d(const CheckContext& context);

/// As Variant::look; sweeps are counted by the spins of clusters.
std::vector<Check> wolff_look_2d(const Params& params, Simulation& simulation, double updates);
std::vector<Check> wolff_look_3d(const Params& params, Simulation& simulation, double updates);

template <int Dimensions>
struct WolffProofs {
  static constexpr auto bit_cases = Dimensions == 2 ? wolff_bit_cases_2d : wolff_bit_cases_3d;
  static constexpr auto physics = Dimensions == 2 ? wolff_physics_2d : wolff_physics_3d;
  static constexpr auto look = Dimensions == 2 ? wolff_look_2d : wolff_look_3d;
};

template <int Dimensions>
constexpr const char* wolff_kernel() {
  return Dimensions == 2 ? "ising2d_wolff" : "ising3d_wolff";
}

}  // namespace spinbench::clusters
