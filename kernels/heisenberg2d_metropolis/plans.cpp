// Presets and figures of the kernel heisenberg2d_metropolis.
#include <string>
#include <utility>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/plan_parts.hpp"

namespace spinbench::heisenberg {
namespace {

using namespace plans;

const std::pair<std::string, Values> every{"precision", words({"float", "float_fast", "double"})},
    of_host{"precision", words({"float", "double"})}, paper_rng{"rng", words({"lcg32_random"})};

/// Weigel 2012, Table 2 and Fig. 11: L = 4096, k = 100 on a GPU; the serial code on a host.
std::vector<Sweep> table2() {
  std::vector<Sweep> result =
      gpu("tiled", {{"L", numbers({4096})}, {"k", numbers({100})}, every, {"rng", words({"lcg32_random", "mwc64x"})}});
  result.push_back({"row_order", "cpu", {{"L", numbers({4096})}, of_host, paper_rng}});
  return result;
}

std::vector<Sweep> quick() {
  std::vector<Sweep> result = {{"row_order", "cpu", {{"L", numbers({256})}, of_host}}};
  for (const char* variant : {"naive", "coalesced"}) append(result, gpu(variant, {{"L", numbers({4096})}, every}));
  append(result, gpu("tiled", {{"L", numbers({4096})}, {"k", numbers({100})}, every}));
  return result;
}

std::vector<Sweep> paper() {
  std::vector<Sweep> result = table2();
  result.push_back({"checkerboard", "cpu", {{"L", numbers({256, 1024})}, of_host}});
  result.push_back({"tiled", "cpu", {{"L", numbers({256})}, {"k", numbers({1, 10})}, of_host}});
  result.push_back({"vector", "cpu", {{"L", numbers({256, 1024})}, of_host, {"threads", numbers({1, 0})}}});
  result.push_back({"coalesced", "kokkos", {{"L", numbers({256, 1024})}, of_host}});
  const std::pair<std::string, Values> both{"layout", words({"aos", "soa"})};
  for (const char* variant : {"naive", "coalesced"})
    append(result, gpu(variant, {{"L", numbers({1024, 4096})}, both, every}));
  append(result, gpu("tiled", {{"L", numbers({1024, 4096})}, {"k", numbers({1, 10})}, both, every}));
  return result;
}

std::vector<Sweep> full() {
  std::vector<Sweep> result = paper();
  append(result, gpu("tiled", {{"L", doubling(64, 16384)}, {"k", numbers({100})}, every}));
  append(result, gpu("tiled", {{"L", numbers({4096})},
                               {"k", numbers({100})},
                               every,
                               {"rng", words({"lcg32_random", "philox4x32", "mwc64x"})}}));
  result.push_back({"row_order", "cpu", {{"L", doubling(16, 1024)}, of_host}});
  return result;
}

Plan plan(const std::string& id, const std::string& title, bool figure, std::vector<Sweep> sweeps) {
  return {id, "heisenberg2d_metropolis", title, figure, std::move(sweeps)};
}

const Register<Plan> quick_plan{plan("quick", "a table in two minutes", false, quick())};
const Register<Plan> paper_plan{plan("paper", "every version and figure of the papers", false, paper())};
const Register<Plan> full_plan{plan("full", "wide ranges of every axis", false, full())};
const Register<Plan> fig11{
    plan("weigel2012-fig11", "Weigel 2012, Fig. 11: the Heisenberg model by precision", true, table2())};
const Register<Plan> table{plan("weigel2012-table2", "Weigel 2012, Table 2: the same with speed-ups", true, table2())};

}  // namespace
}  // namespace spinbench::heisenberg
