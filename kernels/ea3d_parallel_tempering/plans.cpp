// Presets of the kernel ea3d_parallel_tempering.
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/plan_parts.hpp"

namespace spinbench::glass_tempering {
namespace {

using namespace plans;

/// Systems of 16 replicas that have some eight million words of a colour together.
std::int64_t systems_of(std::int64_t L) { return std::clamp<std::int64_t>((1 << 20) / (L * L * L), 1, 1 << 12); }

/// On GPUs: a host's table shall be there in two minutes, and has its spin glasses without exchanges.
std::vector<Sweep> quick() { return gpu("standard", {{"L", numbers({16})}, {"systems", numbers({systems_of(16)})}}); }

/// Sizes, what exchanges cost at each interval, numbers of temperatures, and the papers' generator.
std::vector<Sweep> paper() {
  std::vector<Sweep> result;
  for (const std::int64_t L : {8, 16, 32, 64})
    append(result, gpu("standard", {{"L", numbers({L})}, {"systems", numbers({systems_of(L)})}}));
  const Axes filled = {{"L", numbers({16})}, {"systems", numbers({systems_of(16)})}};
  const auto with = [&](const std::string& axis, const Values& values) {
    Axes axes = filled;
    axes.emplace_back(axis, values);
    append(result, gpu("standard", axes));
  };
  with("exchange", numbers({1, 100, 1000}));
  with("replicas", numbers({4, 8, 12}));
  with("rng", words({"minstd"}));
  result.push_back({"standard", "cpu", {{"L", numbers({8, 16})}}});
  result.push_back({"single_spin", "cpu", {{"L", numbers({8})}}});
  return result;
}

Plan plan(const std::string& id, const std::string& title, std::vector<Sweep> sweeps) {
  return {id, "ea3d_parallel_tempering", title, false, std::move(sweeps)};
}

const Register<Plan> quick_plan{plan("quick", "a table in two minutes", quick())},
    paper_plan{plan("paper", "sizes, temperatures, and what exchanges cost", paper())},
    full_plan{plan("full", "as paper", paper())};

/// The walk through the temperatures: sizes, and the sample whose energies are known at both ends.
std::vector<Sweep> walks() {
  const Axes sizes = {{"L", numbers({4, 8, 12})}}, sample = {{"L", numbers({4})}, {"couplings", words({"sample"})}};
  std::vector<Sweep> result = gpu("standard", sizes);
  append(result, gpu("standard", sample));
  result.push_back({"standard", "cpu", {{"L", numbers({4, 8})}}});
  result.push_back({"standard", "cpu", sample});
  return result;
}

const Register<Plan> glass{{.id = "tempering-glass",
                            .kernel = "tempering_ea3d",
                            .title = "3D spin glass: exchanges and overlaps by temperature",
                            .figure = true,
                            .sweeps = walks()}};

}  // namespace
}  // namespace spinbench::glass_tempering
