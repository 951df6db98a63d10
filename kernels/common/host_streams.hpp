// The streams of a generator on a host: drawn strip by strip, so that the loop over neighbouring streams is the
// innermost and the compiler can put it into vector registers; compiled for several instruction sets, of which the
// host's widest runs.
//
// The words are those of rng::Store and Rng::Stream with the same seed, number of streams and positions. The state lies
// in strips: word w of the i-th stream of a strip at w * width + i from the strip's beginning, so that a strip stays in
// a core's cache; streams of one strip share a ring where the generator has rings.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "backends/cpu/isa.hpp"
#include "kernels/common/lanes.hpp"
#include "kernels/common/mutants.hpp"
#include "kernels/common/rng/generators.hpp"

namespace spinbench {

/// The states of the streams. Plain values, which a parallel loop may copy; the memory belongs to somebody else.
template <class Rng>
struct HostTable {
  using Element = typename rng::Store<Rng>::Element;

  typename Rng::Setup setup{};
  Element* elements = nullptr;
  std::uint64_t streams = 0;
  std::uint32_t width = 1;  ///< streams of a strip; they divide `streams` where the generator has rings
  cpu::Isa isa = cpu::Isa::baseline;

  static constexpr std::uint64_t strip_size(std::uint32_t width) {
    if constexpr (Rng::storage == rng::Storage::own)
      return width;
    else if constexpr (Rng::storage == rng::Storage::interleaved)
      return std::uint64_t{width} * Rng::words;
    else if constexpr (Rng::storage == rng::Storage::shared)
      return Rng::words;
    else
      return 0;
  }
  static constexpr std::uint64_t size(std::uint64_t streams, std::uint32_t width) {
    return (streams + width - 1) / width * strip_size(width);
  }

  std::uint64_t strips() const { return (streams + width - 1) / width; }
  Element* of_strip(std::uint64_t strip) const { return elements + strip * strip_size(width); }
  std::uint32_t in_strip(std::uint64_t strip) const {
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(width, streams - strip * width));
  }

  /// Sets the states of a strip's streams before their first draw.
  void seed(std::uint64_t strip) const;
};

namespace detail {

/// Whether a stream is a new one wherever it is opened, so that it must be kept open to go on.
template <class Rng>
inline constexpr bool seeded_anew = Rng::storage == rng::Storage::none&& Rng::facts.opening_logic_ops > 0;

template <class Rng>
struct SeedStrip {
  HostTable<Rng> table;
  std::uint64_t strip;

  void operator()() const {
    const auto setup = table.setup;
    const std::size_t width = table.width, count = table.in_strip(strip);
    const std::uint64_t first = strip * width;
    auto* const elements = table.of_strip(strip);
    if constexpr (Rng::storage == rng::Storage::own) {
      for (std::size_t i = 0; i < count; ++i)
        elements[i] = Rng::initial(setup, first + (planted(Mutant::strips_seeded_alike) && i + 1 == count ? 0 : i));
    } else if constexpr (Rng::storage == rng::Storage::interleaved) {
      for (std::uint32_t w = 0; w < Rng::words; ++w)
        for (std::size_t i = 0; i < count; ++i) elements[w * width + i] = Rng::initial(setup, first + i, w);
    } else if constexpr (Rng::storage == rng::Storage::shared) {
      for (std::uint32_t w = 0; w < Rng::words; ++w) elements[w] = Rng::initial(setup, strip, w);
    }
  }
};

/// `Rows` words of each stream; for generators whose streams do not touch each other's memory.
template <class Rng, int Rows>
struct DrawStreams {
  using Stream = typename Rng::Stream;

  typename Rng::Setup setup;
  typename rng::Store<Rng>::Element* elements;
  Stream* opened;
  std::uint64_t first, position;
  std::uint32_t begin, count, width;
  std::uint32_t* words;

