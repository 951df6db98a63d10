// What the variants of the Swendsen-Wang kernels share: axes, cases, checks, and what their configurations are seen as.
//
// An update draws a bond between each two neighbours of equal state, active with probability 1 - exp(-2 beta J), and
// gives each cluster that active bonds make one of the q states, all with the same probability (R. H. Swendsen, J.-S.
// Wang, Phys. Rev. Lett. 58, 86 (1987)).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/axes.hpp"
#include "kernels/common/clusters/lattice.hpp"
#include "kernels/common/rng/generators.hpp"

namespace spinbench::clusters {

/// Those whose words lie in blocks that can be made at any place.
constexpr bool has_blocks(const rng::Generator& generator) {
  return rng::keeps_nothing(generator) && generator.facts.opening_logic_ops == 0;
}

Axis axis_L(int dimensions);     ///< linear size, from 2, odd ones too; to 23170 on the plane, to 812 in space
Axis axis_q();                   ///< states of a spin, 2 to 4; 2 is the Ising model
Axis axis_rng();                 ///< of has_blocks(), philox4x32 where nobody says
Axis axis_inside();              ///< how clusters inside a tile are labelled: bfs, self_label or union_find
Axis axis_beta(int dimensions);  ///< inverse temperature, units of 1/J; the Ising model's critical one if nobody says

/// Why no variant can run the case, or "".
std::string generator_unsupported(const Params& params);

/// The states as spins: +1 and -1 for q = 2, else the states themselves.
Configuration as_configuration(const std::vector<std::uint8_t>& states, std::uint32_t q);

/// What a configuration and the clusters that the next update will make of it are like.
struct Seen {
  std::int64_t equal_bonds = 0;   ///< bonds between equal states
  std::int64_t up = 0;            ///< spins of state 0
  std::int64_t active_bonds = 0;  ///< of the next update
  double cluster_squares = 0;     ///< sum over its clusters of their sites squared
  double clusters = 0;            ///< their number
};

/// "energy" and "magnetisation" per spin; of q states the latter is (q n_0 / N - 1) / (q - 1), with n_0 spins in state
/// 0. With `of_clusters` also "active_bonds", as a part of all bonds, "cluster_squares", over N^2, and "clusters", over
/// N: of the next update. In equilibrium the mean of the first is p (1 + |e| / d) / 2, and that of the second (q - 1)
/// times the magnetisation's square.
Observables as_observables(const Seen& seen, int dimensions, double sites, std::uint32_t q, bool of_clusters);

/// A variant of the kernel of that many dimensions as far as all are alike: the axes L, q, rng and beta, the oracle
/// `hoshen_kopelman`, bit cases up to 2^22 sites, and for physics energy and specific heat against exact values
/// (thermal_check.hpp), where q > 2 on a small torus, and the two relations of as_observables(), by paired differences.
Variant swendsen_wang_variant(int dimensions, const std::string& name, const std::string& backend);

/// The same for accelerators, which `union_find` follows on all threads of the host.
Variant followed_swendsen_wang_variant(int dimensions, const std::string& name, const std::string& backend);

/// As Simulation::work_per_sweep() of an update with so many random words for each of `sites` and so many bytes to and
/// from memory: without other word a label of 32 bits goes out and comes back once, and so does a state.
Work labelling_work(double sites, double words_a_site, const rng::Facts& facts, double bytes_a_site = 10);

}  // namespace spinbench::clusters
