// Streams with memory of their own, and their words, for the tests of the generators.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/common/rng/generators.hpp"

namespace spinbench::test {

using Words = std::vector<std::uint32_t>;

/// The streams of a simulation.
template <class Rng>
class Streams {
 public:
  /// `lanes`: streams that share a ring, where the generator has rings.
  Streams(std::uint64_t seed, std::uint64_t count, rng::Seeding seeding, std::uint32_t lanes = 1)
      : elements_(rng::Store<Rng>::size(count, lanes)),
        store_{Rng::setup(seed, count, seeding), elements_.data(), count, lanes} {
    for (std::uint64_t number = 0; number < rng::Store<Rng>::seeds(count, lanes); ++number) store_.seed(number, number);
  }
  Streams(const Streams&) = delete;
  Streams& operator=(const Streams&) = delete;

  typename Rng::Stream open(std::uint64_t stream, std::uint64_t position) const {
    return store_.open(stream, stream, position);
  }
  void close(std::uint64_t stream, const typename Rng::Stream& open) const { store_.close(stream, open); }

 private:
  std::vector<typename rng::Store<Rng>::Element> elements_;
  rng::Store<Rng> store_;
};

/// The next `count` words of an open stream.
template <class Stream>
Words words_of(Stream& stream, std::size_t count) {
  Words words(count);
  for (std::uint32_t& word : words) word = stream.next();
  return words;
}

/// Words 0 to `draws` of streams 0 to `count`, side by side as the threads of a device draw them: word m of stream t is
/// number m * count + t.
template <class Rng>
Words words_across(std::uint64_t seed, std::uint64_t count, rng::Seeding seeding, std::size_t draws,
                   std::uint32_t lanes = 1) {
  const Streams<Rng> streams(seed, count, seeding, lanes);
  std::vector<typename Rng::Stream> open;
  for (std::uint64_t t = 0; t < count; ++t) open.push_back(streams.open(t, 0));
  Words words;
  words.reserve(count * draws);
  for (std::size_t m = 0; m < draws; ++m)
    for (auto& stream : open) words.push_back(stream.next());
  return words;
}

/// Whether the generator is seeded anew whenever a stream is opened.
template <class Rng>
inline constexpr bool seeded_when_opened = Rng::facts.opening_multiply_adds > 0;

}  // namespace spinbench::test
