// The serial simulation of the kernel ising2d_wang_landau, to which speed-ups refer: each walker has its own estimate,
// which follows each attempt.
#include "kernels/ising2d_wang_landau/variant.hpp"
#include "reference_cpu/common/energy_walk.hpp"

namespace spinbench::wang_landau {
namespace {

template <class Generator>
class Serial final : public Simulation, public Adapts, public Resumable {
 public:
  Serial(const Params& params, std::uint64_t seed)
      : params_(params),
        walkers_(params, seed),
        sums_(walkers_.size() * walkers_.levels().count()),
        schedules_(walkers_.size(), IncrementSchedule(walkers_.levels(), 1)) {}

  std::string code_path() const override { return "serial"; }

  void sweep(int count) override {
    if (production_.stand()) {
      production_.walk(walkers_, attempts_, count, 1);
      attempts_ += walkers_.levels().sites() * static_cast<std::uint64_t>(count);
      return;
    }
    const std::uint64_t sites = walkers_.levels().sites();
    for (std::size_t i = 0; i < walkers_.size(); ++i) {
      auto places = walkers_.sites(attempts_), own = walkers_.own(i, attempts_);
      for (int n = 0; n < count; ++n) {
        for (std::uint64_t t = 0; t < sites; ++t) attempt(i, places, own);
        schedules_[i].end_sweep();
      }
    }
    attempts_ += sites * static_cast<std::uint64_t>(count);
  }

  Observables observe() override {
    return production_.stand() ? observables(all_levels(), walkers_.levels(), walkers_.words(), production_.log2_g(),
                                             production_.visits())
                               : observables(all_levels(), walkers_.levels(), walkers_.words(), sums_, walkers_.size());
  }
  void equilibrated() override {
    if (!production_.stand()) produce_by(standing_weights(all_levels(), walkers_.levels(), sums_));
  }
  Configuration configuration() override { return flat::configuration(walkers_.levels(), walkers_.words()); }
  Work work_per_sweep() const override {
    Work work = flat::work_of(params_, 2);
    work.footprint_bytes = walkers_.levels().sites() + 8.0 * walkers_.levels().count();
    return work;
  }
  std::vector<Check> self_check() override {
    return {flat::check_levels(walkers_.levels(), walkers_.words(), walkers_.followed())};
  }

  /// What was learned is in the weights, once they stand.
  void save(StateWriter& to) override {
    to.put(production_.stand()), to.put(attempts_);
    walkers_.save(to);
    if (production_.stand()) {
      to.put(production_.log2_g());
      production_.save(to);
    } else {
      to.put(sums_), save_each(to, schedules_);
    }
  }
  void restore(StateReader& from) override {
    bool produces = false;
    from.take(produces), from.take(attempts_);
    walkers_.restore(from);
    if (produces) {
      std::vector<std::int32_t> log2_g(walkers_.levels().count());
      from.take(log2_g);
      produce_by(std::move(log2_g));
      production_.restore(from);
    } else {
      production_ = {};
      from.take(sums_), restore_each(from, schedules_);
    }
  }

 private:
  flat::Windows all_levels() const { return {walkers_.levels().count(), 1}; }

  void produce_by(std::vector<std::int32_t> log2_g) {
    production_ = StandingWeights(std::move(log2_g), sets_of(walkers_.size()));
  }

  template <class Stream>
  void attempt(std::size_t i, Stream& places, Stream& own) {
    const std::size_t count = walkers_.levels().count();
    std::int64_t* const sums = &sums_[i * count];
    const bool turned = walkers_[i].attempt(
        places, own, [&](int level) { return sums[level] >> (flat::sum_digits - flat::weight_digits); });
    if (!turned && planted(Mutant::flat_counts_turns)) return;
    const std::uint32_t level = walkers_[i].level();
    const std::size_t whose = planted(Mutant::flat_foreign_estimate) ? (i + 1) % walkers_.size() : i;
    sums_[whose * count + level] += schedules_[i].increment();
    schedules_[i].see(level);
  }

  Params params_;
  EnergyWalkers<Generator> walkers_;
  std::vector<std::int64_t> sums_;  ///< log2 g in units of 2^-40, walker by walker
  std::vector<IncrementSchedule> schedules_;
  std::uint64_t attempts_ = 0;
  StandingWeights production_;
};

const Register<Variant> registered{[] {
  Variant v = variant(Law::own, "serial", "cpu", "one walker after the other, each with its own estimate", 256, 1, 1);
  v.memory_bytes = [](const Params& params) {
    return params.real("walkers") * 9 * flat::levels_of(params).count() + 1e6;
  };
  v.make = flat::make<Serial>;
  return v;
}()};

}  // namespace
}  // namespace spinbench::wang_landau
