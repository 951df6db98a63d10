// Presets and figures of the kernel ising2d_metropolis.
#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/plan_parts.hpp"
#include "kernels/common/rng/generators.hpp"

namespace spinbench::ising2d {
namespace {

using namespace plans;

const std::vector<std::string> gpu_versions = {"naive", "crinkled", "texture", "coalesced"};

/// v1 to v4; v2 to v4 with one site a thread, as in the talk, and with four.
std::vector<Sweep> gpu_in_global_memory(const Axes& axes) {
  std::vector<Sweep> result = gpu("naive", axes);
  Axes with_sites = axes;
  with_sites.push_back({"sites", numbers({1, 4})});
  for (const char* version : {"crinkled", "texture", "coalesced"}) append(result, gpu(version, with_sites));
  return result;
}

/// `variant` on GPUs up to L = 16384 and on the CPU up to `serial`, where the k hits of one step take a second.
std::vector<Sweep> over_sizes(const std::string& variant, std::int64_t first, std::int64_t serial, Axes axes,
                              std::int64_t step = 2) {
  axes.insert(axes.begin(), {"L", growing(first, 16384, step)});
  std::vector<Sweep> result = gpu(variant, axes);
  axes.front().second = growing(first, serial, step);
  result.push_back({variant, "cpu", axes});
  return result;
}

/// Weigel 2012, Fig. 7: tile sizes, on lattices whose sides grow by `step`. A lattice holds at least two tiles a side.
std::vector<Sweep> tile_sizes(std::int64_t step) {
  std::vector<Sweep> result;
  for (const std::int64_t tile : {4, 8, 16, 32})
    append(result, over_sizes("tiled", std::max<std::int64_t>(16, 2 * tile), 512,
                              {{"k", numbers({100})}, {"tile", numbers({tile})}}, step));
  return result;
}

/// Weigel 2012, Fig. 8: one hit and 100 hits, and the serial code.
std::vector<Sweep> hits() {
  std::vector<Sweep> result = over_sizes("tiled", 32, 1024, {{"k", numbers({1})}, {"tile", numbers({16})}});
  append(result, over_sizes("tiled", 32, 512, {{"k", numbers({100})}, {"tile", numbers({16})}}));
  result.push_back({"row_order", "cpu", {{"L", doubling(16, 4096)}}});
  return result;
}

/// Skip-ahead costs what random seeding costs.
Values timed_generators() { return words(rng::names_of(rng::seeded_at_random)); }

/// Weigel 2012, Fig. 9: the paper's generators, with and without the energy, on lattices whose sides grow by `step`;
/// every other one at `others`.
std::vector<Sweep> generators(std::int64_t step, const std::vector<std::int64_t>& others) {
  const Axes axes = {{"k", numbers({100})}, {"tile", numbers({16})}};
  const auto with = [&](const Values& names, const std::vector<std::string>& measures) {
    Axes result = axes;
    result.push_back({"measure", words(measures)});
    result.push_back({"rng", names});
    return result;
  };
  std::vector<Sweep> result = over_sizes(
      "tiled", 32, 512, with(words({"lcg32_random", "lcg64_random", "fibonacci521"}), {"none", "energy"}), step);
  Axes all = with(timed_generators(), {"none"});
  all.push_back({"L", numbers(others)});
  append(result, gpu("tiled", all));
  all.back().second = numbers({256});
  result.push_back({"tiled", "cpu", all});
  return result;
}

/// Weigel 2015: v1 to v5, each with the spin type of the talk, and the two serial versions.
std::vector<Sweep> versions() {
  std::vector<Sweep> result;
  const Values L = numbers({1024});
  append(result, gpu("naive", {{"L", L}, {"spin", words({"int32"})}}));
  append(result, gpu("crinkled", {{"L", L}, {"sites", numbers({1, 4})}, {"spin", words({"int32", "int8"})}}));
  append(result, gpu("texture", {{"L", L}, {"sites", numbers({1, 4})}, {"spin", words({"int8"})}}));
  append(result, gpu("coalesced", {{"L", L}, {"sites", numbers({1, 4})}, {"spin", words({"int8"})}}));
  append(result, gpu("tiled", {{"L", numbers({16384})}, {"k", numbers({100})}, {"spin", words({"int32"})}}));
  for (const char* order : {"column_order", "row_order"}) result.push_back({order, "cpu", {{"L", L}}});
  return result;
}

/// The variants written in Kokkos, at sizes that a host space can do, too.
std::vector<Sweep> in_kokkos(const std::vector<std::int64_t>& sizes, const std::vector<std::string>& spins) {
  const Axes axes = {{"L", numbers(sizes)}, {"spin", words(spins)}};
  return {{"naive", "kokkos", axes},
          {"crinkled", "kokkos", axes},
          {"tiled", "kokkos", axes},
          {"multispin", "kokkos", {{"L", numbers(sizes)}}}};
}

/// `multispin` with the generators of `names`: lattices that stay on the chip and larger ones, and many small ones.
std::vector<Sweep> bit_sliced(const std::vector<std::string>& names) {
  const std::pair<std::string, Values> generators = {"rng", words(names)};
  std::vector<Sweep> result =
      gpu("multispin", {{"L", numbers({1024, 4096})}, generators, {"launch", words({"persistent"})}});
  append(result, gpu("multispin", {{"L", numbers({16384, 65536})}, generators, {"launch", words({"graph"})}}));
  append(
      result,
      gpu("multispin",
          {{"L", numbers({64})}, {"realizations", numbers({32768})}, generators, {"launch", words({"persistent"})}}));
  return result;
}

/// `multispin_tiled` with the generators of `names`: few hits and many, and 100 hits over sizes.
std::vector<Sweep> bit_sliced_tiles(const std::vector<std::string>& names) {
  std::vector<Sweep> result =
      gpu("multispin_tiled", {{"L", numbers({16384})}, {"k", numbers({1, 10, 100})}, {"rng", words(names)}});
  append(result,
         gpu("multispin_tiled",
             {{"L", numbers({1024, 2048, 4096, 8192, 65536})}, {"k", numbers({100})}, {"rng", words({"mwc64x"})}}));
  append(result, gpu("multispin_tiled", {{"L", numbers({16384})},
                                         {"k", numbers({1, 100})},
                                         {"rng", words({"mwc64x"})},
                                         {"launch", words({"graph"})}}));
  return result;
}

std::vector<Sweep> quick() {
  std::vector<Sweep> result;
  result.push_back({"row_order", "cpu", {{"L", numbers({256, 1024})}}});
  for (const char* order : {"column_order", "checkerboard"}) result.push_back({order, "cpu", {{"L", numbers({1024})}}});
  result.push_back({"tiled", "cpu", {{"L", numbers({1024})}, {"k", numbers({1, 100})}}});
  result.push_back({"multispin", "cpu", {{"L", numbers({1024})}, {"threads", numbers({1, 0})}}});
  append(result, gpu_in_global_memory({{"L", numbers({1024, 4096})}}));
  append(result, gpu("tiled", {{"L", numbers({1024, 4096})}}));
  append(result, gpu("tiled", {{"L", numbers({16384})}, {"k", numbers({1, 100})}}));
  append(result, gpu("multispin", {{"L", numbers({1024, 4096})}, {"launch", words({"persistent"})}}));
  append(result, gpu("multispin", {{"L", numbers({16384})}, {"rng", words({"philox4x32", "sfc32"})}}));
  append(result, gpu("multispin_tiled",
                     {{"L", numbers({16384})}, {"k", numbers({100})}, {"rng", words({"philox4x32", "sfc32"})}}));
  append(result, in_kokkos({1024, 4096}, {"int32"}));
  return result;
}

/// What it brings to enqueue many launches at once, where a launch takes longer than its work.
std::vector<Sweep> launches() {
  std::vector<Sweep> result;
  const Values L = numbers({64, 256, 1024, 2048}), ways = words({"stream", "graph", "chained"});
  append(result, gpu("crinkled", {{"L", L}, {"launch", ways}}));
  append(result, gpu("tiled", {{"L", L}, {"k", numbers({1})}, {"launch", ways}}));
  return result;
}

std::vector<Sweep> paper() {
  std::vector<Sweep> result;
  const Values L = numbers({1024, 4096}), spins = words({"int32", "int8"});
  for (const char* order : {"column_order", "row_order", "checkerboard"}) result.push_back({order, "cpu", {{"L", L}}});
  append(result, gpu_in_global_memory({{"L", L}, {"spin", spins}}));
  append(result, gpu_in_global_memory({{"L", numbers({16384})}, {"spin", words({"int32"})}}));
  append(result, gpu("tiled", {{"L", numbers({1024, 4096, 16384})}, {"spin", spins}}));
  append(result, in_kokkos({1024, 4096, 16384}, {"int32", "int8"}));
  // Of these figures half of the points: the whole preset is to last twelve minutes. At L = 4096 an oracle takes a
  // minute to fill the states of mt19937.
  append(result, tile_sizes(4));
  append(result, hits());
  append(result, generators(4, {2048}));
  append(result, launches());
  append(result, bit_sliced(rng::names_of(rng::keeps_nothing)));
  append(result, bit_sliced_tiles(rng::names_of(rng::keeps_nothing)));
  result.push_back({"multispin",
                    "cpu",
                    {{"L", L}, {"rng", words({"philox4x32", "sfc32", "mwc64x"})}, {"threads", numbers({1, 0})}}});
  return result;
}

std::vector<Sweep> full() {
  std::vector<Sweep> result = paper();
  const Values spins = words({"int32", "int16", "int8"}), draws = words({"conditional", "always"});
  const Values generators = words(rng::names_of(rng::built_everywhere));
  for (const char* order : {"column_order", "row_order", "checkerboard"})
    result.push_back({order, "cpu", {{"L", doubling(16, 4096)}, {"draw", draws}, {"spin", spins}}});
  for (const std::string& version : gpu_versions) {
    append(result, gpu(version, {{"L", doubling(16, 16384)}, {"draw", draws}, {"spin", spins}}));
    append(result, gpu(version, {{"L", numbers({4096})}, {"rng", generators}}));
    append(result, gpu(version, {{"L", doubling(16, 16384)}, {"launch", words({"stream", "graph"})}}));
  }
  append(result, over_sizes("tiled", 64, 256,
                            {{"k", numbers({1, 10, 100, 1000})},
                             {"tile", numbers({16, 32})},
                             {"order", words({"plain"})},
                             {"spin", spins}}));
  append(
      result,
      over_sizes("tiled", 64, 512,
                 {{"k", numbers({10, 100})}, {"order", words({"symmetric"})}, {"measure", words({"none", "energy"})}}));
  append(result, gpu("tiled", {{"L", numbers({4096, 16384})}, {"k", numbers({1, 100})}, {"rng", timed_generators()}}));
  return result;
}

/// The lattice shared by ranks: the same for more and more of them.
std::vector<Sweep> strong() {
  std::vector<Sweep> result = gpu("multispin_mpi", {{"L", numbers({16384, 131072})}, {"ranks", doubling(1, 8)}});
  result.push_back({"multispin_mpi", "cpu", {{"L", numbers({1024, 4096})}, {"ranks", doubling(1, 4)}}});
  return result;
}

/// As many sites for each rank, so far as whole words allow, and on hosts as the widest vectors do: with narrower ones
/// a rank is half as fast.
std::vector<Sweep> weak() {
  std::vector<Sweep> result;
  for (const auto& [ranks, L, host_L] : {std::tuple<std::int64_t, std::int64_t, std::int64_t>{1, 65536, 2048},
                                         {2, 92672, 2816},
                                         {4, 131072, 4096},
                                         {8, 185344, 5888}}) {
    append(result, gpu("multispin_mpi", {{"L", numbers({L})}, {"ranks", numbers({ranks})}}));
    result.push_back({"multispin_mpi", "cpu", {{"L", numbers({host_L})}, {"ranks", numbers({ranks})}}});
  }
  return result;
}

Plan plan(const std::string& id, const std::string& title, bool figure, std::vector<Sweep> sweeps) {
  return {id, "ising2d_metropolis", title, figure, std::move(sweeps)};
}

const Register<Plan> quick_plan{plan("quick", "a table in two minutes", false, quick())};
const Register<Plan> paper_plan{plan("paper", "every version and figure of the papers", false, paper())};
const Register<Plan> full_plan{plan("full", "wide ranges of every axis", false, full())};
const Register<Plan> strong_plan{plan("strong", "the same lattice on more and more ranks", false, strong())};
const Register<Plan> weak_plan{plan("weak", "larger lattices on more ranks", false, weak())};
const Register<Plan> fig7{plan("weigel2012-fig7", "Weigel 2012, Fig. 7: tile sizes at k = 100", true, tile_sizes(2))};
const Register<Plan> fig8{plan("weigel2012-fig8", "Weigel 2012, Fig. 8: k = 1 and k = 100 over L", true, hits())};
const Register<Plan> fig9{plan("weigel2012-fig9", "Weigel 2012, Fig. 9: generators and energy measurement", true,
                               generators(2, {1024, 4096, 16384}))};
const Register<Plan> talk{plan("weigel2015-versions", "Weigel 2015: v1 to v5", true, versions())};

}  // namespace
}  // namespace spinbench::ising2d
