// Presets and figures of the kernel ising3d_wolff.
#include "interface/registry.hpp"
#include "kernels/common/plan_parts.hpp"

namespace spinbench::clusters {
namespace {

using namespace plans;

std::vector<Sweep> quick() { return gpu("by_labelling", {{"L", numbers({256})}}); }

/// Komura and Okabe 2012, Table 2: the critical temperature 4.51152, linear sizes up to 256 and what memory has room
/// for today, the update alone and with energy and magnetisation measured; a host as far as it goes in a minute.
std::vector<Sweep> table() {
  const Axes::value_type beta = {"beta", Values{1 / 4.51152}};
  const Axes::value_type measure = {"measure", words({"none", "observables"})};
  std::vector<Sweep> result = gpu("*", {{"L", doubling(32, 512)}, beta, measure});
  result.push_back({"list", "cpu", {{"L", doubling(32, 256)}, beta, measure}});
  return result;
}

std::vector<Sweep> paper() {
  std::vector<Sweep> result = table();
  result.push_back({"by_bonds", "cpu", {{"L", numbers({64})}}});
  return result;
}

/// Small lattices that fill a device together, as many as together have the sites of L = 256.
std::vector<Sweep> many() { return gpu("by_labelling", {{"L", numbers({32})}, {"lattices", numbers({512})}}); }

std::vector<Sweep> full() {
  std::vector<Sweep> result = paper();
  append(result, many());
  return result;
}

Plan plan(const std::string& id, const std::string& title, bool figure, std::vector<Sweep> sweeps) {
  return {id, "ising3d_wolff", title, figure, std::move(sweeps)};
}

const Register<Plan> quick_plan{plan("quick", "a table in two minutes", false, quick())};
const Register<Plan> paper_plan{plan("paper", "every version and figure of the papers", false, paper())};
const Register<Plan> full_plan{plan("full", "wide ranges of every axis", false, full())};
const Register<Plan> table2{
    plan("komura2012-table2", "Komura, Okabe 2012, Table 2: a 3D cluster update at T = 4.51152", true, table())};

}  // namespace
}  // namespace spinbench::clusters
