// The oracles of ising2d_population_annealing, over the orders of their updates. The rule of the start
// and of the resampling is written here once more, apart from the variants'
// (kernels/ising2d_population_annealing/rule.hpp states it). H = -J sum_<ij> s_i s_j, J = 1.
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
#include "kernels/ising2d_population_annealing/annealed.hpp"
#include "kernels/ising2d_population_annealing/axes.hpp"
#include "reference_cpu/ising2d_metropolis/replicas.hpp"

namespace spinbench::annealing {

/// `Order`: of reference_cpu/ising2d_metropolis/replicas.hpp.
template <class Order>
class PopulationOracle final : public Annealed {
 public:
  PopulationOracle(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : Annealed(params, equal_betas(params)),
        params_(params),
        order_(params, seed, seeding),
        start_(rng::Philox4x32::setup(start_key(seed), 0, rng::Seeding::random)),
        resampling_(rng::Philox4x32::setup(resampling_key(seed), 0, rng::Seeding::random)),
        lattices_(replicas(), ising2d::ReplicaLattice(L())) {
    begin();
  }

  std::string code_path() const override { return "serial"; }
  Configuration configuration() override { return configuration_of(lattices_); }
  Work work_per_sweep() const override { return order_.work(one_lattice(params_)); }

  Place place() const override { return {annealing_, static_cast<std::uint32_t>(outcomes_.size())}; }
  std::vector<std::uint32_t> histogram(std::uint32_t steps) const override {
    std::vector<std::uint32_t> result(levels_of(sites()), 0);
    if (steps < energies_.size())
      for (const std::int64_t energy : energies_[steps]) ++result[level_of(energy)];
    return result;
  }

 private:
  /// theta sweeps of each replica.
  void update(double beta) {
    typename Order::Rule rule = order_.rule(beta - (planted(Mutant::annealing_oracle_hot) ? 1e-3 : 0.0));
    order_.update(
        lattices_, theta(), [&](std::size_t) -> auto& { return rule; }, [](std::size_t, int) {});
  }

  std::size_t level_of(std::int64_t energy) const {
    return static_cast<std::size_t>((energy + 2 * static_cast<std::int64_t>(sites())) / 4);
  }

  void do_steps(int steps) override {
    for (int i = 0; i < steps; ++i) {
      if (outcomes_.size() == schedule().steps()) {
        ++annealing_;
        outcomes_.clear();
      }
      if (outcomes_.empty()) draw_population();
      resample();
      update(schedule().betas()[outcomes_.size() - 1]);
      measure();
    }
  }

  void begin() override {
    annealing_ = 0, moved_ = 0;
    outcomes_.clear(), energies_.clear();
    family_.resize(replicas());
    std::iota(family_.begin(), family_.end(), 0u);
  }
  void lengthen() override {}

  void measure() { energies_.push_back(energies_of(lattices_)); }

  void set_spin(ising2d::ReplicaLattice& lattice, std::size_t site, bool down) {
    if ((lattice.spin(site) < 0) != down) lattice.flip_spin(site);
  }

  void draw_population() {
    const std::size_t side = L();
    for (std::size_t r = 0; r < lattices_.size(); ++r) {
      rng::Philox4x32::Stream words(start_, r, (annealing_ << 20) * 4);
      std::uint32_t word = 0, left = 0;
      // The rows of one colour, then those of the other.
      for (std::size_t colour = 0; colour < 2; ++colour)
        for (std::size_t y = 0; y < side; ++y)
          for (std::size_t x = (y + colour) % 2; x < side; x += 2) {
            if (left == 0) word = words.next(), left = 32;
            set_spin(lattices_[r], y * side + x, word % 2 != 0);
            word /= 2, --left;
          }
      family_[r] = static_cast<std::uint32_t>(r);
    }
    energies_.clear();
    measure();
  }

  /// Pointers one copy apart, of which the first lies somewhere before the first copy's end, pick replicas by their
  /// shares of the line from 0 to R.
  void resample() {
    __extension__ typedef unsigned __int128 Wide;
    const auto step = static_cast<std::uint32_t>(outcomes_.size());
    const std::vector<std::int64_t>& energies = energies_.back();
    const std::int64_t lowest = *std::min_element(energies.begin(), energies.end());
    const std::int64_t highest = *std::max_element(energies.begin(), energies.end());
    const long double width = static_cast<long double>(schedule().width(step));
    std::vector<std::uint64_t> weights;
    Wide total = 0;
    for (const std::int64_t energy : energies) {
      const std::int64_t above = planted(Mutant::annealing_oracle_wrong_sign) ? highest - energy : energy - lowest;
      const long double weight = std::exp(-(4.0L * width) * static_cast<long double>(above / 4));
      weights.push_back(static_cast<std::uint64_t>(std::floor(std::ldexp(weight, 40))));
      total += weights.back();
    }
    const Wide unit = (static_cast<Wide>(replicas()) << 80) / total, one = Wide{1} << 40;
    rng::Philox4x32::Stream words(resampling_, annealing_, 4 * std::uint64_t{step});
    const Wide low = words.next(), high = words.next() % 256, offset = high << 32 | low;
    std::vector<std::uint32_t> copies(replicas(), 0);
    Wide end = 0;
    std::size_t at = 0;
    const auto last = static_cast<std::size_t>(replicas()) - 1;
    const auto share = [&](std::size_t r) -> Wide {
      const std::size_t whose = planted(Mutant::annealing_oracle_off_by_one) && r > 0 ? r - 1 : r;
      return static_cast<Wide>(weights[whose]) * unit >> 40;
    };
    end = last == 0 ? one : share(0);
    for (std::uint32_t copy = 1; copy <= replicas(); ++copy) {
      const Wide pointer = copy * one - offset;
      while (at < last && pointer > end) {
        ++at;
        end = at == last ? replicas() * one : end + share(at);
      }
      ++copies[at];
    }
    std::vector<std::size_t> sources, holes;
    for (std::size_t r = 0; r <= last; ++r) {
      if (copies[r] == 0) holes.push_back(r);
      for (std::uint32_t copy = 1; copy < copies[r]; ++copy) sources.push_back(r);
    }
    for (std::size_t i = 0; i < holes.size(); ++i) {
      lattices_[holes[i]] = lattices_[sources[i]];
      if (!planted(Mutant::annealing_oracle_family_stays)) family_[holes[i]] = family_[sources[i]];
    }
    moved_ += holes.size();
    outcomes_.push_back({static_cast<std::uint64_t>(total), static_cast<std::uint32_t>(level_of(lowest)),
                         static_cast<std::uint32_t>(holes.size())});
  }

  StepOutcome outcome(std::uint32_t step) const override { return outcomes_[step]; }
  std::uint64_t moved() const override { return moved_; }
  std::vector<std::uint32_t> levels() const override {
    std::vector<std::uint32_t> result(replicas(), 0);
    if (!energies_.empty())
      std::transform(energies_.back().begin(), energies_.back().end(), result.begin(),
                     [this](std::int64_t energy) { return static_cast<std::uint32_t>(level_of(energy)); });
    return result;
  }
  std::vector<std::uint32_t> families() const override { return family_; }

  void save_population(StateWriter& to) override {
    to.put(configuration().bytes), to.put(family_), to.put(annealing_), to.put(moved_);
    to.put(static_cast<std::uint64_t>(outcomes_.size()));
    for (const StepOutcome& one : outcomes_) to.put(one);
    for (const auto& energies : energies_) to.put(energies);
    order_.save(to);
  }
  void restore_population(StateReader& from) override {
    std::vector<std::uint8_t> spins = configuration().bytes;
    from.take(spins), from.take(family_), from.take(annealing_), from.take(moved_);
    std::uint64_t steps = 0;
    from.take(steps);
    if (steps > schedule().steps()) throw std::runtime_error("a state of another schedule");
    outcomes_.assign(steps, {});
    for (StepOutcome& one : outcomes_) from.take(one);
    energies_.assign(steps == 0 ? 0 : steps + 1, std::vector<std::int64_t>(replicas()));
    for (auto& energies : energies_) from.take(energies);
    set_configuration(lattices_, spins);
    order_.restore(from);
  }

  Params params_;
  Order order_;
  rng::Philox4x32::Setup start_, resampling_;
  ising2d::ReplicaLattices lattices_;
  std::vector<std::uint32_t> family_;
  std::vector<StepOutcome> outcomes_;                ///< of the annealing at hand
  std::vector<std::vector<std::int64_t>> energies_;  ///< before its first step, and behind each
  std::uint64_t annealing_ = 0, moved_ = 0;
};

/// As Variant::make.
template <template <class> class Order>
std::unique_ptr<Simulation> make_population(const Params& params, std::uint64_t seed) {
  return at_temperatures_of(params, ising2d::make_replicas<PopulationOracle, Order, Annealed>(params, seed));
}

/// As Variant::bit_cases: an oracle, which nothing follows, looks at itself on small lattices, with few sweeps.
inline std::vector<Params> small_cases(const Params& params, const Device&) {
  Params small = params;
  small.set("theta", std::int64_t{2});
  small.set("replicas", std::min<std::int64_t>(params.integer("replicas"), 20));
  if (small.has("k")) small.set("k", std::min<std::int64_t>(params.integer("k"), 2));
  return at_sizes(small, {64});
}

}  // namespace spinbench::annealing
