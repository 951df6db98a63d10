// The Edwards-Anderson model spin by spin, on square and cubic lattices: the oracle of all multispin coded variants,
// and with `word` 1, where each realization has random numbers of its own, the serial code that speed-ups refer to.
// kernels/common/spin_glass.hpp says what a case is and who draws which number.
//
// H = -J sum_<ij> J_ij s_i s_j, J = 1, J_ij = +-1, s = +-1, periodic boundaries.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "interface/simulation.hpp"
#include "kernels/common/axes.hpp"
#include "kernels/common/mutants.hpp"
#include "kernels/common/spin_glass.hpp"
#include "reference_cpu/common/streams.hpp"
#include "reference_cpu/common/thresholds.hpp"
#include "reference_cpu/common/work.hpp"

namespace spinbench {

template <int Dimensions, class Generator>
class SingleSpinGlass final : public Simulation {
 public:
  SingleSpinGlass(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : shape_(SpinGlassShape::of(Dimensions, params)),
        thresholds_(FieldThresholds<Dimensions>::at(beta_of(params) - (planted(Mutant::single_spin_hot) ? 5e-3 : 0.0))),
        hits_(params.has("k") ? static_cast<int>(params.integer("k")) : 0),
        own_numbers_(params.has("numbers") && params.word("numbers") == "own"),
        streams_(seed, (own_numbers_ ? shape_.groups() : shape_.systems) * shape_.sites() / 2, seeding),
        spins_(shape_.lattices() * shape_.sites()),
        couplings_(shape_.realizations() * shape_.sites() * Dimensions) {
    draw_realizations(RandomBonds::of(params.word("couplings"), beta_of(params), seed));
  }

  std::string code_path() const override { return "serial"; }

  int sweep_granularity() const override { return hits_ == 0 ? 1 : hits_; }

  void sweep(int count) override {
    for (int half = 0; half < 2 * count; ++half, ++halves_) {
      if (hits_ != 0 && half % (2 * hits_) == 0) open_streams();
      for (std::uint32_t system = 0; system < shape_.systems; ++system) update_colour(system, halves_ & 1);
    }
    close_streams();
  }

  Series series(const std::string& observable, int measurements, int spacing) override {
    if (observable != "energy") return Simulation::series(observable, measurements, spacing);
    Series result{observable, shape_.lattices(), {}};
    for (int i = 0; i < measurements; ++i) {
      sweep(spacing);
      for (std::uint64_t lattice = 0; lattice < shape_.lattices(); ++lattice)
        result.values.push_back(energy(lattice / shape_.replicas, lattice % shape_.replicas));
    }
    return result;
  }

  Observables observe() override {
    const std::uint64_t R = shape_.replicas, pairs = R * (R - 1) / 2;
    Observable energy_of{"energy", std::vector<double>(shape_.lattices())},
        magnetisation{"magnetisation", energy_of.values},
        overlap{"overlap", std::vector<double>(shape_.realizations() * pairs)}, links{"link_overlap", overlap.values};
    for (std::uint64_t realization = 0; realization < shape_.realizations(); ++realization) {
      for (std::uint64_t a = 0, pair = realization * pairs; a < R; ++a) {
        std::int64_t sum = 0;
        for (std::uint64_t site = 0; site < shape_.sites(); ++site) sum += spin(realization, a, site);
        energy_of.values[realization * R + a] = energy(realization, a);
        magnetisation.values[realization * R + a] = static_cast<double>(sum) / sites();
        for (std::uint64_t b = a + 1; b < R; ++b, ++pair) {
          const auto [sites_alike, links_alike] = overlaps(realization, a, b);
          overlap.values[pair] = static_cast<double>(sites_alike) / sites();
          links.values[pair] = static_cast<double>(links_alike) / (Dimensions * sites());
        }
      }
    }
    if (pairs == 0) return {std::move(energy_of), std::move(magnetisation)};
    return {std::move(energy_of), std::move(magnetisation), std::move(overlap), std::move(links)};
  }

  Configuration configuration() override {
    std::vector<std::int8_t> signs;
    signs.reserve(spins_.size());
    for (std::uint64_t realization = 0; realization < shape_.realizations(); ++realization)
      for (std::uint64_t replica = 0; replica < shape_.replicas; ++replica)
        for (std::uint64_t site = 0; site < shape_.sites(); ++site) signs.push_back(spin(realization, replica, site));
    return Configuration(signs);
  }

  Work work_per_sweep() const override {
    Work work;
    work.units = shape_.flips_a_sweep();
    work.random_words = own_numbers_ ? work.units : work.units / shape_.word;
    // Products and sums for the field, two compares, a choice of threshold, a negation.
    work.logic_ops = work.units * (4 * Dimensions + 4) + work.random_words * Generator::facts.logic_ops;
    work.multiply_adds = work.random_words * Generator::facts.multiply_adds;
    // Each colour reads all spins and couplings and writes half of the spins.
    const double bytes = static_cast<double>(spins_.size() + couplings_.size());
    set_traffic(work, bytes, 2 * bytes + static_cast<double>(spins_.size()));
    return work;
  }

 private:
  double sites() const { return static_cast<double>(shape_.sites()); }
  static constexpr std::uint64_t step_of(int direction, std::uint64_t side) {
    return direction == 0 ? 1 : direction == 1 ? side : side * side;
  }
  std::uint64_t coordinate(std::uint64_t site, int direction) const {
    return site / step_of(direction, shape_.L) % shape_.L;
  }
  std::uint64_t after(std::uint64_t site, int direction) const {
    const std::uint64_t x = coordinate(site, direction), wrapped = (x + 1) % shape_.L;
    return site - x * step_of(direction, shape_.L) + wrapped * step_of(direction, shape_.L);
  }
  /// The realizations of a word lie side by side.
  std::int8_t* spins_of(std::uint64_t system, std::uint64_t replica, std::uint64_t site) {
    return &spins_[((system * shape_.replicas + replica) * shape_.sites() + site) * shape_.word];
  }
  const std::int8_t* couplings_of(std::uint64_t system, std::uint64_t site, int direction) const {
    return &couplings_[((system * shape_.sites() + site) * Dimensions + static_cast<std::uint64_t>(direction)) *
                       shape_.word];
  }
  std::int8_t& spin(std::uint64_t realization, std::uint64_t replica, std::uint64_t site) {
    return spins_of(realization / shape_.word, replica, site)[realization % shape_.word];
  }
  std::int8_t coupling(std::uint64_t realization, std::uint64_t site, int direction) const {
    return couplings_of(realization / shape_.word, site, direction)[realization % shape_.word];
  }

  void draw_realizations(const RandomBonds& bonds) {
    for (std::uint64_t realization = 0; realization < shape_.realizations(); ++realization) {
      const std::uint64_t group = realization / 32, bit = realization % 32, system = realization / shape_.word;
      for (std::uint64_t site = 0; site < shape_.sites(); ++site) {
        for (int d = 0; d < Dimensions; ++d) {
          const std::uint64_t bond = site * Dimensions + static_cast<std::uint64_t>(d);
          const bool negative = bonds.couplings(bond, site, after(site, d), group) >> bit & 1;
          couplings_[((system * shape_.sites() + site) * Dimensions + static_cast<std::uint64_t>(d)) * shape_.word +
                     realization % shape_.word] = negative ? -1 : 1;
        }
        for (std::uint32_t replica = 0; replica < shape_.replicas; ++replica)
          spin(realization, replica, site) = bonds.start(site, group, replica) >> bit & 1 ? -1 : 1;
      }
    }
  }

  /// Per spin.
  double energy(std::uint64_t realization, std::uint64_t replica) {
    std::int64_t bonds = 0;
    for (std::uint64_t site = 0; site < shape_.sites(); ++site)
      for (int d = 0; d < Dimensions; ++d)
        bonds += coupling(realization, site, d) * spin(realization, replica, site) *
                 spin(realization, replica, after(site, d));
    return -static_cast<double>(bonds) / sites();
  }

  /// Of two replicas, sums over sites and over bonds.
  std::pair<std::int64_t, std::int64_t> overlaps(std::uint64_t realization, std::uint64_t a, std::uint64_t b) {
    std::int64_t of_sites = 0, of_bonds = 0;
    const auto product = [&](std::uint64_t site) { return spin(realization, a, site) * spin(realization, b, site); };
    for (std::uint64_t site = 0; site < shape_.sites(); ++site) {
      of_sites += product(site);
      for (int d = 0; d < Dimensions; ++d) of_bonds += product(site) * product(after(site, d));
    }
    return {of_sites, of_bonds};
  }

  /// A site's neighbours: the next and the last along each direction.
  using Neighbours = std::array<std::uint64_t, 2 * Dimensions>;

  /// Each site of a colour in turn, along the memory.
  void update_colour(std::uint64_t system, std::uint64_t colour) {
    const std::uint64_t side = shape_.L, area = side * side;
    Neighbours n;
    for (std::uint64_t z = 0; z < (Dimensions == 3 ? side : 1); ++z)
      for (std::uint64_t y = 0; y < side; ++y)
        for (std::uint64_t x = (y + z + colour) % 2; x < side; x += 2) {
          const std::uint64_t site = (z * side + y) * side + x;
          n[0] = x + 1 == side ? site - (side - 1) : site + 1;
          n[1] = x == 0 ? site + (side - 1) : site - 1;
          n[2] = y + 1 == side ? site - (area - side) : site + side;
          n[3] = y == 0 ? site + (area - side) : site - side;
          if constexpr (Dimensions == 3) {
            n[4] = z + 1 == side ? site - (side - 1) * area : site + area;
            n[5] = z == 0 ? site + (side - 1) * area : site - area;
          }
          attempt(system, site, n, colour);
        }
  }

  void attempt(std::uint64_t system, std::uint64_t site, const Neighbours& n, std::uint64_t colour) {
    // Of the pair's site of colour 0.
    const std::uint64_t even = colour == 0 ? site : n[2 * Dimensions - 1];
    const std::uint64_t number = system * (shape_.sites() / 2) + even / 2;
    if (own_numbers_) {
      draw_own_numbers(system, even / 2);
      update_word(system, 0, site, n, [this](int i, std::uint32_t b) { return numbers_[b] < thresholds_(2 * i); });
    } else if (hits_ != 0) {
      update_by_one_number(system, 0, site, n, open_[number].next());
    } else {
      auto stream = streams_.load(number, halves_ * shape_.replicas);
      for (std::uint64_t replica = 0; replica < shape_.replicas; ++replica)
        update_by_one_number(system, replica, site, n, stream.next());
      streams_.store(number, stream);
    }
  }

  /// Where `k` says so, streams stay open through that many sweeps. Only for one replica.
  void open_streams() {
    close_streams();
    if (own_numbers_) return;
    for (std::uint64_t number = 0; number < shape_.systems * shape_.sites() / 2; ++number)
      open_.push_back(streams_.load(number, halves_));
  }
  void close_streams() {
    for (std::uint64_t number = 0; number < open_.size(); ++number) streams_.store(number, open_[number]);
    open_.clear();
  }

  /// A number of 32 digits for each realization of the word: digit n of 32 of them is word n of their stream.
  void draw_own_numbers(std::uint64_t system, std::uint64_t pair) {
    numbers_.assign(shape_.word, 0);
    for (std::uint32_t first = 0; first < shape_.word; first += 32) {
      const std::uint64_t group = (system * shape_.word + first) / 32;
      auto stream = streams_.load(group * (shape_.sites() / 2) + pair, 32 * halves_);
      for (int digit = 0; digit < 32; ++digit) {
        const std::uint32_t digits = stream.next();
        for (std::uint32_t b = 0; b < 32; ++b) numbers_[first + b] = numbers_[first + b] << 1 | (digits >> b & 1u);
      }
    }
  }

  void update_by_one_number(std::uint64_t system, std::uint64_t replica, std::uint64_t site, const Neighbours& n,
                            std::uint32_t random) {
    if (shape_.word == 1) return update_spin(system, replica, site, n, random);
    // It lies below the threshold of a field, or does not, for all realizations.
    bool allowed[Dimensions + 1] = {true};
    for (int i = 1; i <= Dimensions; ++i) allowed[i] = random < thresholds_(2 * i);
    update_word(system, replica, site, n, [&](int i, std::uint32_t) { return allowed[i]; });
  }

  /// The only realization of a word.
  void update_spin(std::uint64_t system, std::uint64_t replica, std::uint64_t site, const Neighbours& n,
                   std::uint32_t random) {
    std::int8_t* const spins = &spins_[(system * shape_.replicas + replica) * shape_.sites()];
    const std::int8_t* const couplings = &couplings_[system * shape_.sites() * Dimensions];
    int sum = 0;
    for (std::size_t d = 0; d < Dimensions; ++d)
      sum += couplings[site * Dimensions + d] * spins[n[2 * d]] +
             couplings[n[2 * d + 1] * Dimensions + d] * spins[n[2 * d + 1]];
    const int field = spins[site] * sum;
    if (field <= 0 || random < thresholds_(field)) spins[site] = static_cast<std::int8_t>(-spins[site]);
  }

  /// allowed(i, b): whether realization b of the word may flip against a field of 2 i.
  template <class Allowed>
  void update_word(std::uint64_t system, std::uint64_t replica, std::uint64_t site, const Neighbours& n,
                   Allowed&& allowed) {
    std::int8_t* const own = spins_of(system, replica, site);
    const std::int8_t* couplings[2 * Dimensions];
    const std::int8_t* others[2 * Dimensions];
    for (int d = 0; d < Dimensions; ++d) {
      const auto forward = static_cast<std::size_t>(2 * d), backward = forward + 1;
      couplings[forward] = couplings_of(system, site, d);
      couplings[backward] = couplings_of(system, n[backward], d);
      others[forward] = spins_of(system, replica, n[forward]);
      others[backward] = spins_of(system, replica, n[backward]);
    }
    for (std::uint32_t b = 0; b < shape_.word; ++b) {
      int sum = 0;
      for (int i = 0; i < 2 * Dimensions; ++i) sum += couplings[i][b] * others[i][b];
      const int field = own[b] * sum;
      if (field <= 0 || allowed(field / 2, b)) own[b] = static_cast<std::int8_t>(-own[b]);
    }
  }

  SpinGlassShape shape_;
  FieldThresholds<Dimensions> thresholds_;
  int hits_;          ///< sweeps of a visit, through which streams stay open; 0: opened for each half-sweep
  bool own_numbers_;  ///< a random number for each realization
  Streams<Generator> streams_;
  std::vector<typename Generator::Stream> open_;  ///< through a visit
  std::vector<std::uint32_t> numbers_;            ///< by realization of a word
  std::vector<std::int8_t> spins_;                ///< system, replica, site, realization of the word
  std::vector<std::int8_t> couplings_;            ///< system, site, direction, realization of the word
  std::uint64_t halves_ = 0;
};

/// Bytes of such a simulation.
inline double single_spin_glass_bytes(int dimensions, const Params& params) {
  const SpinGlassShape shape = SpinGlassShape::of(dimensions, params);
  const double sites = static_cast<double>(shape.sites());
  return sites * static_cast<double>(shape.lattices() + shape.realizations() * static_cast<std::uint64_t>(dimensions)) +
         sites / 2 * shape.systems * rng::state_bytes(params.word("rng"));
}

/// SingleSpinGlass for the axis rng. The axes `k`, whose hits a visit has, and `numbers`
/// (kernels/ea2d_metropolis/axes.hpp) are optional.
template <int Dimensions, rng::GeneratorSet Set = in_spin_glasses>
std::unique_ptr<Simulation> make_single_spin_glass(const Params& params, std::uint64_t seed) {
  return rng::with_generator_of<Set>(
      params.word("rng"), [&](auto tag, rng::Seeding seeding) -> std::unique_ptr<Simulation> {
        return std::make_unique<SingleSpinGlass<Dimensions, typename decltype(tag)::type>>(params, seed, seeding);
      });
}

}  // namespace spinbench
