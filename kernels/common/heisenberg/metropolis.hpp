// The Metropolis update of the Heisenberg model (Weigel 2012, section 4): a new direction, uniform on the sphere and
// independent of the old one, accepted with probability min(1, exp(-beta dE)).
//
// H = -sum_<ij> J_ij s_i . s_j with |s_i| = 1 and periodic boundaries; a ferromagnet has J = 1 everywhere. A spin in
// the field h = sum_j J_ij s_j has the energy -s . h, so that a change from s to s' costs (s - s') . h.
//
// The field is summed in one order: first both neighbours in the last direction (y of the square lattice, z of the
// cubic one), J_- s_- + J_+ s_+ with each product rounded; then x and y, before and behind, each product fused with its
// sum. So the two sites that share a stream, which lie in the last direction, see each other alike.
#pragma once

#include <cstdint>

#include "kernels/common/heisenberg/functions.hpp"
#include "kernels/common/heisenberg/vector3.hpp"
#include "kernels/common/mutants.hpp"
#include "kernels/common/rng/streams.hpp"

namespace spinbench::heisenberg {

/// Words that an attempt draws: for z, for the azimuth, and to decide, always. Of a generator that makes four words at
/// once the fourth is thrown away.
template <class Rng>
inline constexpr int words_an_attempt = Rng::facts.block_words == 4 ? 4 : 3;

/// Sums of fields.
template <class Real>
SPINBENCH_INLINE_FN Vector3<Real> field_of_pair(const Vector3<Real>& before, const Vector3<Real>& behind) {
  return plus(before, behind);
}
template <class Real>
SPINBENCH_INLINE_FN Vector3<Real> field_of_pair(Real J_before, const Vector3<Real>& before, Real J_behind,
                                                const Vector3<Real>& behind) {
  return plus(times(J_before, before), times(J_behind, behind));
}

/// The arithmetic of the axis `precision` in float and double: the same bits everywhere.
template <class R>
struct Exactly {
  using Real = R;

  /// z is the first word as a signed number over 2^31, in its middle; the azimuth the second over 2^32.
  SPINBENCH_INLINE_FN static Vector3<Real> direction(std::uint32_t height, std::uint32_t azimuth) {
    const Real z = ieee::fused(ieee::whole<Real>(static_cast<std::int32_t>(height)), static_cast<Real>(0x1p-31),
                               static_cast<Real>(0x1p-32));
    const Real square = ieee::fused(-z, z, Real{1});
    const Real radius = planted(Mutant::heisenberg_no_root) ? square : ieee::root_usual(square);
    const ieee::Turn<Real> turn = ieee::turn<Real>(azimuth);
    if (planted(Mutant::heisenberg_equator)) return {turn.cosine, turn.sine, Real{0}};
    return {ieee::times(radius, turn.cosine), ieee::times(radius, turn.sine), z};
  }

  /// Whether a change that costs so much is accepted: with ceil(2^32 exp(-beta cost) - 1/2) of 2^32 words.
  SPINBENCH_INLINE_FN static bool accepts(std::uint32_t word, Real beta, Real cost) {
    // Where a gain is large this means nothing, and decides nothing.
    const Real threshold = ieee::exponential<32>(ieee::times(-beta, cost));
    // No branch: where both are computed, compilers find vectors.
    const bool drawn = ieee::plus(ieee::whole<Real>(word), static_cast<Real>(0.5)) < threshold;
    return (cost <= 0) | drawn;
  }
};

/// One attempt at `spin` in `field`; whether it changed.
template <class Math, int Words>
SPINBENCH_INLINE_FN bool attempt(const std::uint32_t (&words)[Words], typename Math::Real beta,
                                 const Vector3<typename Math::Real>& field, Vector3<typename Math::Real>& spin) {
  const Vector3<typename Math::Real> proposed = Math::direction(words[0], words[1]);
  const typename Math::Real cost = dot(minus(spin, proposed), field);
  const bool changed = Math::accepts(words[2], beta, planted(Mutant::heisenberg_wrong_sign) ? -cost : cost);
  spin = {changed ? proposed.x : spin.x, changed ? proposed.y : spin.y, changed ? proposed.z : spin.z};
  return changed;
}

/// A rule by which a spin is updated in its field: the words that it draws, and the kernel of which it is the rule.
struct Metropolis {
  static constexpr bool mixed = false;      ///< with over-relaxation, and in a random field
  static constexpr bool reads_spin = true;  ///< that it updates; else only the field matters
  static constexpr int words_used = 3;
  template <class Rng>
  static constexpr int words = words_an_attempt<Rng>;
  static constexpr const char* kernel(int dimensions) {
    return dimensions == 2 ? "heisenberg2d_metropolis" : "heisenberg3d_metropolis";
  }

  /// Whether the spin changed.
  template <class Math, int Words>
  SPINBENCH_INLINE_FN static bool update(const std::uint32_t (&words)[Words], typename Math::Real beta,
                                         const Vector3<typename Math::Real>& field,
                                         Vector3<typename Math::Real>& spin) {
    return attempt<Math>(words, beta, field, spin);
  }
};

}  // namespace spinbench::heisenberg
