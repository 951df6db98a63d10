// Presets of the kernel ea2d_parallel_tempering.
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

/// Systems of 16 replicas that have some eight million words together; of L = 16 eight times as many as 132
/// multiprocessors hold at once.
std::int64_t systems_of(std::int64_t L) { return L == 16 ? 2112 : std::max<std::int64_t>((1 << 19) / (L * L), 1); }

/// On GPUs, as the cubic glass's.
std::vector<Sweep> quick() { return gpu("multispin", {{"L", numbers({16})}, {"systems", numbers({systems_of(16)})}}); }

/// Sizes, what exchanges cost at each interval, and numbers of temperatures.
std::vector<Sweep> paper() {
  std::vector<Sweep> result;
  for (const std::int64_t L : {8, 16, 32, 64})
    append(result, gpu("multispin", {{"L", numbers({L})}, {"systems", numbers({systems_of(L)})}}));
  const Axes filled = {{"L", numbers({16})}, {"systems", numbers({systems_of(16)})}};
  const auto with = [&](const std::string& axis, const Values& values) {
    Axes axes = filled;
    axes.emplace_back(axis, values);
    append(result, gpu("multispin", axes));
  };
  with("exchange", numbers({1, 100, 1000}));
  with("replicas", numbers({4, 8, 12}));
  result.push_back({"multispin_plain", "cpu", {{"L", numbers({16, 64})}}});
  result.push_back({"single_spin", "cpu", {{"L", numbers({16})}}});
  return result;
}

Plan plan(const std::string& id, const std::string& title, std::vector<Sweep> sweeps) {
  return {id, "ea2d_parallel_tempering", title, false, std::move(sweeps)};
}

const Register<Plan> quick_plan{plan("quick", "a table in two minutes", quick())},
    paper_plan{plan("paper", "sizes, temperatures, and what exchanges cost", paper())},
    full_plan{plan("full", "as paper", paper())};

/// The walk through the temperatures: sizes, and the sample whose energies are known.
std::vector<Sweep> walks() {
  const Axes sizes = {{"L", numbers({8, 16, 32})}}, sample = {{"L", numbers({8})}, {"couplings", words({"sample"})}};
  std::vector<Sweep> result = gpu("multispin", sizes);
  append(result, gpu("multispin", sample));
  result.push_back({"multispin_plain", "cpu", {{"L", numbers({8, 16})}}});
  result.push_back({"multispin_plain", "cpu", sample});
  return result;
}

const Register<Plan> glass{{.id = "tempering-glass-2d",
                            .kernel = "tempering_ea2d",
                            .title = "2D spin glass: exchanges and overlaps by temperature",
                            .figure = true,
                            .sweeps = walks()}};

}  // namespace
}  // namespace spinbench::glass_tempering
