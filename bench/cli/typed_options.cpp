#include "bench/cli/typed_options.hpp"

#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "bench/cli/typed_numbers.hpp"
#include "bench/errors.hpp"
#include "interface/rank_parts.hpp"

namespace spinbench::cli {

namespace {

/// "a,b" are two patterns, as figures are.
void part_at_commas(std::vector<std::string>& patterns) {
  std::vector<std::string> result;
  for (const std::string& pattern : patterns)
    for (std::string& part : split(pattern, ',')) result.push_back(std::move(part));
  patterns = std::move(result);
}

/// Less than a second decides nothing, and failed right code; `or_none`: 0 leaves physics out.
double physics_seconds(const std::string& text, bool or_none) {
  const double value = seconds("--physics", text, or_none ? 0 : 1, 86400);
  if (value != 0 && value < 1)
    throw UsageError("--physics " + quote(text) + ": write seconds from 1 to 86400, or 0 to leave physics out");
  return value;
}

}  // namespace

void read_numbers(const Typed& typed, Options& options) {
  options.seeded = !typed.seed.empty();
  if (options.seeded)
    options.seed = whole_number<std::uint64_t>("--seed", typed.seed, 0, std::numeric_limits<std::uint64_t>::max());
  if (!typed.sweeps.empty()) options.sweeps = whole_number<int>("--sweeps", typed.sweeps, 1, 1 << 26);
  if (!typed.hold.empty()) options.hold_s = seconds("--hold", typed.hold, 0, 3600);
  if (!typed.checkpoint_every.empty()) {
    if (options.checkpoint.empty())
      throw UsageError("--checkpoint-every says how often --checkpoint writes; give that, too");
    options.checkpoint_every_s = seconds("--checkpoint-every", typed.checkpoint_every, 0, 86400);
  }
  if (!typed.physics.empty()) options.physics_s = physics_seconds(typed.physics, options.command == "verify");
  if (!typed.repetitions.empty()) options.repetitions = whole_number<int>("--repetitions", typed.repetitions, 1, 1000);
  options.selection.kernels.insert(options.selection.kernels.end(), typed.kernels.begin(), typed.kernels.end());
  for (auto* patterns : {&options.selection.kernels, &options.selection.variants, &options.selection.backends})
    part_at_commas(*patterns);
  if (!typed.budget.empty()) options.budget_s = span("--time-budget", typed.budget);
  if (!typed.precision.empty()) options.precision = part("--precision", typed.precision);
  if (!typed.turns.empty()) options.turns = whole_number<int>("--turns", typed.turns, 3, 1 << 20);
  if (!typed.device.empty())
    options.selection.device = whole_number<int>("--device", typed.device, 0, std::numeric_limits<int>::max());
}

void read_format(const Typed& typed, Options& options) {
  if (!typed.format.empty()) options.format = format_called(typed.format);
  if (!options.json) return;
  if (!typed.format.empty() && options.format != Format::json)
    throw UsageError("--json and --format " + quote(typed.format) + " exclude each other; give one of them");
  options.format = Format::json;
}

/// Where no ranks are, there is nothing to hold back, and a row must not say that something was.
void read_network(const std::string& typed) {
  if (typed.empty()) return;
  const std::string what = "--network " + quote(typed);
  Network network;
  std::set<std::string> given;
  for (const std::string& part : split(typed, ',')) {
    const auto equals = part.find('=');
    const std::string name = part.substr(0, equals), value = equals == std::string::npos ? "" : part.substr(equals + 1);
    if (!given.insert(name).second) throw UsageError(what + ": " + quote(name) + " is given twice; give it once");
    if (name == "latency_us")
      network.latency_us = real_number(what + ": latency_us", value, 0, 1e6);
    else if (name == "bandwidth_GBps")
      network.bandwidth_GBps = real_number(what + ": bandwidth_GBps", value, 1e-6, 1e6);
    else
      throw UsageError(what + ": " + quote(part) + " is neither latency_us=MICROSECONDS nor bandwidth_GBps=GBPS");
  }
  if (world().nodes() > 1)
    throw UsageError(what + " is for ranks of one machine, whose clock they share; these have " +
                     std::to_string(world().nodes()) + " machines and a network of their own");
  if (world().size() < 2)
    throw UsageError(what + " is for messages between ranks, and this is one process: mpirun -n 2 spinbench ..., or " +
                     "leave it away");
  world().network = network;
}

}  // namespace spinbench::cli
