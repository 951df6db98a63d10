// What the papers printed for a case (results/published/).
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "bench/select/case.hpp"

namespace spinbench {

/// One record of results/published/, in the terms of a row; absent: not printed.
struct Published {
  std::string source, locator, device;
  std::optional<double> ns_per_unit = std::nullopt;
  std::optional<double> setup_s = std::nullopt;  ///< of setting up
  std::string estimate = "";                     ///< of an experiment: whose `value` this is
  std::optional<double> value = std::nullopt, error = std::nullopt, deviation_sigmas = std::nullopt;
};

/// The records whose "case" describes `c`.
std::vector<Published> published_for(const Case& c);

/// The same, from given records; "case" holds kernel, variant, backends and axes, where a value may be exact, a bound
/// (">=4096", "<=64") or a list of either; and for a metric of seconds what took them: "units" (how many were made) or
/// "setup": true.
std::vector<Published> published_for(const Case& c, const nlohmann::json& records);

}  // namespace spinbench
