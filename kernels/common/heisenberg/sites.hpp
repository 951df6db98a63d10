// Vectors in memory for one thread or work item a site, on every backend: where they lie, which site an item updates,
// and the field there.
#pragma once

#include <cstddef>
#include <cstdint>

#include "backends/attributes.hpp"
#include "kernels/common/heisenberg/divisor.hpp"
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

/// A lattice whose colours lie apart, a component after the other, in numbers of 32 bits. To be made before the threads
/// that use it: addresses that are the same for all of them then cost each only what it adds. A pair's number is that
/// of its two sites in the arrays of their colours, so the neighbour of the own pair has the site's own.
template <class Real>
struct ApartView {
  Real *spins[3] = {}, *others[3] = {};         ///< of the sites to be updated, and of the other colour
  const Real *behind[3] = {}, *before[3] = {};  ///< couplings of either to the next; null where all are 1
  const Real* fields[3] = {};                   ///< random ones; null where there are none
  std::uint32_t L = 0;                          ///< 0: the lattice is none of that kind
  std::uint32_t colour = 0;
  std::uint32_t layer = 0, half = 0;  ///< pairs of a layer, and of the lattice
  Divisor by_L;

  ApartView() = default;
  template <int D>
  static ApartView of(const LatticeView<Real>& lattice, std::uint32_t colour) {
    ApartView result;
    if (D != 3 || !lattice.order.colours_apart || lattice.spins.site != 1) return result;
    const std::size_t L = lattice.order.L, half = L * L * (L / 2), own = colour == 0 ? 0 : half, other = half - own;
    result.L = lattice.order.L, result.colour = colour;
    result.layer = result.L * result.L, result.half = static_cast<std::uint32_t>(half);
    result.by_L = Divisor(result.L);
    for (int d = 0; d < 3; ++d) {
      result.spins[d] = lattice.spins.data + d * lattice.spins.number + own;
      result.others[d] = lattice.spins.data + d * lattice.spins.number + other;
      if (lattice.fields.data != nullptr) result.fields[d] = lattice.fields.data + d * lattice.fields.number + own;
      if (lattice.couplings.data == nullptr) continue;
      result.behind[d] = lattice.couplings.data + d * lattice.couplings.number + own;
      result.before[d] = lattice.couplings.data + d * lattice.couplings.number + other;
    }
    return result;
  }

  /// The same of a lattice whose spins and couplings lie so many numbers behind.
  SPINBENCH_FN ApartView behind_by(std::size_t spins_on, std::size_t couplings_on) const {
    ApartView result = *this;
    SPINBENCH_UNROLL(3)
    for (int d = 0; d < 3; ++d) {
      result.spins[d] += spins_on, result.others[d] += spins_on;
      if (behind[0] != nullptr) result.behind[d] += couplings_on, result.before[d] += couplings_on;
    }
    return result;
  }

  SPINBENCH_FN std::uint32_t over_L(std::uint32_t n) const { return by_L.quotient_of(n); }
  template <class Array>
  SPINBENCH_FN static Vector3<Real> load(const Array (&from)[3], std::uint32_t pair) {
    return {from[0][pair], from[1][pair], from[2][pair]};
  }
  SPINBENCH_FN void store(std::uint32_t pair, const Vector3<Real>& spin) const {
    spins[0][pair] = spin.x, spins[1][pair] = spin.y, spins[2][pair] = spin.z;
  }

  /// Spins of the other colour in a row of pairs along y: of the pair before, the pair's own and of the one behind.
  struct Row {
    Vector3<Real> before, own, behind;

    SPINBENCH_FN static Row of(const ApartView& apart, std::uint32_t pair, std::uint32_t y) {
      return {apart.load(apart.others, apart.before_along_y(pair, y)), apart.load(apart.others, pair),
              apart.load(apart.others, apart.behind_along_y(pair, y))};
    }
    /// That of the next pair, whose `behind` alone is read; `y` is that pair's.
    SPINBENCH_FN static Row after(const Row& row, const ApartView& apart, std::uint32_t pair, std::uint32_t y) {
      return {planted(Mutant::heisenberg_column_stale) ? row.before : row.own, row.behind,
              apart.load(apart.others, apart.behind_along_y(pair, y))};
    }
  };
  SPINBENCH_FN std::uint32_t before_along_y(std::uint32_t pair, std::uint32_t y) const {
    return pair + (y == 0 ? layer : 0) - L;
  }
  SPINBENCH_FN std::uint32_t behind_along_y(std::uint32_t pair, std::uint32_t y) const {
    return pair + L - (y + 1 == L ? layer : 0);
  }

