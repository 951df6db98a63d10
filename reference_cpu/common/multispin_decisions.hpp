// How the bit-sliced update decides one tile, spin by spin and without a word of bit logic;
// kernels/ising2d_metropolis/multispin.hpp states the rule.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "kernels/common/multispin.hpp"
#include "kernels/common/mutants.hpp"
#include "kernels/common/rng/streams.hpp"

namespace spinbench {

/// How one tile is decided. `Model`: the dimensions, Thresholds and Lattice of Square or Cubic, and with them
///   field(lattice, x, y, z), flip(lattice, x, y, z)   z is 0 in two dimensions
template <class Model>
class MultispinDecisions {
 public:
  using Lattice = typename Model::template Lattice<std::int8_t>;

  MultispinDecisions(std::uint32_t L, const MultispinTile& tile, double beta) : L_(L), tile_(tile) {
    const auto thresholds = Model::Thresholds::at(beta);
    for (int field = 2; field <= most_field; field += 2)
      thresholds_[static_cast<std::size_t>(field + most_field)] = thresholds(field);
  }

  const MultispinTile& tile() const { return tile_; }
  std::uint32_t words_a_row() const { return (L_ + 2 * lanes - 1) / (2 * lanes); }

  /// One attempt for each site of `colour` in the tile that begins at word `word0` of row `y0` in layer `z`. Few of its
  /// steps ask the processor to guess what a spin does, which it cannot.
  template <class Stream>
  void update(Lattice& lattice, std::uint32_t word0, std::uint32_t y0, std::uint32_t z, std::uint32_t colour,
              Stream& stream) {
    // Eight at a time, since some generators make several at once.
    std::uint32_t drawn[8][multispin_leading_digits];
    for (std::uint32_t i = 0; i < tile_.words(); ++i) rng::draw(stream, drawn[i]);
    std::uint32_t next = 0;
    for (int high = multispin_leading_digits - 1; high > 0; high -= 2)
      for (std::uint32_t w = 0; w < tile_.words(); ++w)
        for (int number : {high, high + 1}) {
          random_[w][number] = drawn[next / multispin_leading_digits][next % multispin_leading_digits];
          ++next;
        }

    undecided_.clear();
    for (std::uint32_t row = 0; row < tile_.down; ++row) {
      const std::uint32_t y = y0 + (((z + colour) & 1) == 0 ? row : tile_.down - 1 - row);
      for (std::uint32_t j = 0; j < tile_.across; ++j)
        compare_digits(lattice, lanes * (word0 + j), y, z, colour, random_[row * tile_.across + j]);
    }

    // The first draw comes without asking: where a stream goes on, its word is gone.
    if (undecided_.empty()) stream.next();
    while (!undecided_.empty()) {
      std::array<const Candidate*, lanes> served{};
      std::vector<Candidate> waiting;
      for (const Candidate& spin : undecided_)
        if (served[spin.bit] == nullptr)
          served[spin.bit] = &spin;
        else
          waiting.push_back(spin);
      for (const Candidate* spin : served)
        if (spin != nullptr && stream.next() < spin->threshold << multispin_leading_digits)
          Model::flip(lattice, spin->x, spin->y, spin->z);
      if (planted(Mutant::plain_forgets_waiting)) waiting.clear();
      undecided_ = std::move(waiting);
    }
  }

 private:
  static constexpr std::uint32_t lanes = 32;
  static constexpr int most_field = 2 * Model::dimensions;
  /// The bit places of a word; compilers find vector instructions for them, which shifts would not have everywhere.
  static constexpr auto places = [] {
    std::array<std::uint32_t, lanes> result{};
    for (std::uint32_t bit = 0; bit < lanes; ++bit) result[bit] = 1u << bit;
    return result;
  }();

  /// A spin that the leading digits left undecided.
  struct Candidate {
    std::uint32_t x, y, z, bit, threshold;
  };

  /// Step 1 of the rule for the word of spins that begins with number i0 of its row: flips those that it decides to
  /// flip and keeps those that it leaves undecided.
  void compare_digits(Lattice& lattice, std::uint32_t i0, std::uint32_t y, std::uint32_t z, std::uint32_t colour,
                      const std::array<std::uint32_t, multispin_leading_digits + 1>& random) {
    // Where a row is less than a word, or its last word is not full, the other lanes have no site.
    const std::uint32_t used = std::min(lanes, L_ / 2 - i0), x0 = 2 * i0 + ((y + z + colour) & 1);
    std::array<std::uint32_t, lanes> digits, thresholds, flips;
    std::array<bool, lanes> free;
    for (std::uint32_t bit = 0; bit < used; ++bit) {
      // A spin's random digits as a number, the first one highest.
      digits[bit] = 0;
      for (int number = 1; number <= multispin_leading_digits; ++number)
        digits[bit] = 2 * digits[bit] + ((random[number] & places[bit]) != 0 ? 1 : 0);
    }
    for (std::uint32_t bit = 0; bit < used; ++bit) {
      const int field = Model::field(lattice, x0 + 2 * bit, y, z);
      free[bit] = field <= 0;
      thresholds[bit] = thresholds_[static_cast<std::size_t>(field + most_field)];
    }
    std::size_t count = 0;
    bool all_decided = true;
    for (std::uint32_t bit = 0; bit < used; ++bit) {
      // U has the digits of the threshold, XORed with the random ones.
      const std::uint32_t leading = thresholds[bit] >> (32 - multispin_leading_digits), U = leading ^ digits[bit];
      flips[count] = x0 + 2 * bit;
      count += static_cast<std::size_t>(free[bit] | (U < leading));
      all_decided = all_decided & (free[bit] | (digits[bit] != 0));
    }
    for (std::size_t i = 0; i < count; ++i) Model::flip(lattice, flips[i], y, z);
    if (all_decided) return;
    for (std::uint32_t bit = 0; bit < used; ++bit)
      if (!free[bit] && digits[bit] == 0) undecided_.push_back({x0 + 2 * bit, y, z, bit, thresholds[bit]});
  }

  std::uint32_t L_;
  MultispinTile tile_;
  std::array<std::uint32_t, 2 * most_field + 1> thresholds_{};  ///< by field + most_field; of none that is free
  /// Of a tile, by word and number of the digit.
  std::array<std::array<std::uint32_t, multispin_leading_digits + 1>, 8> random_{};
  std::vector<Candidate> undecided_;  ///< of a tile, word by word
};

}  // namespace spinbench
