#include "bench/verify/courses.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace spinbench::verify_detail {

namespace {

bool is_supported(const Case& c, const Params& params) {
  return !c.variant->unsupported || c.variant->unsupported(params, c.device_info()).empty();
}

/// Sweeps of a comparison, at most: of a variant's first case; of the others, of which the smallest are nothing but
/// waits for an accelerator; and of short ones.
constexpr double most_sweeps = 20000, most_sweeps_besides = 4000, few_sweeps = 24;

/// The sweeps of a comparison over `units` of work, at most `most`: three steps at least, or one where that takes an
/// oracle a second.
int sweeps_for(double units, double units_a_sweep, int step, double most) {
  const double sweeps = std::min(most, units / std::max(units_a_sweep, 1.0));
  const int least = units_a_sweep * step * 3 > 1e8 ? 1 : 3;
  return std::max(least, static_cast<int>(std::ceil(sweeps / step))) * step;
}

}  // namespace

std::vector<Params> small_cases(const Case& c) {
  std::vector<Params> all = {c.params}, result;
  if (c.variant->bit_cases) all = c.variant->bit_cases(c.params, c.device_info());
  for (Params& params : all)
    if (is_supported(c, params)) result.push_back(std::move(params));
  return result;
}

Course course_of(const Case& c, const Params& params, bool is_first, int granularity, const OracleFacts& facts,
                 const VerifyOptions& options) {
  const Agreement agreement = c.variant->oracle.agreement_of(params);
  const int step = common_step(granularity, facts.granularity);
  const double units = is_first ? options.first_bit_units : options.bit_units;
  const double most = options.is_short(c) ? few_sweeps : is_first ? most_sweeps : most_sweeps_besides;
  const int sweeps =
      std::min(sweeps_for(units, facts.units_a_sweep, step, most), std::max(step, agreement.sweeps / step * step));
  // Observables were compared on the smaller cases; a serial oracle's take a minute for 10^8 spins.
  return {step, sweeps / step, facts.units_a_sweep <= options.most_observed_units};
}

std::optional<OracleCase> sampled_case(const Case& c, const VerifyOptions& options) {
  const Oracle& oracle = c.variant->oracle;
  if (oracle.empty() || oracle.agreement_of(c.params).kind != Agreement::Kind::bits) return {};
  const Variant* const variant = find_oracle(c, oracle);
  if (variant == nullptr || !variant->sample || !options.samples || options.is_short(c)) return {};
  return OracleCase{*variant, oracle_params(c, oracle, *variant, c.params), c.device};
}

}  // namespace spinbench::verify_detail
