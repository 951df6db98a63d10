#include "bench/runner.hpp"

#include <chrono>
#include <new>
#include <optional>
#include <typeinfo>

#include "bench/counted.hpp"
#include "bench/errors.hpp"
#include "bench/interrupt.hpp"
#include "bench/rows/published.hpp"
#include "bench/select/selection.hpp"
#include "interface/rank_parts.hpp"

namespace spinbench {

namespace {

/// Whose memory is short: a device's says so itself.
std::string memory_short(const std::bad_alloc& error) {
  if (typeid(error) != typeid(std::bad_alloc)) return error.what();
  return "the host has too little free memory, or starts no more threads (ulimit -u)";
}

std::string why_failed(const Verification& verification) {
  std::vector<std::string> failed;
  for (const auto& check : verification.checks)
    if (!check.passed && !check.expected_failure)
      failed.push_back(check.detail.empty() ? check.name : check.name + " (" + check.detail + ")");
  return failed.empty() ? "nothing checks this case, so it is not verified" : "verification failed: " + joined(failed);
}

Row start_row(const Case& c, std::uint64_t seed) {
  Row row;
  row.name = c.name();
  row.kernel = c.kernel->name;
  row.variant = c.variant->name;
  row.backend = c.variant->backend;
  row.device = c.device_info().name;
  row.devices = {c.device};
  row.platform = c.device_info().platform;
  row.runtime = c.device_info().runtime;
  row.seed = seed;
  row.params = c.params;
  row.unit = c.kernel->unit;
  row.published = published_for(c);
  return row;
}

class Seconds {
 public:
  double passed() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Simulations made meanwhile have no slow network.
class WithoutDelay {
 public:
  WithoutDelay() { world().is_slow = false; }
  WithoutDelay(const WithoutDelay&) = delete;
  WithoutDelay& operator=(const WithoutDelay&) = delete;
  ~WithoutDelay() { world().is_slow = true; }
};

}  // namespace

std::string checkpoint_identity(const Case& c, std::uint64_t seed, std::optional<int> sweeps,
                                const std::string& build) {
  const int all = c.kernel->experiment->length(c.params, c.device_info(), sweeps).sweeps;
  return c.name() + " device " + std::to_string(c.device) + " seed " + std::to_string(seed) + " sweeps " +
         std::to_string(all) + " of " + build;
}

std::optional<Row> Runner::run(const Case& c, bool wanted) {
  Row row = start_row(c, options_.seed);
  // Whatever goes wrong, no half of a measurement may stay in the row.
  const auto end = [&](Row::Status status, const std::string& reason) {
    row.status = status;
    row.reason = reason;
    row.measurement.reset();
    row.speedup.reset();
    row.findings.reset();
    row.setup_s.reset();
    row.ranks.reset();
    row.limit.reset();
  };
  try {
    if (const auto lost = why_lost(c); !lost.empty())
      end(Row::Status::failed, lost);
    else if (const auto why = why_skipped(c); !why.empty())
      end(Row::Status::skipped, why);
    else if (!fill(c, wanted, row))
      return std::nullopt;
    else if (row.status == Row::Status::failed)
      end(Row::Status::failed, row.reason);
  } catch (const Interrupted&) {
    return std::nullopt;
  } catch (const RanksLost&) {
    throw;
  } catch (const Unsupported& error) {
    end(Row::Status::skipped, error.what());
  } catch (const std::bad_alloc& error) {
    end(Row::Status::skipped, memory_short(error));
  } catch (const std::exception& error) {
    end(Row::Status::failed, error.what());
  } catch (...) {
    end(Row::Status::failed, "an error of unknown kind");
  }
  if (row.status == Row::Status::failed) note_whether_lost(c);
  return row;
}

void Runner::prepare(std::span<const Case> coming, const std::function<bool(const std::string&)>& is_run) {
  if (coming.empty() || prepared_s_.contains(coming.front().name()) || world().size() > 1) return;
  options_.doing("verifying");
  const int cores = options_.idle_cores();
  if (cores < 2) return;
  // Cases share checks, and one long check must not keep all other cores waiting; more cases would keep the first row
  // waiting.
  constexpr int cases_a_core = 2, most_cases = 64;
  std::vector<Case> group;
  for (const Case& c : coming) {
    if (static_cast<int>(group.size()) == std::min(cases_a_core * cores, most_cases)) break;
    const std::string name = c.name();
    if (prepared_s_.contains(name) || !is_run(name)) continue;
    prepared_s_[name] = 0;
    if (why_lost(c).empty() && why_skipped(c).empty()) group.push_back(c);
  }
  const auto note_lost = [this](const Case& c) { note_whether_lost(c); };
  try {
    for (const auto& [name, seconds] : verifier_.prepare(group, cores, note_lost)) prepared_s_[name] = seconds;
  } catch (const Interrupted&) {
    // The case itself comes to no row then.
  }
}

std::string Runner::why_lost(const Case& c) const {
  const auto lost = lost_.find(device_key(*c.backend, c.device));
  return lost == lost_.end() ? "" : "the device was lost with " + lost->second + ": run this one without that";
}

/// A fault of a kernel, such as an illegal access, stays with the device for as long as the process lives.
void Runner::note_whether_lost(const Case& c) {
  try {
    c.backend->use_device(c.device);
    c.backend->synchronize();
  } catch (const std::exception& error) {
    lost_.try_emplace(device_key(*c.backend, c.device), c.name() + " (" + error.what() + ")");
  }
}

bool Runner::could_run(const Case& c) const {
  try {
    return why_lost(c).empty() && why_skipped(c).empty();
  } catch (const std::exception&) {
    return false;
  }
}

Row Runner::skipped(const Case& c, const std::string& why) const {
  Row row = start_row(c, options_.seed);
  row.status = Row::Status::skipped;
  row.reason = why;
  return row;
}

/// The verified object that is to be timed. Null where the row says that it failed, or where it was interrupted.
std::unique_ptr<Simulation> Runner::prove(const Case& c, bool with_limits, Row& row) {
  c.backend->use_device(c.device);
  const Seconds verifying;
  options_.doing("verifying");
  // A slow network is for what is timed, and comes back however this ends: a search goes on after a failure.
  std::optional<WithoutDelay> at_full_speed{std::in_place};
  row.verification = verifier_.verify(c);
  row.verifying_s = verifying.passed() + prepared_s_[row.name];
  const auto fail = [&](const std::string& why) {
    row.status = Row::Status::failed;
    row.reason = why;
    return nullptr;
  };
  if (!row.verification->passed) return fail(why_failed(*row.verification));
  if (interrupted()) return nullptr;
  // Before the case takes its memory.
  if (with_limits) {
    options_.doing("measuring limits");
    limits_.rates(*c.backend, c.device);
    options_.doing("verifying");
  }
  c.backend->use_device(c.device);
  at_full_speed.reset();
  auto simulation = counted(c.variant->make(c.params, options_.seed));
  const Seconds following;
  verifier_.follow(c, *simulation, *row.verification);
  row.verifying_s += following.passed();
  if (!row.verification->passed) return fail(why_failed(*row.verification));
  row.code_path = simulation->code_path();
  if (const std::string why = verifier_.why_unproved(c, *simulation); !why.empty()) return fail(why);
  if (interrupted()) return nullptr;
  row.status = Row::Status::verified;
  return simulation;
}

/// False where it was interrupted.
bool Runner::fill(const Case& c, bool wanted, Row& row) {
  auto simulation = prove(c, options_.measure && !c.kernel->measures_limit && !c.kernel->experiment, row);
  if (!simulation) return row.status == Row::Status::failed;
  if (!options_.measure) return true;
  const Seconds measuring;
  options_.doing("measuring");
  const bool done = c.kernel->experiment ? experiment_into(c, std::move(simulation), row)
                                         : measure_into(c, wanted, std::move(simulation), row);
  row.measuring_s = measuring.passed();
  return done;
}

Attempt Runner::attempt(const Case& c, const MeasureOptions& measuring) {
  if (const auto lost = why_lost(c); !lost.empty()) return {std::nullopt, Row::Status::failed, lost};
  const Attempt result = try_out(c, measuring);
  if (result.status == Row::Status::failed) note_whether_lost(c);
  return result;
}

Attempt Runner::try_out(const Case& c, const MeasureOptions& measuring) {
  Attempt result;
  const auto drop = [&](Row::Status status, const std::string& why) {
    result.status = status;
    result.reason = why;
  };
  try {
    c.backend->use_device(c.device);
    const std::string name = c.name();
    std::unique_ptr<Simulation> first;
    if (!attempted_.contains(name)) {
      Row row = start_row(c, options_.seed);
      first = prove(c, false, row);
      if (first)
        attempted_[name] = std::move(row);
      else if (row.status == Row::Status::failed)
        drop(row.status, row.reason);
      if (!first) return result;
    }
    result.ns_per_unit = time(c, measuring, attempted_[name], std::move(first));
  } catch (const Interrupted&) {
    return result;
  } catch (const RanksLost&) {
    throw;
  } catch (const Unsupported& error) {
    drop(Row::Status::skipped, error.what());
  } catch (const std::bad_alloc& error) {
    drop(Row::Status::skipped, memory_short(error));
  } catch (const std::exception& error) {
    drop(Row::Status::failed, error.what());
  }
  return result;
}

/// One more object of a case of which another was proved. What it runs must have been checked, too: throws Unproved
/// where no check did.
std::unique_ptr<Simulation> Runner::make_proved(const Case& c, std::uint64_t seed) const {
  auto simulation = counted(c.variant->make(c.params, seed));
  if (const std::string why = verifier_.why_unproved(c, *simulation); !why.empty()) throw Unproved(why);
  return simulation;
}

/// Gross faults of the timed object end the row.
void Runner::look(const Case& c, Simulation& simulation, double sweeps, Row& row) const {
  verifier_.look(c, simulation, sweeps, *row.verification);
  if (!row.verification->passed) throw std::runtime_error("after the last batch: " + why_failed(*row.verification));
}

}  // namespace spinbench
