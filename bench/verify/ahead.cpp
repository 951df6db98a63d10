// Verifier::prepare: what hosts make of checks, for several cases side by side.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "bench/interrupt.hpp"
#include "bench/verify/compare.hpp"
#include "bench/verify/courses.hpp"
#include "bench/verify/interruptible.hpp"
#include "bench/verify/keys.hpp"
#include "bench/verify/verify.hpp"
#include "interface/adapts.hpp"
#include "interface/rank_parts.hpp"

namespace spinbench {

using namespace verify_detail;

/// What one thread can do without any other.
struct Verifier::Task {
  std::string makes;        ///< the same as any other task of this name
  std::uint64_t bytes = 0;  ///< of the host's memory that it takes meanwhile, as far as is told
  double kept_bytes = 0;    ///< of a run that is kept
  double expected_s = 0;    ///< that it may take: an order of magnitude
  std::function<void()> work;
  std::vector<std::string> cases;  ///< that need it
  double seconds = 0;              ///< that it took
};

/// Of a case at its own size, as far as its comparisons tell, which are of smaller ones.
struct Verifier::CaseFacts {
  double units_a_sweep = 0;
  int granularity = 1;
};

namespace {

/// Whether simulations of `variant`, and those of its checks, run in the thread that asks them. Of code for hosts these
/// are the oracles (tests/made_ahead.cpp): what is compared with one may have a team of threads, or parts on ranks.
bool is_serial(const Variant& variant) {
  return variant.backend == "cpu" && variant.oracle.empty() &&
         ranked_variant(variant.kernel, variant.name, variant.backend) == nullptr;
}

std::uint64_t bytes_of(const Variant& variant, const Params& params) {
  constexpr double more_than_any = 1e18;
  return variant.memory_bytes ? static_cast<std::uint64_t>(std::min(variant.memory_bytes(params), more_than_any)) : 0;
}

/// Memory that threads share, in whole bytes: what is given back must be all of what was taken.
class Room {
 public:
  explicit Room(std::uint64_t bytes) : left_(bytes) {}

