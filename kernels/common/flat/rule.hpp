// The rule of walkers in the space of energies, which multicanonical and Wang-Landau updates share. The model is the
// ferromagnet on the L x L square lattice with periodic boundaries, H = -J sum_<ij> s_i s_j, J = 1, whose energies are
// E = -2 N + 4 k, N = L^2, k = 0 ... N; two of these levels, k = 1 and N - 1, are empty.
//
// A walker at level k goes to k' with probability min(1, g(k) / g(k')), where g estimates the density of states. All of
// it is arithmetic of integers, so that every backend decides alike: log2 g in units of 2^-16, the power of two by a
// polynomial, which is off by 9e-8 at most (a test has all its values).
//
// An attempt draws two words: one for the site, which all walkers share (Gross, Zierenberg, Weigel, Janke 2018, whose
// published program does so), and one of the walker's own. Attempt t takes word t of stream 0 and of stream w + 1.
#pragma once

#include <cstdint>

#include "backends/attributes.hpp"
#include "backends/wide_product.hpp"

namespace spinbench::flat {

/// Of log2 g where it decides, and where increments are summed.
inline constexpr int weight_digits = 16, sum_digits = 40;

SPINBENCH_FN inline std::uint32_t high_product(std::uint32_t a, std::uint32_t b) {
  return static_cast<std::uint32_t>(wide_product(a, b) >> 32);
}

/// 2^31 times 2^(-fraction / 2^16), for a fraction of 16 bits.
SPINBENCH_FN inline std::uint32_t falling_power(std::uint32_t fraction) {
  const std::uint32_t x = fraction << 16;
  // 2^-x = 1 - x (c1 - x (c2 - x (c3 - x (c4 - x c5)))), with the smallest largest error in [0, 1].
  std::uint32_t sum = 0x25B4FC9u - high_product(x, 0x3DECE8u);
  sum = 0xE27F7D1u - high_product(x, sum);
  sum = 0x3D7C722Au - high_product(x, sum);
  sum = 0xB171DDEEu - high_product(x, sum);
  return 0x80000000u - (high_product(x, sum) >> 1);
}

/// Whether a walker goes where log2 g is larger by `rise`, in units of 2^-16. The probability has 31 digits.
SPINBENCH_FN inline bool goes(std::int32_t rise, std::uint32_t word) {
  const auto up = static_cast<std::uint32_t>(rise < 0 ? 0 : rise);
  const std::uint32_t whole = up >> weight_digits;
  return word >> 1 < falling_power(up & 0xFFFFu) >> (whole < 31 ? whole : 31);
}

/// The site that a word chooses.
SPINBENCH_FN inline std::uint32_t site_of(std::uint32_t word, std::uint32_t sites) { return high_product(word, sites); }

/// The streams of random words: of the sites, and of a walker's own decisions.
inline constexpr std::uint64_t site_stream = 0;
SPINBENCH_FN inline std::uint64_t stream_of(std::uint64_t walker) { return walker + 1; }

/// The set of walkers, of `sets`, to which block or walker `one` of `all` belongs.
SPINBENCH_FN inline std::uint32_t set_of(std::uint32_t one, std::uint32_t all, std::uint32_t sets) {
  return static_cast<std::uint32_t>(static_cast<std::uint64_t>(one) * sets / all);
}

}  // namespace spinbench::flat
