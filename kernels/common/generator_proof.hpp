// Proof that a backend's words of a generator are the right ones: the host's plain streams give the published known
// answers, and the backend, opening streams as its update kernels do, makes the words of the host's plain streams.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/rng/generators.hpp"
#include "kernels/common/rng/known_answers.hpp"

namespace spinbench::generator_proof {

inline constexpr std::uint64_t seed = 0x243F6A8885A308D3u;
/// Streams that are drawn side by side, of which `ring_lanes` share a ring where the generator has rings.
inline constexpr std::uint32_t streams = 512, ring_lanes = 256;

/// Each of the streams first, first + 1, ... opened with `position` words behind it, drawn from `count` times, closed.
struct Opening {
  std::uint64_t first, position;
  std::uint32_t count;

  /// Whether the bit-sliced updates may open there.
  bool starts_block() const { return position % 4 == 0; }
};

/// In this order. The first ones go on where the last ended: more words than the longest state, then parts of a block
/// of words, so that what is put to rest must be right. What keeps nothing is opened far out, too.
template <class Rng>
std::vector<Opening> openings() {
  std::vector<Opening> result = {{0, 0, 701}, {0, 701, 6}, {0, 707, 65}};
  if constexpr (Rng::storage == rng::Storage::none)
    result.push_back({(std::uint64_t{1} << 33) + ring_lanes, (std::uint64_t{1} << 40) + 4, 37});
  return result;
}

/// The streams on this host, drawn word by word.
template <class Rng>
class PlainStreams {
  using Store = rng::Store<Rng>;

 public:
  explicit PlainStreams(rng::Seeding seeding)
      : elements_(Store::size(streams, ring_lanes)),
        store_{Rng::setup(seed, streams, seeding), elements_.data(), streams, ring_lanes} {
    if constexpr (Rng::storage != rng::Storage::none)
      for (std::uint64_t number = 0; number < Store::seeds(streams, ring_lanes); ++number) store_.seed(number, number);
  }
  PlainStreams(const PlainStreams&) = delete;
  PlainStreams& operator=(const PlainStreams&) = delete;

  /// Word m of the i-th stream at m * streams + i.
  std::vector<std::uint32_t> words(const Opening& opening) {
    std::vector<typename Rng::Stream> open;
    for (std::uint64_t i = 0; i < streams; ++i) open.push_back(store_.open(i, opening.first + i, opening.position));
    std::vector<std::uint32_t> result;
    result.reserve(std::size_t{streams} * opening.count);
    for (std::uint32_t m = 0; m < opening.count; ++m)
      for (auto& stream : open) result.push_back(stream.next());
    for (std::uint64_t i = 0; i < streams; ++i) store_.close(i, open[i]);
    return result;
  }

 private:
  std::vector<typename Store::Element> elements_;
  Store store_;
};

/// "" where both are the same; else the first word that differs, of those that `way` made.
std::string difference(const Opening& opening, const std::string& way, const std::vector<std::uint32_t>& expected,
                       const std::vector<std::uint32_t>& found);

/// "" where no two neighbouring streams are the same; else the first such two, of the plain words.
std::string twins(const Opening& opening, const std::vector<std::uint32_t>& words);

/// Words of a backend beside the plain ones.
struct Comparison {
  std::uint64_t words = 0;
  std::string difference;  ///< the first one, "" for none
};

/// `Drawn`, made from the seeding, is the backend: ways() names its ways to draw, and words(n, opening) are the words
/// of the opening by the n-th of them, which has streams of its own; empty where that cannot open there.
template <class Rng, class Drawn>
Comparison compare_with_plain(rng::Seeding seeding) {
  PlainStreams<Rng> plain(seeding);
  Drawn drawn(seeding);
  Comparison result;
  for (const Opening& opening : openings<Rng>()) {
    const std::vector<std::uint32_t> expected = plain.words(opening);
    // The backend opens its streams by the same functions as the host: a bug in those would be in both.
    if (result.difference.empty()) result.difference = twins(opening, expected);
    const std::vector<std::string> ways = drawn.ways();
    for (std::size_t way = 0; way < ways.size(); ++way) {
      const std::vector<std::uint32_t> found = drawn.words(way, opening);
      if (found.empty()) continue;
      result.words += found.size();
      if (result.difference.empty()) result.difference = difference(opening, ways[way], expected, found);
    }
  }
  return result;
}

/// The proof of the generator called `name` on the backend that Drawn<Rng> draws by. `where`: who draws, for the
/// detail. Throws std::invalid_argument where there is no such generator.
template <template <class> class Drawn>
Check prove(const std::string& name, const std::string& where) {
  Check check = rng::check_known_answers(name);
  check.name = "generator";
  const Comparison comparison = rng::with_generator(name, [](auto tag, rng::Seeding seeding) {
    using Rng = typename decltype(tag)::type;
    return compare_with_plain<Rng, Drawn<Rng>>(seeding);
  });
  check.passed = check.passed && comparison.words > 0 && comparison.difference.empty();
  check.detail += "; " + std::to_string(comparison.words) + " words of " + std::to_string(streams) + " streams by " +
                  where + (comparison.difference.empty() ? " are the host's plain streams'" : ": ") +
                  comparison.difference;
  return check;
}

}  // namespace spinbench::generator_proof
