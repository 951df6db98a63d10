// A walker in the space of energies, plain: a byte a spin, neighbours by coordinates. What the serial simulations of
// the kernels ising2d_multicanonical and ising2d_wang_landau share; the rule and its words are those of
// kernels/common/flat/rule.hpp.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "interface/resumable.hpp"
#include "kernels/common/flat/model.hpp"
#include "kernels/common/mutants.hpp"

namespace spinbench {

/// What save() and restore() of each of `all` keep, one after the other.
template <class One>
void save_each(StateWriter& to, const std::vector<One>& all) {
  for (const One& one : all) one.save(to);
}
template <class One>
void restore_each(StateReader& from, std::vector<One>& all) {
  for (One& one : all) one.restore(from);
}

class EnergyWalker {
 public:
  /// From a walker's words of flat::start_of().
  EnergyWalker(flat::Levels levels, const std::uint32_t* words)
      : L_(static_cast<int>(levels.L)), spins_(levels.sites()) {
    for (std::size_t site = 0; site < spins_.size(); ++site) spins_[site] = words[site / 32] >> site % 32 & 1 ? -1 : 1;
    int energy = 0;
    for (int y = 0; y < L_; ++y)
      for (int x = 0; x < L_; ++x) energy -= at(x, y) * (at(x + 1, y) + at(x, y + 1));
    level_ = (energy + 2 * L_ * L_) / 4;
  }

  std::uint32_t level() const { return static_cast<std::uint32_t>(level_); }

  /// An attempt; `log2_g(level)` in units of 2^-16, and whether the walker may go to a level. Whether the spin turned.
  template <class Stream, class Log2G, class Allowed>
  bool attempt(Stream& sites, Stream& own, Log2G&& log2_g, Allowed&& allowed) {
    const auto site = static_cast<int>(static_cast<std::uint64_t>(sites.next()) * spins_.size() >> 32);
    const int x = site % L_, y = site / L_, row = site - x;
    const auto spin = [&](int place) { return int{spins_[static_cast<std::size_t>(place)]}; };
    // A flip costs 2 J spin * field, and a level is 4 J. Around the lattice by comparisons: the serial code is a
    // yardstick, and divisions took half of its time.
    const int right = x + 1 == L_ ? row : site + 1, left = x == 0 ? row + L_ - 1 : site - 1,
              below = y + 1 == L_ ? x : site + L_, above = y == 0 ? site + (L_ - 1) * L_ : site - L_;
    const int level = level_ + spin(site) * (spin(right) + spin(left) + spin(below) + spin(above)) / 2;
    auto rise = static_cast<std::int32_t>(log2_g(level) - log2_g(level_));
    if (planted(Mutant::flat_wrong_sign)) rise = -rise;
    if (!flat::goes(rise, own.next()) || !allowed(level)) return false;
    spins_[static_cast<std::size_t>(site)] = static_cast<std::int8_t>(-spins_[static_cast<std::size_t>(site)]);
    level_ = level;
    return true;
  }
  template <class Stream, class Log2G>
  bool attempt(Stream& sites, Stream& own, Log2G&& log2_g) {
    return attempt(sites, own, log2_g, [](int) { return true; });
  }

  /// Spins and levels change places.
  void exchange_with(EnergyWalker& other) {
    std::swap(spins_, other.spins_);
    if (!planted(Mutant::windows_level_kept)) std::swap(level_, other.level_);
  }

  /// As flat::start_of() has them.
  void store(std::uint32_t* words) const {
    for (std::size_t site = 0; site < spins_.size(); ++site)
      words[site / 32] |= static_cast<std::uint32_t>(spins_[site] < 0) << site % 32;
  }

  /// The level as it was followed, so that one that is wrong stays so.
  void save(StateWriter& to) const { to.put(level_), to.put(spins_); }
  void restore(StateReader& from) { from.take(level_), from.take(spins_); }

 private:
  int at(int x, int y) const { return spins_[static_cast<std::size_t>((y + L_) % L_ * L_ + (x + L_) % L_)]; }

  int L_, level_ = 0;
  std::vector<std::int8_t> spins_;
};

/// The walkers of a simulation and their streams.
template <class Generator>
class EnergyWalkers {
 public:
  using Stream = typename Generator::Stream;

  EnergyWalkers(const Params& params, std::uint64_t seed)
      : EnergyWalkers(
            flat::levels_of(params),
            flat::start_of(flat::levels_of(params), static_cast<std::uint64_t>(params.integer("walkers")), seed),
            seed) {}
  /// From words as those of flat::start_of().
  EnergyWalkers(flat::Levels levels, const std::vector<std::uint32_t>& words, std::uint64_t seed)
      : levels_(levels), setup_(Generator::setup(seed, 0, rng::Seeding::random)) {
    for (std::size_t first = 0; first < words.size(); first += levels_.words())
      walkers_.emplace_back(levels_, &words[first]);
  }

  flat::Levels levels() const { return levels_; }
  std::size_t size() const { return walkers_.size(); }
  EnergyWalker& operator[](std::size_t walker) { return walkers_[walker]; }
  Stream sites(std::uint64_t attempts) const { return {setup_, flat::site_stream, attempts}; }
  Stream own(std::size_t walker, std::uint64_t attempts) const { return {setup_, flat::stream_of(walker), attempts}; }
  /// Word `index` of another stream.
  std::uint32_t word(std::uint64_t stream, std::uint64_t index) const { return Stream(setup_, stream, index).next(); }

  std::vector<std::uint32_t> words() const {
    std::vector<std::uint32_t> result(walkers_.size() * levels_.words());
    for (std::size_t i = 0; i < walkers_.size(); ++i) walkers_[i].store(&result[i * levels_.words()]);
    return result;
  }
  std::vector<std::uint32_t> followed() const {
    std::vector<std::uint32_t> result;
    for (const EnergyWalker& walker : walkers_) result.push_back(walker.level());
    return result;
  }

