// The lattice of the serial Heisenberg simulations, in canonical order (the first coordinate fastest), and the orders
// in which its sites are updated, in any dimension. H = -sum_<ij> J_ij s_i . s_j, periodic boundaries, all spins along
// z at first.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "interface/params.hpp"
#include "interface/simulation.hpp"
#include "kernels/common/axes.hpp"
#include "kernels/common/heisenberg/axes.hpp"
#include "kernels/common/heisenberg/gaussian_bonds.hpp"
#include "kernels/common/heisenberg/metropolis.hpp"
#include "kernels/common/heisenberg/observables.hpp"
#include "kernels/common/heisenberg/random_fields.hpp"
#include "kernels/common/mutants.hpp"

namespace spinbench::heisenberg {

template <int D>
using Site = std::array<std::uint32_t, D>;

/// Whether the coordinates add up to an odd number.
template <int D>
std::uint32_t parity(const Site<D>& site) {
  std::uint32_t sum = 0;
  for (const std::uint32_t x : site) sum += x;
  return sum & 1;
}

template <int D, class Real>
class SerialLattice {
 public:
  /// `realization`: of the couplings that the seed gives.
  SerialLattice(const Params& params, std::uint64_t seed, std::uint64_t realization = 0)
      : L_(static_cast<std::uint32_t>(params.integer("L"))), beta_(beta_of(params)), spins_(sites(L_), {0, 0, 1}) {
    if (const RandomFields fields = RandomFields::of(field_of(params), seed); fields.strength > 0) {
      fields_.resize(spins_.size());
      for (std::size_t site = 0; site < fields_.size(); ++site) fields_[site] = fields.at<Real>(site);
    }
    if (!has_couplings(params)) return;
    const GaussianBonds bonds = GaussianBonds::of(params.word("couplings"), seed, realization, spins_.size());
    couplings_.resize(D * spins_.size());
    for (std::size_t bond = 0; bond < couplings_.size(); ++bond) couplings_[bond] = bonds.coupling<Real>(bond);
  }

  std::uint32_t L() const { return L_; }
  double size() const { return static_cast<double>(spins_.size()); }
  Vector3<Real>& spin(const Site<D>& site) { return spins_[index(site)]; }
  /// In canonical order.
  std::vector<Vector3<Real>>& spins() { return spins_; }
  /// Of which observations speak.
  void set_beta(double beta) { beta_ = beta; }

  /// In the order of kernels/common/heisenberg/metropolis.hpp.
  Vector3<Real> field(const Site<D>& site) const {
    Vector3<Real> sum = pair(site);
    for (int d = 0; d < D - 1; ++d) {
      const std::size_t here = index(site), before = index(moved(site, d, L_ - 1)), behind = index(moved(site, d, 1));
      if (couplings_.empty()) {
        sum = plus(plus(sum, spins_[before]), spins_[behind]);
      } else {
        sum = fused(couplings_[D * before + d], spins_[before], sum);
        sum = fused(couplings_[D * (planted(Mutant::heisenberg_serial_wrong_end) ? behind : here) + d], spins_[behind],
                    sum);
      }
    }
    return fields_.empty() || planted(Mutant::heat_bath_serial_field) ? sum : plus(sum, fields_[index(site)]);
  }

  Observables observe() const {
    Sums sums;
    for (std::size_t here = 0; here < spins_.size(); ++here) {
      Vector3<double> field{0, 0, 0};
      const Site<D> site = at(here);
      for (int d = 0; d < D; ++d) {
        const std::size_t before = index(moved(site, d, L_ - 1)), behind = index(moved(site, d, 1));
        const double J_before = couplings_.empty() ? 1 : couplings_[D * before + d];
        const double J_behind = couplings_.empty() ? 1 : couplings_[D * here + d];
        field = fused(J_before, in_double(spins_[before]), field);
        field = fused(J_behind, in_double(spins_[behind]), field);
        sums.add_chirality(in_double(spins_[here]), in_double(spins_[before]), in_double(spins_[behind]));
      }
      sums.add(beta_, in_double(spins_[here]), field,
               fields_.empty() ? Vector3<double>{0, 0, 0} : in_double(fields_[here]));
    }
    return observables(sums, size());
  }

