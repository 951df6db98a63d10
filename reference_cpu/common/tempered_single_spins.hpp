// The oracle of ea2d_parallel_tempering and ea3d_parallel_tempering: spin by spin, and the other way round: spins stay
// with their copy of the realization, which goes from temperature to temperature. The rule of the exchanges is written
// here once more.
// H = -J sum_<ij> J_ij s_i s_j, J = 1, J_ij = +-1, periodic boundaries.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/glass_tempering/axes.hpp"
#include "kernels/common/glass_tempering/physics.hpp"
#include "kernels/common/glass_tempering/tempered_glass.hpp"
#include "kernels/common/mutants.hpp"
#include "kernels/common/rng/philox4x32.hpp"
#include "kernels/common/tempering/exchange.hpp"
#include "reference_cpu/common/streams.hpp"
#include "reference_cpu/common/thresholds.hpp"
#include "reference_cpu/common/work.hpp"

namespace spinbench::glass_tempering {

template <int Dimensions, class Generator>
class SingleSpins final : public TemperedGlass {
  static constexpr std::uint64_t d = Dimensions;
  using Rule = FieldThresholds<Dimensions>;
  /// x, y (z).
  using Place = std::array<std::uint64_t, d>;

 public:
  SingleSpins(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : TemperedGlass(Dimensions, params),
        L_(shape().L),
        sites_(shape().sites()),
        words_(rng::Philox4x32::setup(tempering::exchange_key(seed), 0, rng::Seeding::random)),
        streams_(seed, shape().systems * (shares_streams ? 1 : shape().replicas) * sites_ / 2, seeding),
        spins_(shape().lattices() * sites_),
        couplings_(shape().realizations() * sites_ * d),
        at_(shape().lattices()) {
    draw(RandomBonds::of(params.word("couplings"), params.real("beta_low"), seed));
    for (std::size_t i = 0; i < at_.size(); ++i) at_[i] = static_cast<std::uint32_t>(i % shape().replicas);
    temper(betas());
  }

  std::string code_path() const override { return "serial"; }

  void sweep(int count) override {
    for (int done = 0; done < count; done += step()) {
      for (int half = 0; half < 2 * step(); ++half, ++halves_) update(half % 2 == 1);
      exchange();
    }
  }

  Configuration configuration() override {
    std::vector<std::int8_t> signs;
    for (std::uint64_t i = 0; i < at_.size(); ++i) {
      const std::int8_t* const spins = spins_at(i / replicas(), i % replicas());
      signs.insert(signs.end(), spins, spins + sites_);
    }
    return Configuration(signs);
  }

  Work work_per_sweep() const override {
    Work work;
    work.units = shape().flips_a_sweep();
    work.random_words = work.units / 32;
    // Products and sums for the field, two compares, a choice of threshold, a negation.
    work.logic_ops = work.units * (4 * Dimensions + 4) + work.random_words * Generator::facts.logic_ops;
    work.multiply_adds = work.random_words * Generator::facts.multiply_adds;
    const auto bytes = static_cast<double>(spins_.size() + couplings_.size());
    set_traffic(work, bytes, 2 * bytes + static_cast<double>(spins_.size()));
    return work;
  }

 private:
  std::uint64_t replicas() const { return shape().replicas; }
  std::int8_t* spins_at(std::uint64_t realization, std::uint64_t t) {
    const std::uint64_t first = realization * replicas();
    return &spins_[(first + at_[first + t]) * sites_];
  }
  std::uint64_t site(const Place& at) const {
    std::uint64_t result = 0;
    for (std::size_t i = d; i-- > 0;) result = result * L_ + at[i];
    return result;
  }

  /// Neighbour n of a site, the next along x, y (z), then the last along each.
  std::uint64_t neighbour(Place at, std::uint64_t n) const {
    std::uint64_t& moved = at[n % d];
    moved = (moved + (n < d ? 1 : L_ - 1)) % L_;
    return site(at);
  }

  /// use(place, number) for all sites in canonical order.
  template <class Use>
  void for_sites(Use&& use) const {
    Place at{};
    for (std::uint64_t number = 0; number < sites_; ++number) {
      use(std::as_const(at), number);
      for (std::size_t i = 0; i < d && ++at[i] == L_; ++i) at[i] = 0;
    }
  }

  void draw(const RandomBonds& bonds) {
    for (std::uint64_t realization = 0; realization < shape().realizations(); ++realization) {
      const auto sign = [&](std::uint32_t bits) {
        return static_cast<std::int8_t>(bits >> realization % 32 & 1 ? -1 : 1);
      };
      for_sites([&](const Place& at, std::uint64_t here) {
        for (std::uint64_t n = 0; n < d; ++n)
          couplings_[(realization * sites_ + here) * d + n] =
              sign(bonds.couplings(here * d + n, here, neighbour(at, n), realization / 32));
        for (std::uint32_t r = 0; r < replicas(); ++r)
          spins_[(realization * replicas() + r) * sites_ + here] = sign(bonds.start(here, realization / 32, r));
      });
    }
  }

  /// All sites of a colour; a random number at each temperature serves the realizations of a word.
  void update(bool second) {
    for_sites([&](const Place& at, std::uint64_t here) {
      std::uint64_t sum = 0;
      for (const std::uint64_t coordinate : at) sum += coordinate;
      if ((sum % 2 == 1) != second) return;
      std::array<std::uint64_t, 2 * d> around;
      for (std::uint64_t n = 0; n < 2 * d; ++n) around[n] = neighbour(at, n);
      // Of the pair's site of colour 0.
      const std::uint64_t pair = (second ? around.back() : here) / 2, pairs = sites_ / 2;
      for (std::uint64_t system = 0; system < shape().systems; ++system) {
        if constexpr (shares_streams) {
          auto stream = streams_.load(system * pairs + pair, halves_ * replicas());
          for (std::uint64_t t = 0; t < replicas(); ++t) attempt(system, t, here, around, stream.next());
          streams_.store(system * pairs + pair, stream);
        } else {
          for (std::uint64_t t = 0; t < replicas(); ++t) {
            auto stream = streams_.load((system * replicas() + t) * pairs + pair, halves_);
            attempt(system, t, here, around, stream.next());
            streams_.store((system * replicas() + t) * pairs + pair, stream);
          }
        }
      }
    });
  }

  /// In all realizations of a word at one temperature.
  void attempt(std::uint64_t system, std::uint64_t t, std::uint64_t here,
               const std::array<std::uint64_t, 2 * d>& around, std::uint32_t random) {
    for (std::uint64_t realization = 32 * system; realization < 32 * system + 32; ++realization) {
      std::int8_t* const spins = spins_at(realization, t);
      const std::int8_t* const J = &couplings_[realization * sites_ * d];
      int sum = 0;
      for (std::uint64_t n = 0; n < d; ++n)
        sum += J[here * d + n] * spins[around[n]] + J[around[n + d] * d + n] * spins[around[n + d]];
      const int field = spins[here] * sum;
      if (field <= 0 || random < rules_[t](field)) spins[here] = static_cast<std::int8_t>(-spins[here]);
    }
  }

  /// In units of J, of lattice realization * replicas + temperature.
  std::int64_t energy(std::uint64_t lattice) {
    const std::int8_t *const spins = spins_at(lattice / replicas(), lattice % replicas()),
                             *const J = &couplings_[lattice / replicas() * sites_ * d];
    std::int64_t sum = 0;
    for_sites([&](const Place& at, std::uint64_t here) {
      for (std::uint64_t n = 0; n < d; ++n) sum -= J[here * d + n] * spins[here] * spins[neighbour(at, n)];
    });
    return sum;
  }

  void exchange() {
    std::vector<std::int64_t> energies;
    for (std::uint64_t i = 0; i < at_.size(); ++i) energies.push_back(energy(i));
    const std::uint64_t first = planted(Mutant::tempering_oracle_even_pairs) ? 0 : exchanges_ % 2;
    for (std::uint64_t realization = 0; realization < shape().realizations(); ++realization)
      for (std::uint64_t t = first; t + 1 < replicas(); t += 2) {
        const std::uint64_t hot = realization * replicas() + t, cold = hot + 1;
        const long double gap = static_cast<long double>(betas()[t + 1]) - betas()[t],
                          sign = planted(Mutant::tempering_oracle_wrong_sign) ? -1 : 1;
        // Where the colder one has the larger energy, they are always exchanged.
        const long double chance = std::exp(sign * gap * static_cast<long double>(energies[cold] - energies[hot]));
        rng::Philox4x32::Stream words(words_, hot, 4 * exchanges_);
        if (chance < 1 && static_cast<long double>(words.next()) >= std::floor(std::ldexp(chance, 32))) continue;
        std::swap(at_[hot], at_[cold]);
        std::swap(energies[hot], energies[cold]);
        ++accepted_[t];
      }
    unsatisfied_.clear();
    for (const std::int64_t one : energies)
      unsatisfied_.push_back((one + Dimensions * static_cast<std::int64_t>(sites_)) / 2);
    ++exchanges_;
  }

  SpinGlassBits bits() override {
    SpinGlassBits result(shape().systems * replicas() * sites_);
    for (std::uint64_t lattice = 0; lattice < at_.size(); ++lattice) {
      const std::uint64_t realization = lattice / replicas(), t = lattice % replicas();
      const std::int8_t* const spins = spins_at(realization, t);
      std::uint32_t* const words = &result[(realization / 32 * replicas() + t) * sites_];
      for (std::uint64_t i = 0; i < sites_; ++i)
        if (spins[i] < 0) words[i] |= std::uint32_t{1} << realization % 32;
    }
    return result;
  }

  std::vector<double> energies() override {
    std::vector<double> result;
    for (std::uint64_t i = 0; i < at_.size(); ++i)
      result.push_back(static_cast<double>(energy(i)) / static_cast<double>(sites_));
    return result;
  }
  Left left() override { return {at_, unsatisfied_, accepted_, exchanges_}; }
  void temper(const std::vector<double>& betas) override {
    rules_.clear();
    for (const double beta : betas) rules_.push_back(Rule::at(beta - (planted(Mutant::single_spin_hot) ? 5e-3 : 0.0)));
    accepted_.assign(betas.size() - 1, 0);
    exchanges_ = 0;
    unsatisfied_.assign(at_.size(), 0);
  }
  void save_state(StateWriter& to) override {
    to.put(spins_), to.put(streams_.elements()), to.put(halves_), to.put(at_), to.put(unsatisfied_), to.put(accepted_);
    to.put(exchanges_);
  }
  void restore_state(StateReader& from) override {
    from.take(spins_), from.take(streams_.elements()), from.take(halves_), from.take(at_), from.take(unsatisfied_);
    from.take(accepted_), from.take(exchanges_);
  }

  /// See kernels/common/glass_tempering/axes.hpp.
  static constexpr bool shares_streams = Dimensions == 3;

  std::uint64_t L_, sites_;
  rng::Philox4x32::Setup words_;
  Streams<Generator> streams_;
  std::vector<std::int8_t> spins_;      ///< of copy r of realization n from (n * replicas + r) * sites on
  std::vector<std::int8_t> couplings_;  ///< realization, site, direction
  std::vector<std::uint32_t> at_;       ///< the copy at each temperature, lattice by lattice
  std::vector<Rule> rules_;             ///< by temperature
  std::vector<std::int64_t> unsatisfied_, accepted_;
  std::uint64_t halves_ = 0, exchanges_ = 0;
};

/// The variant of `kernel`. An oracle, which nothing follows, looks at itself on small lattices, with few sweeps.
template <int Dimensions>
Variant single_spins(const char* kernel) {
  return {
      .kernel = kernel,
      .name = "single_spin",
      .backend = "cpu",
      .title = "serial, spin by spin; copies of a realization go from temperature to temperature",
      .source = "after Weigel 2012, sections 5 and 6",
      .axes = with_tempering(Dimensions, {}),
      .oracle = "",
      .unsupported = [](const Params& params, const Device&) { return tempering_unsupported(params); },
      .memory_bytes =
          [](const Params& params) {
            return sites_of(params, Dimensions) * 32 * params.real("systems") * (params.real("replicas") + Dimensions) +
                   1e6;
          },
      .make =
          [](const Params& params, std::uint64_t seed) {
            return rng::with_generator_of<in_tempering<Dimensions>>(
                params.word("rng"), [&](auto tag, rng::Seeding seeding) -> std::unique_ptr<Simulation> {
                  return std::make_unique<SingleSpins<Dimensions, typename decltype(tag)::type>>(params, seed, seeding);
                });
          },
      .bit_cases =
          [](const Params& params, const Device&) {
            Params small = params;
            small.set("L", std::int64_t{4});
            small.set("systems", std::int64_t{1});
            small.set("exchange", std::int64_t{2});
            return std::vector<Params>{small};
          },
      .physics = physics<Dimensions>,
      .look = look<Dimensions>,
  };
}

}  // namespace spinbench::glass_tempering
