// Wang-Landau walks by groups: the walkers of a group share an estimate, which stands still for an epoch of L attempts
// and then takes up what all of them visited meanwhile. So the walkers of an epoch may go in any order, or at once, and
// sums of integers make the same estimate. One after the other here: what GPU variants are compared with.
#include "kernels/ising2d_wang_landau/variant.hpp"
#include "reference_cpu/common/energy_walk.hpp"

namespace spinbench::wang_landau {
namespace {

template <class Generator>
class Epochs final : public Simulation {
 public:
  Epochs(const Params& params, std::uint64_t seed)
      : params_(params),
        walkers_(params, seed),
        group_(static_cast<std::size_t>(params.integer("group"))),
        sums_(walkers_.size() / group_ * walkers_.levels().count()),
        log2_g_(walkers_.levels().count()),
        visits_(walkers_.levels().count()),
        schedules_(walkers_.size() / group_, IncrementSchedule(walkers_.levels(), group_)) {}

  std::string code_path() const override { return "serial"; }

  void sweep(int count) override {
    const std::uint64_t L = walkers_.levels().L;
    for (int n = 0; n < count; ++n) {
      for (std::size_t group = 0; group < schedules_.size(); ++group) {
        for (std::uint64_t epoch = 0; epoch < L; ++epoch) walk(group, attempts_ + epoch * L);
        schedules_[group].end_sweep();
      }
      attempts_ += L * L;
    }
  }

  Observables observe() override { return observables(walkers_.levels(), walkers_.words(), sums_); }
  Configuration configuration() override { return flat::configuration(walkers_.levels(), walkers_.words()); }
  Work work_per_sweep() const override {
    Work work = flat::work_of(params_, 2);
    work.footprint_bytes = static_cast<double>(group_) * walkers_.levels().sites() + 16.0 * walkers_.levels().count();
    return work;
  }
  std::vector<Check> self_check() override {
    return {flat::check_levels(walkers_.levels(), walkers_.words(), walkers_.followed())};
  }

 private:
  /// An epoch of a group that has `attempts` behind it.
  void walk(std::size_t group, std::uint64_t attempts) {
    const std::uint32_t levels = walkers_.levels().count();
    std::int64_t* const sums = &sums_[group * levels];
    for (std::uint32_t level = 0; level < levels; ++level) log2_g_[level] = weight_of(sums[level]);
    for (std::size_t i = group * group_; i < (group + 1) * group_; ++i) {
      auto places = walkers_.sites(attempts), own = walkers_.own(i, attempts);
      for (std::uint32_t t = 0; t < walkers_.levels().L; ++t) {
        const bool turned =
            walkers_[i].attempt(places, own, [&](int level) { return log2_g_[static_cast<std::size_t>(level)]; });
        if (turned || !planted(Mutant::flat_counts_turns)) ++visits_[walkers_[i].level()];
      }
    }
    for (std::uint32_t level = 0; level < levels; ++level) {
      if (visits_[level] == 0) continue;
      sums[level] += schedules_[group].increment() * visits_[level];
      schedules_[group].see(level);
      visits_[level] = 0;
    }
  }

  Params params_;
  EnergyWalkers<Generator> walkers_;
  std::size_t group_;
  std::vector<std::int64_t> sums_;  ///< log2 g in units of 2^-40, group by group
  std::vector<std::int32_t> log2_g_;
  std::vector<std::int64_t> visits_;
  std::vector<IncrementSchedule> schedules_;
  std::uint64_t attempts_ = 0;
};

const Register<Variant> registered{[] {
  Variant v = variant(Law::shared, "epochs", "cpu",
                      "walkers in groups that share an estimate, which stands for L attempts at a time", 256, 32, 32);
  v.memory_bytes = [](const Params& params) {
    return params.real("walkers") * flat::levels_of(params).sites() +
           params.real("walkers") / params.real("group") * 9 * flat::levels_of(params).count() + 1e6;
  };
  v.make = flat::make<Epochs>;
  return v;
}()};

}  // namespace
}  // namespace spinbench::wang_landau
