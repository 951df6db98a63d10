// Where the array of a fill is looked at after it was timed: it is too large to be made again by a host.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "kernels/common/rng/splitmix64.hpp"

namespace spinbench::rng_bench {

/// Of `count` strips or rows the first and the last, those on both sides of each of `borders`, and some anywhere.
inline std::vector<std::uint64_t> places_to_check(std::uint64_t count, const std::vector<std::uint64_t>& borders) {
  constexpr std::uint64_t anywhere = 4;
  if (count == 0) return {};
  std::set<std::uint64_t> places{0, count - 1};
  for (const std::uint64_t border : borders)
    if (border > 0 && border < count) places.insert({border - 1, border});
  for (std::uint64_t i = 1; i <= anywhere; ++i) places.insert(rng::splitmix64(count, i) % count);
  return {places.begin(), places.end()};
}

/// Of parts of so many strips or rows each: where the second begins, one in the middle, and the last. `cut`: what the
/// first part lacks.
inline std::vector<std::uint64_t> some_borders(std::uint64_t count, std::uint64_t part, std::uint64_t cut = 0) {
  const std::uint64_t parts = (count + cut + part - 1) / part;
  std::vector<std::uint64_t> result;
  for (const std::uint64_t number : {std::uint64_t{1}, parts / 2, parts - 1})
    if (number > 0 && number < parts) result.push_back(number * part - cut);
  return result;
}

}  // namespace spinbench::rng_bench
