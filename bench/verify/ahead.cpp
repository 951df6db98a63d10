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
#include "interface/rank_parts.hpp"

namespace spinbench {

using namespace verify_detail;

/// What one thread can do without any other.
struct Verifier::Task {
  std::string makes;        ///< the same as any other task of this name
  std::uint64_t bytes = 0;  ///< of the host's memory that it takes meanwhile, as far as is told
  double kept_bytes = 0;    ///< of what it makes, for others
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

/// While nothing was timed, of a serial oracle for a unit, and for a byte that it fills.
constexpr double usual_s_a_unit = 8e-9, usual_s_a_byte = 5e-9;

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

/// What the oracle makes of the cases on which `c` is compared with it; and what these say of the case.
std::vector<Verifier::Task> Verifier::comparison_tasks_of(const Case& c, CaseFacts& facts) {
  const Oracle& oracle = c.variant->oracle;
  const Variant* const variant = oracle.empty() ? nullptr : find_oracle(c, oracle);
  if (variant == nullptr || !is_serial(*variant) || oracle.agreement_of(c.params).kind == Agreement::Kind::law)
    return {};
  const double own_bytes = static_cast<double>(bytes_of(*variant, oracle_params(c, oracle, *variant, c.params)));
  std::vector<Task> result;
  std::unique_ptr<Simulation> smallest;
  const std::vector<Params> cases = small_cases(c);
  for (const Params& params : cases) {
    const OracleCase other{*variant, oracle_params(c, oracle, *variant, params), c.device};
    const std::uint64_t bytes = bytes_of(*variant, other.params);
    // The device's part of the comparison makes one of its own; here it only tells its steps and its work.
    auto simulation = interruptible(c.variant->make(params, seed_));
    const int granularity = simulation->sweep_granularity();
    const double units = simulation->work_per_sweep().units;
    if (!smallest || units < smallest->work_per_sweep().units) smallest = std::move(simulation);
    facts.granularity = std::max(facts.granularity, granularity);
    if (bytes > 0) facts.units_a_sweep = units * own_bytes / static_cast<double>(bytes);
    if (known_checks(bits_key(c, params)) != nullptr) continue;
    const bool is_first = &params == cases.data();
    // Launches of one case, which differ in nothing that an oracle knows, share it.
    const std::string makes = other.name() + (is_first ? " first" : "") + " in steps of " +
                              std::to_string(granularity) + ", " + std::to_string(oracle.agreement_of(params).sweeps) +
                              " sweeps at most" + (options_.is_short(c) ? ", short" : "");
    const double most_units = is_first ? options_.first_bit_units : options_.bit_units;
    const double expected_s = most_units * usual_s_a_unit + static_cast<double>(bytes) * usual_s_a_byte;
    const auto work = [this, c, params, other, granularity, is_first] {
      oracles_.run(other, course_of(c, params, is_first, granularity, oracles_.facts(other), options_));
    };
    // In units of work, until the bytes of one are known.
    result.push_back({makes, bytes, units, expected_s, work, {}});
  }
  if (result.empty()) return result;
  // An oracle that adapts something is kept twice.
  const double a_unit =
      2 * static_cast<double>(smallest->configuration().bytes.size()) / std::max(1.0, smallest->work_per_sweep().units);
  for (Task& task : result) task.kept_bytes *= a_unit;
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
  const double guess = follower->fast ? 0.2 : 1e9 * usual_s_a_unit;
  return seconds_to_follow(c, *follower, facts.units_a_sweep * facts.granularity, guess) > most;
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
    return {{c.name(), bytes_of(*c.variant, c.params), 0, options_.physics_seconds(c), work, {}}};
  }
  if (c.variant->backend == "cpu" || ranked_variant(c.variant->kernel, c.variant->name, c.variant->backend) != nullptr)
    return {};
  c.backend->use_device(c.device);
  CaseFacts facts;
  std::vector<Task> result = comparison_tasks_of(c, facts);
  const std::optional<OracleCase> sampled = sampled_case(c, options_);
  if (sampled && is_serial(sampled->variant) && will_ask_for_samples(c, facts)) {
    // 16 B for each of some million values, and as much again while their number grows.
    constexpr std::uint64_t usual_bytes = 128 << 20;
    const auto work = [this, other = *sampled] {
      // One that pushes out another of these was made in vain.
      if (ahead_sample_bytes_ + usual_bytes > oracles_.most_bytes()) return;
      const auto made = oracles_.sample(other);
      ahead_sample_bytes_ += OracleRuns::bytes_of(*made);
    };
    result.push_back({sampled->name() + " sampled", usual_bytes, 0, 0.5, work, {}});
  }
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
  std::map<std::string, std::size_t> places;  // of tasks, by what they make
  double kept_bytes = 0;
  for (const Case& c : coming) {
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
  // One that begins last keeps all others waiting.
  std::stable_sort(tasks.begin(), tasks.end(),
                   [](const Task& a, const Task& b) { return a.expected_s > b.expected_s; });

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
  if (is_interrupted || interrupted()) throw Interrupted{};
  const double passed = seconds_since(start);
  double all = 0;
  for (const Task& task : tasks) all += task.seconds;
  std::map<std::string, double> result;
  // What was made for nothing was made for the first.
  if (tasks.empty() && !coming.empty()) result[coming.front().name()] = passed;
  for (const Task& task : tasks)
    for (const std::string& name : task.cases)
      result[name] += passed * task.seconds / all / static_cast<double>(task.cases.size());
  return result;
}

}  // namespace spinbench
