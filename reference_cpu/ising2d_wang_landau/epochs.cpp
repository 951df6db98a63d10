// Wang-Landau walks by groups: the walkers of a group share an estimate, which stands still for an epoch of L attempts
// and then takes up what all of them visited meanwhile. So the walkers of an epoch may go in any order, or at once, and
// sums of integers make the same estimate. One after the other here: what GPU variants are compared with. A group has
// all levels, or a window of them, and then exchanges walkers with the groups of the windows beside it.
#include "kernels/ising2d_wang_landau/variant.hpp"
#include "reference_cpu/common/energy_walk.hpp"

namespace spinbench::wang_landau {
namespace {

template <class Generator>
class Epochs final : public Simulation, public Adapts, public Resumable {
 public:
  Epochs(const Params& params, std::uint64_t seed)
      : params_(params),
        windows_(flat::windows_of(params)),
        exchange_(params.has("exchange") ? static_cast<std::uint64_t>(params.integer("exchange")) : 0),
        group_(static_cast<std::size_t>(params.integer("group"))),
        walkers_(started(params, seed)),
        sums_(walkers_.size() / group_ * walkers_.levels().count()),
        log2_g_(walkers_.levels().count()),
        visits_(walkers_.levels().count()) {
    for (std::size_t group = 0; group < walkers_.size() / group_; ++group) {
      const flat::Window window = window_of(group);
      schedules_.emplace_back(walkers_.levels(), group_, window.low, window.high);
    }
  }

  std::string code_path() const override { return "serial"; }

  void sweep(int count) override {
    const std::uint64_t L = walkers_.levels().L;
    for (int n = 0; n < count; ++n) {
      for (std::size_t group = 0; group < schedules_.size(); ++group) {
        for (std::uint64_t epoch = 0; epoch < L; ++epoch) walk(group, attempts_ + epoch * L);
        if (!produces()) schedules_[group].end_sweep();
      }
      attempts_ += L * L;
      const std::uint64_t sweeps = attempts_ / (L * L);
      if (exchange_ > 0 && sweeps % exchange_ == 0) exchange(sweeps / exchange_ - 1);
    }
  }

  Observables observe() override {
    return produces() ? observables(windows_, walkers_.levels(), walkers_.words(), weights_, produced_)
                      : observables(windows_, walkers_.levels(), walkers_.words(), sums_, runs());
  }
  void equilibrated() override {
    if (!produces()) produce_by(standing_weights(windows_, walkers_.levels(), sums_));
  }
  Configuration configuration() override { return flat::configuration(walkers_.levels(), walkers_.words()); }
  Work work_per_sweep() const override {
    Work work = flat::work_of(params_, 2);
    work.footprint_bytes = static_cast<double>(group_) * walkers_.levels().sites() + 16.0 * walkers_.levels().count();
    return work;
  }
  std::vector<Check> self_check() override {
    return {flat::check_levels(walkers_.levels(), walkers_.words(), walkers_.followed())};
  }

  /// What was learned is in the weights, once they stand. Visits are those of an epoch, and none between two.
  void save(StateWriter& to) override {
    to.put(produces()), to.put(attempts_);
    walkers_.save(to);
    if (produces()) {
      to.put(weights_), to.put(produced_);
    } else {
      to.put(sums_), save_each(to, schedules_);
    }
  }
  void restore(StateReader& from) override {
    bool produces = false;
    from.take(produces), from.take(attempts_);
    walkers_.restore(from);
    if (produces) {
      std::vector<std::int32_t> weights(windows_.count * std::size_t{walkers_.levels().count()});
      from.take(weights);
      produce_by(std::move(weights));
      from.take(produced_);
    } else {
      weights_.clear(), produced_.clear();
      from.take(sums_), restore_each(from, schedules_);
    }
  }

 private:
  static EnergyWalkers<Generator> started(const Params& params, std::uint64_t seed) {
    const flat::Windows windows = flat::windows_of(params);
    if (windows.count == 1) return {params, seed};
    const flat::Levels levels = flat::levels_of(params);
    return {levels,
            flat::start_in(windows, levels, static_cast<std::uint64_t>(params.integer("walkers")),
                           static_cast<std::uint64_t>(params.integer("group")), seed),
            seed};
  }

  void produce_by(std::vector<std::int32_t> weights) {
    weights_ = std::move(weights);
    produced_.assign(sets_of(runs()) * weights_.size(), 0);
  }
  bool produces() const { return !weights_.empty(); }
  std::size_t runs() const { return schedules_.size() / windows_.count; }
  flat::Window window_of(std::size_t group) const {
    return windows_.at(static_cast<std::uint32_t>(group % windows_.count));
  }
  /// Of all levels, in production.
  const std::int32_t* weights_of(std::size_t group) const {
    return &weights_[group % windows_.count * walkers_.levels().count()];
  }

