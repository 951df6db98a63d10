// What the Edwards-Anderson kernels share about a case and its realizations; kernels/common/couplings.hpp draws them,
// kernels/common/plus_minus_j.hpp decides.
//
// How a kernel uses this. Its axes are axis_systems(), axis_replicas(), axis_word(), axis_couplings() and
// axis_spin_glass_rng() beside L and beta; SpinGlassShape::of() reads them. Device and host code draw couplings and
// starts with RandomBonds into whatever layout they have, number streams by pair_stream(), and flip by cubic_flips() or
// square_flips() with AllowedCosts of a random number. A simulation brings its bits into canonical order
// (SpinGlassBits) and lets SpinGlassObserver observe them. make_single_spin_glass<2 or 3> in
// reference_cpu/common/single_spin_glass.hpp is the oracle, check_spin_glass() and look_at_spin_glass() the physics
// (kernels/common/spin_glass_physics.hpp), the exact solutions "ea2d" and "ea3d" what is known.
//
// A case has `systems` words of `word` realizations of the couplings, and `replicas` copies of each: lattices that have
// the same couplings, their own starts and their own random numbers. Lattice number realization * replicas + replica,
// where realization b of word w is w * word + b.
//
// Random numbers. The two colours are (x + y (+ z)) mod 2; a sweep attempts all spins of colour 0, then those of 1.
// Site number i (canonical) of colour 0 and the next site along the last direction, which is of colour 1, share stream
// system * sites / 2 + i / 2; each half-sweep takes `replicas` words of it, for replica 0, 1, ..., one for the spins of
// all realizations of a word. So half-sweep h opens stream s at position h * replicas.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "interface/params.hpp"
#include "interface/simulation.hpp"
#include "kernels/common/couplings.hpp"
#include "kernels/common/rng/generators.hpp"

namespace spinbench {

Axis axis_couplings();                           ///< law of the couplings, see RandomBonds::of()
Axis axis_systems(std::int64_t fallback);        ///< coded words of realizations
Axis axis_replicas(std::int64_t fallback);       ///< 1 to 16
Axis axis_word(std::vector<std::string> sizes);  ///< realizations that share a random number; the first is the default
Axis axis_spin_glass_rng();                      ///< of in_spin_glasses()

/// The generators that the Edwards-Anderson kernels are built for: the papers', and those that pass BigCrush.
constexpr bool in_spin_glasses(const rng::Generator& generator) {
  return rng::takes_part(generator, rng::roles::glasses);
}
/// Those among them that keep nothing in memory.
constexpr bool in_fast_spin_glasses(const rng::Generator& generator) {
  return in_spin_glasses(generator) && rng::keeps_nothing(generator);
}

/// The sizes of a case.
struct SpinGlassShape {
  int dimensions = 3;
  std::uint32_t L = 0, systems = 1, replicas = 1, word = 32;

  /// Reads L, systems, replicas and word (32 where there is no such axis).
  static SpinGlassShape of(int dimensions, const Params& params);

  std::uint64_t sites() const { return dimensions == 2 ? std::uint64_t{L} * L : std::uint64_t{L} * L * L; }
  std::uint64_t realizations() const { return std::uint64_t{systems} * word; }
  std::uint64_t lattices() const { return realizations() * replicas; }
  /// Words of 32 realizations.
  std::uint32_t groups() const { return static_cast<std::uint32_t>((realizations() + 31) / 32); }
  double flips_a_sweep() const { return static_cast<double>(lattices()) * static_cast<double>(sites()); }

  /// The canonical number of the site after `site` along `direction`.
  std::uint64_t next(std::uint64_t site, int direction) const;
};

/// Stream of a site by its number within the lattice: see above.
template <int Dimensions>
SPINBENCH_FN inline std::uint64_t pair_stream(std::uint64_t site, std::uint32_t colour, std::uint32_t L) {
  const std::uint64_t last = Dimensions == 2 ? L : static_cast<std::uint64_t>(L) * L, sites = last * L;
  if (colour == 0) return site / 2;
  return (site < last ? site + sites - last : site - last) / 2;
}

/// The spins of all lattices in canonical order, 32 realizations a word, a bit set for a spin that is down: word (group
/// * replicas + replica) * sites + site. Bits of groups that are not full are 0.
using SpinGlassBits = std::vector<std::uint32_t>;

/// Observes bits on a host.
class SpinGlassObserver {
 public:
  SpinGlassObserver(const SpinGlassShape& shape, const RandomBonds& bonds) : shape_(shape), bonds_(bonds) {}

  const SpinGlassShape& shape() const { return shape_; }
  const RandomBonds& bonds() const { return bonds_; }

  /// The start, see RandomBonds::start().
  SpinGlassBits start() const;
  /// Word group * sites * dimensions + bond; drawn on the first call.
  const std::vector<std::uint32_t>& couplings() const;

  /// "energy" per spin in units of J and "magnetisation" per spin, an entry a lattice; with two replicas or more also
  /// "overlap", q = sum s_a s_b / sites, and "link_overlap", sum_<ij> s_a,i s_a,j s_b,i s_b,j / bonds, an entry for
  /// each realization and pair of replicas a < b, in the order (0, 1), (0, 2), ..., (1, 2), ...
  Observables observe(const SpinGlassBits& spins) const;
  std::vector<double> energies(const SpinGlassBits& spins) const;
  /// Lattice by lattice, in canonical site order.
  Configuration configuration(const SpinGlassBits& spins) const;

 private:
  SpinGlassShape shape_;
  RandomBonds bonds_;
  mutable std::vector<std::uint32_t> couplings_;
};

}  // namespace spinbench
