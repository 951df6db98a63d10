// Presets and figures of the kernel heisenberg3d_overrelaxation: the tables of Bernaschi, Parisi, Parisi 2011.
#include <string>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/plan_parts.hpp"

namespace spinbench::overrelaxation {
namespace {

using namespace plans;

/// Each of the paper's versions at L; those in shared memory with boxes that fit it.
std::vector<Sweep> versions(std::int64_t L) {
  std::vector<Sweep> result;
  for (const char* variant : {"global", "plane", "shared3", "shared4", "texture"})
    append(result, gpu(variant, {{"L", numbers({L})}}));
  return result;
}

/// All versions at L = 128, and the paper's CPU with one thread and with all; those that a card is judged by on a
/// lattice that no cache holds, too.
std::vector<Sweep> table2() {
  std::vector<Sweep> result = versions(128);
  append(result, gpu("best", {{"L", numbers({128, 256})}, {"sweeps", numbers({1})}, {"block", numbers({1024})}}));
  append(result, gpu("best", {{"L", numbers({128, 256})}, {"sweeps", numbers({2})}}));
  append(result, gpu("bands", {{"L", numbers({128, 256})}}));
  append(result, gpu("bands", {{"L", numbers({128})}, {"sweeps", numbers({1})}, {"cluster", numbers({1})}}));
  append(result, gpu("bands", {{"L", numbers({256})},
                               {"sweeps", numbers({1})},
                               {"pairs", numbers({4})},
                               {"block", numbers({256})},
                               {"cluster", numbers({8})}}));
  append(result, gpu("resident", {{"L", numbers({128})}}));
  append(result, gpu("wavefront", {{"L", numbers({256})}}));
  append(result, gpu("global", {{"L", numbers({256})}}));
  for (const char* variant : {"shared3", "shared4"})
    append(result,
           gpu(variant,
               {{"L", numbers({256})}, {"tile", numbers({64})}, {"rows", numbers({4})}, {"deep", numbers({16})}}));
  result.push_back({"vectors", "cpu", {{"L", numbers({128})}, {"threads", numbers({1, 0})}}});
  result.push_back({"serial", "cpu", {{"L", numbers({64})}}});
  result.push_back({"global", "kokkos", {{"L", numbers({64})}}});
  return result;
}

/// SM4P against the number of hits; on a host the same order on a small lattice.
std::vector<Sweep> table3() {
  const std::pair<std::string, Values> hits = {"hits", numbers({1, 2, 5, 10, 20})};
  std::vector<Sweep> result = gpu("shared4", {{"L", numbers({128})}, hits});
  append(result, gpu("shared3", {{"L", numbers({128})}, hits}));
  result.push_back({"boxes", "cpu", {{"L", numbers({32})}, {"tile", numbers({16})}, {"planes", numbers({2})}, hits}});
  return result;
}

/// With error correction or without, as the device has it: the provenance of a run says which.
std::vector<Sweep> table4() {
  std::vector<Sweep> result = versions(128);
  result.push_back({"vectors", "cpu", {{"L", numbers({64})}, {"threads", numbers({0})}}});
  return result;
}

/// The suite's own, against L and in both precisions.
std::vector<Sweep> own() {
  std::vector<Sweep> result = gpu("best", {{"L", numbers({64, 128, 256, 512})}, {"sweeps", numbers({1, 2})}});
  append(result, gpu("resident", {{"L", numbers({64, 128})}}));
  append(result, gpu("wavefront", {{"L", numbers({128, 256})}}));
  append(result, gpu("global", {{"L", numbers({64, 128, 256, 512})}}));
  append(result, gpu("global", {{"L", numbers({256})}, {"precision", words({"double"})}}));
  append(result, gpu("best", {{"L", numbers({256})}, {"sweeps", numbers({1})}, {"precision", words({"double"})}}));
  result.push_back(
      {"vectors",
       "cpu",
       {{"L", numbers({64, 128})}, {"threads", numbers({1, 0})}, {"precision", words({"float", "double"})}}});
  result.push_back({"serial", "cpu", {{"L", numbers({64})}, {"precision", words({"float", "double"})}}});
  return result;
}

std::vector<Sweep> quick() {
  std::vector<Sweep> result = gpu("best", {{"L", numbers({256})}});
  append(result, gpu("global", {{"L", numbers({256})}}));
  result.push_back({"serial", "cpu", {{"L", numbers({64})}}});
  result.push_back({"vectors", "cpu", {{"L", numbers({64})}, {"threads", numbers({0})}}});
  return result;
}

std::vector<Sweep> paper() {
  std::vector<Sweep> result = table2();
  append(result, table3());
  append(result, own());
  return result;
}

Plan plan(const std::string& id, const std::string& title, bool figure, std::vector<Sweep> sweeps) {
  return {id, "heisenberg3d_overrelaxation", title, figure, std::move(sweeps)};
}

const Register<Plan> quick_plan{plan("quick", "a table in two minutes", false, quick())},
    paper_plan{plan("paper", "every version and figure of the papers", false, paper())},
    full_plan{plan("full", "wide ranges of every axis", false, paper())},
    second{plan("bernaschi2011-table2", "Bernaschi 2011, Table 2: all versions at L = 128", true, table2())},
    third{plan("bernaschi2011-table3", "Bernaschi 2011, Table 3: SM4P against the number of hits", true, table3())},
    fourth{plan("bernaschi2011-table4", "Bernaschi 2011, Table 4: as the device corrects errors", true, table4())};

}  // namespace
}  // namespace spinbench::overrelaxation
