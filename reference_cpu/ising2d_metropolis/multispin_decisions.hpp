// How the oracles of the variants `multispin` and `multispin_tiled` decide: the rule of
// kernels/ising2d_metropolis/multispin.hpp for one tile, spin by spin on a plain lattice, without a word of bit logic.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "kernels/ising2d_metropolis/multispin.hpp"
#include "reference_cpu/ising2d_metropolis/lattice.hpp"

namespace spinbench::ising2d {

/// Words of one colour in a row; the last one may be less than full.
constexpr std::uint32_t multispin_words_a_row(std::uint32_t L) { return (L + 63) / 64; }

class MultispinDecisions {
 public:
  MultispinDecisions(MultispinTile tile, double beta) : tile_(tile), thresholds_(SquareThresholds::at(beta)) {}

  const MultispinTile& tile() const { return tile_; }

  /// One attempt for each site of `colour` in the tile that begins at row y0 and word word0.
  template <class Stream>
  void update(Lattice<std::int8_t>& lattice, std::uint32_t y0, std::uint32_t word0, std::uint32_t colour, Stream& stream) {
    // Where a row is less than a word, the other lanes have no site.
    const std::uint32_t used = std::min(lanes, lattice.L() / 2);
    std::array<std::array<Candidate, lanes>, most_words> tile;
    for (std::uint32_t w = 0; w < tile_.words(); ++w)
      for (std::uint32_t bit = 0; bit < used; ++bit) {
        const std::uint32_t row = w / tile_.across, y = y0 + (colour == 0 ? row : tile_.down - 1 - row);
        const std::uint32_t i = lanes * (word0 + w % tile_.across) + bit, x = 2 * i + ((y + colour) & 1);
        Candidate& spin = tile[w][bit];
        spin = {x, y, 0, false};
        if (i >= lattice.L() / 2) continue;  // only where a row is no multiple of a word
        const int field = lattice.field(x, y);
        if (field <= 0) lattice.flip(x, y);
        else spin.threshold = thresholds_(field), spin.undecided = true;
      }

    for (int high = multispin_leading_digits - 1; high > 0; high -= 2)
      for (std::uint32_t w = 0; w < tile_.words(); ++w)
        for (int number : {high, high + 1}) random_[w][number] = stream.next();
    for (std::uint32_t w = 0; w < tile_.words(); ++w)
      for (std::uint32_t bit = 0; bit < used; ++bit)
        for (int number = 1; number <= multispin_leading_digits && tile[w][bit].undecided; ++number)
          if (random_[w][number] >> bit & 1) {
            Candidate& spin = tile[w][bit];
            spin.undecided = false;
            if (digit(spin.threshold, number)) lattice.flip(spin.x, spin.y);
          }

    bool drawn = false;
    for (bool left = true; left;) {
      std::array<Candidate*, lanes> served{};
      left = false;
      for (std::uint32_t w = 0; w < tile_.words(); ++w)
        for (std::uint32_t bit = 0; bit < used; ++bit)
          if (tile[w][bit].undecided) {
            if (served[bit] == nullptr) served[bit] = &tile[w][bit];
            else left = true;
          }
      for (Candidate* spin : served)
        if (spin != nullptr) {
          spin->undecided = false;
          if (stream.next() < spin->threshold << multispin_leading_digits) lattice.flip(spin->x, spin->y);
          drawn = true;
        }
    }
    if (!drawn) stream.next();  // where a stream goes on, this word is gone
  }

 private:
  static constexpr std::uint32_t lanes = 32, most_words = 8;

  /// A spin of a tile while it is undecided.
  struct Candidate {
    std::uint32_t x, y, threshold;
    bool undecided;
  };

  static bool digit(std::uint32_t threshold, int number) { return threshold >> (32 - number) & 1; }

  MultispinTile tile_;
  SquareThresholds thresholds_;
  std::array<std::array<std::uint32_t, multispin_leading_digits + 1>, most_words> random_{};  // by word and number of the digit
};

inline Observables observe_all(const std::vector<Lattice<std::int8_t>>& lattices) {
  Observables result;
  for (const auto& lattice : lattices) {
    const Observables one = lattice.observe();
    result.energy.push_back(one.energy.front());
    result.magnetisation.push_back(one.magnetisation.front());
  }
  return result;
}

inline Configuration configuration_of_all(const std::vector<Lattice<std::int8_t>>& lattices) {
  Configuration result;
  for (const auto& lattice : lattices) {
    const Configuration one = lattice.configuration();
    result.spins.insert(result.spins.end(), one.spins.begin(), one.spins.end());
  }
  return result;
}

/// Of a sweep of `sites` sites.
template <class Generator>
Work multispin_work(double sites) {
  Work work;
  work.units = sites;
  // A word for each of the leading digits of 32 spins, and one for each of the few spins that are left.
  work.random_words = sites * (multispin_leading_digits / 32.0 + 1.0 / (1 << multispin_leading_digits));
  work.logic_ops = sites * 8 + work.random_words * Generator::facts.logic_ops;
  work.multiply_adds = work.random_words * Generator::facts.multiply_adds;
  set_traffic(work, sites, 2 * sites);
  return work;
}

}  // namespace spinbench::ising2d
