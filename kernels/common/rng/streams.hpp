// The streams of one simulation at rest: what a generator keeps in memory, and how a stream is opened and closed.
//
// A generator `Rng` has
//   storage              where its state lies, see Storage
//   facts                what to know about it, see Facts
//   Setup, setup(seed, streams, seeding)   what all streams share
//   Stream               one stream in use: next() draws 32 bits, pass() marks an attempt that drew nothing
// and for `own` a State and initial(setup, stream); for `interleaved` and `shared` the number of words and
// initial(setup, stream or ring, index of the word).
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "backends/attributes.hpp"
#include "kernels/common/rng/seeding.hpp"

namespace spinbench::rng {

enum class Storage {
  none,         ///< the words are a function of seed, stream and position: nothing is kept
  own,          ///< a few words a stream, held in registers while the stream is open
  interleaved,  ///< some words or many a stream: word w of stream t lies at w * streams + t (Lulli 2015, section 3)
  shared,       ///< a ring buffer for `lanes` streams, which draw together (Weigel 2012, section 3.3)
};

/// What is known of a generator, and what a random word costs: turns on the multiply-add and on the ALU pipe of an
/// NVIDIA GPU, by the machine code for sm_90 (docs/instruction_counts.py, which CI runs), where a wide product takes
/// two. What may run on either pipe counts as neither. Index arithmetic of interleaved states is left out.
struct Facts {
  double period_log2;    ///< of one stream
  int bits;              ///< random bits in a word, the highest ones
  double multiply_adds;  ///< a word
  double logic_ops;      ///< a word
  /// Of state, read and written in memory for each word while the stream is open; 0 where that holds all of it.
  double traffic_bytes = 0;
  int block_words = 1;  ///< words that are made together; whoever takes fewer pays for all
  double opening_multiply_adds = 0, opening_logic_ops = 0;  ///< to open a stream: a block of Philox4x32-7

  /// Instructions, of either pipe or of any; a wide product is one. At least those of the two pipes, of which at most
  /// half of the turns of multiply-adds are second ones.
  constexpr double issue_slots() const { return logic_ops + multiply_adds / 2; }
  constexpr double opening_issue_slots() const { return opening_logic_ops + opening_multiply_adds / 2; }
};

struct WordCost {
  double multiply_adds, logic_ops, issue_slots;
};

/// The cost of a word where `words` are drawn from a stream between opening and closing.
constexpr WordCost word_cost(const Facts& facts, double words) {
  const double wasted = words < facts.block_words ? facts.block_words / words : 1;
  return {facts.multiply_adds * wasted + facts.opening_multiply_adds / words,
          facts.logic_ops * wasted + facts.opening_logic_ops / words,
          facts.issue_slots() * wasted + facts.opening_issue_slots() / words};
}

/// The words of an interleaved state that one draw reads and the one that it replaces.
struct Places {
  std::uint32_t read[3], write;
};

/// Whether an open stream holds all of an interleaved state in registers, from opening to closing.
template <class Rng>
inline constexpr bool holds_state = Rng::storage == Storage::interleaved&& Rng::facts.traffic_bytes == 0;

/// Draws `Count` words; generators that can, fetch what all of them need before they compute the first.
template <int Count, class Stream>
SPINBENCH_FN inline void draw(Stream& stream, std::uint32_t (&words)[Count]) {
  if constexpr (requires { stream.draw(words); })
    stream.draw(words);
  else
    for (int i = 0; i < Count; ++i) words[i] = stream.next();
}

namespace detail {

template <class Rng, Storage S = Rng::storage>
struct ElementOf {
  using type = std::uint32_t;
};
template <class Rng>
struct ElementOf<Rng, Storage::own> {
  using type = typename Rng::State;
};

}  // namespace detail

/// The states of `streams` streams, of which `lanes` (a divisor) at a time share a ring where the storage is `shared`.
/// Passed to kernels by value; the memory belongs to somebody else.
template <class Rng>
struct Store {
  using Element = typename detail::ElementOf<Rng>::type;
  using Stream = typename Rng::Stream;

