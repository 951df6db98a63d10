// The bit-sliced update of the variants `multispin`, spin by spin on a plain lattice, without a word of bit logic;
// kernels/ising2d_metropolis/multispin.hpp states the rule. H = -J sum_<ij> s_i s_j, J = 1.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "interface/simulation.hpp"
#include "kernels/common/axes.hpp"
#include "kernels/common/multispin.hpp"
#include "kernels/common/rng/generators.hpp"
#include "reference_cpu/common/work.hpp"

namespace spinbench {

/// `Model`: Square, Cubic, and with them
///   layers(L)             1 in two dimensions, where z is 0
///   field(lattice, x, y, z), flip(lattice, x, y, z)
///   logic_ops             an attempt
template <class Model, class Generator>
class MultispinPlain final : public Simulation {
  using Lattice = typename Model::template Lattice<std::int8_t>;

 public:
  MultispinPlain(const Params& params, const MultispinTile& tile, std::uint64_t seed, rng::Seeding seeding)
      : L_(static_cast<std::uint32_t>(params.integer("L"))),
        tile_(tile),
        thresholds_(Model::Thresholds::at(params.real("beta"))),
        setup_(Generator::setup(seed, 0, seeding)),
        lattices_(static_cast<std::size_t>(params.integer("realizations")), Lattice(L_)) {}

  void sweep(int count) override {
    for (int half = 0; half < 2 * count; ++half, ++halves_) {
      std::uint64_t number = 0;
      for (auto& lattice : lattices_)
        for (std::uint32_t z = 0; z < Model::layers(L_); ++z)
          for (std::uint32_t y = 0; y < L_; y += tile_.down)
            for (std::uint32_t word = 0; word < words_a_row(); word += tile_.across)
              update(lattice, word, y, z, half & 1,
                     typename Generator::Stream(setup_, number++, halves_ * multispin_draws));
    }
  }

  Observables observe() override {
    Observables result;
    for (const auto& lattice : lattices_) {
      const Observables one = lattice.observe();
      result.energy.push_back(one.energy.front());
      result.magnetisation.push_back(one.magnetisation.front());
    }
    return result;
  }

  Configuration configuration() override {
    Configuration result;
    for (const auto& lattice : lattices_) {
      const Configuration one = lattice.configuration();
      result.spins.insert(result.spins.end(), one.spins.begin(), one.spins.end());
    }
    return result;
  }

  Work work_per_sweep() const override {
    Work work;
    work.units = static_cast<double>(lattices_.size()) * lattices_.front().sites();
    // A word for each of the leading digits of 32 spins, and one for each of the few spins that are left.
    work.random_words = work.units * (multispin_leading_digits / 32.0 + 1.0 / (1 << multispin_leading_digits));
    work.logic_ops = work.units * Model::logic_ops + work.random_words * Generator::facts.logic_ops;
    work.multiply_adds = work.random_words * Generator::facts.multiply_adds;
    set_traffic(work, work.units, 2 * work.units);
    return work;
  }

 private:
  static constexpr std::uint32_t lanes = 32;

  /// A spin of a tile while it is undecided.
  struct Candidate {
    std::uint32_t x, y, z, threshold;
    bool undecided;
  };

  std::uint32_t words_a_row() const { return (L_ + 2 * lanes - 1) / (2 * lanes); }

  static bool digit(std::uint32_t threshold, int number) { return threshold >> (32 - number) & 1; }

  static void flip(Lattice& lattice, const Candidate& spin) { Model::flip(lattice, spin.x, spin.y, spin.z); }

  void update(Lattice& lattice, std::uint32_t word0, std::uint32_t y0, std::uint32_t z, std::uint32_t colour,
              typename Generator::Stream stream) {
    // Where a row is less than a word, the other lanes have no site.
    const std::uint32_t used = std::min(lanes, L_ / 2);
    std::array<std::array<Candidate, lanes>, 8> tile;
    for (std::uint32_t w = 0; w < tile_.words(); ++w)
      for (std::uint32_t bit = 0; bit < used; ++bit) {
        const std::uint32_t row = w / tile_.across;
        const std::uint32_t y = y0 + (((z + colour) & 1) == 0 ? row : tile_.down - 1 - row);
        const std::uint32_t i = lanes * (word0 + w % tile_.across) + bit, x = 2 * i + ((y + z + colour) & 1);
        Candidate& spin = tile[w][bit];
        spin = {x, y, z, 0, false};
        if (i >= L_ / 2) continue;  // only where a row is no multiple of a word
        const int field = Model::field(lattice, x, y, z);
        if (field <= 0)
          flip(lattice, spin);
        else
          spin.threshold = thresholds_(field), spin.undecided = true;
      }

    for (int high = multispin_leading_digits - 1; high > 0; high -= 2)
      for (std::uint32_t w = 0; w < tile_.words(); ++w)
        for (int number : {high, high + 1}) random_[w][number] = stream.next();
    for (std::uint32_t w = 0; w < tile_.words(); ++w)
      for (std::uint32_t bit = 0; bit < used; ++bit) {
        Candidate& spin = tile[w][bit];
        if (!spin.undecided) continue;
        // The spin's random digits, the first one highest: as a number, so that nothing branches before all are there.
        std::uint32_t digits = 0;
        for (int number = 1; number <= multispin_leading_digits; ++number)
          digits = digits << 1 | (random_[w][number] >> bit & 1);
        if (digits == 0) continue;
        spin.undecided = false;
        if (digit(spin.threshold, multispin_leading_digits + 1 - std::bit_width(digits))) flip(lattice, spin);
      }

    for (bool left = true; left;) {
      std::array<Candidate*, lanes> served{};
      left = false;
      for (std::uint32_t w = 0; w < tile_.words(); ++w)
        for (std::uint32_t bit = 0; bit < used; ++bit)
          if (tile[w][bit].undecided) {
            if (served[bit] == nullptr)
              served[bit] = &tile[w][bit];
            else
              left = true;
          }
      for (Candidate* spin : served)
        if (spin != nullptr) {
          spin->undecided = false;
          if (stream.next() < spin->threshold << multispin_leading_digits) flip(lattice, *spin);
        }
    }
  }

  std::uint32_t L_;
  MultispinTile tile_;
  typename Model::Thresholds thresholds_;
  typename Generator::Setup setup_;
  std::vector<Lattice> lattices_;
  std::array<std::array<std::uint32_t, multispin_leading_digits + 1>, 8> random_{};  // by word and number of the digit
  std::uint64_t halves_ = 0;
};

}  // namespace spinbench