  void save(StateWriter& to) const { save_each(to, walkers_); }
  void restore(StateReader& from) { restore_each(from, walkers_); }

 private:
  flat::Levels levels_;
  typename Generator::Setup setup_;
  std::vector<EnergyWalker> walkers_;
};

/// Weights that stand, and the visits of walkers that go by them, counted by sets of walkers.
class StandingWeights {
 public:
  /// None yet.
  StandingWeights() = default;
  StandingWeights(std::vector<std::int32_t> log2_g, std::uint32_t sets)
      : sets_(sets), log2_g_(std::move(log2_g)), visits_(sets * log2_g_.size()) {}

  bool stand() const { return sets_ > 0; }
  const std::vector<std::int32_t>& log2_g() const { return log2_g_; }
  const std::vector<std::int64_t>& visits() const { return visits_; }

  /// The visits alone: whoever has learned the weights keeps them, and others have them from the case.
  void save(StateWriter& to) const { to.put(visits_); }
  void restore(StateReader& from) { from.take(visits_); }

  /// `sweeps` sweeps of all walkers, which have `attempts` behind them; `group` of them are in the same set always, the
  /// last ones fewer.
  template <class Generator>
  void walk(EnergyWalkers<Generator>& walkers, std::uint64_t attempts, int sweeps, std::size_t group) {
    const std::uint64_t wanted = static_cast<std::uint64_t>(sweeps) * walkers.levels().sites();
    const auto groups = static_cast<std::uint32_t>((walkers.size() + group - 1) / group);
    for (std::size_t i = 0; i < walkers.size(); ++i) {
      auto places = walkers.sites(attempts), own = walkers.own(i, attempts);
      EnergyWalker& walker = walkers[i];
      const std::uint32_t set = flat::set_of(static_cast<std::uint32_t>(i / group), groups, sets_);
      std::int64_t* const visits = &visits_[(planted(Mutant::flat_visits_of_first) ? 0 : set) * log2_g_.size()];
      for (std::uint64_t t = 0; t < wanted; ++t) {
        const bool turned = walker.attempt(places, own, [&](int level) {
          const std::int32_t value = log2_g_[static_cast<std::size_t>(level)];
          return planted(Mutant::flat_other_weights) ? value / 100 * 99 : value;
        });
        if (turned || !planted(Mutant::flat_counts_turns)) ++visits[walker.level()];
      }
    }
  }

 private:
  std::uint32_t sets_ = 0;
  std::vector<std::int32_t> log2_g_;  ///< in units of 2^-16
  std::vector<std::int64_t> visits_;  ///< set after set
};

/// log2 g in units of 2^-16, from sums of 2^-40.
inline std::int32_t weight_of(std::int64_t sum) {
  return static_cast<std::int32_t>(sum >> (flat::sum_digits - flat::weight_digits));
}

/// How a Wang-Landau increment falls: halved whenever all levels were seen since it was halved last, until it lies
/// below 1 / t, and then 1 / t (R. E. Belardinelli, V. D. Pereyra, Phys. Rev. E 75, 046701 (2007)). t counts attempts
/// for each level. Asked at the end of each sweep. It stands for levels^2 / N sweeps at least: walkers that share an
/// estimate see all levels long before one of them has gone through them.
class IncrementSchedule {
 public:
  /// `walkers` add to the same estimate, that of the levels `low` to `high`: each adds 1 / walkers at first, in units
  /// of ln g.
  IncrementSchedule(flat::Levels levels, std::uint64_t walkers, std::uint32_t low, std::uint32_t high)
      : levels_(levels), walkers_(walkers), low_(low), high_(high), increment_(unit / walkers), seen_(levels.count()) {
    for (std::uint32_t level = low; level <= high; ++level) reached_ += levels.is_reached(level);
  }
  IncrementSchedule(flat::Levels levels, std::uint64_t walkers)
      : IncrementSchedule(levels, walkers, 0, levels.count() - 1) {}

  std::int64_t increment() const { return static_cast<std::int64_t>(increment_); }
  void see(std::uint32_t level) { seen_[level] = true; }
  void end_sweep() {
    attempts_ += walkers_ * levels_.sites();
    const std::uint64_t least = unit * reached_ / attempts_;
    if (!falls_) {
      const std::uint64_t wide = high_ - low_ + 1;
      if (++stood_ < wide * wide / levels_.sites()) return;
      for (std::uint32_t level = low_; level <= high_; ++level)
        if (levels_.is_reached(level) && !seen_[level]) return;
      seen_.assign(levels_.count(), false);
      stood_ = 0;
      if (!planted(Mutant::flat_increment_stays)) increment_ /= 2;
      falls_ = increment_ <= least;
    }
    if (falls_) increment_ = least;
  }

  void save(StateWriter& to) const {
    to.put(increment_), to.put(attempts_), to.put(stood_), to.put(falls_);
    to.put(std::vector<std::uint8_t>(seen_.begin(), seen_.end()));
  }
  void restore(StateReader& from) {
    std::vector<std::uint8_t> seen(seen_.size());
    from.take(increment_), from.take(attempts_), from.take(stood_), from.take(falls_), from.take(seen);
    seen_.assign(seen.begin(), seen.end());
  }

 private:
  static constexpr std::uint64_t unit = 1586259972792;  ///< log2(e), in units of 2^-40

  flat::Levels levels_;
  std::uint64_t walkers_;
  std::uint32_t low_, high_;
  std::uint64_t increment_, attempts_ = 0, stood_ = 0, reached_ = 0;
  std::vector<bool> seen_;
  bool falls_ = false;
};

}  // namespace spinbench
