// The density of states by multicanonical walkers: ln g, and energies and specific heats at many temperatures from one
// run, with errors by jackknife over parts of the run.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/flat/density.hpp"
#include "kernels/common/plan_parts.hpp"

namespace spinbench::multicanonical {
namespace {

std::vector<NamedEstimate> estimates(const Params& params, const Experiment::Length&, const Series& visits,
                                     Simulation& simulation) {
  const flat::Levels levels = flat::levels_of(params);
  // Counted from the start: the first part is what was before the others.
  const auto second = visits.values.begin() + levels.count();
  return flat::estimates_of(flat::from_visits(levels, simulation.observe().of("log2_g"),
                                              {visits.values.begin(), second}, {second, visits.values.end()}));
}

void adapt(Variant& variant) {
  variant.title = "density of states by " + variant.title;
  for (Axis& axis : variant.axes) {
    if (axis.name == "L") axis.fallback = std::int64_t{variant.backend == "cpu" ? 16 : 32};
    if (axis.name == "walkers" && variant.backend == "cpu") axis.fallback = std::int64_t{4};
  }
}

const Register<Experiment> registered{{
    .name = "dos_ising2d_multicanonical",
    .title = "2D Ising model: density of states by multicanonical walkers",
    .sources = {"B. A. Berg, T. Neuhaus, Phys. Rev. Lett. 68, 9 (1992)"},
    .kernel = "ising2d_multicanonical",
    .variants = {"*"},
    .observable = "visits",
    .adapt = adapt,
    .length = [](const Params& params, const Device& device,
                 std::optional<int> wanted) { return flat::length_of_run(params, device, wanted, 0.1); },
    .estimates = estimates,
}};

std::vector<Sweep> talk() {
  std::vector<Sweep> result = plans::gpu("walkers_shared", {{"L", plans::numbers({32})}});
  result.push_back({"serial", "cpu", {{"L", plans::numbers({16})}}});
  return result;
}
const Register<Plan> talk_plan{{"weigel2015-ensembles", "dos_ising2d_multicanonical",
                                "Weigel 2015: the density of states by multicanonical walkers", true, talk()}};

}  // namespace
}  // namespace spinbench::multicanonical
