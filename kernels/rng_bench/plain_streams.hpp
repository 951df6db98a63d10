// Streams as the generators' headers define them, drawn word by word: what the benchmarks' words are checked against.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/common/rng/generators.hpp"

namespace spinbench::rng_bench {

/// Streams first, first + 1, ... of a simulation; one whole ring where the generator has rings.
template <class Rng>
class PlainStreams {
  using Store = rng::Store<Rng>;

 public:
  /// `position`: words that each has behind it; of a generator that keeps a state none.
  PlainStreams(const typename Rng::Setup& setup, std::uint64_t first, std::uint32_t count, std::uint64_t position = 0)
      : elements_(Store::size(count, count)),
        store_{setup, elements_.data(), count, count},
        first_(first),
        position_(position),
        count_(count) {
    for (std::uint32_t i = 0; i < count; ++i) {
      if constexpr (Rng::storage == rng::Storage::own) {
        elements_[i] = Rng::initial(setup, first + i);
      } else if constexpr (Rng::storage == rng::Storage::interleaved) {
        for (std::uint32_t w = 0; w < Rng::words; ++w) elements_[w * count + i] = Rng::initial(setup, first + i, w);
      }
    }
    if constexpr (Rng::storage == rng::Storage::shared)
      for (std::uint32_t w = 0; w < Rng::words; ++w) elements_[w] = Rng::initial(setup, first / count, w);
  }

  /// Closes the streams and opens them where they stand; what is seeded anew when opened, begins another sequence.
  void reopen() {
    if (!streams_.empty())
      for (std::uint32_t i = 0; i < count_; ++i) store_.close(i, streams_[i]);
    streams_.clear();
    for (std::uint32_t i = 0; i < count_; ++i)
      streams_.push_back(store_.open(i, Rng::storage == rng::Storage::none ? first_ + i : i, position_));
  }

  /// The next word of each. Streams must have been opened.
  std::vector<std::uint32_t> row() {
    std::vector<std::uint32_t> words;
    for (auto& stream : streams_) words.push_back(stream.next());
    ++position_;
    return words;
  }

 private:
  std::vector<typename Store::Element> elements_;
  Store store_;
  std::uint64_t first_, position_;
  std::uint32_t count_;
  std::vector<typename Rng::Stream> streams_;
};

}  // namespace spinbench::rng_bench
