// Whether the generators of this process give the numbers that they are published to give.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>

#include "interface/simulation.hpp"
#include "kernels/common/rng/known_answer.hpp"

namespace spinbench::rng {

/// How many known answers were given.
struct Agreement {
  int asked = 0, agreed = 0;
  std::string difference;  ///< the first one, "" for none

  bool complete() const { return asked > 0 && agreed == asked; }
  void add(const Agreement& other) {
    asked += other.asked;
    agreed += other.agreed;
    if (difference.empty()) difference = other.difference;
  }
};

/// Compares what Sequence gives from each start with the answers.
template <class Sequence>
Agreement compare(std::span<const KnownAnswer> answers) {
  Agreement result;
  for (const KnownAnswer& answer : answers) {
    Sequence sequence(answer.start);
    for (int i = 0; i < answer.skip; ++i) sequence.next();
    std::string difference;
    const auto count = static_cast<std::uint64_t>(answer.count);
    for (std::uint64_t n = 1; n <= std::max(count, answer.last_number); ++n) {
      const std::uint64_t value = sequence.next();
      const bool right =
          (n > count || value == answer.first[n - 1]) && (n != answer.last_number || value == answer.last);
      if (!right && difference.empty())
        difference = "number " + std::to_string(n) + " is " + std::to_string(value) + ", not that of " + answer.source;
    }
    result.add({1, difference.empty() ? 1 : 0, difference});
  }
  return result;
}

/// The same for a generator, against its own answers or those of another.
template <class Rng>
Agreement compare_generator(std::span<const KnownAnswer> answers = Rng::known_answers) {
  return compare<typename Rng::Sequence>(answers);
}

/// A check that the generator called `name` gives its known answers on this host, and that what sets its streams apart
/// (SplitMix64, Philox4x32) gives its own. Throws std::invalid_argument where there is no such generator.
Check check_known_answers(const std::string& name);

}  // namespace spinbench::rng
