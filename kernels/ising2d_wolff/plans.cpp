// Presets and figures of the kernel ising2d_wolff.
#include <cstdint>

#include "interface/registry.hpp"
#include "kernels/common/plan_parts.hpp"

namespace spinbench::clusters {
namespace {

using namespace plans;

std::vector<Sweep> quick() {
  std::vector<Sweep> result = gpu("by_labelling", {{"L", numbers({4096})}});
  result.push_back({"list", "cpu", {{"L", numbers({256})}}});
  return result;
}

/// Komura and Okabe 2012, Table 1: the critical temperature 2.269185, linear sizes up to 4096 and what memory has room
/// for today, the update alone and with energy and magnetisation measured; a host as far as it goes in a minute.
std::vector<Sweep> table() {
  const Axes::value_type beta = {"beta", Values{1 / 2.269185}};
  const Axes::value_type measure = {"measure", words({"none", "observables"})};
  std::vector<Sweep> result = gpu("*", {{"L", doubling(256, 16384)}, beta, measure});
  result.push_back({"list", "cpu", {{"L", doubling(256, 4096)}, beta, measure}});
  return result;
}

std::vector<Sweep> paper() {
  std::vector<Sweep> result = table();
  result.push_back({"by_bonds", "cpu", {{"L", numbers({256})}}});
  return result;
}

/// Small lattices that fill a device together, as many as together have the sites of L = 4096.
std::vector<Sweep> many() {
  std::vector<Sweep> result;
  for (const std::int64_t L : {64, 128, 256})
    append(result, gpu("by_labelling", {{"L", numbers({L})}, {"lattices", numbers({4096 * 4096 / (L * L)})}}));
  return result;
}

std::vector<Sweep> full() {
  std::vector<Sweep> result = paper();
  append(result, many());
  return result;
}

Plan plan(const std::string& id, const std::string& title, bool figure, std::vector<Sweep> sweeps) {
  return {id, "ising2d_wolff", title, figure, std::move(sweeps)};
}

const Register<Plan> quick_plan{plan("quick", "a table in two minutes", false, quick())};
const Register<Plan> paper_plan{plan("paper", "every version and figure of the papers", false, paper())};
const Register<Plan> full_plan{plan("full", "wide ranges of every axis", false, full())};
const Register<Plan> table1{
    plan("komura2012-table1", "Komura, Okabe 2012, Table 1: a 2D cluster update at T = 2.269185", true, table())};

}  // namespace
}  // namespace spinbench::clusters
