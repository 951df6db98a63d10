// What experiments say of replicas that walk through temperatures, whichever model they are of.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/statistics.hpp"

namespace spinbench::tempering {

/// The length of an experiment that looks after each exchange: as many sweeps as wanted, or those of so many exchanges
/// on a host and on an accelerator, where seconds hold more. Its equilibration is the experiment's own.
Experiment::Length length_in_exchanges(const Params& params, const Device& device, std::optional<int> wanted,
                                       int on_host, int on_accelerator);

/// "name_07": temperatures are counted from the hottest.
std::string numbered(const char* name, std::size_t i);

/// A value that was registered, or nothing.
std::optional<double> exact(const char* model, const char* observable, const Params& params);

/// The measurements of one column of a series.
std::vector<double> column(const Series& series, std::size_t i);

/// The mean over independent samples, each of which has a column of the series, with the error that their scatter
/// tells. That of one sample alone has its error through time.
MeanEstimate mean_over_samples(const Series& series, std::size_t samples,
                               const std::function<std::size_t(std::size_t sample)>& column_of);

/// What was accepted at each of a pair's tries, by its counts since the start after each exchange: it is tried in every
/// other one.
std::vector<double> accepted_by_try(const std::vector<double>& counts);

/// Of one replica, by its temperatures: how often it went from the hottest, 0, to `coldest` and back.
int round_trips(const std::vector<double>& places, double coldest);

/// "round_trips" of all of `count` replicas together, whose temperatures are the columns of the series from `first` on,
/// and "tau_walk", the integrated autocorrelation time of a replica's temperature, in sweeps, which lie `spacing`
/// apart.
std::vector<NamedEstimate> walk_of(const Series& series, std::size_t first, std::size_t count, std::size_t coldest,
                                   int spacing);

/// The average of acceptances by pair, "acceptance"; expected where all of them are.
NamedEstimate mean_acceptance(const std::vector<NamedEstimate>& pairs);

}  // namespace spinbench::tempering
