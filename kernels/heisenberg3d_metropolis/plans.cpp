// Presets of the kernel heisenberg3d_metropolis.
#include <string>
#include <utility>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/plan_parts.hpp"

namespace spinbench::heisenberg {
namespace {

using namespace plans;

const std::pair<std::string, Values> every{"precision", words({"float", "float_fast", "double"})},
    of_host{"precision", words({"float", "double"})}, both_laws{"couplings", words({"gaussian", "ferromagnet"})};

std::vector<Sweep> quick() {
  std::vector<Sweep> result = {{"row_order", "cpu", {{"L", numbers({32})}}}};
  append(result, gpu("coalesced", {{"L", numbers({128})}, every}));
  append(result, gpu("tiled", {{"L", numbers({128})}, {"k", numbers({1, 100})}, every}));
  return result;
}

std::vector<Sweep> paper() {
  std::vector<Sweep> result = {{"row_order", "cpu", {{"L", numbers({64})}, both_laws, of_host}},
                               {"checkerboard", "cpu", {{"L", numbers({64})}, of_host}},
                               {"vector", "cpu", {{"L", numbers({64})}, of_host, {"threads", numbers({1, 0})}}},
                               {"coalesced", "kokkos", {{"L", numbers({64})}, of_host}}};
  for (const char* variant : {"naive", "coalesced"})
    append(result, gpu(variant, {{"L", numbers({128, 256})}, both_laws, every}));
  append(result, gpu("tiled", {{"L", numbers({128, 256})}, {"k", numbers({1, 10, 100})}, both_laws, every}));
  return result;
}

std::vector<Sweep> full() {
  std::vector<Sweep> result = paper();
  append(result, gpu("coalesced", {{"L", doubling(16, 512)}, {"layout", words({"aos", "soa"})}, every}));
  append(result, gpu("tiled", {{"L", doubling(16, 512)}, {"k", numbers({100})}, every}));
  return result;
}

Plan plan(const std::string& id, const std::string& title, std::vector<Sweep> sweeps) {
  return {id, "heisenberg3d_metropolis", title, false, std::move(sweeps)};
}

const Register<Plan> quick_plan{plan("quick", "a table in two minutes", quick())};
const Register<Plan> paper_plan{plan("paper", "every version and figure of the papers", paper())};
const Register<Plan> full_plan{plan("full", "wide ranges of every axis", full())};

}  // namespace
}  // namespace spinbench::heisenberg
