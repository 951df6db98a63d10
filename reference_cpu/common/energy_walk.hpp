// A walker in the space of energies, plain: a byte a spin, neighbours by coordinates. What the serial simulations of
// the kernels ising2d_multicanonical and ising2d_wang_landau share; the rule and its words are those of
// kernels/common/flat/rule.hpp.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/common/flat/model.hpp"
#include "kernels/common/mutants.hpp"

namespace spinbench {

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

  /// An attempt; `log2_g(level)` in units of 2^-16. Whether the spin turned.
  template <class Stream, class Log2G>
  bool attempt(Stream& sites, Stream& own, Log2G&& log2_g) {
    const auto site = static_cast<int>(static_cast<std::uint64_t>(sites.next()) * spins_.size() >> 32);
    const int x = site % L_, y = site / L_;
    // A flip costs 2 J spin * field, and a level is 4 J.
    const int field = at(x + 1, y) + at(x - 1, y) + at(x, y + 1) + at(x, y - 1);
    const int level = level_ + at(x, y) * field / 2;
    auto rise = static_cast<std::int32_t>(log2_g(level) - log2_g(level_));
    if (planted(Mutant::flat_wrong_sign)) rise = -rise;
    if (!flat::goes(rise, own.next())) return false;
    spins_[static_cast<std::size_t>(site)] = static_cast<std::int8_t>(-spins_[static_cast<std::size_t>(site)]);
    level_ = level;
    return true;
  }

  /// As flat::start_of() has them.
  void store(std::uint32_t* words) const {
    for (std::size_t site = 0; site < spins_.size(); ++site)
      words[site / 32] |= static_cast<std::uint32_t>(spins_[site] < 0) << site % 32;
  }

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
      : levels_(flat::levels_of(params)), setup_(Generator::setup(seed, 0, rng::Seeding::random)) {
    const auto count = static_cast<std::uint64_t>(params.integer("walkers"));
    const auto words = flat::start_of(levels_, count, seed);
    for (std::uint64_t i = 0; i < count; ++i) walkers_.emplace_back(levels_, &words[i * levels_.words()]);
  }

  flat::Levels levels() const { return levels_; }
  std::size_t size() const { return walkers_.size(); }
  EnergyWalker& operator[](std::size_t walker) { return walkers_[walker]; }
  Stream sites(std::uint64_t attempts) const { return {setup_, flat::site_stream, attempts}; }
  Stream own(std::size_t walker, std::uint64_t attempts) const { return {setup_, flat::stream_of(walker), attempts}; }

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

 private:
  flat::Levels levels_;
  typename Generator::Setup setup_;
  std::vector<EnergyWalker> walkers_;
};

/// log2 g in units of 2^-16, from sums of 2^-40.
inline std::int32_t weight_of(std::int64_t sum) {
  return static_cast<std::int32_t>(sum >> (flat::sum_digits - flat::weight_digits));
}

/// How a Wang-Landau increment falls: halved whenever all levels were seen since it was halved last, until it lies
/// below 1 / t, and then 1 / t (R. E. Belardinelli, V. D. Pereyra, Phys. Rev. E 75, 046701 (2007)). t counts attempts
/// for each level. Asked at the end of each sweep.
class IncrementSchedule {
 public:
  /// `walkers` add to the same estimate: each adds 1 / walkers at first, in units of ln g.
  IncrementSchedule(flat::Levels levels, std::uint64_t walkers)
      : levels_(levels), walkers_(walkers), increment_(unit / walkers), seen_(levels.count()) {}

  std::int64_t increment() const { return static_cast<std::int64_t>(increment_); }
  void see(std::uint32_t level) { seen_[level] = true; }
  void end_sweep() {
    attempts_ += walkers_ * levels_.sites();
    const std::uint64_t least = unit * (levels_.count() - 2) / attempts_;
    if (!falls_) {
      for (std::uint32_t level = 0; level < levels_.count(); ++level)
        if (levels_.is_reached(level) && !seen_[level]) return;
      seen_.assign(levels_.count(), false);
      if (!planted(Mutant::flat_increment_stays)) increment_ /= 2;
      falls_ = increment_ <= least;
    }
    if (falls_) increment_ = least;
  }

 private:
  static constexpr std::uint64_t unit = 1586259972792;  ///< log2(e), in units of 2^-40

  flat::Levels levels_;
  std::uint64_t walkers_, increment_, attempts_ = 0;
  std::vector<bool> seen_;
  bool falls_ = false;
};

}  // namespace spinbench
