// Presets and figures of the kernel ising2d_wang_landau.
#include "interface/registry.hpp"
#include "kernels/common/plan_parts.hpp"

namespace spinbench::wang_landau {
namespace {

using namespace plans;

/// Not on a host, whose table would not be there in two minutes.
std::vector<Sweep> quick() { return gpu("walkers_shared", {{"L", numbers({64})}}); }

std::vector<Sweep> paper() {
  std::vector<Sweep> result = gpu("*", {{"L", numbers({32, 64})}});
  result.push_back({"*", "cpu", {{"L", numbers({16, 32, 64})}}});
  return result;
}

/// The talk's table: L = 64.
std::vector<Sweep> talk() {
  std::vector<Sweep> result = gpu("*", {{"L", numbers({64})}});
  result.push_back({"*", "cpu", {{"L", numbers({64})}}});
  return result;
}

Plan plan(const std::string& id, const std::string& title, bool figure, std::vector<Sweep> sweeps) {
  return {id, "ising2d_wang_landau", title, figure, std::move(sweeps)};
}

const Register<Plan> quick_plan{plan("quick", "a table in two minutes", false, quick())};
const Register<Plan> paper_plan{plan("paper", "every version and figure of the papers", false, paper())};
const Register<Plan> full_plan{plan("full", "wide ranges of every axis", false, paper())};
const Register<Plan> talk_plan{
    plan("weigel2015-ensembles", "Weigel 2015: Wang-Landau walkers at L = 64", true, talk())};

}  // namespace
}  // namespace spinbench::wang_landau
