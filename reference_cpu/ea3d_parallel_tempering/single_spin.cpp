// The oracle of ea3d_parallel_tempering: spin by spin, and the other way round: spins stay with their copy of the
// realization, which goes from temperature to temperature. The rule of the exchanges is written here once more.
// H = -J sum_<ij> J_ij s_i s_j, J = 1, J_ij = +-1, periodic boundaries.
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/mutants.hpp"
#include "kernels/common/rng/philox4x32.hpp"
#include "kernels/common/tempering/exchange.hpp"
#include "kernels/ea3d_parallel_tempering/axes.hpp"
#include "kernels/ea3d_parallel_tempering/physics.hpp"
#include "kernels/ea3d_parallel_tempering/tempered_glass.hpp"
#include "reference_cpu/common/streams.hpp"
#include "reference_cpu/common/thresholds.hpp"
#include "reference_cpu/common/work.hpp"

namespace spinbench::glass_tempering {
namespace {

template <class Generator>
class SingleSpins final : public TemperedGlass {
  using Rule = FieldThresholds<3>;

 public:
  SingleSpins(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : TemperedGlass(params),
        L_(shape().L),
        sites_(shape().sites()),
        words_(rng::Philox4x32::setup(tempering::exchange_key(seed), 0, rng::Seeding::random)),
        streams_(seed, shape().systems * sites_ / 2, seeding),
        spins_(shape().lattices() * sites_),
        couplings_(shape().realizations() * sites_ * 3),
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
    work.logic_ops = work.units * 16 + work.random_words * Generator::facts.logic_ops;
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
  std::uint64_t site(std::uint64_t x, std::uint64_t y, std::uint64_t z) const { return (z * L_ + y) * L_ + x; }

  /// Neighbour d of a site, the next along x, y, z, then the last along each.
  std::uint64_t neighbour(std::uint64_t x, std::uint64_t y, std::uint64_t z, int d) const {
    std::array<std::uint64_t, 3> at{x, y, z};
    std::uint64_t& moved = at[static_cast<std::size_t>(d % 3)];
    moved = (moved + (d < 3 ? 1 : L_ - 1)) % L_;
    return site(at[0], at[1], at[2]);
  }

  /// use(x, y, z) for all sites in canonical order.
  template <class Use>
  void for_sites(Use&& use) const {
    for (std::uint64_t z = 0; z < L_; ++z)
      for (std::uint64_t y = 0; y < L_; ++y)
        for (std::uint64_t x = 0; x < L_; ++x) use(x, y, z);
  }

  void draw(const RandomBonds& bonds) {
    for (std::uint64_t realization = 0; realization < shape().realizations(); ++realization) {
      const auto sign = [&](std::uint32_t bits) {
        return static_cast<std::int8_t>(bits >> realization % 32 & 1 ? -1 : 1);
      };
      for_sites([&](std::uint64_t x, std::uint64_t y, std::uint64_t z) {
        const std::uint64_t here = site(x, y, z);
        for (int d = 0; d < 3; ++d) {
          const std::uint64_t bond = here * 3 + static_cast<std::uint64_t>(d);
          couplings_[realization * sites_ * 3 + bond] =
              sign(bonds.couplings(bond, here, neighbour(x, y, z, d), realization / 32));
        }
        for (std::uint32_t r = 0; r < replicas(); ++r)
          spins_[(realization * replicas() + r) * sites_ + here] = sign(bonds.start(here, realization / 32, r));
      });
    }
  }

  /// All sites of a colour; a random number at each temperature serves the realizations of a word.
  void update(bool second) {
    for_sites([&](std::uint64_t x, std::uint64_t y, std::uint64_t z) {
      if (((x + y + z) % 2 == 1) != second) return;
      const std::uint64_t here = site(x, y, z), even = second ? neighbour(x, y, z, 5) : here;
      std::array<std::uint64_t, 6> around;
      for (int d = 0; d < 6; ++d) around[static_cast<std::size_t>(d)] = neighbour(x, y, z, d);
      for (std::uint64_t system = 0; system < shape().systems; ++system) {
        const std::uint64_t number = system * (sites_ / 2) + even / 2;
        auto stream = streams_.load(number, halves_ * replicas());
        for (std::uint64_t t = 0; t < replicas(); ++t) {
          const std::uint32_t random = stream.next();
          for (std::uint64_t realization = 32 * system; realization < 32 * system + 32; ++realization) {
            std::int8_t* const spins = spins_at(realization, t);
            const std::int8_t* const J = &couplings_[realization * sites_ * 3];
            int sum = 0;
            for (std::size_t d = 0; d < 3; ++d)
              sum += J[here * 3 + d] * spins[around[d]] + J[around[d + 3] * 3 + d] * spins[around[d + 3]];
            const int field = spins[here] * sum;
            if (field <= 0 || random < rules_[t](field)) spins[here] = static_cast<std::int8_t>(-spins[here]);
          }
        }
        streams_.store(number, stream);
      }
    });
  }

  /// In units of J, of lattice realization * replicas + temperature.
  std::int64_t energy(std::uint64_t lattice) {
    const std::int8_t *const spins = spins_at(lattice / replicas(), lattice % replicas()),
                             *const J = &couplings_[lattice / replicas() * sites_ * 3];
    std::int64_t sum = 0;
    for_sites([&](std::uint64_t x, std::uint64_t y, std::uint64_t z) {
      const std::uint64_t here = site(x, y, z);
      for (int d = 0; d < 3; ++d)
        sum -= J[here * 3 + static_cast<std::uint64_t>(d)] * spins[here] * spins[neighbour(x, y, z, d)];
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
    for (const std::int64_t one : energies) unsatisfied_.push_back((one + 3 * static_cast<std::int64_t>(sites_)) / 2);
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

/// An oracle, which nothing follows, looks at itself on small lattices, with few sweeps.
std::vector<Params> small_cases(const Params& params, const Device&) {
  Params small = params;
  small.set("L", std::int64_t{4});
  small.set("systems", std::int64_t{1});
  small.set("exchange", std::int64_t{2});
  return {small};
}

const Register<Variant> registered{{
    .kernel = "ea3d_parallel_tempering",
    .name = "single_spin",
    .backend = "cpu",
    .title = "serial, spin by spin; copies of a realization go from temperature to temperature",
    .source = "after Weigel 2012, sections 5 and 6",
    .axes = with_tempering({}),
    .oracle = "",
    .unsupported = [](const Params& params, const Device&) { return tempering_unsupported(params); },
    .memory_bytes =
        [](const Params& params) {
          return sites_of(params, 3) * 32 * params.real("systems") * (params.real("replicas") + 3) + 1e6;
        },
    .make =
        [](const Params& params, std::uint64_t seed) {
          return rng::with_generator_of<in_tempering>(
              params.word("rng"), [&](auto tag, rng::Seeding seeding) -> std::unique_ptr<Simulation> {
                return std::make_unique<SingleSpins<typename decltype(tag)::type>>(params, seed, seeding);
              });
        },
    .bit_cases = small_cases,
    .physics = physics,
    .look = look,
}};

}  // namespace
}  // namespace spinbench::glass_tempering
