// The oracle of the GPU variants `multispin`: the rule of kernels/ising2d_metropolis/multispin.hpp, spin by spin on a plain
// lattice, without a word of bit logic. H = -J sum_<ij> s_i s_j, J = 1.
#include "kernels/ising2d_metropolis/multispin.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "kernels/ising2d_metropolis/axes.hpp"
#include "reference_cpu/ising2d_metropolis/lattice.hpp"

namespace spinbench::ising2d {
namespace {

constexpr int lanes = 32;

/// A spin of a tile while it is undecided.
struct Candidate {
  std::uint32_t x, y, threshold;
  bool undecided;
};

template <class Generator>
class Multispin final : public Simulation {
 public:
  Multispin(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : L_(static_cast<std::uint32_t>(params.integer("L"))),
        tile_(multispin_tile(words_a_row(), multispin_words(params))),
        thresholds_(SquareThresholds::at(params.real("beta"))),
        setup_(Generator::setup(seed, 0, seeding)),
        lattices_(static_cast<std::size_t>(params.integer("realizations")), Lattice<std::int8_t>(L_)) {}

  void sweep(int count) override {
    for (int half = 0; half < 2 * count; ++half, ++halves_) {
      std::uint64_t number = 0;
      for (auto& lattice : lattices_)
        for (std::uint32_t y = 0; y < L_; y += tile_.down)
          for (std::uint32_t word = 0; word < words_a_row(); word += tile_.across)
            update(lattice, y, word, half & 1, typename Generator::Stream(setup_, number++, halves_ * multispin_draws));
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
    work.units = static_cast<double>(lattices_.size()) * L_ * L_;
    // A word for each of the leading digits of 32 spins, and one for each of the few spins that are left.
    work.random_words = work.units * (multispin_leading_digits / 32.0 + 1.0 / (1 << multispin_leading_digits));
    work.logic_ops = work.units * 8 + work.random_words * Generator::facts.logic_ops;
    work.multiply_adds = work.random_words * Generator::facts.multiply_adds;
    set_traffic(work, work.units, 2 * work.units);
    return work;
  }

 private:
  std::uint32_t words_a_row() const { return (L_ + 2 * lanes - 1) / (2 * lanes); }

  static bool digit(std::uint32_t threshold, int number) { return threshold >> (32 - number) & 1; }

  void update(Lattice<std::int8_t>& lattice, std::uint32_t y0, std::uint32_t word0, std::uint32_t colour,
              typename Generator::Stream stream) {
    std::array<std::array<Candidate, lanes>, 8> tile;
    for (std::uint32_t w = 0; w < tile_.words(); ++w)
      for (std::uint32_t bit = 0; bit < lanes; ++bit) {
        const std::uint32_t row = w / tile_.across, y = y0 + (colour == 0 ? row : tile_.down - 1 - row);
        const std::uint32_t i = lanes * (word0 + w % tile_.across) + bit, x = 2 * i + ((y + colour) & 1);
        Candidate& spin = tile[w][bit];
        spin = {x, y, 0, false};
        if (i >= L_ / 2) continue;  // only where a row is less than a word
        const int field = lattice.field(x, y);
        if (field <= 0) lattice.flip(x, y);
        else spin.threshold = thresholds_(field), spin.undecided = true;
      }

    for (int high = multispin_leading_digits - 1; high > 0; high -= 2)
      for (std::uint32_t w = 0; w < tile_.words(); ++w)
        for (int number : {high, high + 1}) random_[w][number] = stream.next();
    for (std::uint32_t w = 0; w < tile_.words(); ++w)
      for (int bit = 0; bit < lanes; ++bit)
        for (int number = 1; number <= multispin_leading_digits && tile[w][bit].undecided; ++number)
          if (random_[w][number] >> bit & 1) {
            Candidate& spin = tile[w][bit];
            spin.undecided = false;
            if (digit(spin.threshold, number)) lattice.flip(spin.x, spin.y);
          }

    for (bool left = true; left;) {
      std::array<Candidate*, lanes> served{};
      left = false;
      for (std::uint32_t w = 0; w < tile_.words(); ++w)
        for (int bit = 0; bit < lanes; ++bit)
          if (tile[w][bit].undecided) {
            if (served[bit] == nullptr) served[bit] = &tile[w][bit];
            else left = true;
          }
      for (Candidate* spin : served)
        if (spin != nullptr) {
          spin->undecided = false;
          if (stream.next() < spin->threshold << multispin_leading_digits) lattice.flip(spin->x, spin->y);
        }
    }
  }

  std::uint32_t L_;
  MultispinTile tile_;
  SquareThresholds thresholds_;
  typename Generator::Setup setup_;
  std::vector<Lattice<std::int8_t>> lattices_;
  std::array<std::array<std::uint32_t, multispin_leading_digits + 1>, 8> random_{};  // by word and number of the digit
  std::uint64_t halves_ = 0;
};

std::unique_ptr<Simulation> make(const Params& params, std::uint64_t seed) {
  return rng::with_generator(params.word("rng"), [&](auto tag, rng::Seeding seeding) -> std::unique_ptr<Simulation> {
    using Generator = typename decltype(tag)::type;
    if constexpr (Generator::storage == rng::Storage::none) return std::make_unique<Multispin<Generator>>(params, seed, seeding);
    else throw Unsupported(multispin_unsupported(params, 2));
  });
}

const Register<Variant> registered{{
    .kernel = "ising2d_metropolis",
    .name = "multispin",
    .backend = "cpu",
    .title = "serial: each spin compares random bits with its threshold, digit by digit",
    .source = "after Isakov et al., Comput. Phys. Commun. 192, 265 (2015), without their shared random bits",
    .axes = {axis_L(), axis_realizations(), axis_words(), axis_rng("philox4x32"), axis_beta()},
    .oracle = "",
    .unsupported =
        [](const Params& params, const Device&) {
          const std::string other = square_lattice_unsupported(params);
          return other.empty() ? multispin_unsupported(params, 2) : other;
        },
    .memory_bytes =
        [](const Params& params) { return params.real("L") * params.real("L") * params.real("realizations"); },
    .make = make,
}};

}  // namespace
}  // namespace spinbench::ising2d
