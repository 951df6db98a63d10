// Every variant on a GPU against its serial oracle, to the bit, on whatever GPU backends this machine has.
#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "interface/registry.hpp"
#include "tests/catch.hpp"
#include "tests/same_spins.hpp"
#include "tests/variants.hpp"

using namespace spinbench;

namespace {

/// `start` once for each value of `axis`, where the case has that axis.
std::vector<Params> vary(const std::vector<Params>& start, const std::string& axis,
                         const std::vector<AxisValue>& values) {
  std::vector<Params> result;
  for (const Params& params : start) {
    if (!params.has(axis)) {
      result.push_back(params);
      continue;
    }
    for (const AxisValue& value : values) {
      result.push_back(params);
      result.back().set(axis, value);
    }
  }
  return result;
}

AxisValue whole(std::int64_t value) { return value; }
AxisValue word(const char* value) { return std::string(value); }

/// The words that an axis of the variant may have; none where it has no such axis.
std::vector<AxisValue> words_of(const Variant& variant, const std::string& name) {
  for (const Axis& axis : variant.axes)
    if (axis.name == name) return {axis.words.begin(), axis.words.end()};
  return {};
}

/// The side of a lattice for a test: on a host, under Kokkos, a cubic one takes as long as the oracle and has less of
/// it.
std::int64_t side(const Variant& variant, const Device& device, std::int64_t L, std::int64_t cubic_on_host) {
  return device.pci.empty() && variant.kernel.find("3d") != std::string::npos ? std::min(L, cubic_on_host) : L;
}

/// The product of the axes that change the code path, on the lattices on which the kernel compares bits.
/// On a host, where a case costs as much as its oracle does, those axes are thinned that change the same code.
std::vector<Params> cases(const Variant& variant, const Device& device) {
  const bool on_host = device.pci.empty();
  std::vector<Params> result;
  for (const Params& params : vary({defaults(variant)}, "tile", {whole(4), whole(8), whole(16), whole(32)}))
    for (const Params& small : variant.bit_cases(params, device)) result.push_back(small);
  result = vary(result, "k", on_host ? std::vector{whole(6)} : std::vector{whole(1), whole(6)});
  result = vary(result, "order", {word("plain"), word("symmetric")});
  result = vary(result, "measure", {word("none"), word("energy")});
  result = vary(result, "sites", {whole(1), whole(4)});
  result = vary(result, "rng", words_of(variant, "rng"));
  result = vary(result, "draw", {word("conditional"), word("always")});
  return vary(
      result, "spin",
      on_host ? std::vector{word("int8"), word("int32")} : std::vector{word("int8"), word("int16"), word("int32")});
}

/// What the oracle is asked for the case. How spins are stored, and whether energies are summed, changes none of them:
/// one run of the oracle, which takes most of the time, serves all of those.
Params oracle_params(const Variant& oracle, const Params& params) {
  Params serial = defaults(oracle);
  for (const auto& [name, value] : params.entries())
    if (serial.has(name) && name != "spin" && name != "measure") serial.set(name, value);
  return serial;
}

/// Both must hold the same spins after about `sweeps` sweeps, and see the same energy and magnetisation. Sweeps the
/// oracle for the first of the cases that share its run.
void compare(const Variant& variant, const Params& params, Simulation& expected, int& swept, int sweeps) {
  INFO(variant.kernel << "/" << variant.name << "/" << variant.backend << "/" << params.name());
  const auto simulation = variant.make(params, 7);
  const int granularity = simulation->sweep_granularity();
  sweeps = std::max(sweeps / granularity, 1) * granularity;
  if (swept == 0) expected.sweep(swept = sweeps);
  REQUIRE(swept == sweeps);
  simulation->sweep(sweeps);
  require_same(*simulation, expected);
  for (const Check& check : simulation->self_check()) REQUIRE(check.passed);
}

void compare_each(const Variant& variant, const std::vector<Params>& cases, int sweeps) {
  const Variant* oracle = Registry::instance().variant(variant.kernel, variant.oracle.variant, "cpu");
  REQUIRE(oracle != nullptr);
  std::map<std::string, std::vector<Params>> sharing;
  for (const Params& params : cases) sharing[oracle_params(*oracle, params).name()].push_back(params);
  for (const auto& [name, members] : sharing) {
    const auto expected = oracle->make(oracle_params(*oracle, members.front()), 7);
    int swept = 0;
    for (const Params& params : members) compare(variant, params, *expected, swept, sweeps);
  }
}

/// Whether the variant is compared with an oracle here: those of experiments are other kernels', tempering and flat
/// histograms sweep by rules of their own, and spin glasses have tests of their own (ea3d_gpu.cpp; square ones on the
/// device that a host plays, square_glass_emulated.cpp).
bool takes_part(const Variant& variant) {
  const std::string& kernel = variant.kernel;
  return !variant.oracle.empty() && kernel.starts_with("ising") &&
         (kernel.ends_with("_metropolis") || kernel.ends_with("_swendsen_wang") || kernel.ends_with("_wolff"));
}

/// Compares every case of every variant on the GPUs of this machine whose L is at most `largest`; says how many.
void compare_all(int sweeps, std::int64_t largest) {
  int compared = 0;
  const bool any = for_each_on_gpu(takes_part, [&](const Variant& variant, const Device& device) {
    const bool on_host = device.pci.empty();
    std::vector<Params> fitting = cases(variant, device);
    std::erase_if(fitting, [&](const Params& params) {
      return params.integer("L") > side(variant, device, largest, 32) || !variant.unsupported(params, device).empty();
    });
    compare_each(variant, fitting, on_host ? std::min(sweeps, 24) : sweeps);
    compared += static_cast<int>(fitting.size());
  });
  if (any) say_compared(compared);
}

}  // namespace