  typename Rng::Setup setup{};
  Element* elements = nullptr;
  std::uint64_t streams = 0;
  std::uint32_t lanes = 1;

  /// Elements that memory must hold.
  static constexpr std::uint64_t size(std::uint64_t streams, std::uint32_t lanes) {
    switch (Rng::storage) {
      case Storage::own:
        return streams;
      case Storage::interleaved:
        return streams * words();
      case Storage::shared:
        return streams / lanes * words();
      case Storage::none:
        break;
    }
    return 0;
  }
  /// Bytes of memory for each stream.
  static constexpr double bytes_a_stream(double lanes) {
    switch (Rng::storage) {
      case Storage::own:
        return sizeof(Element);
      case Storage::interleaved:
        return 4.0 * words();
      case Storage::shared:
        return 4.0 * words() / lanes;
      case Storage::none:
        break;
    }
    return 0;
  }
  /// Bytes of state that memory must give and take for each stream that is opened, drawn from `words` times and closed:
  /// what each draw touches, or the whole state once in and once out where caches hold it meanwhile.
  static constexpr double traffic(double words, double lanes) {
    const double once = 2 * bytes_a_stream(lanes);
    if (Rng::storage != Storage::interleaved || holds_state<Rng>) return once;
    const double each = Rng::facts.traffic_bytes * words;
    return each < once ? each : once;
  }
  /// How many times seed() must be called, with numbers from 0.
  static constexpr std::uint64_t seeds(std::uint64_t streams, std::uint32_t lanes) {
    if (Rng::storage == Storage::none) return 0;
    return Rng::storage == Storage::shared ? streams / lanes : streams;
  }

  /// Sets the state before the first draw of stream `number` (of ring `number`, where rings are shared). `slot` is the
  /// stream's place where the storage is `own`.
  SPINBENCH_FN void seed(std::uint64_t number, std::size_t slot) const {
    if constexpr (Rng::storage == Storage::own) {
      elements[slot] = Rng::initial(setup, number);
    } else if constexpr (Rng::storage == Storage::interleaved) {
      for (std::uint32_t w = 0; w < words(); ++w) elements[w * streams + number] = Rng::initial(setup, number, w);
    } else if constexpr (Rng::storage == Storage::shared) {
      for (std::uint32_t w = 0; w < words(); ++w) elements[number * words() + w] = Rng::initial(setup, number, w);
    }
  }

  /// Stream number `stream` with `position` attempts behind it.
  SPINBENCH_FN Stream open(std::size_t slot, std::uint64_t stream, std::uint64_t position) const {
    if constexpr (Rng::storage == Storage::own)
      return {setup, elements[slot]};
    else if constexpr (Rng::storage == Storage::interleaved)
      return {setup, elements + stream, streams, position};
    else if constexpr (Rng::storage == Storage::shared)
      return {ring_of(stream), static_cast<std::uint32_t>(stream % lanes), lanes, position};
    else
      return {setup, stream, position};
  }

  /// Keeps what the stream holds in registers.
  SPINBENCH_FN void close(std::size_t slot, const Stream& stream) const {
    if constexpr (Rng::storage == Storage::own)
      elements[slot] = stream.state();
    else if constexpr (Rng::storage == Storage::interleaved)
      stream.keep();
  }

  /// The ring of which `stream` is a lane. Only for Storage::shared.
  SPINBENCH_FN Element* ring_of(std::uint64_t stream) const { return elements + stream / lanes * words(); }

 private:
  SPINBENCH_FN static constexpr std::uint32_t words() {
    if constexpr (Rng::storage == Storage::interleaved || Rng::storage == Storage::shared)
      return Rng::words;
    else
      return 0;
  }
};

}  // namespace spinbench::rng
