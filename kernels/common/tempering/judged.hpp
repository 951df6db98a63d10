// Values of many temperatures against what they should be, as one check: their average, or the worst of them.
#pragma once

#include <string>
#include <vector>

#include "interface/simulation.hpp"

namespace spinbench::tempering {

/// A check by its name, of no number.
Check named(const char* name, bool passed, const std::string& detail);

/// A deviation, and how many sigmas of an error with so many degrees of freedom are allowed.
struct Judged {
  double value = 0, expected = 0, sigma = 0, sigmas = 0;
  double freedom = 1e9;  ///< of a known error
  double deviation() const { return sigma > 0 ? (value - expected) / sigma : value == expected ? 0 : 1e9; }
};

/// The mean of a series whose values have the standard deviation `deviation`.
Judged judge(const std::vector<double>& series, double expected, double deviation, double gate);

/// The mean of a series, with the error that its scatter and its autocorrelation time tell.
Judged judge_by_scatter(const std::vector<double>& series, double expected, double gate);

/// As one check: the average deviation of independent values, or the worst.
Check check_of(const char* name, const std::vector<Judged>& all, bool worst, const std::string& what);

}  // namespace spinbench::tempering
