// Verifier::prepare: what hosts make of checks, for several cases side by side.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <optional>
#include <set>
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
#include "interface/rank_parts.hpp"

namespace spinbench {

using namespace verify_detail;

/// What one thread can do without any other.
struct Verifier::Task {
  std::string case_name, makes;  ///< what another one that makes the same would wait for
  std::uint64_t bytes = 0;  ///< of the host's memory that it takes meanwhile, as far as is told
  std::function<void()> work;
  double seconds = 0;  ///< that it took
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

/// What the oracle makes of the cases on which `c` is compared with it.
std::vector<Verifier::Task> Verifier::comparisons_of(const Case& c) {
  const Oracle& oracle = c.variant->oracle;
  const Variant* const variant = oracle.empty() ? nullptr : find_oracle(c, oracle);
  if (variant == nullptr || !is_serial(*variant) || oracle.agreement_of(c.params).kind == Agreement::Kind::law)
    return {};
  std::vector<Task> result;
  const std::vector<Params> cases = small_cases(c);
  for (const Params& params : cases) {
    if (known_checks(bits_key(c, params)) != nullptr) continue;
    const OracleCase other{*variant, oracle_params(c, oracle, *variant, params), c.device};
    // The device's part of the comparison makes one of its own; here it only tells its steps.
    const int granularity = interruptible(c.variant->make(params, seed_))->sweep_granularity();
    const bool is_first = &params == cases.data();
    // Launches of one case, which differ in nothing that an oracle knows, share it.
    const std::string makes = other.name() + (is_first ? " first " : " ") + std::to_string(granularity);
    result.push_back({c.name(), makes, bytes_of(*variant, other.params), [this, c, params, other, granularity, is_first] {
                        const OracleFacts& facts = oracles_.facts(other);
                        // Spins are four bytes or eight. A run that pushes out another of these was made in vain.
                        const double bytes = 8 * facts.units_a_sweep;
                        if (ahead_bytes_.fetch_add(bytes) + bytes > oracles_.most_bytes()) {
                          ahead_bytes_ -= bytes;
                          return;
                        }
                        oracles_.run(other, course_of(c, params, is_first, granularity, facts, options_));
                      }});
  }
  return result;
}

/// Whether follow() will ask `oracle` for samples of `c`, as far as is known before its paths are: nothing goes the
/// case's way at its own size.
bool Verifier::is_for_samples(const Case& c, const OracleCase& oracle) {
  if (!c.variant->follower.empty()) return false;
  for (const Params& params : small_cases(c))
    if (bits_key(c, params) == bits_key(c, c.params)) return false;
  // So much of a device is for more than a serial oracle has the time for. To make it takes time, too.
  constexpr std::uint64_t many_bytes = 64 << 20;
  if (bytes_of(*c.variant, c.params) > many_bytes) return true;
  const auto simulation = interruptible(c.variant->make(c.params, seed_));
  return seconds_to_follow(c, oracle, false, *simulation) > options_.follow_proved_seconds;
}

/// Of a case that this cannot make anything for, or whose simulation cannot be made, there are none.
std::vector<Verifier::Task> Verifier::tasks_of(const Case& c) {
  if (is_serial(*c.variant)) {
    if (!c.variant->physics) return {};
    return {{c.name(), c.name(), bytes_of(*c.variant, c.params), [this, c] {
               Verification made = verify_now(c);
               const std::lock_guard lock(mutex_);
               if (!came_to_nothing(made.checks)) made_ahead_[c.name()] = std::move(made);
             }}};
  }
  if (c.variant->backend == "cpu" || ranked_variant(c.variant->kernel, c.variant->name, c.variant->backend) != nullptr)
    return {};
  c.backend->use_device(c.device);
  std::vector<Task> result = comparisons_of(c);
  const std::optional<OracleCase> sampled = sampled_case(c, options_);
  if (sampled && is_serial(sampled->variant) && is_for_samples(c, *sampled))
    result.push_back({c.name(), sampled->name() + " sampled", 0, [this, other = *sampled] { oracles_.sample(other); }});
  // A fault there is this case's, and no later one's.
  c.backend->synchronize();
  return result;
}

std::map<std::string, double> Verifier::prepare(const std::vector<Case>& coming, int threads,
                                                const std::function<void(const Case&)>& on_error) {
  const auto start = std::chrono::steady_clock::now();
  Backend* const host = Registry::instance().backend("cpu");
  if (host == nullptr || threads < 2) return {};
  // Beside a simulation its check may make another, of another size.
  const std::uint64_t most_bytes = host->free_memory_bytes() / 4;
  std::vector<Task> tasks;
  std::set<std::string> made;
  for (const Case& c : coming) {
    try {
      for (Task& task : tasks_of(c))
        if (task.bytes <= most_bytes && made.insert(task.makes).second) tasks.push_back(std::move(task));
    } catch (const std::exception&) {
      // verify() comes to the same, and says so.
      on_error(c);
    }
  }
  // What one thread can do as well, verify() does.
  if (tasks.size() < 2) tasks.clear();
  // As far as is told, the longest: one that begins last keeps all others waiting.
  std::stable_sort(tasks.begin(), tasks.end(), [](const Task& a, const Task& b) { return a.bytes > b.bytes; });

  ahead_bytes_ = 0;
  making_ahead_ = true;
  Room room(most_bytes);
  std::atomic<bool> is_interrupted{false};
  side_by_side(tasks.size(), threads, [&](std::size_t i) {
    room.take(tasks[i].bytes);
    const auto began = std::chrono::steady_clock::now();
    try {
      if (!is_interrupted) tasks[i].work();
    } catch (const Interrupted&) {
      is_interrupted = true;
    } catch (...) {
      // As above.
    }
    oracles_.let_go();
    tasks[i].seconds = seconds_since(began);
    room.give_back(tasks[i].bytes);
  });
  making_ahead_ = false;
  // A machine that others keep busy may leave physics too little time: alone it has all. A wrong value stands.
  for (const std::string& key : unjudged_ahead_) known_.erase(key);
  unjudged_ahead_.clear();
  if (is_interrupted) throw Interrupted{};
  double all = 0;
  for (const Task& task : tasks) all += task.seconds;
  std::map<std::string, double> result;
  // What was made for nothing was made for the first.
  if (tasks.empty() && !coming.empty()) result[coming.front().name()] = seconds_since(start);
  for (const Task& task : tasks) result[task.case_name] += seconds_since(start) * task.seconds / all;
  return result;
}

}  // namespace spinbench
