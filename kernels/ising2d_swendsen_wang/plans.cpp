// Presets and figures of the kernel ising2d_swendsen_wang.
#include <cmath>
#include <cstdint>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/plan_parts.hpp"

namespace spinbench::clusters {
namespace {

using namespace plans;

/// Slabs in one thread and in all.
const Axes::value_type threads = {"threads", numbers({1, 0})};

Values betas(const std::vector<double>& values) { return {values.begin(), values.end()}; }

std::vector<Sweep> quick() {
  std::vector<Sweep> result = gpu("best", {{"L", numbers({4096, 16384})}});
  result.push_back({"union_find", "cpu", {{"L", numbers({1024})}, threads}});
  return result;
}

/// Below and above the critical temperature, where clusters are a few large ones, and many small ones.
std::vector<Sweep> temperatures() {
  constexpr double critical = 0.4406867935097715;
  const Axes::value_type beta = {"beta", betas({critical / 1.1, critical / 0.9})};
  std::vector<Sweep> result = gpu("*", {{"L", numbers({4096})}, beta});
  result.push_back({"union_find", "cpu", {{"L", numbers({1024})}, beta}});
  return result;
}

/// Potts models, at the critical points of their own: exp(2 beta) = 1 + sqrt(q).
std::vector<Sweep> potts() {
  std::vector<Sweep> result;
  for (const std::int64_t q : {3, 4}) {
    const double critical = std::log1p(std::sqrt(static_cast<double>(q))) / 2;
    append(result, gpu("best", {{"L", numbers({4096})}, {"q", numbers({q})}, {"beta", betas({critical})}}));
  }
  return result;
}

/// The labellings inside tiles, and then sides of them, with both ways to go on across.
std::vector<Sweep> tiles(std::int64_t L) {
  std::vector<Sweep> result;
  for (const char* across : {"hierarchical_sewing", "label_relaxation"}) {
    append(result, gpu(across, {{"L", numbers({L})}, {"inside", words({"bfs", "self_label", "union_find"})}}));
    append(result, gpu(across, {{"L", numbers({L})}, {"tile", doubling(4, 32)}}));
  }
  return result;
}

std::vector<Sweep> paper() {
  std::vector<Sweep> result = gpu("*", {{"L", doubling(256, 16384)}});
  append(result, tiles(4096));
  append(result, potts());
  append(result, temperatures());
  result.push_back({"hoshen_kopelman", "cpu", {{"L", numbers({256, 1024})}}});
  result.push_back({"union_find", "cpu", {{"L", numbers({256, 1024, 4096})}, threads}});
  return result;
}

/// Weigel's talk, the table of performance: L = 10240 at the critical temperature, and the labellings that it compares;
/// a host as far as it goes in a minute.
std::vector<Sweep> talk() {
  std::vector<Sweep> result = gpu("*", {{"L", numbers({1024, 10240})}});
  append(result, tiles(10240));
  result.push_back({"union_find", "cpu", {{"L", numbers({1024, 2048})}, threads}});
  return result;
}

Plan plan(const std::string& id, const std::string& title, bool figure, std::vector<Sweep> sweeps) {
  return {id, "ising2d_swendsen_wang", title, figure, std::move(sweeps)};
}

const Register<Plan> quick_plan{plan("quick", "a table in two minutes", false, quick())};
const Register<Plan> paper_plan{plan("paper", "every version and figure of the papers", false, paper())};
const Register<Plan> full_plan{plan("full", "wide ranges of every axis", false, paper())};
const Register<Plan> talk_plan{plan("weigel2015-clusters", "Weigel 2015: Swendsen-Wang at L = 10240", true, talk())};

}  // namespace
}  // namespace spinbench::clusters