  /// An epoch of a group that has `attempts` behind it.
  void walk(std::size_t group, std::uint64_t attempts) {
    const std::uint32_t levels = walkers_.levels().count();
    const flat::Window window = window_of(group);
    const std::size_t whose = planted(Mutant::windows_foreign_estimate) ? (group + 1) % schedules_.size() : group;
    std::int64_t* const sums = &sums_[whose * levels];
    for (std::uint32_t level = 0; level < levels; ++level)
      log2_g_[level] = produces() ? weights_of(group)[level] : weight_of(sums_[group * levels + level]);
    const int low = static_cast<int>(window.low), high = static_cast<int>(window.high);
    const int open = planted(Mutant::windows_edge_open) && high + 1 < static_cast<int>(levels) ? 1 : 0;
    for (std::size_t i = group * group_; i < (group + 1) * group_; ++i) {
      auto places = walkers_.sites(attempts), own = walkers_.own(i, attempts);
      for (std::uint32_t t = 0; t < walkers_.levels().L; ++t) {
        const bool turned = walkers_[i].attempt(
            places, own, [&](int level) { return log2_g_[static_cast<std::size_t>(level)]; },
            [&](int level) { return low <= level && level <= high + open; });
        if (turned || !planted(Mutant::flat_counts_turns)) ++visits_[walkers_[i].level()];
      }
    }
    const auto sets = static_cast<std::uint32_t>(produced_.size() / std::max<std::size_t>(weights_.size(), 1));
    const auto run = static_cast<std::uint32_t>(group / windows_.count);
    const std::size_t set = !produces() || planted(Mutant::flat_visits_of_first)
                                ? 0
                                : flat::set_of(run, static_cast<std::uint32_t>(runs()), sets);
    for (std::uint32_t level = 0; level < levels; ++level) {
      if (visits_[level] == 0) continue;
      if (produces()) {
        produced_[(set * windows_.count + group % windows_.count) * levels + level] += visits_[level];
      } else {
        sums[level] += schedules_[group].increment() * visits_[level];
        schedules_[group].see(level);
      }
      visits_[level] = 0;
    }
  }

  void exchange(std::uint64_t number) {
    const std::size_t shift = walkers_.word(flat::shift_stream, number) * std::uint64_t{group_} >> 32;
    const std::size_t levels = walkers_.levels().count();
    for (std::size_t group = 0; group < schedules_.size(); ++group) {
      const std::size_t window = group % windows_.count;
      if (window % 2 != number % 2 || window + 1 == windows_.count) continue;
      const auto log2_g = [&](std::size_t whose) {
        return [this, whose, levels](std::uint32_t level) {
          return produces() ? weights_of(whose)[level] : weight_of(sums_[whose * levels + level]);
        };
      };
      for (std::size_t t = 0; t < group_; ++t) {
        const std::size_t first = group * group_ + t, second = (group + 1) * group_ + (t + shift) % group_;
        EnergyWalker &lower = walkers_[first], &upper = walkers_[second];
        if (!window_of(group + 1).has(lower.level()) || !window_of(group).has(upper.level())) continue;
        std::int32_t rise = flat::exchange_rise(lower.level(), upper.level(), log2_g(group), log2_g(group + 1));
        if (planted(Mutant::windows_wrong_sign)) rise = -rise;
        if (flat::goes(rise, walkers_.word(flat::exchange_streams + first, number))) lower.exchange_with(upper);
      }
    }
  }

  Params params_;
  flat::Windows windows_;
  std::uint64_t exchange_;  ///< sweeps from one exchange to the next, 0 for none
  std::size_t group_;
  EnergyWalkers<Generator> walkers_;
  std::vector<std::int64_t> sums_;  ///< log2 g in units of 2^-40, group by group
  std::vector<std::int32_t> log2_g_;
  std::vector<std::int64_t> visits_;
  std::vector<IncrementSchedule> schedules_;
  std::uint64_t attempts_ = 0;
  std::vector<std::int32_t> weights_;   ///< in production, window after window
  std::vector<std::int64_t> produced_;  ///< visits then, set after set, window after window
};

Variant of_groups(Law law, const std::string& name, const std::string& title, std::int64_t walkers,
                  std::int64_t group) {
  Variant v = variant(law, name, "cpu", title, 256, walkers, group);
  v.memory_bytes = [](const Params& params) {
    return params.real("walkers") * flat::levels_of(params).sites() +
           params.real("walkers") / params.real("group") * 17 * flat::levels_of(params).count() + 1e6;
  };
  v.make = flat::make<Epochs>;
  return v;
}

const Register<Variant> epochs{of_groups(
    Law::shared, "epochs", "walkers in groups that share an estimate, which stands for L attempts at a time", 32, 32)};
const Register<Variant> windows{
    of_groups(Law::windows, "windows", "groups of walkers in windows of energy, which exchange them", 32, 8)};

}  // namespace
}  // namespace spinbench::wang_landau
