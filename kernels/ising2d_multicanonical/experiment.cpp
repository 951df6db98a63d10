// The density of states by multicanonical walkers: ln g, and energies and specific heats at many temperatures from one
// run, with errors by jackknife over sets of walkers.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/plan_parts.hpp"
#include "kernels/ising2d_multicanonical/variant.hpp"

namespace spinbench::multicanonical {
namespace {

std::vector<NamedEstimate> estimates(const Params& params, const Experiment::Length&, const Series& visits,
                                     Simulation& simulation) {
  // Counted from the start: the first part is what was before the others.
  const auto second = visits.values.begin() + static_cast<std::ptrdiff_t>(visits.replicas);
  return flat::estimates_of(densities(flat::levels_of(params), simulation.observe().of("log2_g"),
                                      {visits.values.begin(), second}, {second, visits.values.end()}));
}

/// Before as many sweeps as walkers take through all levels, or as what is measured where that is less: what has not
/// mixed by then sets apart the sets, and so is in the errors.
Experiment::Length length(const Params& params, const Device& device, std::optional<int> wanted) {
  Experiment::Length result = flat::length_of_run(params, device, wanted, 0.1);
  result.equilibration =
      std::max(result.equilibration, std::min(sweeps_through(flat::levels_of(params)), result.sweeps));
  return result;
}

/// Errors want sets of walkers.
std::string few_sets(const Params& params) {
  const std::uint64_t block = counted_together(params);
  if (sets_of(static_cast<std::uint64_t>(params.integer("walkers")), block) >= enough_sets) return "";
  return "errors come from the spread of sets of walkers, but walkers is " + std::to_string(params.integer("walkers")) +
         ": take " + std::to_string(enough_sets * block) + " or more";
}

void adapt(Variant& variant) {
  variant.title = "density of states by " + variant.title;
  for (Axis& axis : variant.axes) {
    if (axis.name == "L") axis.fallback = std::int64_t{variant.backend == "cpu" ? 16 : 32};
    if (axis.name == "walkers" && variant.backend == "cpu") axis.fallback = std::int64_t{16};
  }
}

const Register<Experiment> experiment_registered{{
    .name = "dos_ising2d_multicanonical",
    .title = "2D Ising model: density of states by multicanonical walkers",
    .sources = {"B. A. Berg, T. Neuhaus, Phys. Rev. Lett. 68, 9 (1992)"},
    .kernel = "ising2d_multicanonical",
    .variants = {"*"},
    .observable = "visits",
    .adapt = adapt,
    .refuses = few_sets,
    .length = length,
    .estimates = estimates,
}};

std::vector<Sweep> plan_of_densities() {
  std::vector<Sweep> result = plans::gpu("walkers_shared", {{"L", plans::numbers({32})}});
  result.push_back({"serial", "cpu", {{"L", plans::numbers({16})}}});
  return result;
}
const Register<Plan> densities_plan{{"weigel2015-ensembles", "dos_ising2d_multicanonical",
                                     "Weigel 2015: the density of states by multicanonical walkers", true,
                                     plan_of_densities()}};

}  // namespace
}  // namespace spinbench::multicanonical