TEST_CASE("GPU variants hold the same spins as their oracle after 100 sweeps", "[gpu]") { compare_all(100, 1000); }

// A tool that watches every access slows the device a hundredfold:
//   compute-sanitizer --tool memcheck spinbench_tests '[sanitizer]'
TEST_CASE("GPU variants for a few sweeps", "[.][gpu][sanitizer]") { compare_all(2, 128); }

TEST_CASE("However they are launched, sweeps give the same as single launches", "[gpu]") {
  for_each_on_gpu(takes_part, [](const Variant& variant, const Device& device) {
    std::vector<Params> cases = vary({defaults(variant)}, "rng", {word("lcg32_random"), word("philox4x32")});
    for (Params params : vary(cases, "launch", {word("stream"), word("graph"), word("chained"), word("persistent")})) {
      params.set("L", side(variant, device, 64, 16));
      if (!variant.unsupported(params, device).empty()) continue;
      if (params.has("k")) params.set("k", std::int64_t{1});
      Params one_by_one = params;
      if (params.has("launch")) one_by_one.set("launch", std::string("stream"));
      const auto together = variant.make(params, 3), single = variant.make(one_by_one, 3);
      together->sweep(777);
      for (int i = 0; i < 777; ++i) single->sweep(1);
      INFO(variant.name << "/" << params.name());
      REQUIRE(same_spins(*together, *single));
    }
  });
}

TEST_CASE("A series of energies is what sweeps and observations in turn give", "[gpu]") {
  for_each_on_gpu(takes_part, [](const Variant& variant, const Device& device) {
    // Rows of whole packs of 16 bytes for every spin type, and rows that are none.
    std::vector<Params> cases =
        vary({defaults(variant)}, "L", {whole(side(variant, device, 64, 16)), whole(side(variant, device, 132, 20))});
    for (Params& params : cases)
      if (params.has("tile"))
        params.set("L", side(variant, device, params.integer("L") % 16 == 0 ? 64 : 72, 16)),
            params.set("tile", std::int64_t{4});
    cases = vary(vary(cases, "k", {whole(5)}), "rng", {word("lcg32_random"), word("philox4x32")});
    cases = vary(cases, "launch", {word("stream"), word("graph"), word("chained"), word("persistent")});
    for (const Params& params : vary(cases, "spin", {word("int8"), word("int16"), word("int32")})) {
      if (!variant.unsupported(params, device).empty()) continue;
      const auto series = variant.make(params, 3), single = variant.make(params, 3);
      const int step = series->sweep_granularity();
      INFO(variant.name << "/" << variant.backend << "/" << params.name());
      // More measurements than a graph holds and no multiple; then another spacing, too long for a graph.
      for (const auto& [measurements, spacing] :
           {std::pair{101, step}, std::pair{23, 3 * step}, std::pair{2, 70 * step}}) {
        const std::vector<double> energies = series->series("energy", measurements, spacing).values;
        REQUIRE(energies.size() == static_cast<std::size_t>(measurements));
        for (const double energy : energies) {
          single->sweep(spacing);
          REQUIRE(energy == single->observe().of("energy").front());
        }
      }
      REQUIRE(same_spins(*series, *single));
    }
  });
}

// Longer than the log on the device is.
TEST_CASE("A long series of energies ends in the same configuration", "[gpu]") {
  const auto is_tiled = [](const Variant& variant) { return variant.name == "tiled" && takes_part(variant); };
  for_each_on_gpu(is_tiled, [](const Variant& variant, const Device& device) {
    Params params = defaults(variant);
    for (const auto& [axis, value] : {std::pair{"k", 1}, std::pair{"tile", 8}}) params.set(axis, std::int64_t{value});
    params.set("L", side(variant, device, 32, 16));
    const auto series = variant.make(params, 3), single = variant.make(params, 3);
    const std::vector<double> energies = series->series("energy", 5000, 1).values;
    single->sweep(5000);
    REQUIRE(energies.size() == 5000);
    REQUIRE(energies.back() == single->observe().of("energy").front());
    REQUIRE(same_spins(*series, *single));
  });
}

TEST_CASE("The machine_* kernels on a GPU do the work that they count", "[gpu]") {
  const auto measures_limit = [](const Variant& variant) {
    return Registry::instance().kernel(variant.kernel)->measures_limit;
  };
  for_each_on_gpu(measures_limit, [](const Variant& variant, const Device&) {
    const auto simulation = variant.make(defaults(variant), 5);
    const std::vector<Check> checks = simulation->self_check();
    INFO(variant.kernel << "/" << variant.name);
    REQUIRE_FALSE(checks.empty());
    for (const Check& check : checks) REQUIRE(check.passed);
  });
}
