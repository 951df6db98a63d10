// The Ising model once more, as plainly as it can be written, for the tests: coordinates modulo L, streams in a map, no
// code shared with the reference but the generators. It can be made wrong on purpose.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "interface/simulation.hpp"
#include "kernels/common/rng/generators.hpp"

namespace spinbench::test {

/// Updates of single sites in any order, each with the stream it is told. Streams stay open until reopen().
template <class Generator>
class PlainIsing {
  using Store = rng::Store<Generator>;
  struct Open {
    typename Generator::Stream stream;
    std::uint64_t attempts;
  };

 public:
  /// `lanes`: streams that share a ring, where the generator has rings.
  PlainIsing(int L, std::uint32_t threshold2, std::uint32_t threshold4, bool always, std::uint64_t seed,
             std::uint64_t streams, std::uint32_t lanes, rng::Seeding seeding)
      : L_(L),
        threshold2_(threshold2),
        threshold4_(threshold4),
        always_(always),
        elements_(Store::size(streams, lanes)),
        store_{Generator::setup(seed, streams, seeding), elements_.data(), streams, lanes},
        spins_(static_cast<std::size_t>(L * L), 1) {
    for (std::uint64_t number = 0; number < Store::seeds(streams, lanes); ++number) store_.seed(number, number);
  }
  PlainIsing(const PlainIsing&) = delete;
  PlainIsing& operator=(const PlainIsing&) = delete;

  void update(int x, int y, std::uint64_t t) {
    auto found = open_.find(t);
    if (found == open_.end()) found = open_.emplace(t, Open{store_.open(t, t, attempts_[t]), 0}).first;
    typename Generator::Stream& stream = found->second.stream;
    ++found->second.attempts;
    const int h = at(x, y) * (at(x + 1, y) + at(x - 1, y) + at(x, y + 1) + at(x, y - 1));
    bool flips = h <= 0;
    if (always_ || !flips) {
      const std::uint32_t word = stream.next();
      flips = flips || word < (h == 2 ? threshold2_ : threshold4_);
    } else {
      stream.pass();
    }
    if (flips) at(x, y) = static_cast<std::int8_t>(-at(x, y));
  }

  /// Puts every stream to rest, as the end of a launch does.
  void reopen() {
    for (auto& [t, open] : open_) {
      store_.close(t, open.stream);
      attempts_[t] += open.attempts;
    }
    open_.clear();
  }

  const std::vector<std::int8_t>& spins() const { return spins_; }

 private:
  std::int8_t& at(int x, int y) { return spins_[static_cast<std::size_t>((y + L_) % L_ * L_ + (x + L_) % L_)]; }

  int L_;
  std::uint32_t threshold2_, threshold4_;
  bool always_;
  std::vector<typename Store::Element> elements_;
  Store store_;
  std::map<std::uint64_t, Open> open_;
  std::map<std::uint64_t, std::uint64_t> attempts_;
  std::vector<std::int8_t> spins_;
};

}  // namespace spinbench::test
