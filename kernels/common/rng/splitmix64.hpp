// SplitMix64 (Steele, Lea, Flood, OOPSLA 2014), used to seed streams only: its n-th output is a function of seed and
// n, so that every stream finds its own seed without walking a sequence.
#pragma once

#include <cstdint>

#include "backends/attributes.hpp"
#include "kernels/common/rng/known_answer.hpp"

namespace spinbench::rng {

/// From the seed start[0].
inline constexpr KnownAnswer splitmix64_answers[] = {
    {.source = "the recurrence, by an independent implementation",
     .start = {0},
     .first = {16294208416658607535u, 7960286522194355700u, 487617019471545679u, 17909611376780542444u,
               1961750202426094747u},
     .last_number = 10000,
     .last = 5225866496240918794u},
    {.source = "the recurrence, by an independent implementation",
     .start = {1234567},
     .first = {6457827717110365317u, 3203168211198807973u, 9817491932198370423u, 4593380528125082431u,
               16408922859458223821u},
     .last_number = 10000,
     .last = 5072872496763815799u},
};

/// Output number `n`, counted from 1, of the sequence that starts at `seed`.
SPINBENCH_FN inline std::uint64_t splitmix64(std::uint64_t seed, std::uint64_t n) {
  std::uint64_t z = seed + n * 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

/// As the known answers say.
class SplitMix64Sequence {
 public:
  explicit SplitMix64Sequence(const std::uint64_t (&start)[4]) : seed_(start[0]) {}
  std::uint64_t next() { return splitmix64(seed_, ++n_); }

 private:
  std::uint64_t seed_, n_ = 0;
};

}  // namespace spinbench::rng
