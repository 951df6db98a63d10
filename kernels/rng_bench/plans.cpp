// Presets and figures of the kernels rng_fill, rng_count_odd and rng_blocks. Where a sweep names no size, each backend
// takes its own default: the papers' on a GPU, a laptop's on a CPU.
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/rng/generators.hpp"

namespace spinbench::rng_bench {
namespace {

using Values = std::vector<AxisValue>;
using Axes = std::vector<std::pair<std::string, Values>>;

Values words(const std::vector<std::string>& names) { return {names.begin(), names.end()}; }

std::vector<std::string> of_table1() { return rng::names_of(rng::seeded_at_random); }

/// Lulli 2015, Table 1: our generators, the library's, and on the CPU the standard library's.
std::vector<Sweep> table1() {
  return {{"streams", "*", {{"rng", words(of_table1())}}},
          {"vendor", "*", {{"rng", words({"mtgp32", "xorwow", "mt19937", "philox4x32"})}}},
          {"standard", "*", {}}};
}

/// Lulli 2015, Table 2: the paper's grid and a full device.
std::vector<Sweep> table2() {
  const Values grids = words({"paper", "full"});
  return {{"streams", "*", {{"grid", grids}, {"rng", words(of_table1())}}},
          {"vendor", "*", {{"grid", grids}, {"rng", words({"mtgp32", "xorwow", "philox4x32"})}}}};
}

/// Weigel 2012, Fig. 4 at the given loads.
std::vector<Sweep> blocks_at(const Values& loads) {
  return {{"streams",
           "*",
           {{"load", loads},
            {"state", words({"shared"})},
            {"rng", words({"lcg32_random", "lcg64_random", "fibonacci521"})}}},
          {"streams",
           "*",
           {{"load", loads}, {"state", words({"registers"})}, {"rng", words({"lcg32_random", "lcg64_random"})}}}};
}

/// Up to 8 blocks a multiprocessor, and one more than each whole number, where the last block runs alone.
std::vector<Sweep> fig4() {
  Values loads;
  for (const double load : {0.125, 0.25, 0.5, 0.75}) loads.emplace_back(load);
  for (int base = 1; base <= 8; ++base)
    for (const double more : {0.0, 0.01, 0.25, 0.5, 0.75})
      if (base < 8 || more < 0.1) loads.emplace_back(base + more);
  return blocks_at(loads);
}

std::vector<Sweep> quick_fill() {
  return {{"streams", "*", {{"rng", words({"philox4x32", "mt19937"})}}},
          {"vendor", "*", {{"rng", words({"philox4x32"})}}}};
}

std::vector<Sweep> quick_count() {
  return {{"streams", "*", {{"rng", words({"philox4x32", "sfc32", "lcg32_random"})}}}};
}

std::vector<Sweep> paper_loads() {
  Values loads;
  for (const double load : {1.0, 1.01, 2.0, 4.0}) loads.emplace_back(load);
  return blocks_at(loads);
}

Plan plan(const std::string& id, const std::string& kernel, const std::string& title, bool figure,
          std::vector<Sweep> sweeps) {
  return {id, kernel, title, figure, std::move(sweeps)};
}

const Register<Plan> quick_fill_plan{plan("quick", "rng_fill", "a table in two minutes", false, quick_fill())};
const Register<Plan> quick_count_plan{plan("quick", "rng_count_odd", "a table in two minutes", false, quick_count())};
const Register<Plan> paper_fill_plan{
    plan("paper", "rng_fill", "every version and figure of the papers", false, table1())};
const Register<Plan> paper_count_plan{
    plan("paper", "rng_count_odd", "every version and figure of the papers", false, table2())};
const Register<Plan> paper_blocks_plan{
    plan("paper", "rng_blocks", "every version and figure of the papers", false, paper_loads())};
const Register<Plan> full_fill_plan{plan("full", "rng_fill", "wide ranges of every axis", false, table1())};
const Register<Plan> full_count_plan{plan("full", "rng_count_odd", "wide ranges of every axis", false, table2())};
const Register<Plan> full_blocks_plan{plan("full", "rng_blocks", "wide ranges of every axis", false, fig4())};
const Register<Plan> table1_plan{
    plan("lulli2015-table1", "rng_fill", "Lulli 2015, Table 1: filling 2^29 floats", true, table1())};
const Register<Plan> table2_plan{
    plan("lulli2015-table2", "rng_count_odd", "Lulli 2015, Table 2: odd numbers a second", true, table2())};
const Register<Plan> fig4_plan{
    plan("weigel2012-fig4", "rng_blocks", "Weigel 2012, Fig. 4: generators over the number of blocks", true, fig4())};

}  // namespace
}  // namespace spinbench::rng_bench
