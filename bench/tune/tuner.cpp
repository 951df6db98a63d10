#include "bench/tune/tuner.hpp"

#include <algorithm>
#include <ostream>

#include "bench/rows/progress.hpp"
#include "bench/rows/results.hpp"
#include "bench/rows/text.hpp"

namespace spinbench {

namespace {

/// Those that came furthest first, the fastest of them first, what dropped out last.
std::vector<const TriedLaunch*> in_order(const std::vector<TriedLaunch>& tried) {
  std::vector<const TriedLaunch*> result;
  for (const TriedLaunch& one : tried) result.push_back(&one);
  std::stable_sort(result.begin(), result.end(), [](const TriedLaunch* a, const TriedLaunch* b) {
    if (a->rungs != b->rungs) return a->rungs > b->rungs;
    return a->ns_per_unit && b->ns_per_unit && *a->ns_per_unit < *b->ns_per_unit;
  });
  return result;
}

}  // namespace

MeasureOptions rung_options(const MeasureOptions& row, int rung, bool last) {
  MeasureOptions result = row;
  result.repetitions = 1;
  result.energy = false;
  result.sweeps.reset();
  if (last) {
    // As long as one of a row's repetitions.
    result.time_limit_s /= static_cast<double>(std::max<std::size_t>(row.repetitions, 3));
    return result;
  }
  result.hold = false;
  result.batch_ns = 2e6;
  result.min_batches = 5;
  result.max_batches = std::size_t{5} << std::min(rung, 5);
  result.half_width = 0.003;
  result.time_limit_s = std::min(row.time_limit_s, 0.25 * (rung + 1));
  return result;
}

VerifyOptions checks_of_candidates(VerifyOptions row) {
  row.host_seconds = std::min(row.host_seconds, 2.0);
  row.device_seconds = std::min(row.device_seconds, 1.0);
  row.first_bit_units = row.bit_units;
  row.launches_share_physics = true;
  row.samples = false;
  row.follow_seconds = row.follow_unproved_seconds = row.follow_proved_seconds;
  return row;
}

Tuner::Result Tuner::search(const LaunchSearch& search) {
  Result result;
  std::size_t skipped = 0;
  const std::vector<Case> launches = launches_of(search, skipped);
  std::vector<TriedLaunch> tried;
  for (const Case& c : launches) tried.push_back({search.launch_of(c.params), 0, std::nullopt, "", false});
  Progress progress(std::vector<double>(visits_of_halving(launches.size(), finalists_), 1.0));
  const auto visit = [&](std::size_t candidate, int rung, bool last) -> std::optional<double> {
    const Case& c = launches[candidate];
    progress.begin("rung " + std::to_string(rung + 1) + ": " + c.name());
    const Attempt attempt = attempt_(c, rung, last);
    progress.end(attempt.ns_per_unit.has_value());
    tried[candidate].reason = attempt.reason;
    tried[candidate].failed = attempt.status == Row::Status::failed;
    if (tried[candidate].failed) result.failed.push_back(c);
    return attempt.ns_per_unit;
  };
  const Found found = successive_halving(launches.size(), visit, interrupted_, finalists_);
  if (!found.best) return result;
  for (std::size_t i = 0; i < tried.size(); ++i) {
    tried[i].rungs = found.trials[i].rungs;
    tried[i].ns_per_unit = found.trials[i].cost;
  }
  const Case& best = launches[*found.best];
  result.chosen = {best.device_info().name,
                   best.variant->backend,
                   best.kernel->name,
                   best.variant->name,
                   search.fixed(),
                   search.launch_of(best.params),
                   best.kernel->unit,
                   *found.trials[*found.best].cost,
                   now_utc(),
                   version(),
                   std::move(tried)};
  print(search, *result.chosen, skipped);
  return result;
}

void Tuner::print(const LaunchSearch& search, const ChosenLaunch& result, std::size_t skipped) const {
  const auto put = [this](const std::string& line, std::size_t indent) { print_wrapped(out_, line, width_, indent); };
  put("tuned " + search.name() + ": " + std::to_string(result.tried.size()) +
          (result.tried.size() == 1 ? " launch" : " launches") + " tried" +
          (skipped > 0 ? ", " + std::to_string(skipped) + " cannot run here" : ""),
      2);
  const auto columns = [](const std::string& rungs, const std::string& time, const std::string& ratio) {
    return right_aligned(rungs, 5) + right_aligned(time, 12) + right_aligned(ratio, 15) + "  ";
  };
  const std::string heads = columns("rungs", "ns/" + result.unit, "of the chosen");
  put(heads + "launch", heads.size());
  for (const TriedLaunch* one : in_order(result.tried)) {
    std::string line = columns(std::to_string(one->rungs), one->ns_per_unit ? printed("%.4g", *one->ns_per_unit) : "",
                               one->ns_per_unit ? printed("%.3f", *one->ns_per_unit / result.ns_per_unit) : "");
    line += one->launch.name();
    if (one->launch == result.launch) line += "  chosen";
    if (!one->reason.empty()) line += "  dropped: " + one->reason;
    put(line, heads.size());
  }
  out_ << std::endl;
}

}  // namespace spinbench
