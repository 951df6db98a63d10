// The streams of a serial simulation: of the oracles, and of the plain variants that walk as they do. It holds states
// only; which stream is whose is said where the lattice is, by each of them for itself.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/common/rng/streams.hpp"

namespace spinbench {

/// All streams of a simulation at rest: their states, where the generator has any.
template <class Generator>
class Streams {
 public:
  using Stream = typename Generator::Stream;
  using Store = rng::Store<Generator>;

  /// `lanes`: streams that share a ring, where the generator has rings.
  Streams(std::uint64_t seed, std::uint64_t count, rng::Seeding seeding, std::uint32_t lanes = 1)
      : elements_(Store::size(count, lanes)),
        store_{Generator::setup(seed, count, seeding), elements_.data(), count, lanes} {
    for (std::uint64_t number = 0; number < Store::seeds(count, lanes); ++number) store_.seed(number, number);
  }
  Streams(const Streams&) = delete;
  Streams& operator=(const Streams&) = delete;

  /// Stream `t` with `position` attempts behind it.
  Stream load(std::uint64_t t, std::uint64_t position) const { return store_.open(t, t, position); }
  void store(std::uint64_t t, const Stream& stream) { store_.close(t, stream); }
  /// All states at rest.
  std::vector<typename Store::Element>& elements() { return elements_; }

 private:
  std::vector<typename Store::Element> elements_;
  Store store_;
};

}  // namespace spinbench
