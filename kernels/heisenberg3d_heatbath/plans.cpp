// Presets of the kernel heisenberg3d_heatbath.
#include <string>
#include <utility>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/plan_parts.hpp"

namespace spinbench::heisenberg {
namespace {

using namespace plans;

const std::pair<std::string, Values> both{"precision", words({"float", "double"})},
    laws{"couplings", words({"gaussian", "ferromagnet"})};

std::vector<Sweep> quick() {
  std::vector<Sweep> result = {{"row_order", "cpu", {{"L", numbers({32})}, both}}};
  append(result, gpu("coalesced", {{"L", numbers({128})}, both}));
  return result;
}

std::vector<Sweep> paper() {
  std::vector<Sweep> result = {{"row_order", "cpu", {{"L", numbers({64})}, laws, both}}};
  append(result, gpu("coalesced", {{"L", numbers({64, 128, 256})}, laws, both}));
  return result;
}

std::vector<Sweep> full() {
  std::vector<Sweep> result = paper();
  append(result, gpu("coalesced", {{"L", doubling(16, 512)}, {"layout", words({"aos", "soa"})}, both}));
  return result;
}

Plan plan(const std::string& id, const std::string& title, std::vector<Sweep> sweeps) {
  return {id, "heisenberg3d_heatbath", title, false, std::move(sweeps)};
}

const Register<Plan> quick_plan{plan("quick", "a table in two minutes", quick())};
const Register<Plan> paper_plan{plan("paper", "both laws of couplings and sizes", paper())};
const Register<Plan> full_plan{plan("full", "wide ranges of every axis", full())};

}  // namespace
}  // namespace spinbench::heisenberg
