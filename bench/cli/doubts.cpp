#include "bench/cli/doubts.hpp"

#include <algorithm>
#include <set>
#include <sstream>
#include <string>
#include <utility>

#include "bench/cli/say.hpp"
#include "bench/errors.hpp"
#include "bench/host/machine.hpp"
#include "spinbench_version.hpp"

namespace spinbench::cli {
namespace {

void say_busy_devices(const std::vector<Case>& cases) {
  std::set<std::pair<std::string, int>> seen;
  for (const Case& c : cases) {
    if (c.device_info().pci.empty() || !seen.insert({c.device_info().pci, c.device}).second) continue;
    c.backend->use_device(c.device);
    const auto others = c.backend->other_processes(c.device);
    if (!others.empty())
      say("the " + c.device_info().name + " is used by others, too, which its times show: " + joined(others));
  }
}

void say_hasty_builds(const std::vector<Case>& cases) {
  std::istringstream names(SPINBENCH_HASTY_BACKENDS);
  for (std::string name; names >> name;)
    if (std::any_of(cases.begin(), cases.end(), [&](const Case& c) { return c.backend->name() == name; }))
      say("this build's " + name +
          " kernels were compiled to be compiled fast, which their times show: " + SPINBENCH_FLAGS);
}

/// Asked for by name; a procurement list takes energy where there is some.
void say_no_energy(const std::vector<Case>& cases) {
  std::set<std::string> seen;
  for (const Case& c : cases) {
    const std::string name = c.device_info().name;
    if (!seen.insert(name).second || c.backend->energy_joules(c.device)) continue;
    say("--energy: " + name + " has no energy counter that can be read: its rows have no J/" + c.kernel->unit +
        "; spinbench doctor says why");
  }
}

}  // namespace

void say_doubts(const Options& options, const std::vector<Case>& cases) {
  if (options.turns) return;
  const Machine machine;
  auto doubts = machine.load_of_others_now();
  for (auto& doubt : machine.lasting_doubts()) doubts.push_back(std::move(doubt));
  if (!doubts.empty()) say("this host disturbs CPU times: " + joined(doubts, "; "));
  say_busy_devices(cases);
  say_hasty_builds(cases);
  if (options.energy) say_no_energy(cases);
}

}  // namespace spinbench::cli
