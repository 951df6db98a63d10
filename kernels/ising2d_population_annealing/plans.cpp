// Presets and figures of the kernel ising2d_population_annealing.
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/plan_parts.hpp"

namespace spinbench::annealing {
namespace {

using namespace plans;

constexpr std::int64_t million = 1000000;

/// Not on a host, whose table would not be there in two minutes.
std::vector<Sweep> quick() { return gpu("multispin", {{"L", numbers({64})}, {"replicas", numbers({100000})}}); }

/// The talk: populations of 10^4 to 10^6; a host as far as it goes in seconds.
std::vector<Sweep> talk() {
  std::vector<Sweep> result = gpu("multispin", {{"L", numbers({64})}, {"replicas", growing(10000, million, 10)}});
  append(result, gpu("single_spin", {{"L", numbers({64})}, {"replicas", numbers({10000, 100000})}}));
  result.push_back({"row_order", "cpu", {{"L", numbers({64})}, {"replicas", numbers({100})}}});
  result.push_back({"multispin", "cpu", {{"L", numbers({64})}, {"replicas", numbers({1000, 10000})}}});
  return result;
}

/// Beside the talk: what resampling costs after few sweeps and many, and other sizes.
std::vector<Sweep> paper() {
  std::vector<Sweep> result = talk();
  append(result,
         gpu("multispin", {{"L", numbers({64})}, {"replicas", numbers({million})}, {"theta", numbers({1, 100})}}));
  append(result, gpu("multispin", {{"L", numbers({128, 256})}, {"replicas", numbers({10000, 100000})}}));
  append(result,
         gpu("multispin", {{"L", numbers({64})}, {"replicas", numbers({million})}, {"rng", words({"philox4x32"})}}));
  return result;
}

Plan plan(const std::string& id, const std::string& title, bool figure, std::vector<Sweep> sweeps) {
  return {id, "ising2d_population_annealing", title, figure, std::move(sweeps)};
}

const Register<Plan> quick_plan{plan("quick", "a table in two minutes", false, quick())};
const Register<Plan> paper_plan{plan("paper", "the talk's populations, and what resampling costs", false, paper())};
const Register<Plan> full_plan{plan("full", "as paper", false, paper())};
const Register<Plan> talk_plan{
    plan("weigel2015-ensembles", "Weigel 2015: population annealing of 10^4 to 10^6 replicas", true, talk())};

std::vector<Sweep> means() {
  std::vector<Sweep> result = gpu("multispin", {{"L", numbers({64})}, {"replicas", numbers({100000})}});
  result.push_back({"row_order", "cpu", {{"L", numbers({16})}}});
  return result;
}

const Register<Plan> means_plan{
    {.id = "weigel2015-ensembles",
     .kernel = "annealing_ising2d",
     .title = "Weigel 2015: energies, specific heats and free energies by population annealing",
     .figure = true,
     .sweeps = means()}};

}  // namespace
}  // namespace spinbench::annealing
