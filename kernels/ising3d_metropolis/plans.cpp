// Presets and figures of the kernel ising3d_metropolis.
#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/plan_parts.hpp"
#include "kernels/common/rng/generators.hpp"

namespace spinbench::ising3d {
namespace {

using namespace plans;

/// Weigel 2012, Fig. 10: k = 100 with tiles of side 4 and 8, and the serial code. The serial double checkerboard takes
/// a second for the k hits of one step at L = 64.
std::vector<Sweep> tile_sizes() {
  std::vector<Sweep> result;
  for (const std::int64_t tile : {4, 8}) {
    const Values hits = numbers({100}), side = numbers({tile});
    append(result, gpu("tiled", {{"L", doubling(2 * tile, 512)}, {"k", hits}, {"tile", side}}));
    result.push_back({"tiled", "cpu", {{"L", doubling(2 * tile, 64)}, {"k", hits}, {"tile", side}}});
  }
  result.push_back({"row_order", "cpu", {{"L", doubling(8, 512)}}});
  return result;
}

/// `multispin`: large lattices, and many small ones.
std::vector<Sweep> bit_sliced() {
  const std::pair<std::string, Values> generators = {"rng", words(rng::names_of(rng::keeps_nothing_in_3d))};
  std::vector<Sweep> result = gpu("multispin", {{"L", numbers({128, 512, 1024, 2048})}, generators});
  append(result, gpu("multispin", {{"L", numbers({64})}, {"realizations", numbers({4096})}, generators}));
  result.push_back({"multispin", "cpu", {{"L", numbers({128, 256})}, generators, {"threads", numbers({1, 0})}}});
  result.push_back({"multispin_plain", "cpu", {{"L", numbers({64})}}});
  return result;
}

std::vector<Sweep> quick() {
  std::vector<Sweep> result = gpu("tiled", {{"L", numbers({256, 512})}});
  append(result, gpu("multispin", {{"L", numbers({512, 1024})}}));
  result.push_back({"row_order", "cpu", {{"L", numbers({64})}}});
  result.push_back({"multispin", "cpu", {{"L", numbers({128})}, {"threads", numbers({1, 0})}}});
  return result;
}

std::vector<Sweep> paper() {
  std::vector<Sweep> result = tile_sizes();
  const Values L = numbers({512});
  append(result, gpu("tiled", {{"L", L}, {"k", numbers({1, 10})}, {"tile", numbers({4, 8})}}));
  append(result, gpu("tiled", {{"L", L}, {"measure", words({"energy"})}}));
  append(result, gpu("tiled", {{"L", L}, {"spin", words({"int8"})}}));
  append(result, gpu("tiled", {{"L", L}, {"rng", words({"lcg64_random", "philox4x32", "sfc32"})}}));
  append(result, bit_sliced());
  result.push_back({"checkerboard", "cpu", {{"L", numbers({64, 256})}}});
  result.push_back({"tiled", "kokkos", {{"L", numbers({64, 256})}, {"tile", numbers({4, 8})}}});
  return result;
}

/// The lattice shared by ranks.
std::vector<Sweep> strong() {
  std::vector<Sweep> result = gpu("multispin_mpi", {{"L", numbers({1024, 2048})}, {"ranks", doubling(1, 8)}});
  result.push_back({"multispin_mpi", "cpu", {{"L", numbers({128, 256})}, {"ranks", doubling(1, 4)}}});
  return result;
}

/// As many sites for each rank, so far as a cube of whole words allows: on hosts, for the widest vectors, 1.7 times as
/// many on two ranks and 0.84 on four.
std::vector<Sweep> weak() {
  std::vector<Sweep> result;
  for (const auto& [ranks, L, host_L] : {std::tuple<std::int64_t, std::int64_t, std::int64_t>{1, 1024, 256},
                                         {2, 1280, 384},
                                         {4, 1664, 384},
                                         {8, 2048, 512}}) {
    append(result, gpu("multispin_mpi", {{"L", numbers({L})}, {"ranks", numbers({ranks})}}));
    result.push_back({"multispin_mpi", "cpu", {{"L", numbers({host_L})}, {"ranks", numbers({ranks})}}});
  }
  return result;
}

Plan plan(const std::string& id, const std::string& title, bool figure, std::vector<Sweep> sweeps) {
  return {id, "ising3d_metropolis", title, figure, std::move(sweeps)};
}

const Register<Plan> quick_plan{plan("quick", "a table in two minutes", false, quick())};
const Register<Plan> paper_plan{plan("paper", "every version and figure of the papers", false, paper())};
const Register<Plan> full_plan{plan("full", "wide ranges of every axis", false, paper())};
const Register<Plan> strong_plan{plan("strong", "the same lattice on more and more ranks", false, strong())};
const Register<Plan> weak_plan{plan("weak", "larger lattices on more ranks", false, weak())};
const Register<Plan> fig10{plan("weigel2012-fig10", "Weigel 2012, Fig. 10: 3D, tiles of 4 and 8", true, tile_sizes())};

}  // namespace
}  // namespace spinbench::ising3d
