// The Ising model once more, in D dimensions, as plainly as it can be written, for the tests: coordinates modulo L,
// streams in a map, no code shared with the reference but the generators. It can be made wrong on purpose.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "interface/simulation.hpp"
#include "kernels/common/rng/generators.hpp"

namespace spinbench::test {

/// Updates of single sites in any order, each with the stream it is told. Streams stay open until reopen().
template <class Generator, int D>
class PlainIsing {
  using Store = rng::Store<Generator>;
  struct Open {
    typename Generator::Stream stream;
    std::uint64_t attempts;
  };

 public:
  using Site = std::array<int, D>;

  /// `thresholds`: of the fields 2, 4, ... `lanes`: streams that share a ring, where the generator has rings.
  PlainIsing(int L, const std::array<std::uint32_t, D>& thresholds, bool always, std::uint64_t seed,
             std::uint64_t streams, std::uint32_t lanes, rng::Seeding seeding)
      : L_(L),
        thresholds_(thresholds),
        always_(always),
        elements_(Store::size(streams, lanes)),
        store_{Generator::setup(seed, streams, seeding), elements_.data(), streams, lanes} {
    std::size_t count = 1;
    for (int axis = 0; axis < D; ++axis) count *= static_cast<std::size_t>(L);
    spins_.assign(count, 1);
    for (std::uint64_t number = 0; number < Store::seeds(streams, lanes); ++number) store_.seed(number, number);
  }
  PlainIsing(const PlainIsing&) = delete;
  PlainIsing& operator=(const PlainIsing&) = delete;

  void update(Site site, std::uint64_t t) {
    auto found = open_.find(t);
    if (found == open_.end()) found = open_.emplace(t, Open{store_.open(t, t, attempts_[t]), 0}).first;
    typename Generator::Stream& stream = found->second.stream;
    ++found->second.attempts;
    int neighbours = 0;
    for (int axis = 0; axis < D; ++axis)
      for (const int step : {1, -1}) {
        Site other = site;
        other[static_cast<std::size_t>(axis)] += step;
        neighbours += at(other);
      }
    const int h = at(site) * neighbours;
    bool flips = h <= 0;
    if (always_ || !flips) {
      const std::uint32_t word = stream.next();
      flips = flips || word < thresholds_[static_cast<std::size_t>(h / 2 - 1)];
    } else {
      stream.pass();
    }
    if (flips) at(site) = static_cast<std::int8_t>(-at(site));
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
  std::int8_t& at(const Site& site) {
    int index = 0;
    for (int axis = D; axis-- > 0;) index = index * L_ + (site[static_cast<std::size_t>(axis)] + L_) % L_;
    return spins_[static_cast<std::size_t>(index)];
  }

  int L_;
  std::array<std::uint32_t, D> thresholds_;
  bool always_;
  std::vector<typename Store::Element> elements_;
  Store store_;
  std::map<std::uint64_t, Open> open_;
  std::map<std::uint64_t, std::uint64_t> attempts_;
  std::vector<std::int8_t> spins_;
};

}  // namespace spinbench::test