  void operator()() const {
    const auto shared_setup = setup;
    auto* const states = elements;
    auto* const streams = opened;
    std::uint32_t* const out = words;
    // Indices of 64 bits: those of 32 may wrap, and the compiler would not see neighbours.
    const std::size_t end = count, stride = width;
    const std::uint64_t first_stream = first;
    // So that the compiler sees where whole blocks begin.
    const std::uint64_t from =
        Rows % Rng::facts.block_words == 0 ? position / Rng::facts.block_words * Rng::facts.block_words : position;
    SPINBENCH_INDEPENDENT
    for (std::size_t i = begin; i < end; ++i) {
      std::uint32_t drawn[Rows];
      if constexpr (Rng::storage == rng::Storage::own) {
        Stream stream(shared_setup, states[i]);
        rng::draw(stream, drawn);
        states[i] = stream.state();
      } else if constexpr (seeded_anew<Rng>) {
        Stream stream = streams[i];
        rng::draw(stream, drawn);
        streams[i] = stream;
      } else if constexpr (rng::holds_state<Rng>) {
        Stream stream(shared_setup, states + i, stride, from);
        rng::draw(stream, drawn);
        stream.keep();
      } else {
        Stream stream(shared_setup, first_stream + i, from);
        rng::draw(stream, drawn);
      }
      for (std::size_t row = 0; row < Rows; ++row) out[row * stride + i] = drawn[row];
    }
  }
};

/// Rows of words from interleaved states: all streams of the strip stand at one place.
template <class Rng>
struct DrawInterleaved {
  std::uint32_t* state;
  std::uint64_t position;
  std::uint32_t count, width;
  int rows;
  std::uint32_t* words;

  void operator()() const {
    const std::size_t streams = count, stride = width;
    for (int row = 0; row < rows; ++row) {
      const rng::Places at = Rng::places(position + static_cast<std::uint64_t>(row));
      const std::uint32_t *const a = state + at.read[0] * stride, *const b = state + at.read[1] * stride,
                                 *const c = state + at.read[2] * stride;
      std::uint32_t* const target = state + at.write * stride;
      std::uint32_t* const out = words + static_cast<std::size_t>(row) * stride;
      SPINBENCH_INDEPENDENT
      for (std::size_t i = 0; i < streams; ++i) {
        const std::uint32_t third = c[i], word = Rng::renewed(a[i], b[i], third);
        target[i] = word;
        out[i] = Rng::output(word, third);
      }
    }
    if constexpr (requires { Rng::with_lcg64; })
      if constexpr (Rng::with_lcg64) add_lcg64();
  }

 private:
  void add_lcg64() const {
    const std::size_t streams = count, stride = width;
    std::uint32_t *const low = state + Rng::ring * stride, *const high = low + stride;
    for (int row = 0; row < rows; ++row) {
      std::uint32_t* const out = words + static_cast<std::size_t>(row) * stride;
      SPINBENCH_INDEPENDENT
      for (std::size_t i = 0; i < streams; ++i) {
        const std::uint64_t x = rng::lcg_step<std::uint64_t>()(static_cast<std::uint64_t>(high[i]) << 32 | low[i]);
        low[i] = static_cast<std::uint32_t>(x);
        high[i] = static_cast<std::uint32_t>(x >> 32);
        out[i] += static_cast<std::uint32_t>(x >> 32);
      }
    }
  }
};

/// Rows of words from one ring, as far as no pointer wraps at a time.
template <class Rng>
struct DrawRing {
  std::uint32_t* ring;
  std::uint64_t position;
  std::uint32_t lanes;
  int rows;
  std::uint32_t* words;

