// The density of states by Wang-Landau walkers: they learn weights, which then stand for a production run, as in a
// multicanonical simulation. Its histogram gives ln g, and energies and specific heats at many temperatures, with
// errors by jackknife over sets of walkers. What was learned badly costs time, and is no bias.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/flat/density.hpp"
#include "kernels/common/plan_parts.hpp"
#include "kernels/ising2d_wang_landau/variant.hpp"

namespace spinbench::wang_landau {
namespace {

/// The learning takes as many sweeps as its increments stand for until they fall as 1 / t (14 times at L = 32), and at
/// least half as many as the production. Of that an eighth is thrown away: walkers get used to weights that stand.
Experiment::Length length(const Params& params, const Device& device, std::optional<int> wanted) {
  Experiment::Length result = flat::length_of_run(params, device, wanted, 0);
  const std::uint32_t sites = flat::levels_of(params).sites();
  const auto halvings = static_cast<int>(16 * sweeps_of_increment(flat::windows_of(params).width(), sites));
  result.equilibration = std::max(halvings, result.sweeps / 2);
  return result;
}

std::vector<NamedEstimate> estimates(const Params& params, const Experiment::Length&, const Series& visits,
                                     Simulation& simulation) {
  const auto thrown_away = static_cast<std::ptrdiff_t>(visits.measurements() / 8 * visits.replicas);
  const auto before = visits.values.begin() + thrown_away, last = visits.values.end();
  const auto sets = static_cast<std::ptrdiff_t>(visits.replicas);
  return flat::estimates_of(flat::from_sets(flat::windows_of(params), flat::levels_of(params),
                                            simulation.observe().of("log2_g"), {before, before + sets},
                                            {last - sets, last}));
}

void adapt(Variant& variant) {
  variant.title = "density of states by " + variant.title;
  const bool host = variant.backend == "cpu", shares = variant.name != "serial", windowed = variant.name == "windows";
  for (Axis& axis : variant.axes) {
    if (axis.name == "L") axis.fallback = std::int64_t{host ? 16 : 32};
    if (axis.name == "walkers" && host) axis.fallback = std::int64_t{shares ? 64 : 8};
    // The first increments want many sweeps, whatever the number of walkers; errors want many runs.
    if (axis.name == "group" && host) axis.fallback = std::int64_t{windowed ? 2 : 8};
  }
}

const Register<Experiment> experiment_registered{{
    .name = "dos_ising2d_wang_landau",
    .title = "2D Ising model: density of states by Wang-Landau walkers",
    .sources = {"F. Wang, D. P. Landau, Phys. Rev. Lett. 86, 2050 (2001)"},
    .kernel = "ising2d_wang_landau",
    .variants = {"*"},
    .observable = "visits",
    .adapt = adapt,
    .length = length,
    .estimates = estimates,
}};

std::vector<Sweep> densities() {
  std::vector<Sweep> result = plans::gpu("walkers_shared", {{"L", plans::numbers({32})}});
  result.push_back({"*", "cpu", {{"L", plans::numbers({16})}}});
  return result;
}
const Register<Plan> densities_plan{{"weigel2015-ensembles", "dos_ising2d_wang_landau",
                                     "Weigel 2015: the density of states by Wang-Landau walkers", true, densities()}};

}  // namespace
}  // namespace spinbench::wang_landau
