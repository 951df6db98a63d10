// The oracles of ising2d_parallel_tempering, over the orders of their updates. The exchange rule is
// written here once more, apart from the variants' (kernels/common/tempering/exchange.hpp states it).
// H = -J sum_<ij> s_i s_j, J = 1.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "kernels/common/cases.hpp"
#include "kernels/common/mutants.hpp"
#include "kernels/common/rng/philox4x32.hpp"
#include "kernels/common/tempering/exchange.hpp"
#include "kernels/ising2d_parallel_tempering/axes.hpp"
#include "kernels/ising2d_parallel_tempering/temperatures.hpp"
#include "reference_cpu/ising2d_metropolis/replicas.hpp"

namespace spinbench::tempering {

/// `Order`: of reference_cpu/ising2d_metropolis/replicas.hpp.
template <class Order>
class TemperedOracle final : public Tempered {
 public:
  TemperedOracle(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : params_(params),
        order_(params, seed, seeding),
        step_(static_cast<int>(params.integer("exchange"))),
        words_(rng::Philox4x32::setup(exchange_key(seed), 0, rng::Seeding::random)),
        lattices_(replicas_of(params), ising2d::ReplicaLattice(side_of(params))),
        place_(lattices_.size()),
        tracked_(lattices_.size(), lattices_.front().energy()) {
    std::iota(place_.begin(), place_.end(), 0u);
    set(equal_betas(params));
  }

  std::string code_path() const override { return "serial"; }
  int sweep_granularity() const override { return step_; }
  void sweep(int count) override {
    for (int done = 0; done < count; done += step_) {
      update();
      exchange();
    }
  }

  Observables observe() override {
    std::vector<double> energies, magnetisations;
    for (const auto& lattice : lattices_) {
      const Observables one = lattice.observe();
      energies.push_back(one.of("energy").front());
      magnetisations.push_back(one.of("magnetisation").front());
    }
    return by_temperature(betas_, energies, magnetisations, place_, accepted_);
  }
  Configuration configuration() override { return configuration_of(lattices_); }
  Work work_per_sweep() const override { return order_.work(one_lattice(params_)); }
  std::vector<Check> self_check() override {
    std::vector<std::uint32_t> replica(place_.size());
    for (std::uint32_t r = 0; r < place_.size(); ++r) replica.at(place_[r]) = r;
    return check_state(betas_, place_, replica, accepted_, exchanges_, tracked_, energies_of(lattices_));
  }

  void save(StateWriter& to) override {
    to.put(configuration().bytes), to.put(place_), to.put(tracked_), to.put(betas_), to.put(accepted_);
    to.put(exchanges_);
    order_.save(to);
  }
  void restore(StateReader& from) override {
    std::vector<std::uint8_t> spins = configuration().bytes;
    std::vector<double> betas = betas_;
    std::vector<std::int64_t> accepted = accepted_;
    from.take(spins), from.take(place_), from.take(tracked_), from.take(betas), from.take(accepted);
    set(betas);
    accepted_ = accepted;
    from.take(exchanges_);
    set_configuration(lattices_, spins);
    order_.restore(from);
  }

  const std::vector<double>& betas() const override { return betas_; }
  void set_betas(const std::vector<double>& betas) override { set(betas); }

 private:
  using Rule = typename Order::Rule;

  void update() {
    const auto rule_of = [this](std::size_t replica) -> Rule& {
      return rules_[planted(Mutant::tempering_oracle_betas_stay) ? replica : place_[replica]];
    };
    order_.update(lattices_, step_, rule_of, [this](std::size_t replica, int cost) { tracked_[replica] += cost; });
    if constexpr (!Order::tells_flips) tracked_ = energies_of(lattices_);
  }

  void set(const std::vector<double>& betas) {
    betas_ = betas;
    accepted_.assign(betas.size() - 1, 0);
    exchanges_ = 0;
    rules_.clear();
    for (const double beta : betas)
      rules_.push_back(order_.rule(beta - (planted(Mutant::tempering_oracle_hot) ? 1e-3 : 0.0)));
  }

  /// Neighbours in temperature, two by two: from the hottest on, next time from the one behind it.
  void exchange() {
    std::vector<std::size_t> order(place_.size());
    for (std::size_t r = 0; r < place_.size(); ++r) order[place_[r]] = r;
    const std::size_t first = planted(Mutant::tempering_oracle_even_pairs) ? 0 : exchanges_ % 2;
    for (std::size_t hot = first; hot + 1 < order.size(); hot += 2) {
      const std::size_t a = order[hot], b = order[hot + 1];
      const long double gap = static_cast<long double>(betas_[hot + 1]) - betas_[hot];
      const long double sign = planted(Mutant::tempering_oracle_wrong_sign) ? -1 : 1;
      // Where the colder one has the larger energy, it always gives its temperature away.
      const long double chance = std::exp(sign * gap * static_cast<long double>(tracked_[b] - tracked_[a]));
      rng::Philox4x32::Stream words(words_, hot, 4 * exchanges_);
      if (chance < 1 && static_cast<long double>(words.next()) >= std::floor(std::ldexp(chance, 32))) continue;
      std::swap(place_[a], place_[b]);
      ++accepted_[hot];
    }
    ++exchanges_;
  }

  Params params_;
  Order order_;
  int step_;
  rng::Philox4x32::Setup words_;
  ising2d::ReplicaLattices lattices_;
  std::vector<std::uint32_t> place_;   ///< temperature of each replica
  std::vector<std::int64_t> tracked_;  ///< energies, that exchanges see
  std::vector<double> betas_;
  std::vector<Rule> rules_;  ///< by temperature
  std::vector<std::int64_t> accepted_;
  std::uint64_t exchanges_ = 0;
};

/// As Variant::make.
template <template <class> class Order>
std::unique_ptr<Simulation> make_tempered(const Params& params, std::uint64_t seed) {
  return at_temperatures_of(params, ising2d::make_replicas<TemperedOracle, Order, Tempered>(params, seed));
}

/// As Variant::bit_cases: an oracle, which nothing follows, looks at itself on small lattices, with few sweeps.
inline std::vector<Params> small_cases(const Params& params, const Device&) {
  Params small = params;
  small.set("exchange", std::int64_t{4});
  if (small.has("k")) small.set("k", std::min<std::int64_t>(params.integer("k"), 2));
  return at_sizes(small, {64});
}

}  // namespace spinbench::tempering
