#include "bench/verify/oracle_runs.hpp"

#include <algorithm>
#include <utility>

#include "bench/interrupt.hpp"
#include "bench/verify/interruptible.hpp"

namespace spinbench {

std::string OracleCase::name() const {
  const std::string where = variant.backend == "cpu" ? "" : " device " + std::to_string(device);
  return variant.kernel + "/" + variant.name + "/" + variant.backend + where + " " + params.name();
}

const OracleFacts* OracleRuns::known_facts(const std::string& name) const {
  const std::lock_guard lock(mutex_);
  const auto known = facts_.find(name);
  return known == facts_.end() ? nullptr : &known->second;
}

const OracleFacts& OracleRuns::facts(const OracleCase& oracle) {
  const std::string name = oracle.name();
  if (const OracleFacts* const known = known_facts(name)) return *known;
  auto fresh = take(oracle);
  const OracleFacts facts{fresh->sweep_granularity(), fresh->work_per_sweep().units, fresh->code_path()};
  const std::lock_guard lock(mutex_);
  fresh_[std::this_thread::get_id()] = {name, std::move(fresh)};
  return facts_.try_emplace(name, facts).first->second;
}

std::shared_ptr<const OracleRun> OracleRuns::run(const OracleCase& oracle, const Course& course) {
  const std::string name = oracle.name();
  const KeyTurns::Turn turn(turns_, name + " " + std::to_string(course.step) + "x" + std::to_string(course.steps) +
                                        (course.observe ? " observed" : "") + (course.at_once ? " at once" : ""));
  {
    const std::lock_guard lock(mutex_);
    if (auto kept = kept_.find({name, course})) return kept;
  }
  const auto simulation = take(oracle);
  auto run = std::make_shared<const OracleRun>(run_oracle(*simulation, course));
  const std::lock_guard lock(mutex_);
  ++made_;
  kept_.add({name, course}, run, run->bytes());
  return run;
}

std::shared_ptr<const std::optional<SampledValues>> OracleRuns::sample(const OracleCase& oracle) {
  const std::string name = oracle.name();
  const KeyTurns::Turn turn(sample_turns_, name);
  {
    const std::lock_guard lock(mutex_);
    if (auto kept = samples_.find(name)) return kept;
  }
  throw_if_interrupted();
  auto made = std::make_shared<const std::optional<SampledValues>>(oracle.variant.sample(oracle.params, seed_));
  const std::lock_guard lock(mutex_);
  ++samples_made_;
  samples_.add(name, made, bytes_of(*made));
  return made;
}

int OracleRuns::sweeps_kept(const OracleCase& oracle, int step) const {
  const std::string name = oracle.name();
  const std::lock_guard lock(mutex_);
  int most = 0;
  kept_.for_each_key([&](const Key& one) {
    if (one.oracle == name && one.course.step == step && !one.course.observe && !one.course.at_once)
      most = std::max(most, one.course.sweeps());
  });
  return most;
}

int OracleRuns::made() const {
  const std::lock_guard lock(mutex_);
  return made_;
}

int OracleRuns::samples_made() const {
  const std::lock_guard lock(mutex_);
  return samples_made_;
}

double OracleRuns::bytes() const {
  const std::lock_guard lock(mutex_);
  return kept_.bytes();
}

double OracleRuns::bytes_of(const std::optional<SampledValues>& sample) {
  if (!sample) return 0;
  return static_cast<double>(sample->values.size() * (sizeof(sample->values[0]) + sizeof(sample->indices[0])));
}

void OracleRuns::let_go() {
  Fresh given_back;
  const std::lock_guard lock(mutex_);
  if (auto own = fresh_.extract(std::this_thread::get_id())) given_back = std::move(own.mapped());
}

/// A new simulation of `oracle`, and no other of this thread beside it.
std::unique_ptr<Simulation> OracleRuns::take(const OracleCase& oracle) {
  Fresh fresh;
  {
    const std::lock_guard lock(mutex_);
    if (auto own = fresh_.extract(std::this_thread::get_id())) fresh = std::move(own.mapped());
  }
  if (fresh.simulation && fresh.oracle == oracle.name()) return std::move(fresh.simulation);
  fresh.simulation.reset();
  return interruptible(oracle.variant.make(oracle.params, seed_));
}

}  // namespace spinbench