  Configuration configuration() const {
    return Configuration::of(sizeof(Real) == 8 ? Element::float64 : Element::float32, &spins_.front().x,
                             3 * spins_.size(), 3);
  }

 private:
  static std::size_t sites(std::uint32_t L) {
    std::size_t result = 1;
    for (int d = 0; d < D; ++d) result *= L;
    return result;
  }
  std::size_t index(const Site<D>& site) const {
    std::size_t result = 0;
    for (int d = D - 1; d >= 0; --d) result = result * L_ + site[static_cast<std::size_t>(d)];
    return result;
  }
  Site<D> at(std::size_t index) const {
    Site<D> result;
    for (std::uint32_t& x : result) {
      x = static_cast<std::uint32_t>(index % L_);
      index /= L_;
    }
    return result;
  }
  Site<D> moved(Site<D> site, int d, std::uint32_t steps) const {
    std::uint32_t& x = site[static_cast<std::size_t>(d)];
    x = x + steps >= L_ ? x + steps - L_ : x + steps;
    return site;
  }
  Vector3<Real> pair(const Site<D>& site) const {
    const std::size_t before = index(moved(site, D - 1, L_ - 1)), behind = index(moved(site, D - 1, 1));
    if (couplings_.empty()) return field_of_pair(spins_[before], spins_[behind]);
    return field_of_pair(couplings_[D * before + D - 1], spins_[before], couplings_[D * index(site) + D - 1],
                         spins_[behind]);
  }

  std::uint32_t L_;
  double beta_;
  std::vector<Vector3<Real>> spins_;
  std::vector<Vector3<Real>> fields_;  ///< random ones; none where there are none
  std::vector<Real> couplings_;        ///< of bond number site * D + direction; none where all are 1
};

/// visit(site) for every site, along the memory.
template <int D, class Visit>
void walk_sites(std::uint32_t L, Visit&& visit) {
  Site<D> site{};
  for (;;) {
    for (site[0] = 0; site[0] < L; ++site[0]) visit(site);
    std::size_t d = 1;
    for (site[0] = 0; d < D && ++site[d] == L; ++d) site[d] = 0;
    if (d == D) return;
  }
}

/// visit(site, stream) for the sites of one colour. The pair of sites 2 j and 2 j + 1 in the last direction shares a
/// stream; streams are counted along the other directions first.
template <int D, class Visit>
void walk_colour(std::uint32_t L, std::uint32_t colour, Visit&& visit) {
  std::uint64_t stream = 0;
  Site<D> site{};
  for (std::uint32_t pair = 0; pair < L; pair += 2) {
    const auto visit_column = [&](const Site<D - 1>& column) {
      for (int d = 0; d < D - 1; ++d) site[static_cast<std::size_t>(d)] = column[static_cast<std::size_t>(d)];
      site[D - 1] = pair + ((parity<D - 1>(column) + colour) & 1);
      visit(site, stream++);
    };
    walk_sites<D - 1>(L, visit_column);
  }
}

/// The double checkerboard as the oracle has it: of the tiles 2 j and 2 j + 1 in the last direction, a work item, one
/// has the coarse colour. Work items and the pairs of sites within a tile are counted as sites are.
template <int D>
struct Tiles {
  std::uint32_t L, tile;

  std::uint32_t pairs() const {
    std::uint32_t result = 1;
    for (int d = 0; d < D; ++d) result *= tile;
    return result / 2;
  }

  /// visit(corner of the tile, first stream of its work item) for the tiles of one coarse colour.
  template <class Visit>
  void walk(std::uint32_t coarse_colour, Visit&& visit) const {
    walk_colour<D>(L / tile, coarse_colour, [&](Site<D> place, std::uint64_t item) {
      for (std::uint32_t& x : place) x *= tile;
      visit(place, item * pairs());
    });
  }
  /// visit(site, n) for the sites of one colour in the tile at `corner`; n counts its pairs.
  template <class Visit>
  void walk_tile(const Site<D>& corner, std::uint32_t colour, Visit&& visit) const {
    walk_colour<D>(tile, colour, [&](Site<D> site, std::uint64_t n) {
      for (std::size_t d = 0; d < D; ++d) site[d] += corner[d];
      visit(site, n);
    });
  }
};

}  // namespace spinbench::heisenberg
