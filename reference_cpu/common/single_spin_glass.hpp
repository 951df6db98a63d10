// The Edwards-Anderson model spin by spin, on square and cubic lattices: the oracle of all multispin coded variants,
// and with `word` 1, where each realization has random numbers of its own, the serial code that speed-ups refer to.
// kernels/common/spin_glass.hpp says what a case is and who draws which number.
//
// H = -J sum_<ij> J_ij s_i s_j, J = 1, J_ij = +-1, s = +-1, periodic boundaries.
#pragma once

#include <algorithm>
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
      const std::vector<double> now = energies();
      result.values.insert(result.values.end(), now.begin(), now.end());
    }
    return result;
  }

  Observables observe() override {
    const std::uint64_t R = shape_.replicas, pairs = R * (R - 1) / 2, word = shape_.word;
    Observable energy{"energy", energies()}, magnetisation{"magnetisation", energy.values},
        overlap{"overlap", std::vector<double>(shape_.realizations() * pairs)}, links{"link_overlap", overlap.values};
    for (std::uint64_t system = 0; system < shape_.systems; ++system) {
      for (std::uint64_t a = 0, pair = 0; a < R; ++a) {
        Sums up(word);
        for (std::uint64_t site = 0; site < shape_.sites(); ++site)
          for (std::uint64_t b = 0; b < word; ++b) up[b] += spins_of(system, a, site)[b];
        put(magnetisation, up, system, R, a, sites());
        for (std::uint64_t b = a + 1; b < R; ++b, ++pair) {
          const auto [sites_alike, links_alike] = overlaps(system, a, b);
          put(overlap, sites_alike, system, pairs, pair, sites());
          put(links, links_alike, system, pairs, pair, Dimensions * sites());
        }
      }
    }
    if (pairs == 0) return {std::move(energy), std::move(magnetisation)};
    return {std::move(energy), std::move(magnetisation), std::move(overlap), std::move(links)};
  }

  Configuration configuration() override {
    const std::uint64_t sites = shape_.sites(), word = shape_.word;
    std::vector<std::int8_t> signs(spins_.size());
    // Some sites of all realizations at a time lie in the cache.
    constexpr std::uint64_t at_a_time = 64;
    for (std::uint64_t system = 0; system < shape_.systems; ++system)
      for (std::uint64_t replica = 0; replica < shape_.replicas; ++replica)
        for (std::uint64_t first = 0; first < sites; first += at_a_time)
          for (std::uint64_t b = 0; b < word; ++b) {
            const std::int8_t* const from = spins_of(system, replica, 0) + b;
            std::int8_t* const to = &signs[((system * word + b) * shape_.replicas + replica) * sites];
            for (std::uint64_t site = first; site < std::min(first + at_a_time, sites); ++site)
              to[site] = from[site * word];
          }
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
  /// The realizations of a word lie side by side.
  std::int8_t* spins_of(std::uint64_t system, std::uint64_t replica, std::uint64_t site) {
    return &spins_[((system * shape_.replicas + replica) * shape_.sites() + site) * shape_.word];
  }
  const std::int8_t* couplings_of(std::uint64_t system, std::uint64_t site, int direction) const {
    return &couplings_[((system * shape_.sites() + site) * Dimensions + static_cast<std::uint64_t>(direction)) *
                       shape_.word];
  }

  /// use(site, direction, next) for every bond.
  template <class Use>
  void for_bonds(Use&& use) const {
    const std::uint64_t side = shape_.L, area = side * side;
    std::uint64_t site = 0;
    for (std::uint64_t z = 0; z < (Dimensions == 3 ? side : 1); ++z)
      for (std::uint64_t y = 0; y < side; ++y)
        for (std::uint64_t x = 0; x < side; ++x, ++site) {
          use(site, 0, x + 1 == side ? site - (side - 1) : site + 1);
          use(site, 1, y + 1 == side ? site - (area - side) : site + side);
          if constexpr (Dimensions == 3) use(site, 2, z + 1 == side ? site - (side - 1) * area : site + area);
        }
  }

  /// Bits of 32 realizations at a time, which are drawn together, to signs.
  void draw_realizations(const RandomBonds& bonds) {
    const std::uint64_t sites = shape_.sites(), word = shape_.word;
    for (std::uint64_t first = 0; first < shape_.realizations(); first += 32) {
      const std::uint64_t group = first / 32, lanes = std::min<std::uint64_t>(32, shape_.realizations() - first);
      const auto sign = [](std::uint32_t bits, std::uint64_t bit) {
        return static_cast<std::int8_t>(1 - 2 * static_cast<int>(bits >> bit & 1));
      };
      // From one realization to the next: beside it in a word, or a lattice further on.
      const auto spread = [&](std::uint32_t bits, std::int8_t* to, std::uint64_t lattice) {
        if (word == 1)
          for (std::uint64_t bit = 0; bit < lanes; ++bit) to[bit * lattice] = sign(bits, bit);
        else
          for (std::uint64_t bit = 0; bit < 32; ++bit) to[bit] = sign(bits, bit);
      };
      const std::uint64_t system = first / word, within = first % word;
      for_bonds([&](std::uint64_t site, int d, std::uint64_t next) {
        const std::uint64_t direction = static_cast<std::uint64_t>(d), bond = site * Dimensions + direction;
        spread(bonds.couplings(bond, site, next, group),
               &couplings_[((system * sites + site) * Dimensions + direction) * word + within], sites * Dimensions);
      });
      for (std::uint64_t site = 0; site < sites; ++site)
        for (std::uint32_t replica = 0; replica < shape_.replicas; ++replica)
          spread(bonds.start(site, group, replica), spins_of(system, replica, site) + within, shape_.replicas * sites);
    }
  }

  /// Of the realizations of a word.
  using Sums = std::vector<std::int32_t>;

  /// The entry of each realization of `system` in what has `entries` for every realization, over `per`.
  void put(Observable& observable, const Sums& sums, std::uint64_t system, std::uint64_t entries, std::uint64_t entry,
           double per) const {
    for (std::uint64_t b = 0; b < shape_.word; ++b)
      observable.values[(system * shape_.word + b) * entries + entry] = sums[b] / per;
  }

  /// Per spin, lattice by lattice.
  std::vector<double> energies() {
    const std::uint64_t word = shape_.word;
    Observable result{"energy", std::vector<double>(shape_.lattices())};
    for (std::uint64_t system = 0; system < shape_.systems; ++system)
      for (std::uint64_t replica = 0; replica < shape_.replicas; ++replica) {
        Sums bonds(word);
        for_bonds([&](std::uint64_t site, int d, std::uint64_t next) {
          const std::int8_t *const J = couplings_of(system, site, d), *const here = spins_of(system, replica, site),
                                   *const there = spins_of(system, replica, next);
          for (std::uint64_t b = 0; b < word; ++b) bonds[b] -= J[b] * here[b] * there[b];
        });
        put(result, bonds, system, shape_.replicas, replica, sites());
      }
    return result.values;
  }

  /// Of two replicas, sums over sites and over bonds.
  std::pair<Sums, Sums> overlaps(std::uint64_t system, std::uint64_t a, std::uint64_t b) {
    Sums of_sites(shape_.word), of_bonds(shape_.word);
    const auto add_product = [&](Sums& sums, std::uint64_t site, std::uint64_t next) {
      const std::int8_t *const first = spins_of(system, a, site), *const second = spins_of(system, b, site),
                               *const third = spins_of(system, a, next), *const fourth = spins_of(system, b, next);
      if (site == next)
        for (std::uint64_t i = 0; i < shape_.word; ++i) sums[i] += first[i] * second[i];
      else
        for (std::uint64_t i = 0; i < shape_.word; ++i) sums[i] += first[i] * second[i] * third[i] * fourth[i];
    };
    for (std::uint64_t site = 0; site < shape_.sites(); ++site) add_product(of_sites, site, site);
    for_bonds([&](std::uint64_t site, int, std::uint64_t next) { add_product(of_bonds, site, next); });
    return {std::move(of_sites), std::move(of_bonds)};
  }

  /// A site's neighbours: the next and the last along each direction.
  using Neighbours = std::array<std::uint64_t, 2 * Dimensions>;

  /// Each site of a colour in turn, along the memory.
  void update_colour(std::uint64_t system, std::uint64_t colour) {
    const std::uint64_t side = shape_.L, area = side * side;
    Neighbours n;
    for (std::uint64_t z = 0; z < (Dimensions == 3 ? side : 1); ++z)
      for (std::uint64_t y = 0; y < side; ++y) {
        if (planted(Mutant::single_spin_last_row) && side > 16 && y + 1 == side) continue;
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
  }

  void attempt(std::uint64_t system, std::uint64_t site, const Neighbours& n, std::uint64_t colour) {
    // Of the pair's site of colour 0.
    const std::uint64_t even = colour == 0 ? site : n[2 * Dimensions - 1];
    const std::uint64_t number = system * (shape_.sites() / 2) + even / 2;
    if (own_numbers_) {
      draw_own_numbers(system, even / 2);
      update_word(system, 0, site, n, [this](int i, std::uint32_t b) { return int{numbers_[b] < thresholds_(2 * i)}; });
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
    int allowed[Dimensions + 1] = {1};
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

  /// allowed(i, b): 1 where realization b of the word may flip against a field of 2 i, else 0. Realizations 32 at a
  /// time and without branches, so that a compiler finds vectors in it.
  template <class Allowed>
  void update_word(std::uint64_t system, std::uint64_t replica, std::uint64_t site, const Neighbours& n,
                   Allowed&& allowed) {
    constexpr std::uint32_t lanes = 32;
    for (std::uint32_t first = 0; first < shape_.word; first += lanes) {
      std::int8_t* const own = spins_of(system, replica, site) + first;
      std::array<std::int8_t, lanes> sum{};
      for (int i = 0; i < 2 * Dimensions; ++i) {
        // A bond belongs to the site that it leads from.
        const std::uint64_t other = n[static_cast<std::size_t>(i)];
        add_products(sum, couplings_of(system, i % 2 == 0 ? site : other, i / 2) + first,
                     spins_of(system, replica, other) + first);
      }
      for (std::uint32_t b = 0; b < lanes; ++b) {
        const int field = own[b] * sum[b];
        int flips = field <= 0;
        for (int i = 1; i <= Dimensions; ++i) flips |= (field == 2 * i) & allowed(i, first + b);
        own[b] = static_cast<std::int8_t>(own[b] * (1 - 2 * flips));
      }
    }
  }

  template <std::size_t Lanes>
  static void add_products(std::array<std::int8_t, Lanes>& sums, const std::int8_t* a, const std::int8_t* b) {
    // Held apart from what is added to, which could be the same memory for all a compiler knows.
    std::array<std::int8_t, Lanes> products;
    for (std::size_t i = 0; i < Lanes; ++i) products[i] = static_cast<std::int8_t>(a[i] * b[i]);
    for (std::size_t i = 0; i < Lanes; ++i) sums[i] = static_cast<std::int8_t>(sums[i] + products[i]);
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
