// The Ising model once more, as plainly as it can be written, for the tests: coordinates modulo L, streams in a map, no
// code shared with the reference but the generators. It can be made wrong on purpose.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "interface/simulation.hpp"
#include "kernels/common/rng/generators.hpp"

namespace spinbench::test {

/// A stream with a count of its attempts.
template <class Generator>
struct CountedStream {
  typename Generator::State state;
  std::uint64_t attempts = 0;
};

/// Updates of single sites in any order, each with the stream it is told.
template <class Generator>
class PlainIsing {
 public:
  PlainIsing(int L, std::uint32_t threshold2, std::uint32_t threshold4, bool always, std::uint64_t seed,
             std::uint64_t streams, rng::Seeding seeding)
      : L_(L),
        threshold2_(threshold2),
        threshold4_(threshold4),
        always_(always),
        setup_(Generator::setup(seed, streams, seeding)),
        spins_(static_cast<std::size_t>(L * L), 1) {}

  void update(int x, int y, std::uint64_t t) {
    const auto [place, added] = streams_.try_emplace(t);
    if (added) place->second.state = Generator::initial(setup_, t);
    CountedStream<Generator>& counted = place->second;
    typename Generator::Stream stream(setup_, counted.state, t, counted.attempts++);
    const int h = at(x, y) * (at(x + 1, y) + at(x - 1, y) + at(x, y + 1) + at(x, y - 1));
    bool flips = h <= 0;
    if (always_ || !flips) {
      const std::uint32_t word = stream.next();
      flips = flips || word < (h == 2 ? threshold2_ : threshold4_);
    } else {
      stream.pass();
    }
    counted.state = stream.state();
    if (flips) at(x, y) = static_cast<std::int8_t>(-at(x, y));
  }

  const std::vector<std::int8_t>& spins() const { return spins_; }

 private:
  std::int8_t& at(int x, int y) { return spins_[static_cast<std::size_t>((y + L_) % L_ * L_ + (x + L_) % L_)]; }

  int L_;
  std::uint32_t threshold2_, threshold4_;
  bool always_;
  typename Generator::Setup setup_;
  std::map<std::uint64_t, CountedStream<Generator>> streams_;
  std::vector<std::int8_t> spins_;
};

}  // namespace spinbench::test
