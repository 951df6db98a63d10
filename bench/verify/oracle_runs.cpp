#include "bench/verify/oracle_runs.hpp"

#include <algorithm>
#include <utility>

#include "bench/verify/interruptible.hpp"

namespace spinbench {

std::string OracleCase::name() const {
  const std::string where = variant.backend == "cpu" ? "" : " device " + std::to_string(device);
  return variant.kernel + "/" + variant.name + "/" + variant.backend + where + " " + params.name();
}

const OracleFacts& OracleRuns::facts(const OracleCase& oracle) {
  const std::string name = oracle.name();
  const auto known = facts_.find(name);
  if (known != facts_.end()) return known->second;
  fresh_ = take(oracle);
  fresh_name_ = name;
  return facts_[name] = {fresh_->sweep_granularity(), fresh_->work_per_sweep().units, fresh_->code_path()};
}

std::shared_ptr<const OracleRun> OracleRuns::run(const OracleCase& oracle, const Course& course) {
  const std::string name = oracle.name();
  const auto same = [&](const Kept& one) { return one.oracle == name && one.course == course; };
  const auto found = std::find_if(kept_.begin(), kept_.end(), same);
  if (found != kept_.end()) {
    std::rotate(found, found + 1, kept_.end());
    return kept_.back().run;
  }
  const auto simulation = take(oracle);
  auto run = std::make_shared<const OracleRun>(run_oracle(*simulation, course));
  ++made_;
  keep({name, course, run});
  return run;
}

int OracleRuns::sweeps_kept(const OracleCase& oracle, int step) const {
  const std::string name = oracle.name();
  int most = 0;
  for (const Kept& one : kept_)
    if (one.oracle == name && one.course.step == step && !one.course.observe && !one.course.at_once)
      most = std::max(most, one.course.sweeps());
  return most;
}

double OracleRuns::bytes() const {
  double result = 0;
  for (const Kept& one : kept_) result += one.run->bytes();
  return result;
}

/// A new simulation of `oracle`, and no other beside it.
std::unique_ptr<Simulation> OracleRuns::take(const OracleCase& oracle) {
  std::unique_ptr<Simulation> fresh = std::move(fresh_);
  if (fresh && fresh_name_ == oracle.name()) return fresh;
  fresh.reset();
  return interruptible(oracle.variant.make(oracle.params, seed_));
}

void OracleRuns::keep(Kept one) {
  if (one.run->bytes() > most_bytes_) return;
  kept_.push_back(std::move(one));
  while (bytes() > most_bytes_) kept_.erase(kept_.begin());
}

}  // namespace spinbench
