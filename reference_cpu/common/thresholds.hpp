// The Metropolis rule of the oracles, written apart from the kernels': what both shared, no comparison could judge.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace spinbench {

/// By field, the spin times the sum of its 2 d neighbours: a flip costs 2 J field, and is accepted where a random word
/// of 32 bits lies below floor(2^32 exp(-2 beta J field)), in extended precision; always where the field is not
/// positive. A factor of 1, which no beta above zero has but a planted bug may, is taken as the largest word.
template <int Dimensions>
class FieldThresholds {
 public:
  static FieldThresholds at(double beta) {
    FieldThresholds result;
    for (int field = 2; field <= most; field += 2)
      result.by_half_field_[static_cast<std::size_t>(field / 2 - 1)] = static_cast<std::uint32_t>(std::min(
          std::floor(std::ldexp(std::exp(-2.0L * static_cast<long double>(beta) * field), 32)), 4294967295.0L));
    return result;
  }
  /// Of a positive field.
  std::uint32_t operator()(int field) const { return by_half_field_[static_cast<std::size_t>(field / 2 - 1)]; }

 private:
  static constexpr int most = 2 * Dimensions;
  std::array<std::uint32_t, Dimensions> by_half_field_{};
};

/// One attempt; with `always` a word is drawn for each, else only where the energy would rise. `always` may be known to
/// the compiler (std::true_type) or not.
template <class Always, class Stream, int Dimensions>
bool is_flipped(Always always, int field, Stream& stream, const FieldThresholds<Dimensions>& thresholds) {
  if (always || field > 0) {
    const std::uint32_t word = stream.next();
    return field <= 0 || word < thresholds(field);
  }
  stream.pass();
  return true;
}

}  // namespace spinbench
