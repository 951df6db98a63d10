// Estimates of the density of states with their errors, and what proves them: energies and specific heats at positive
// and negative temperatures, and the ground state's two configurations.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "kernels/common/flat/windows.hpp"
#include "kernels/common/statistics.hpp"

namespace spinbench::flat {

/// Estimates of ln g, each scaled(): of independent runs, or of one run from which a part was left out (jackknife).
struct Densities {
  Levels levels;
  std::vector<std::vector<double>> parts;
  bool left_out = false;
  std::vector<double> all;  ///< the jackknife's estimate of the whole run

  /// A function of ln g with its error.
  Estimate of(const std::function<double(const std::vector<double>&)>& value) const;
};

/// From histograms that a walk with `log2_g` left, batch after batch of equal length: ln g = ln(visits) + ln g of the
/// weights. `visits` are counted from the start at the end of each batch, `before` the first.
Densities from_visits(Levels levels, const std::vector<double>& log2_g, const std::vector<double>& before,
                      const std::vector<double>& visits);

/// From histograms of independent sets of walkers, set after set, window after window, all with `log2_g`: each counted
/// from `before` to `visits`. A part leaves a set out.
Densities from_sets(Windows windows, Levels levels, const std::vector<double>& log2_g,
                    const std::vector<double>& before, const std::vector<double>& visits);

/// From the estimates of independent groups, one after the other in `log2_g`.
Densities from_groups(Levels levels, const std::vector<double>& log2_g);

/// The checks of a kernel's physics: energy at three temperatures, specific heat and entropy of the ground state. One
/// whose error is so large that it decides nothing fails.
std::vector<Check> check_densities(const Densities& found, double gate_sigmas, const std::string& code_path,
                                   const std::string& detail);

/// ln g of levels at most `most` in number, and energy and specific heat at some temperatures, with what is exact.
std::vector<NamedEstimate> estimates_of(const Densities& found);

/// The length of a run for a density of states: as the user wants it, else some seconds; in 32 to 64 parts, after a
/// share that is thrown away.
Experiment::Length length_of_run(const Params& params, const Device& device, std::optional<int> wanted,
                                 double thrown_away);

/// Sweeps on a lattice of L = 8 by which walkers decide its density of states in so many seconds of a core, at most
/// twenty.
int deciding_sweeps(double walkers, double seconds);

}  // namespace spinbench::flat
