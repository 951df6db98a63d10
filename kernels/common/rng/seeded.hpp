// Small fast generators that are seeded anew whenever a stream is opened, by one block of Philox4x32-7 at (position,
// stream) under the simulation's seed. They keep nothing in memory. A stream is opened once a launch, at a position
// that no earlier opening had, so that no two openings share a seed block; each continues from a random state of its
// own, and overlap of two of them is as likely as two short random intervals of the cycle meeting (see each header).
// The words of a stream hence depend on where it was opened: whoever must reproduce them must open at the same
// positions.
#pragma once

#include <cstdint>

#include "backends/attributes.hpp"
#include "kernels/common/rng/known_answer.hpp"
#include "kernels/common/rng/philox4x32.hpp"
#include "kernels/common/rng/streams.hpp"

namespace spinbench::rng {

/// `Engine`: constructible from a block of four random words; next(), facts, known_answers, whose start is such a
/// block, and quality.
template <class Engine>
struct Seeded {
  static constexpr Storage storage = Storage::none;
  static constexpr Facts facts = Engine::facts;
  static constexpr std::span<const KnownAnswer> known_answers = Engine::known_answers;
  static constexpr Quality quality = Engine::quality;

  struct Setup {
    std::uint64_t seed = 0;
  };

  SPINBENCH_FN static Setup setup(std::uint64_t seed, std::uint64_t /*streams*/, Seeding) { return {seed}; }

  class Stream {
   public:
    SPINBENCH_FN Stream(const Setup& setup, std::uint64_t stream, std::uint64_t position)
        : engine_(philox_at<7>(setup.seed, position, stream)) {}
    SPINBENCH_FN std::uint32_t next() { return engine_.next(); }
    SPINBENCH_FN void pass() {}

   private:
    Engine engine_;
  };

  /// start: the four words of the block.
  class Sequence {
   public:
    explicit Sequence(const std::uint64_t (&start)[4])
        : engine_(Block4x32{{static_cast<std::uint32_t>(start[0]), static_cast<std::uint32_t>(start[1]),
                             static_cast<std::uint32_t>(start[2]), static_cast<std::uint32_t>(start[3])}}) {}
    std::uint64_t next() { return engine_.next(); }

   private:
    Engine engine_;
  };
};

SPINBENCH_FN inline std::uint32_t rotate_left(std::uint32_t x, int count) { return x << count | x >> (32 - count); }

}  // namespace spinbench::rng
