// What the oracles of the cluster kernels stand on: a lattice of Potts states with neighbours, bond probabilities and
// stream numbers of their own, apart from kernels/common/clusters, for what both shared, no comparison could judge.
// H = -J sum_<ij> (2 delta(s_i, s_j) - 1), J = 1; q = 2 is the Ising model. All spins start in state 0.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/common/mutants.hpp"
#include "kernels/common/rng/generators.hpp"

namespace spinbench {

/// The L^d lattice of states; site (x, y, z) is number (z L + y) L + x.
template <int Dimensions>
class StateLattice {
 public:
  explicit StateLattice(std::size_t L) : side_(L), states_(power(Dimensions), 0) {}

  std::size_t side() const { return side_; }
  std::size_t sites() const { return states_.size(); }
  int state(std::size_t site) const { return states_[site]; }
  void set(std::size_t site, int state) { states_[site] = static_cast<std::uint8_t>(state); }
  const std::vector<std::uint8_t>& states() const { return states_; }
  std::vector<std::uint8_t>& states() { return states_; }

  /// All neighbours, forwards and backwards along x, then along y, then along z.
  std::array<std::uint32_t, 2 * Dimensions> neighbours(std::uint32_t site) const {
    const auto side = static_cast<std::uint32_t>(side_);
    std::array<std::uint32_t, 2 * Dimensions> result;
    for (std::uint32_t d = 0, stride = 1, rest = site; d < Dimensions; ++d, stride *= side) {
      const std::uint32_t place = rest % side, around = (side - 1) * stride;
      rest /= side;
      result[2 * d] = place + 1 < side                             ? site + stride
                      : planted(Mutant::cluster_bond_not_periodic) ? site
                                                                   : site - around;
      result[2 * d + 1] = place > 0 ? site - stride : site + around;
    }
    return result;
  }

 private:
  std::size_t power(int exponent) const {
    std::size_t result = 1;
    for (int i = 0; i < exponent; ++i) result *= side_;
    return result;
  }

  std::size_t side_;
  std::vector<std::uint8_t> states_;
};

/// The random words of an update, each from a stream of its own place. On the square lattice a stream has the bonds of
/// two sites, in the order right, down, right, down; further streams have the coins of four sites each; then comes the
/// one of the seed. On the cubic lattice stream i has the bonds of site i along x, y and z, and its coin. Several
/// lattices of a seed have 2^32 streams each.
template <int Dimensions, class Generator>
class PlacedWords {
 public:
  PlacedWords(std::uint64_t seed, std::uint64_t sites, rng::Seeding seeding, std::uint64_t lattice = 0)
      : setup_(Generator::setup(seed, 0, seeding)), sites_(sites), first_(lattice * 4294967296u) {}

  void next_update() { position_ += 4; }

  std::uint32_t of_bond(std::uint64_t site, int d) const {
    if (planted(Mutant::cluster_bonds_stand)) return drawn(place_of_bond(site, d), 0);
    return drawn(place_of_bond(site, d), position_);
  }
  std::uint32_t of_coin(std::uint64_t site) const {
    const std::uint64_t pairs = (sites_ + 1) / 2;
    return Dimensions == 2 ? drawn({pairs + site / 4, site % 4}, position_) : drawn({site, 3}, position_);
  }
  /// A site, all with the same probability.
  std::uint64_t seed_site() const {
    const std::uint64_t pairs = (sites_ + 1) / 2, fours = (sites_ + 3) / 4;
    const std::uint64_t stream = Dimensions == 2 ? pairs + fours : sites_;
    const std::uint64_t high = drawn({stream, 0}, position_), low = drawn({stream, 1}, position_);
    return static_cast<std::uint64_t>(static_cast<unsigned __int128>(high << 32 | low) * sites_ >> 64);
  }

 private:
  struct Place {
    std::uint64_t stream, draw;
  };
  static Place place_of_bond(std::uint64_t site, int d) {
    const auto direction = static_cast<std::uint64_t>(d);
    return Dimensions == 2 ? Place{site / 2, site % 2 * 2 + direction} : Place{site, direction};
  }
  std::uint32_t drawn(const Place& place, std::uint64_t position) const {
    return typename Generator::Stream(setup_, first_ + place.stream, position + place.draw).next();
  }

  typename Generator::Setup setup_;
  std::uint64_t sites_, first_, position_ = 0;
};

/// P(active) of a bond between equal spins, as an integer compare.
class BondRule {
 public:
  explicit BondRule(double beta) {
    const long double factor = planted(Mutant::cluster_bonds_hot) ? 0.998L : 1.0L;
    const long double p = 1 - std::exp(-2 * factor * static_cast<long double>(beta));
    below_ = static_cast<std::uint64_t>(std::floor(std::ldexp(p, 32)));
  }
  bool is_active(std::uint32_t word) const { return word < below_; }

 private:
  std::uint64_t below_ = 0;
};

}  // namespace spinbench
