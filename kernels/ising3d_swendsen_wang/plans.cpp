// Presets of the kernel ising3d_swendsen_wang.
#include "interface/registry.hpp"
#include "kernels/common/plan_parts.hpp"

namespace spinbench::clusters {
namespace {

using namespace plans;

const Axes::value_type threads = {"threads", numbers({1, 0})};

std::vector<Sweep> quick() { return gpu("best", {{"L", numbers({256})}}); }

/// The labellings inside tiles, and then sides of them.
std::vector<Sweep> tiles() {
  const Axes::value_type L = {"L", numbers({256})};
  std::vector<Sweep> result = gpu("hierarchical_sewing", {L, {"inside", words({"bfs", "self_label", "union_find"})}});
  append(result, gpu("hierarchical_sewing", {L, {"tile", doubling(4, 16)}}));
  return result;
}

std::vector<Sweep> paper() {
  std::vector<Sweep> result = gpu("*", {{"L", doubling(32, 512)}});
  append(result, tiles());
  // Three states change over at 2 beta = 0.550565 (Janke, Villanova, Nucl. Phys. B 489, 679 (1997)).
  append(result, gpu("best", {{"L", numbers({256})}, {"q", numbers({3})}, {"beta", {0.2752825}}}));
  append(result, gpu("best", {{"L", numbers({256})}, {"q", numbers({4})}, {"beta", {0.3143}}}));
  result.push_back({"hoshen_kopelman", "cpu", {{"L", numbers({64})}}});
  result.push_back({"union_find", "cpu", {{"L", numbers({64, 128, 256})}, threads}});
  return result;
}

Plan plan(const std::string& id, const std::string& title, std::vector<Sweep> sweeps) {
  return {id, "ising3d_swendsen_wang", title, false, std::move(sweeps)};
}

const Register<Plan> quick_plan{plan("quick", "a table in two minutes", quick())};
const Register<Plan> paper_plan{plan("paper", "every version and figure of the papers", paper())};
const Register<Plan> full_plan{plan("full", "wide ranges of every axis", paper())};

}  // namespace
}  // namespace spinbench::clusters
