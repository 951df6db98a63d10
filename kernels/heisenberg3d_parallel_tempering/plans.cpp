// Presets of the kernel heisenberg3d_parallel_tempering.
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/plan_parts.hpp"

namespace spinbench::vector_tempering {
namespace {

using namespace plans;

/// Realizations of 32 replicas that have some eight million spins together.
std::int64_t realizations_of(std::int64_t L) { return std::clamp<std::int64_t>((1 << 18) / (L * L * L), 1, 1 << 10); }

std::pair<std::string, Values> filled(std::int64_t L) { return {"realizations", numbers({realizations_of(L)})}; }

/// On GPUs: a host's table shall be there in two minutes, and has its vectors without exchanges.
std::vector<Sweep> quick() { return gpu("coalesced", {{"L", numbers({16})}, filled(16)}); }

/// Sizes, what exchanges cost at each interval, kinds of sweeps, numbers of temperatures, and precisions.
std::vector<Sweep> paper() {
  std::vector<Sweep> result;
  for (const std::int64_t L : {8, 16, 32, 64}) append(result, gpu("coalesced", {{"L", numbers({L})}, filled(L)}));
  const auto with = [&](const std::string& axis, const Values& values) {
    append(result, gpu("coalesced", {{"L", numbers({16})}, filled(16), {axis, values}}));
  };
  with("exchange", numbers({5, 100, 1000}));
  with("n_or", numbers({0, 1, 9}));
  with("replicas", numbers({8, 64, 128}));
  with("rng", words({"lcg32_random"}));
  with("precision", words({"double"}));
  result.push_back({"vector", "cpu", {{"L", numbers({8, 16})}}});
  result.push_back({"checkerboard", "cpu", {{"L", numbers({8})}}});
  return result;
}

Plan plan(const std::string& id, const std::string& title, std::vector<Sweep> sweeps) {
  return {id, "heisenberg3d_parallel_tempering", title, false, std::move(sweeps)};
}

const Register<Plan> quick_plan{plan("quick", "a table in two minutes", quick())},
    paper_plan{plan("paper", "sizes, temperatures, kinds of sweeps, and what exchanges cost", paper())},
    full_plan{plan("full", "as paper", paper())};

/// The walk through the temperatures: sizes, and of several realizations that make an average.
std::vector<Sweep> walks() {
  std::vector<Sweep> result = gpu("coalesced", {{"L", numbers({4, 6, 8})}, {"realizations", numbers({64})}});
  result.push_back({"vector", "cpu", {{"L", numbers({4, 6})}, {"realizations", numbers({16})}}});
  return result;
}

const Register<Plan> vectors{{.id = "tempering-heisenberg",
                              .kernel = "tempering_heisenberg3d",
                              .title = "3D Heisenberg spin glass: exchanges and overlaps by temperature",
                              .figure = true,
                              .sweeps = walks()}};

}  // namespace
}  // namespace spinbench::vector_tempering