  /// As field_at(), but everything is asked for before anything is used: spins in one place, with couplings and
  /// without. Where either branch loaded its own, compilers put sums that wait between the loads.
  SPINBENCH_FN Vector3<Real> field(std::uint32_t pair) const {
    const std::uint32_t row = over_L(pair), y = row - over_L(row) * L;
    return field(pair, pair - row * L, y, Row::of(*this, pair, y));
  }
  /// The same of a pair at (x, y) of its layer.
  SPINBENCH_FN Vector3<Real> field(std::uint32_t pair, std::uint32_t x, std::uint32_t y, const Row& along_y) const {
    const bool odd = ((x + y + colour) & 1) != 0, is_glass = behind[0] != nullptr;
    const std::uint32_t beside =
        odd ? pair + layer - (pair + layer >= half ? half : 0) : pair + (pair < layer ? half : 0) - layer;
    const std::uint32_t low[3] = {pair + (x == 0 ? L : 0) - 1, before_along_y(pair, y), odd ? pair : beside};
    Real J[3] = {}, K[3] = {};
    if (is_glass) {
      SPINBENCH_UNROLL(3)
      for (int d = 0; d < 3; ++d) {
        K[d] = behind[d][pair];
        J[d] = planted(Mutant::heisenberg_wrong_end) && d == 2 ? K[d] : before[d][low[d]];
      }
    }
    const Vector3<Real> outer = load(others, beside), s[2] = {load(others, low[0]), along_y.before},
                        t[2] = {load(others, pair + 1 - (x + 1 == L ? L : 0)), along_y.behind};
    // The first two may change places.
    if (!is_glass) {
      const Vector3<Real> sum = plus(plus(field_of_pair(outer, along_y.own), s[0]), t[0]);
      return plus(plus(sum, s[1]), t[1]);
    }
    Vector3<Real> sum = field_of_pair(odd ? K[2] : J[2], outer, odd ? J[2] : K[2], along_y.own);
    SPINBENCH_UNROLL(2)
    for (int d = 0; d < 2; ++d) sum = fused(K[d], t[d], fused(J[d], s[d], sum));
    return sum;
  }
};

/// The neighbours' field and the random one, of a rule that may have one.
template <class Rule, class Real>
SPINBENCH_FN inline Vector3<Real> whole_field(const Vector3<Real>& field, const Vector3<Real>& outer, bool relaxes) {
  if (relaxes && planted(Mutant::heat_bath_relaxes_alone)) return field;
  return plus(field, planted(Mutant::heat_bath_field_component) ? Vector3<Real>{outer.x, outer.z, outer.y} : outer);
}

/// Calls `update(spin, field)` for the site of one colour in a pair, and stores the spin where that says so. `apart`:
/// the lattice once more where it is such a one.
template <int D, class Rule, class Real, class Update>
SPINBENCH_FN inline void at_site_of_pair(const LatticeView<Real>& lattice, const ApartView<Real>& apart,
                                         std::uint32_t pair, std::uint32_t colour, bool relaxes, Update&& update) {
  const bool is_apart = D == 3 && apart.L != 0;
  Vector3<Real> spin, field;
  std::size_t place = 0;
  if (is_apart) {
    spin = apart.load(apart.spins, pair);
    field = apart.field(pair);
    if constexpr (Rule::mixed)
      if (apart.fields[0] != nullptr) field = whole_field<Rule>(field, apart.load(apart.fields, pair), relaxes);
  } else {
    const Place<D> here = Place<D>::of_pair(pair, colour, lattice.order.L);
    place = lattice.order(here);
    spin = lattice.spins.load(place);
    field = field_at<D>(lattice, here, place);
    if constexpr (Rule::mixed)
      if (lattice.fields.data != nullptr) field = whole_field<Rule>(field, lattice.fields.load(place), relaxes);
  }
  if (!update(spin, field)) return;
  if (is_apart)
    apart.store(pair, spin);
  else
    lattice.spins.store(place, spin);
}

