// Vectors in memory for one thread or work item a site, on every backend: where they lie, which site an item updates,
// and the field there.
#pragma once

#include <cstddef>
#include <cstdint>

#include "backends/attributes.hpp"
#include "kernels/common/heisenberg/heat_bath.hpp"
#include "kernels/common/heisenberg/metropolis.hpp"
#include "kernels/common/heisenberg/observables.hpp"
#include "kernels/common/mutants.hpp"
#include "kernels/common/rng/streams.hpp"

namespace spinbench::heisenberg {

/// Numbers of each site: number n of the site at `place` lies at place * site + n * number. So arrays of structures and
/// structures of arrays take the same code, and an address a multiplication.
template <class Real>
struct SiteArray {
  Real* data;
  std::size_t site, number;

  SPINBENCH_FN Real& at(std::size_t place, int n) const { return data[place * site + n * number]; }
  SPINBENCH_FN Vector3<Real> load(std::size_t place) const { return {at(place, 0), at(place, 1), at(place, 2)}; }
  SPINBENCH_FN void store(std::size_t place, const Vector3<Real>& vector) const {
    at(place, 0) = vector.x;
    at(place, 1) = vector.y;
    at(place, 2) = vector.z;
  }
};

/// Coordinates of a site, the fastest first; any number of dimensions.
template <int D>
struct Place {
  std::uint32_t x[D];

  SPINBENCH_FN Place moved(int d, std::uint32_t steps, std::uint32_t L) const {
    Place result = *this;
    const std::uint32_t there = x[d] + steps;
    result.x[d] = there >= L ? there - L : there;
    return result;
  }
  SPINBENCH_FN std::uint32_t parity() const {
    std::uint32_t sum = 0;
    SPINBENCH_UNROLL(D)
    for (int d = 0; d < D; ++d) sum += x[d];
    return sum & 1;
  }
  /// Canonical number.
  SPINBENCH_FN std::size_t number(std::uint32_t L) const {
    std::size_t result = 0;
    SPINBENCH_UNROLL(D)
    for (int d = D - 1; d >= 0; --d) result = result * L + x[d];
    return result;
  }
  /// Of the pair of sites 2 j and 2 j + 1 in the last direction: the stream that serves it.
  SPINBENCH_FN std::uint32_t pair(std::uint32_t L) const {
    std::uint32_t result = x[D - 1] / 2;
    SPINBENCH_UNROLL(D)
    for (int d = D - 2; d >= 0; --d) result = result * L + x[d];
    return result;
  }
  SPINBENCH_FN static Place of_number(std::size_t number, std::uint32_t L) {
    Place result;
    SPINBENCH_UNROLL(D)
    for (int d = 0; d < D; ++d) {
      result.x[d] = static_cast<std::uint32_t>(number % L);
      number /= L;
    }
    return result;
  }
  /// The site of one colour in that pair.
  SPINBENCH_FN static Place of_pair(std::uint32_t pair, std::uint32_t colour, std::uint32_t L) {
    Place result;
    std::uint32_t sum = colour;
    SPINBENCH_UNROLL(D)
    for (int d = 0; d < D - 1; ++d) {
      result.x[d] = pair % L;
      pair /= L;
      sum += result.x[d];
    }
    result.x[D - 1] = 2 * pair + (sum & 1);
    return result;
  }
};

/// Where a site lies in memory: in canonical order, or the colours apart, each in the order of its streams.
struct Order {
  bool colours_apart;
  std::uint32_t L;

