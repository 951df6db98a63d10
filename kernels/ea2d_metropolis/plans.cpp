// Presets and figures of the kernel ea2d_metropolis.
#include <cstdint>
#include <string>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/plan_parts.hpp"

namespace spinbench::ea2d {
namespace {

using namespace plans;

/// 16, 64, ... realizations or words.
Values numbers_of_systems() { return numbers({16, 64, 256, 1024, 4096, 16384, 65536}); }

/// Weigel 2012, Fig. 13: 16 x 16 spins, single-spin coded, by the number of realizations; his generator and ours.
std::vector<Sweep> single_spin_coded() {
  const std::pair<std::string, Values> L = {"L", numbers({16})}, rng = {"rng", words({"lcg32_random", "philox4x32"})};
  std::vector<Sweep> result = gpu("tiled", {L, {"realizations", numbers_of_systems()}, {"k", numbers({100})}, rng});
  result.push_back({"serial", "cpu", {L, {"realizations", numbers({16, 256})}, {"k", numbers({100})}, rng}});
  return result;
}

/// Weigel 2012, Fig. 14: the same lattices, asynchronous multispin coded. `systems` counts words.
std::vector<Sweep> multispin_coded() {
  const std::pair<std::string, Values> L = {"L", numbers({16})}, rng = {"rng", words({"lcg32_random", "philox4x32"})};
  const std::pair<std::string, Values> word = {"word", words({"32", "64", "128"})}, k = {"k", numbers({100})};
  std::vector<Sweep> result = gpu("multispin", {L, {"systems", numbers_of_systems()}, word, k, rng});
  result.push_back(
      {"multispin_plain", "cpu", {L, {"systems", numbers({16, 256})}, {"word", words({"32", "64"})}, k, rng}});
  // The paper's generator keeps a state, which vectors are not written for.
  result.push_back(
      {"multispin", "cpu", {L, {"systems", numbers({64})}, word, k, {"rng", words({"mwc64x", "philox4x32"})}}});
  result.push_back({"serial", "cpu", {L, {"realizations", numbers({16})}, k, rng}});
  return result;
}

std::vector<Sweep> quick() {
  std::vector<Sweep> result = gpu("tiled", {{"realizations", numbers({16384})}});
  append(result, gpu("multispin", {{"systems", numbers({16384})}}));
  result.push_back(
      {"serial", "cpu", {{"realizations", numbers({16})}, {"rng", words({"lcg32_random", "philox4x32"})}}});
  result.push_back({"multispin_plain", "cpu", {{"systems", numbers({16})}, {"word", words({"32", "64"})}}});
  result.push_back({"multispin", "cpu", {{"systems", numbers({64})}, {"rng", words({"mwc64x", "philox4x32"})}}});
  return result;
}

std::vector<Sweep> paper() {
  std::vector<Sweep> result = single_spin_coded();
  append(result, multispin_coded());
  append(result, gpu("multispin", {{"k", numbers({1, 10})}}));
  append(result, gpu("multispin", {{"rng", words({"philox4x32_7", "sfc32", "mwc64x"})}}));
  append(result, gpu("multispin", {{"numbers", words({"own"})}}));
  append(result, gpu("multispin", {{"L", numbers({32, 64})}, {"systems", numbers({4096})}}));
  append(result, gpu("tiled", {{"L", numbers({32})}}));
  result.push_back({"multispin", "cpu", {{"rng", words({"philox4x32_7", "sfc32"})}}});
  result.push_back({"multispin", "cpu", {{"numbers", words({"own"})}}});
  return result;
}

Plan plan(const std::string& id, const std::string& title, bool figure, std::vector<Sweep> sweeps) {
  return {id, "ea2d_metropolis", title, figure, std::move(sweeps)};
}

const Register<Plan> quick_plan{plan("quick", "a table in two minutes", false, quick())};
const Register<Plan> paper_plan{plan("paper", "every version and figure of the papers", false, paper())};
const Register<Plan> full_plan{plan("full", "wide ranges of every axis", false, paper())};
const Register<Plan> fig13{
    plan("weigel2012-fig13", "Weigel 2012, Fig. 13: 2D spin glass, single-spin coded", true, single_spin_coded())};
const Register<Plan> fig14{plan("weigel2012-fig14", "Weigel 2012, Fig. 14: 2D spin glass, asynchronous multispin coded",
                                true, multispin_coded())};

}  // namespace
}  // namespace spinbench::ea2d
