// The population of a host, but for its spins: energies, families, and who is overwritten by whom.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "interface/resumable.hpp"
#include "kernels/ising2d_population_annealing/rule.hpp"
#include "kernels/ising2d_population_annealing/schedule.hpp"

namespace spinbench::annealing {

/// How often each replica is copied.
struct Resampled {
  std::uint64_t total;  ///< the weights' sum
  std::uint32_t least;  ///< the lowest level
  std::vector<std::uint32_t> copies;
};

/// A resampling by `weights`, which a schedule has for each step, and 40 random bits.
inline Resampled copies_of_population(const std::vector<std::uint32_t>& levels,
                                      const std::vector<std::uint64_t>& weights, std::uint64_t offset) {
  const auto replicas = static_cast<std::uint32_t>(levels.size());
  const auto [least, greatest] = std::minmax_element(levels.begin(), levels.end());
  const std::uint32_t lowest = *least, highest = *greatest;
  const auto weight = [&](std::uint32_t level) {
    const std::uint32_t above = planted(Mutant::annealing_wrong_sign) ? highest - level : level - lowest;
    return above < weights.size() ? weights[above] : 0;
  };
  std::uint64_t total = 0;
  for (const std::uint32_t level : levels) total += weight(level);
  const std::uint64_t a_weight = copies_a_weight(replicas, total);
  Resampled result{total, lowest, {}};
  std::uint64_t before = 0;
  for (std::uint32_t r = 0; r < replicas; ++r) {
    const bool last = r + 1 == replicas;
    std::uint64_t behind = before;
    if (!last)
      behind += copies_of(weight(levels[planted(Mutant::annealing_off_by_one) ? r + 1 : r]), a_weight);
    else if (!planted(Mutant::annealing_last_dropped))
      behind = replicas * one_copy;
    result.copies.push_back(copies_before(behind, offset) - copies_before(before, offset));
    before = behind;
  }
  return result;
}

class HostPopulation {
 public:
  struct Move {
    std::uint32_t from, to;
  };

  HostPopulation(std::uint32_t replicas, std::uint32_t sites, std::uint64_t seed)
      : seed_(seed), count_(levels_of(sites)), levels_(replicas), families_(replicas) {}

  void begin(std::uint32_t steps) {
    annealing_ = 0, moved_ = 0;
    step_ = 0;
    histograms_.assign((steps + std::size_t{1}) * count_, 0);
    outcomes_.assign(steps, {});
    std::fill(levels_.begin(), levels_.end(), 0u);
    restart();
  }
  void lengthen() {
    histograms_.resize(histograms_.size() + count_, 0);
    outcomes_.push_back({});
  }

  /// Whether the next step is the first of an annealing: then spins are drawn, and their energies come by enter().
  bool draws_spins() const { return step_ == 0 || step_ == outcomes_.size(); }
  void start_annealing() {
    if (step_ == outcomes_.size()) ++annealing_;
    step_ = 0;
    restart();
  }
  std::uint64_t annealing() const { return annealing_; }
  std::uint32_t step() const { return step_; }
  /// The energies as they are now.
  void enter(const std::vector<std::uint32_t>& levels) {
    levels_ = levels;
    const auto first = histograms_.begin() + static_cast<std::ptrdiff_t>(step_ * std::size_t{count_});
    std::fill_n(first, count_, 0u);
    for (const std::uint32_t level : levels_) ++first[static_cast<std::ptrdiff_t>(level)];
  }

  /// Resamples to the next temperature; whose spins must be copied where, none of them after it was overwritten.
  std::vector<Move> resample(const Schedule& schedule) {
    const std::uint64_t offset = resampling_offset(resampling_key(seed_), annealing_, step_);
    const Resampled found = copies_of_population(levels_, schedule.weights(step_), offset);
    std::vector<std::uint32_t> surplus, holes;
    for (std::uint32_t r = 0; r < levels_.size(); ++r) {
      if (found.copies[r] == 0) holes.push_back(r);
      for (std::uint32_t copy = 1; copy < found.copies[r]; ++copy) surplus.push_back(r);
    }
    std::vector<Move> moves;
    for (std::size_t i = 0; i < std::min(holes.size(), surplus.size()); ++i) {
      moves.push_back({surplus[i], holes[i]});
      if (!planted(Mutant::annealing_family_stays)) families_[holes[i]] = families_[surplus[i]];
    }
    outcomes_[step_++] = {found.total, found.least, static_cast<std::uint32_t>(moves.size())};
    moved_ += moves.size();
    return moves;
  }

  const std::vector<std::uint32_t>& levels() const { return levels_; }
  const std::vector<std::uint32_t>& families() const { return families_; }
  std::vector<std::uint32_t> histogram(std::uint32_t steps) const {
    const auto first = histograms_.begin() + static_cast<std::ptrdiff_t>(steps * std::size_t{count_});
    return {first, first + static_cast<std::ptrdiff_t>(count_)};
  }
  const StepOutcome& outcome(std::uint32_t step) const { return outcomes_[step]; }
  std::uint64_t moved() const { return moved_; }

  void save(StateWriter& to) const {
    to.put(annealing_), to.put(moved_), to.put(step_), to.put(levels_), to.put(families_), to.put(histograms_);
    to.put(outcomes_);
  }
  void restore(StateReader& from) {
    from.take(annealing_), from.take(moved_), from.take(step_), from.take(levels_), from.take(families_);
    from.take(histograms_), from.take(outcomes_);
  }

 private:
  void restart() { std::iota(families_.begin(), families_.end(), 0u); }

  std::uint64_t seed_, annealing_ = 0, moved_ = 0;
  std::uint32_t count_, step_ = 0;
  std::vector<std::uint32_t> levels_, families_, histograms_;
  std::vector<StepOutcome> outcomes_;
};

}  // namespace spinbench::annealing