  /// Waits until so much is left, which must be no more than there is in all.
  void take(std::uint64_t bytes) {
    std::unique_lock lock(mutex_);
    given_back_.wait(lock, [&] { return bytes <= left_; });
    left_ -= bytes;
  }
  void give_back(std::uint64_t bytes) {
    const std::lock_guard lock(mutex_);
    left_ += bytes;
    given_back_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable given_back_;
  std::uint64_t left_;
};

/// Of a sample while it is made: 16 B for each of some million values, and as much again while their number grows.
constexpr std::uint64_t usual_sample_bytes = 128 << 20;

/// Does `work(i)` for all i below `count` on so many threads, this one among them, or on fewer where the system starts
/// no more. `work` must not throw.
void side_by_side(std::size_t count, int threads, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next{0};
  const auto take_turns = [&] {
    for (std::size_t i; (i = next.fetch_add(1)) < count;) work(i);
  };
  std::vector<std::jthread> others;
  try {
    while (static_cast<int>(others.size()) + 1 < threads) others.emplace_back(take_turns);
  } catch (const std::system_error&) {
    // Those that are there share the work.
  }
  take_turns();
}

}  // namespace

/// The part of `passed` seconds that is each case's, of a task that several need as much for each.
std::map<std::string, double> Verifier::shares_of(const std::vector<Task>& tasks, double passed) {
  double all = 0;
  for (const Task& task : tasks) all += task.seconds;
  std::map<std::string, double> result;
  for (const Task& task : tasks)
    for (const std::string& name : task.cases)
      result[name] += all > 0 ? passed * task.seconds / all / static_cast<double>(task.cases.size()) : 0;
  return result;
}

/// What the oracle makes of the cases on which `c` is compared with it; and what these say of the case, if that is
/// needed for samples.
std::vector<Verifier::Task> Verifier::comparison_tasks_of(const Case& c, bool for_samples, CaseFacts& facts) {
  const Oracle& oracle = c.variant->oracle;
  const Variant* const variant = oracle.empty() ? nullptr : find_oracle(c, oracle);
  if (variant == nullptr || !is_serial(*variant) || oracle.agreement_of(c.params).kind == Agreement::Kind::law)
    return {};
  const double own_bytes = static_cast<double>(bytes_of(*variant, oracle_params(c, oracle, *variant, c.params)));
  std::vector<Task> result;
  std::vector<double> units;  // of their sweeps
  std::unique_ptr<Simulation> smallest;
  const std::vector<Params> cases = small_cases(c);
  for (const Params& params : cases) {
    const bool is_known = known_checks(bits_key(c, params)) != nullptr;
    if (is_known && !for_samples) continue;
    const OracleCase other{*variant, oracle_params(c, oracle, *variant, params), c.device};
    const std::uint64_t bytes = bytes_of(*variant, other.params);
    // The device's part of the comparison makes one of its own; here it only tells its steps and its work.
    auto simulation = interruptible(c.variant->make(params, seed_));
    const int granularity = simulation->sweep_granularity();
    const double work_units = simulation->work_per_sweep().units;
    if (!smallest || work_units < smallest->work_per_sweep().units) smallest = std::move(simulation);
    facts.granularity = std::max(facts.granularity, granularity);
    if (bytes > 0) facts.units_a_sweep = work_units * own_bytes / static_cast<double>(bytes);
    if (is_known) continue;
    const bool is_first = &params == cases.data();
    const double most_units = is_first ? options_.first_bit_units : options_.bit_units;
    result.push_back({
        // Launches of one case, which differ in nothing that an oracle knows, share it.
        .makes = other.name() + (is_first ? " first" : "") + " in steps of " + std::to_string(granularity) + ", " +
                 std::to_string(oracle.agreement_of(params).sweeps) + " sweeps at most" +
                 (options_.is_short(c) ? ", short" : ""),
        .bytes = bytes,
        .expected_s = 1e-9 * (most_units * usual_ns_a_unit + static_cast<double>(bytes) * ns_a_byte),
        .work =
            [this, c, params, other, granularity, is_first] {
              oracles_.run(other, course_of(c, params, is_first, granularity, oracles_.facts(other), options_));
            },
        .cases = {},
    });
    units.push_back(work_units);
  }
  if (result.empty()) return result;
  // What adapts something is kept twice; an oracle keeps bits in bytes.
  const Configuration held = smallest->configuration();
  const double bytes = std::max(static_cast<double>(held.bytes.size()), static_cast<double>(held.spins)) *
                       (dynamic_cast<Adapts*>(smallest.get()) ? 2 : 1);
  for (std::size_t i = 0; i < result.size(); ++i)
    result[i].kept_bytes = bytes * units[i] / std::max(1.0, smallest->work_per_sweep().units);
  return result;
}

/// Whether follow() will ask for samples of `c`, as far as is known before its paths are: nobody goes the case's way at
/// its own size.
bool Verifier::will_ask_for_samples(const Case& c, const CaseFacts& facts) const {
  for (const Params& params : small_cases(c))
    if (params == c.params) return false;
  if (!has_room_for_samples(facts.units_a_sweep)) return false;
  const std::optional<Follower> follower = follower_of(c);
  if (!follower) return true;
  const double most = follower->fast ? options_.follow_seconds : options_.follow_proved_seconds;
  return seconds_to_follow(c, *follower, facts.units_a_sweep * facts.granularity, usual_ns_a_unit) > most;
}

/// Of a case that this cannot make anything for, or whose simulation cannot be made, there are none.
std::vector<Verifier::Task> Verifier::tasks_of(const Case& c) {
  if (is_serial(*c.variant)) {
    if (!c.variant->physics) return {};
    const auto work = [this, c] {
      Verification made = verify_now(c);
      const std::lock_guard lock(mutex_);
      if (!came_to_nothing(made.checks)) made_ahead_[c.name()] = std::move(made);
    };
    return {{.makes = c.name(),
             .bytes = bytes_of(*c.variant, c.params),
             .expected_s = options_.physics_seconds(c),
             .work = work,
             .cases = {}}};
  }
  if (c.variant->backend == "cpu" || ranked_variant(c.variant->kernel, c.variant->name, c.variant->backend) != nullptr)
    return {};
  c.backend->use_device(c.device);
  const std::optional<OracleCase> sampled = sampled_case(c, options_);
  const bool may_sample = sampled && is_serial(sampled->variant);
  CaseFacts facts;
  std::vector<Task> result = comparison_tasks_of(c, may_sample, facts);
  if (may_sample && will_ask_for_samples(c, facts))
    result.push_back({.makes = sampled->name() + " sampled",
                      .bytes = usual_sample_bytes,
                      .expected_s = 0.5,
                      .work =
                          [this, other = *sampled] {
                            // Those after it would push out others, but for some that are under way then.
                            if (ahead_sample_bytes_ > oracles_.most_bytes() / 2) return;
                            ahead_sample_bytes_ += OracleRuns::bytes_of(*oracles_.sample(other));
                          },
                      .cases = {}});
  // A fault there is this case's, and no later one's.
  c.backend->synchronize();
  return result;
}

/// What there is to do for `coming` in no more than `most_bytes` each, once each, the longest first: one that begins
/// last keeps all others waiting.
std::vector<Verifier::Task> Verifier::collect(const std::vector<Case>& coming, std::uint64_t most_bytes,
                                              const std::function<void(const Case&)>& on_error) {
  std::vector<Task> tasks;
  std::map<std::string, std::size_t> places;  // of tasks, by what they make
  double kept_bytes = 0;
  for (const Case& c : coming) {
    throw_if_interrupted();
    try {
      for (Task& task : tasks_of(c)) {
        const bool is_new = !places.contains(task.makes);
        // A run that pushes out another of these would be made in vain.
        if (task.bytes > most_bytes || (is_new && kept_bytes + task.kept_bytes > oracles_.most_bytes())) continue;
        const auto place = places.try_emplace(task.makes, tasks.size()).first;
        if (is_new) {
          kept_bytes += task.kept_bytes;
          tasks.push_back(std::move(task));
        }
        tasks[place->second].cases.push_back(c.name());
      }
    } catch (const std::exception&) {
      // verify() comes to the same, and says so.
      on_error(c);
    }
  }
  // What one thread can do as well, verify() does.
  if (tasks.size() < 2) tasks.clear();
  std::stable_sort(tasks.begin(), tasks.end(),
                   [](const Task& a, const Task& b) { return a.expected_s > b.expected_s; });
  return tasks;
}

std::map<std::string, double> Verifier::prepare(const std::vector<Case>& coming, int threads,
                                                const std::function<void(const Case&)>& on_error) {
  const auto start = std::chrono::steady_clock::now();
  if (threads < 2) return {};
  // Beside a simulation its check may make another, of another size.
  const std::uint64_t most_bytes = options_.host_bytes() / 4;
  std::vector<Task> tasks = collect(coming, most_bytes, on_error);
  ahead_sample_bytes_ = 0;
  making_ahead_ = true;
  Room room(most_bytes);
  std::atomic<bool> is_interrupted{false};
  side_by_side(tasks.size(), threads, [&](std::size_t i) {
    room.take(tasks[i].bytes);
    const auto began = std::chrono::steady_clock::now();
    try {
      if (!is_interrupted && !interrupted()) tasks[i].work();
    } catch (const Interrupted&) {
      is_interrupted = true;
    } catch (...) {
      // As in collect().
    }
    oracles_.let_go();
    tasks[i].seconds = seconds_since(began);
    room.give_back(tasks[i].bytes);
  });
  making_ahead_ = false;
  // A machine that others keep busy may leave physics too little time: alone it has all. A wrong value stands.
  for (const std::string& key : unjudged_ahead_) known_.erase(key);
  unjudged_ahead_.clear();
  if (is_interrupted || interrupted()) throw Interrupted{};
  // What was made for nothing was made for the first.
  if (tasks.empty() && !coming.empty()) return {{coming.front().name(), seconds_since(start)}};
  return shares_of(tasks, seconds_since(start));
}

}  // namespace spinbench