  template <int D>
  SPINBENCH_FN std::size_t operator()(const Place<D>& place) const {
    if (!colours_apart) return place.number(L);
    std::size_t half = L / 2;
    SPINBENCH_UNROLL(D)
    for (int d = 1; d < D; ++d) half *= L;
    return place.parity() * half + place.pair(L);
  }
};

template <class Real>
struct LatticeView {
  SiteArray<Real> spins, couplings;  ///< couplings.data is null where all are 1
  SiteArray<Real> fields;            ///< random ones; data is null where there are none
  Order order;
};

/// The field of the neighbours at `here`, in the order of kernels/common/heisenberg/metropolis.hpp.
template <int D, class Real>
SPINBENCH_FN inline Vector3<Real> field_at(const LatticeView<Real>& lattice, const Place<D>& here, std::size_t place) {
  const std::uint32_t L = lattice.order.L;
  const SiteArray<Real>&spins = lattice.spins, &couplings = lattice.couplings;
  const Order order = lattice.order;
  const bool own = D == 3 && couplings.data != nullptr;
  const auto before_at = [&](int d) { return order(here.moved(d, L - 1, L)); };
  const auto behind_at = [&](int d) { return order(here.moved(d, 1, L)); };
  const std::size_t before = before_at(D - 1), behind = behind_at(D - 1);
  Vector3<Real> sum = own ? field_of_pair(couplings.at(planted(Mutant::heisenberg_wrong_end) ? place : before, D - 1),
                                          spins.load(before), couplings.at(place, D - 1), spins.load(behind))
                          : field_of_pair(spins.load(before), spins.load(behind));
  SPINBENCH_UNROLL(D)
  for (int d = 0; d < D - 1; ++d) {
    const std::size_t low = before_at(d), high = behind_at(d);
    if (own) {
      sum = fused(couplings.at(low, d), spins.load(low), sum);
      sum = fused(couplings.at(place, d), spins.load(high), sum);
    } else {
      sum = plus(plus(sum, spins.load(low)), spins.load(high));
    }
  }
  return sum;
}

/// The whole field at `here`, of a rule that may have a random one.
template <int D, class Rule, class Real>
SPINBENCH_FN inline Vector3<Real> local_field(const LatticeView<Real>& lattice, const Place<D>& here, std::size_t place,
                                              bool relaxes) {
  const Vector3<Real> field = field_at<D>(lattice, here, place);
  if constexpr (Rule::mixed)
    if (lattice.fields.data != nullptr && !(relaxes && planted(Mutant::heat_bath_relaxes_alone))) {
      const Vector3<Real> outer = lattice.fields.load(place);
      return plus(field, planted(Mutant::heat_bath_field_component) ? Vector3<Real>{outer.x, outer.z, outer.y} : outer);
    }
  return field;
}

/// What a thread or work item does: updates the site of one colour in a pair by Rule, with the pair's stream of
/// `streams`, a table that opens and closes them.
template <int D, class Math, class Rng, class Rule, class Streams>
SPINBENCH_FN inline void update_in_pair(const LatticeView<typename Math::Real>& lattice, const Streams& streams,
                                        typename Math::Real beta, std::uint32_t pair, std::uint32_t colour) {
  const Place<D> here = Place<D>::of_pair(pair, colour, lattice.order.L);
  const std::size_t place = lattice.order(here);
  auto stream = streams.open(pair, pair);
  std::uint32_t words[Rule::template words<Rng>];
  rng::draw(stream, words);
  Vector3<typename Math::Real> spin = lattice.spins.load(place);
  if (Rule::template update<Math>(words, beta, local_field<D, Rule>(lattice, here, place, false), spin))
    lattice.spins.store(place, spin);
  streams.close(pair, stream);
}

/// The same by over-relaxation.
template <int D, class Rule, class Real>
SPINBENCH_FN inline void relax_in_pair(const LatticeView<Real>& lattice, std::uint32_t pair, std::uint32_t colour) {
  const Place<D> here = Place<D>::of_pair(pair, colour, lattice.order.L);
  const std::size_t place = lattice.order(here);
  lattice.spins.store(place, half_turn(lattice.spins.load(place), local_field<D, Rule>(lattice, here, place, true)));
}

/// Adds the site with canonical number `site` to the sums, in double.
template <int D, class Real>
SPINBENCH_FN inline void add_site(Sums& sums, const LatticeView<Real>& lattice, std::size_t site, double beta) {
  const std::uint32_t L = lattice.order.L;
  const Place<D> here = Place<D>::of_number(site, L);
  const std::size_t place = lattice.order(here);
  const bool own = lattice.couplings.data != nullptr;
  Vector3<double> field{0, 0, 0};
  SPINBENCH_UNROLL(D)
  for (int d = 0; d < D; ++d) {
    const std::size_t before = lattice.order(here.moved(d, L - 1, L)), behind = lattice.order(here.moved(d, 1, L));
    const double J_before = own ? lattice.couplings.at(before, d) : Real{1};
    const double J_behind = own ? lattice.couplings.at(place, d) : Real{1};
    field = fused(J_before, in_double(lattice.spins.load(before)), field);
    field = fused(J_behind, in_double(lattice.spins.load(behind)), field);
    sums.add_chirality(in_double(lattice.spins.load(place)), in_double(lattice.spins.load(before)),
                       in_double(lattice.spins.load(behind)));
  }
  const bool outer = lattice.fields.data != nullptr;
  sums.add(beta, in_double(lattice.spins.load(place)), field,
           outer ? in_double(lattice.fields.load(place)) : Vector3<double>{0, 0, 0});
}

}  // namespace spinbench::heisenberg
