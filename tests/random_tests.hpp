// Small statistical tests of random words. Each gives a deviation in standard deviations of what independent, uniformly
// distributed words give, so that one bound serves all; negative where the words are more regular than chance allows.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace spinbench::test {

/// Chi-squared over `counts` against `expected`, by the cube root that makes it normal (Wilson, Hilferty 1931).
inline double chi_squared_deviation(const std::vector<double>& counts, const std::vector<double>& expected) {
  double sum = 0;
  for (std::size_t i = 0; i < counts.size(); ++i)
    sum += (counts[i] - expected[i]) * (counts[i] - expected[i]) / expected[i];
  const double freedom = static_cast<double>(counts.size() - 1), variance = 2 / (9 * freedom);
  return (std::cbrt(sum / freedom) - (1 - variance)) / std::sqrt(variance);
}

/// Chi-squared of `values`, each below `cells`, against equal frequencies.
inline double frequency_deviation(const std::vector<std::uint32_t>& values, std::size_t cells) {
  std::vector<double> counts(cells, 0);
  for (const std::uint32_t value : values) ++counts[value];
  return chi_squared_deviation(
      counts, std::vector<double>(cells, static_cast<double>(values.size()) / static_cast<double>(cells)));
}

/// `count` bits of each word from bit `lowest` on.
inline std::vector<std::uint32_t> bits_of(const std::vector<std::uint32_t>& words, int lowest, int count) {
  std::vector<std::uint32_t> values;
  values.reserve(words.size());
  for (const std::uint32_t word : words) values.push_back(word >> lowest & ((1u << count) - 1));
  return values;
}

/// Frequencies of groups of `length` values of `bits` bits that follow each other (the serial test, without overlap).
inline double serial_deviation(const std::vector<std::uint32_t>& values, int bits, std::size_t length) {
  std::vector<std::uint32_t> groups;
  for (std::size_t i = 0; i + length <= values.size(); i += length) {
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < length; ++j) group = group << bits | values[i + j];
    groups.push_back(group);
  }
  return frequency_deviation(groups, std::size_t{1} << (bits * static_cast<int>(length)));
}

/// Lengths of the gaps between words below 2^32 / 16 (Knuth, TAOCP 2, section 3.3.2 D).
inline double gap_deviation(const std::vector<std::uint32_t>& words) {
  constexpr std::size_t longest = 64;
  std::vector<double> counts(longest + 1, 0), expected;
  std::size_t gap = 0;
  double gaps = 0;
  for (const std::uint32_t word : words)
    if (word >> 28 != 0) {
      ++gap;
    } else {
      ++counts[std::min(gap, longest)];
      ++gaps;
      gap = 0;
    }
  for (std::size_t length = 0; length < longest; ++length)
    expected.push_back(gaps / 16 * std::pow(15.0 / 16, static_cast<double>(length)));
  expected.push_back(gaps * std::pow(15.0 / 16, static_cast<double>(longest)));
  return gaps == 0 ? -100 : chi_squared_deviation(counts, expected);
}

/// Birthday spacings (Marsaglia 1985): `birthdays` words of `bits` bits at a time, sorted; how often two of their
/// spacings are equal is a Poisson number of mean birthdays^3 / 2^(bits + 2) each time.
inline double birthday_deviation(const std::vector<std::uint32_t>& words, int bits, std::size_t birthdays) {
  double equal = 0, expected = 0;
  for (std::size_t start = 0; start + birthdays <= words.size(); start += birthdays) {
    std::vector<std::uint32_t> days, spacings;
    for (std::size_t i = 0; i < birthdays; ++i) days.push_back(words[start + i] >> (32 - bits));
    std::sort(days.begin(), days.end());
    for (std::size_t i = 1; i < birthdays; ++i) spacings.push_back(days[i] - days[i - 1]);
    std::sort(spacings.begin(), spacings.end());
    for (std::size_t i = 1; i < spacings.size(); ++i) equal += spacings[i] == spacings[i - 1];
    expected += std::pow(static_cast<double>(birthdays), 3) / std::pow(2.0, bits + 2);
  }
  return (equal - expected) / std::sqrt(expected);
}

/// Length of the shortest linear recurrence over bits that gives the sequence (Massey 1969). n/2 for n random bits,
/// give or take a few: a deviation by d has a probability of about 2^(-2 d).
inline std::size_t linear_complexity(const std::vector<std::uint32_t>& bits) {
  const std::size_t n = bits.size();
  std::vector<std::uint8_t> now(n + 1, 0), before(n + 1, 0), kept;
  now[0] = before[0] = 1;
  std::size_t length = 0, since = 1;
  for (std::size_t i = 0; i < n; ++i) {
    std::uint32_t difference = bits[i];
    for (std::size_t j = 1; j <= length; ++j) difference ^= now[j] & bits[i - j];
    if (difference & 1) {
      if (2 * length <= i) kept = now;
      for (std::size_t j = 0; j + since <= n; ++j) now[j + since] ^= before[j];
      if (2 * length <= i) {
        length = i + 1 - length;
        before = kept;
        since = 0;
      }
    }
    ++since;
  }
  return length;
}

/// Correlation of the numbers 2^-32 a_i with 2^-32 b_i.
inline double correlation_deviation(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] * 0x1p-32 - 0.5) * (b[i] * 0x1p-32 - 0.5);
  return 12 * sum / std::sqrt(static_cast<double>(a.size()));
}

/// How many bits a_i and b_i have in common, where half of them would be.
inline double agreement_deviation(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) {
  double differing = 0;
  for (std::size_t i = 0; i < a.size(); ++i) differing += std::popcount(a[i] ^ b[i]);
  const auto bits = 32.0 * static_cast<double>(a.size());
  return (bits / 2 - differing) / std::sqrt(bits / 4);
}

}  // namespace spinbench::test
