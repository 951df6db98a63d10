// Presets of the kernel heisenberg3d_heatbath.
#include <string>
#include <utility>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/plan_parts.hpp"

namespace spinbench::heisenberg {
namespace {

using namespace plans;

const std::pair<std::string, Values> of_host{"precision", words({"float", "double"})},
    every{"precision", words({"float", "float_fast", "double"})}, laws{"couplings", words({"gaussian", "ferromagnet"})},
    relaxations{"n_or", numbers({0, 1, 5, 10})};

std::vector<Sweep> quick() {
  std::vector<Sweep> result = {{"row_order", "cpu", {{"L", numbers({32})}}}, {"vector", "cpu", {{"L", numbers({32})}}}};
  append(result, gpu("coalesced", {{"L", numbers({128})}, every}));
  return result;
}

/// What float costs against double, and what sweeps of over-relaxation save.
std::vector<Sweep> paper() {
  std::vector<Sweep> result = {{"row_order", "cpu", {{"L", numbers({32})}, laws, of_host}},
                               {"vector", "cpu", {{"L", numbers({32, 64})}, of_host}},
                               {"vector", "cpu", {{"L", numbers({64})}, relaxations}}};
  append(result, gpu("coalesced", {{"L", numbers({64, 128, 256})}, laws, every}));
  append(result, gpu("coalesced", {{"L", numbers({256})}, relaxations}));
  return result;
}

std::vector<Sweep> full() {
  std::vector<Sweep> result = paper();
  append(result, gpu("coalesced", {{"L", doubling(16, 512)}, {"layout", words({"aos", "soa"})}, every}));
  return result;
}

Plan plan(const std::string& id, const std::string& title, std::vector<Sweep> sweeps) {
  return {id, "heisenberg3d_heatbath", title, false, std::move(sweeps)};
}

const Register<Plan> quick_plan{plan("quick", "a table in two minutes", quick())};
const Register<Plan> paper_plan{plan("paper", "both laws of couplings, precisions, sizes and mixtures", paper())};
const Register<Plan> full_plan{plan("full", "wide ranges of every axis", full())};

}  // namespace
}  // namespace spinbench::heisenberg
