// What the papers printed for a case (results/published/).
#pragma once

#include <nlohmann/json.hpp>

#include "bench/select/case.hpp"

namespace spinbench {

/// [{source, locator, device, ns_per_flip}, ...] of the records whose "case" describes `c`; ns_per_unit where the
/// kernel counts something else than flips, setup_s for a time of setting up; of an experiment, {source, locator,
/// device, estimate, value, error, deviation_sigmas}, where the last two are there if they were printed.
nlohmann::ordered_json published_for(const Case& c);

/// The same, from given records; "case" holds kernel, variant, backends and axes, where a value may be exact, a bound
/// (">=4096", "<=64") or a list of either; and for a metric of seconds what took them: "units" (how many were made) or
/// "setup": true.
nlohmann::ordered_json published_for(const Case& c, const nlohmann::json& records);

}  // namespace spinbench
