#include "bench/verify/courses.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
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

/// The series that experiments read of the case's model: the same for all of its variants, which share an oracle's run.
void add_series_read(const Case& c, Course& course) {
  const Variant* const oracle = find_oracle(c, c.variant->oracle);
  const std::string& model = c.kernel->experiment ? c.kernel->experiment->kernel : c.variant->kernel;
  std::set<std::string> read, made;
  for (const Kernel& kernel : Registry::instance().kernels()) {
    if (!kernel.experiment || kernel.experiment->kernel != model) continue;
    const Experiment& experiment = *kernel.experiment;
    read.insert(experiment.observable);
    const bool of_all = std::count(experiment.variants.begin(), experiment.variants.end(), "*") > 0;
    if (of_all && oracle != nullptr && oracle->kernel == model) made.insert(experiment.observable);
  }
  course.read.assign(read.begin(), read.end());
  course.made.assign(made.begin(), made.end());
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
  Course course{step, sweeps / step, facts.units_a_sweep <= options.most_observed_units};
  // Where decisions may part, a longer way is no proof.
  if (course.observe && agreement.kind == Agreement::Kind::bits) add_series_read(c, course);
  return course;
}

std::optional<OracleCase> sampled_case(const Case& c, const VerifyOptions& options) {
  const Oracle& oracle = c.variant->oracle;
  if (oracle.empty() || oracle.agreement_of(c.params).kind != Agreement::Kind::bits) return {};
  const Variant* const variant = find_oracle(c, oracle);
  if (variant == nullptr || !variant->sample || !options.samples || options.is_short(c)) return {};
  return OracleCase{*variant, oracle_params(c, oracle, *variant, c.params), c.device};
}

}  // namespace spinbench::verify_detail
