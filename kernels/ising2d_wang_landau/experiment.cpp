// The density of states by Wang-Landau walkers: ln g, and energies and specific heats at many temperatures, with errors
// by the scatter of independent estimates.
#include <cstdint>
#include <string>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/flat/density.hpp"
#include "kernels/common/plan_parts.hpp"

namespace spinbench::wang_landau {
namespace {

std::vector<NamedEstimate> estimates(const Params& params, const Experiment::Length&, const Series&,
                                     Simulation& simulation) {
  return flat::estimates_of(flat::from_groups(flat::levels_of(params), simulation.observe().of("log2_g")));
}

void adapt(Variant& variant) {
  variant.title = "density of states by " + variant.title;
  const bool host = variant.backend == "cpu", shares = variant.name == "epochs";
  for (Axis& axis : variant.axes) {
    if (axis.name == "L") axis.fallback = std::int64_t{host ? 16 : 32};
    if (axis.name == "walkers" && host) axis.fallback = std::int64_t{shares ? 64 : 8};
    // The first increments want many sweeps, whatever the number of walkers.
    if (axis.name == "group" && host) axis.fallback = std::int64_t{8};
  }
}

const Register<Experiment> registered{{
    .name = "dos_ising2d_wang_landau",
    .title = "2D Ising model: density of states by Wang-Landau walkers",
    .sources = {"F. Wang, D. P. Landau, Phys. Rev. Lett. 86, 2050 (2001)"},
    .kernel = "ising2d_wang_landau",
    .variants = {"*"},
    .observable = "energy",
    .adapt = adapt,
    .length = [](const Params& params, const Device& device,
                 std::optional<int> wanted) { return flat::length_of_run(params, device, wanted, 0); },
    .estimates = estimates,
}};

std::vector<Sweep> talk() {
  std::vector<Sweep> result = plans::gpu("walkers_shared", {{"L", plans::numbers({32})}});
  result.push_back({"*", "cpu", {{"L", plans::numbers({16})}}});
  return result;
}
const Register<Plan> talk_plan{{"weigel2015-ensembles", "dos_ising2d_wang_landau",
                                "Weigel 2015: the density of states by Wang-Landau walkers", true, talk()}};

}  // namespace
}  // namespace spinbench::wang_landau