/// Of an update that draws nothing.
struct NothingOpened {
  SPINBENCH_FN NothingOpened operator()(std::uint32_t) const { return {}; }
};

/// Calls `update(pair, opened, spin, field)` for the sites of one colour in `count` pairs, each behind the other along
/// y, of which each sees three spins of the other colour; and stores the spin where that says so. `opened`: what
/// open(pair) asks memory for, before the neighbours are asked for, so that a thread waits for all of it once.
template <class Rule, class Real, class Open, class Update>
SPINBENCH_FN inline void at_sites_along_y(const ApartView<Real>& apart, std::uint32_t pair, std::uint32_t y,
                                          std::uint32_t count, bool relaxes, Open&& open, Update&& update) {
  typename ApartView<Real>::Row row = ApartView<Real>::Row::of(apart, pair, y);
  const std::uint32_t x = pair - apart.over_L(pair) * apart.L;
  for (std::uint32_t k = 0;;) {
    auto opened = open(pair);
    Vector3<Real> spin = apart.load(apart.spins, pair), field = apart.field(pair, x, y, row);
    if constexpr (Rule::mixed)
      if (apart.fields[0] != nullptr) field = whole_field<Rule>(field, apart.load(apart.fields, pair), relaxes);
    if (update(pair, opened, spin, field)) apart.store(pair, spin);
    if (++k == count) return;
    pair += apart.L, ++y;
    row = ApartView<Real>::Row::after(row, apart, pair, y);
  }
}

/// What a thread or work item does: updates the site of one colour in a pair by Rule, with the pair's stream of
/// `streams`, a table that opens and closes them.
template <int D, class Math, class Rng, class Rule, class Streams>
SPINBENCH_FN inline void update_in_pair(const LatticeView<typename Math::Real>& lattice,
                                        const ApartView<typename Math::Real>& apart, const Streams& streams,
                                        typename Math::Real beta, std::uint32_t pair, std::uint32_t colour) {
  using Vector = Vector3<typename Math::Real>;
  auto stream = streams.open(pair, pair);
  std::uint32_t words[Rule::template words<Rng>];
  rng::draw(stream, words);
  at_site_of_pair<D, Rule>(lattice, apart, pair, colour, false, [&](Vector& spin, const Vector& field) {
    return Rule::template update<Math>(words, beta, field, spin);
  });
  streams.close(pair, stream);
}

/// The same for pairs along y.
template <class Math, class Rng, class Rule, class Streams>
SPINBENCH_FN inline void update_along_y(const ApartView<typename Math::Real>& apart, const Streams& streams,
                                        typename Math::Real beta, std::uint32_t first, std::uint32_t y,
                                        std::uint32_t count) {
  using Vector = Vector3<typename Math::Real>;
  const auto open = [&](std::uint32_t pair) { return streams.open(pair, pair); };
  at_sites_along_y<Rule>(apart, first, y, count, false, open,
                         [&](std::uint32_t pair, auto& stream, Vector& spin, const Vector& field) {
                           std::uint32_t words[Rule::template words<Rng>];
                           rng::draw(stream, words);
                           const bool changed = Rule::template update<Math>(words, beta, field, spin);
                           streams.close(pair, stream);
                           return changed;
                         });
}

/// The same by over-relaxation.
template <int D, class Rule, class Real>
SPINBENCH_FN inline void relax_in_pair(const LatticeView<Real>& lattice, const ApartView<Real>& apart,
                                       std::uint32_t pair, std::uint32_t colour) {
  at_site_of_pair<D, Rule>(lattice, apart, pair, colour, true, [](Vector3<Real>& spin, const Vector3<Real>& field) {
    spin = half_turn(spin, field);
    return true;
  });
}

template <class Rule, class Real>
SPINBENCH_FN inline void relax_along_y(const ApartView<Real>& apart, std::uint32_t first, std::uint32_t y,
                                       std::uint32_t count) {
  at_sites_along_y<Rule>(apart, first, y, count, true, NothingOpened{},
                         [](std::uint32_t, NothingOpened, Vector3<Real>& spin, const Vector3<Real>& field) {
                           spin = half_turn(spin, field);
                           return true;
                         });
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