  void operator()() const {
    auto oldest = static_cast<std::uint32_t>(position % Rng::words * lanes % Rng::words);
    std::uint32_t* out = words;
    for (int row = 0; row < rows; ++row) {
      for (std::uint32_t left = lanes; left > 0;) {
        const std::uint32_t newer = (oldest + (Rng::long_lag - Rng::short_lag)) % Rng::words,
                            target = (oldest + Rng::long_lag) % Rng::words;
        const std::uint32_t length = std::min(left, Rng::words - std::max({oldest, newer, target}));
        const std::uint32_t *const a = ring + oldest, *const b = ring + newer;
        std::uint32_t* const c = ring + target;
        SPINBENCH_INDEPENDENT
        for (std::uint32_t i = 0; i < length; ++i) {
          const std::uint32_t word = a[i] + b[i];
          c[i] = word;
          out[i] = word;
        }
        out += length;
        left -= length;
        oldest = (oldest + length) % Rng::words;
      }
    }
  }
};

/// Draws whole blocks of Philox in vector registers; returns for how many streams.
template <int Rounds>
std::uint32_t draw_blocks(const HostTable<rng::Philox<Rounds>>& table, std::uint64_t first, std::uint32_t count,
                          std::uint64_t position, std::uint32_t* words) {
  return lanes::philox_block<Rounds>(table.isa, table.setup.seed, position / 4, first, count, words, table.width);
}
template <class Rng>
std::uint32_t draw_blocks(const HostTable<Rng>&, std::uint64_t, std::uint32_t, std::uint64_t, std::uint32_t*) {
  return 0;
}

}  // namespace detail

template <class Rng>
void HostTable<Rng>::seed(std::uint64_t strip) const {
  if constexpr (Rng::storage != rng::Storage::none) cpu::run_as(isa, detail::SeedStrip<Rng>{*this, strip});
}

/// A strip of streams in use, at `position` draws from their beginning.
template <class Rng>
class HostStrip {
  static constexpr bool ring = Rng::storage == rng::Storage::shared,
                        interleaved = Rng::storage == rng::Storage::interleaved && !rng::holds_state<Rng>;

 public:
  /// The most rows of words that one draw() makes.
  static constexpr int most_rows = Rng::facts.block_words > 1 ? Rng::facts.block_words : 8;

  HostStrip(const HostTable<Rng>& table, std::uint64_t strip, std::uint64_t position)
      : table_(table), strip_(strip), first_(strip * table.width), position_(position), count_(table.in_strip(strip)) {
    if constexpr (detail::seeded_anew<Rng>) {
      opened_.reserve(count_);
      for (std::uint32_t i = 0; i < count_; ++i) opened_.emplace_back(table.setup, first_ + i, position);
    }
  }

  std::uint64_t first() const { return first_; }
  std::uint32_t count() const { return count_; }

  /// The next words of every stream, at most `wanted` of each; returns how many. Number `row` of the i-th stream comes
  /// to words[row * width + i].
  int draw(std::uint64_t wanted, std::uint32_t* words) {
    constexpr auto most = static_cast<std::uint64_t>(most_rows);
    int rows = static_cast<int>(std::min(wanted, most));
    if constexpr (ring) {
      cpu::run_as(table_.isa, detail::DrawRing<Rng>{table_.of_strip(strip_), position_, count_, rows, words});
    } else if constexpr (interleaved) {
      cpu::run_as(table_.isa,
                  detail::DrawInterleaved<Rng>{table_.of_strip(strip_), position_, count_, table_.width, rows, words});
    } else if (wanted >= most && position_ % Rng::facts.block_words == 0) {
      const std::uint32_t done = detail::draw_blocks(table_, first_, count_, position_, words);
      if (done < count_) run<most_rows>(done, words);
    } else {
      rows = 1;
      run<1>(0, words);
    }
    position_ += static_cast<std::uint64_t>(rows);
    return rows;
  }

 private:
  template <int Rows>
  void run(std::uint32_t begin, std::uint32_t* words) {
    cpu::run_as(table_.isa, detail::DrawStreams<Rng, Rows>{table_.setup, table_.of_strip(strip_), opened_.data(),
                                                           first_, position_, begin, count_, table_.width, words});
  }

  HostTable<Rng> table_;
  std::uint64_t strip_, first_, position_;
  std::uint32_t count_;
  std::vector<typename Rng::Stream> opened_;  ///< where a stream must stay open to go on
};

}  // namespace spinbench
