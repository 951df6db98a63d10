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

/// A tenth is thrown away, and at least as many sweeps as a walker takes through all levels, about four times their
/// square over the sites: walkers start at energies of their own, and sets of them are counted apart.
Experiment::Length length(const Params& params, const Device& device, std::optional<int> wanted) {
  Experiment::Length result = flat::length_of_run(params, device, wanted, 0.1);
  const double levels = flat::levels_of(params).count(), sites = flat::levels_of(params).sites();
  result.equilibration = std::max(result.equilibration, static_cast<int>(4 * levels * levels / sites));
  return result;
}

void adapt(Variant& variant) {
  variant.title = "density of states by " + variant.title;
  for (Axis& axis : variant.axes) {
    if (axis.name == "L") axis.fallback = std::int64_t{variant.backend == "cpu" ? 16 : 32};
    if (axis.name == "walkers" && variant.backend == "cpu") axis.fallback = std::int64_t{16};
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
    .length = length,
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
