// The experiment norm_drift (Weigel 2012, section 4, Fig. 12): how far the lengths of spins are from 1 after many
// sweeps, in every precision. A spin is drawn anew whenever a change is accepted, so that errors do not add up.
//
// H = -sum_<ij> s_i . s_j, |s_i| = 1.
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/plan_parts.hpp"
#include "kernels/common/statistics.hpp"

namespace spinbench::heisenberg {
namespace {

/// Measurements behind the last of those sweeps that are thrown away.
constexpr int looks = 32;

int visit_of(const Params& params) { return params.has("k") ? static_cast<int>(params.integer("k")) : 1; }

/// The sweeps of the axis `after`, then looks: --sweeps takes the place of both together.
Experiment::Length length(const Params& params, const Device&, std::optional<int> wanted) {
  Experiment::Length result;
  result.spacing = visit_of(params);
  result.sweeps = wanted.value_or(looks * result.spacing);
  result.equilibration = static_cast<int>(params.integer("after"));
  return result;
}

NamedEstimate mean_of(const std::string& name, const std::vector<double>& values) {
  const MeanEstimate mean = mean_with_error(values);
  return {name, mean.value, mean.sigma, std::nullopt, ""};
}

std::vector<NamedEstimate> estimates(const Params&, const Experiment::Length&, const Series& series,
                                     Simulation& simulation) {
  return {mean_of("norm_distance", series.values),
          {"norm_deviation", simulation.observe().of("norm_deviation").front(), 0, std::nullopt, ""}};
}

void adapt(Variant& variant) {
  variant.title = "lengths of spins by " + variant.title;
  variant.source = "Weigel 2012, section 4, Fig. 12";
  variant.axes.insert(variant.axes.begin() + 1,
                      Axis::integer("after", 1000, 1, 10'000'000, "sweeps after which the spins are looked at"));
  for (Axis& axis : variant.axes) {
    if (axis.name == "L") axis.fallback = std::int64_t{variant.backend == "cpu" ? 64 : 1024};
    if (axis.name == "k") axis.fallback = std::int64_t{10};
  }
}

const Register<Experiment> registered{{
    .name = "norm_drift",
    .title = "2D Heisenberg model: how far the lengths of spins are from 1",
    .sources = {"M. Weigel, J. Comput. Phys. 231, 3064 (2012), section 4"},
    .kernel = "heisenberg2d_metropolis",
    .variants = {"row_order", "naive", "coalesced", "tiled"},
    .observable = "norm_distance",
    .adapt = adapt,
    .length = length,
    .estimates = estimates,
}};

std::vector<Sweep> figure() {
  using plans::numbers, plans::words;
  const std::pair<std::string, plans::Values> k{"k", numbers({10})};
  std::vector<Sweep> result = {
      {"row_order", "cpu", {{"after", numbers({10, 100, 1000})}, {"precision", words({"float", "double"})}}}};
  plans::append(result, plans::gpu("tiled", {{"after", numbers({10, 100, 1000, 10'000, 100'000})},
                                             k,
                                             {"precision", words({"float", "float_fast", "double"})}}));
  return result;
}

const Register<Plan> fig12{{.id = "weigel2012-fig12",
                            .kernel = "norm_drift",
                            .title = "Weigel 2012, Fig. 12: lengths of spins over the number of sweeps",
                            .figure = true,
                            .sweeps = figure()}};

}  // namespace
}  // namespace spinbench::heisenberg
