// The inverse temperatures of an annealing, and the weights that lead from one to the next.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "interface/params.hpp"

namespace spinbench::annealing {

/// beta_1 to beta_K; beta_0 is 0.
class Schedule {
 public:
  explicit Schedule(const std::vector<double>& betas) {
    for (const double beta : betas) append(beta);
  }

  std::uint32_t steps() const { return static_cast<std::uint32_t>(betas_.size()); }
  const std::vector<double>& betas() const { return betas_; }
  /// How much step `step` adds.
  double width(std::uint32_t step) const { return betas_[step] - (step == 0 ? 0 : betas_[step - 1]); }
  /// Of step `step`, by the levels above the lowest of the population; those beyond weigh nothing.
  const std::vector<std::uint64_t>& weights(std::uint32_t step) const { return weights_[step]; }
  void append(double beta);

 private:
  std::vector<double> betas_;
  std::vector<std::vector<std::uint64_t>> weights_;
};

/// As many steps as the case says, up to its beta_high.
std::vector<double> equal_betas(const Params& params);

/// The first inverse temperature whose histogram overlaps with that of beta = 0 by `overlap`: of Gaussian energies,
/// whose variance is 2 N there.
double first_beta(std::uint32_t sites, double overlap);

/// The share that the histogram of a population has in common with itself, reweighted by `width`: the mean of min(1,
/// tau) over the replicas, tau the mean number of copies of each.
double overlap_of(std::span<const std::uint32_t> histogram, double width);

/// The step of inverse temperature by which it is `overlap`, not above `most`.
double width_of_overlap(std::span<const std::uint32_t> histogram, double overlap, double most);

}  // namespace spinbench::annealing
