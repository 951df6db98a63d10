// Presets and figures of the kernel ea3d_metropolis: Lulli 2015, Figs. 4 to 9, on one device. The paper's psFlip (eq.
// 18) is a row's ps_per_flip. What it found for the best launch is here each size with enough systems to fill a
// large card: the number of coded systems falls as 1 / L^3.
#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/plan_parts.hpp"

namespace spinbench::ea3d {
namespace {

using namespace plans;

const Values minstd = words({"minstd"});

/// Systems of side L that have some four million words of a colour together.
std::int64_t systems_of(std::int64_t L) { return std::clamp<std::int64_t>((1 << 23) / (L * L * L), 1, 1 << 14); }

/// A variant on GPUs at each of `sides`, with enough systems.
std::vector<Sweep> filled(const std::string& variant, const std::vector<std::int64_t>& sides, const Axes& more) {
  std::vector<Sweep> result;
  for (const std::int64_t L : sides) {
    Axes axes = {{"L", numbers({L})}, {"systems", numbers({systems_of(L)})}};
    axes.insert(axes.end(), more.begin(), more.end());
    append(result, gpu(variant, axes));
  }
  return result;
}

/// Both subsequences of Appendix B: multiples of four, and twice an odd number.
const std::vector<std::int64_t> all_sides = {8,  10, 12, 14, 16, 18,  20,  24,  26,  30,  32,  40,  46,  48, 56,
                                             62, 64, 80, 94, 96, 112, 126, 128, 160, 190, 192, 224, 254, 256};
const std::vector<std::int64_t> powers = {8, 16, 32, 64, 128, 256};

/// The time of a sweep against the number of coded systems.
std::vector<Sweep> fig4() {
  std::vector<Sweep> result;
  for (const auto& [L, most] : {std::pair<std::int64_t, std::int64_t>{8, 16384}, {16, 2048}, {32, 256}})
    append(result, gpu("standard", {{"L", numbers({L})}, {"systems", doubling(1, most)}, {"rng", minstd}}));
  result.push_back({"standard", "cpu", {{"L", numbers({8})}, {"systems", doubling(1, 64)}, {"rng", minstd}}});
  return result;
}

/// The layouts against L.
std::vector<Sweep> fig5() {
  std::vector<Sweep> result;
  for (const char* variant : {"sliced", "standard"}) append(result, filled(variant, all_sides, {{"rng", minstd}}));
  append(result, filled("bitwise", powers, {{"rng", minstd}}));
  for (const char* variant : {"sliced", "standard", "bitwise"})
    result.push_back({variant, "cpu", {{"L", numbers({8, 16, 32})}, {"rng", minstd}}});
  return result;
}

/// The launches of Appendix A.
std::vector<Sweep> fig6() {
  std::vector<Sweep> result;
  for (const char* variant : {"sliced_grid", "standard_grid"})
    append(result, filled(variant, all_sides, {{"rng", minstd}}));
  // A host has no grid: the layouts that these launches share.
  for (const char* variant : {"sliced", "standard"})
    result.push_back({variant, "cpu", {{"L", numbers({8, 16})}, {"rng", minstd}}});
  return result;
}

/// The best number of systems: each side with as many as fill a card down to a sixteenth, whose arrays lie in the
/// second-level cache of a large one.
std::vector<Sweep> fig7() {
  std::vector<Sweep> result;
  for (const std::int64_t L : {8, 10, 16, 30, 32, 62, 64, 126, 128})
    for (const char* variant : {"sliced", "standard"}) {
      std::vector<std::int64_t> systems;
      for (std::int64_t k = systems_of(L); k >= std::max<std::int64_t>(1, systems_of(L) / 16); k /= 2)
        systems.insert(systems.begin(), k);
      append(result, gpu(variant, {{"L", numbers({L})}, {"systems", numbers(systems)}, {"rng", minstd}}));
    }
  result.push_back({"sliced", "cpu", {{"L", numbers({8})}, {"systems", numbers({1, 4, 16})}, {"rng", minstd}}});
  return result;
}

/// The bandwidth: a row's bytes and the fraction of its limit.
std::vector<Sweep> fig8() {
  std::vector<Sweep> result;
  for (const char* variant : {"sliced", "standard", "bitwise"})
    append(result, filled(variant, powers, {{"rng", minstd}}));
  result.push_back({"standard", "cpu", {{"L", numbers({16, 32})}, {"rng", minstd}}});
  return result;
}

/// The generators of the paper and newer ones; the figure has one value of each and layout.
std::vector<Sweep> fig9() {
  const std::pair<std::string, Values> generators = {
      "rng", words({"minstd", "parisi_rapuano", "mt19937", "xorwow", "philox4x32", "sfc32", "mwc64x"})};
  std::vector<Sweep> result;
  for (const char* variant : {"sliced", "standard", "bitwise"}) {
    append(result, filled(variant, {32, 128}, {generators}));
    result.push_back({variant, "cpu", {{"L", numbers({16})}, generators}});
  }
  return result;
}

/// The lattice shared by ranks. On GPUs with the generator of the paper.
std::vector<Sweep> shared(const std::vector<std::int64_t>& sides, const std::vector<std::int64_t>& host_sides) {
  std::vector<Sweep> result = gpu("sliced_mpi", {{"L", numbers(sides)}, {"ranks", doubling(1, 8)}, {"rng", minstd}});
  result.push_back({"sliced_mpi", "cpu", {{"L", numbers(host_sides)}, {"ranks", doubling(1, 4)}}});
  return result;
}

/// Strong scaling; and the same rows over L / N.
std::vector<Sweep> fig12() { return shared({16, 32, 64, 96, 128, 192, 256}, {8, 16, 32, 48}); }

/// One message a colour against two.
std::vector<Sweep> strong() {
  std::vector<Sweep> result = shared({128, 256}, {32});
  append(result, gpu("standard_mpi", {{"L", numbers({128, 256})}, {"ranks", doubling(1, 8)}}));
  result.push_back({"standard_mpi", "cpu", {{"L", numbers({32})}, {"ranks", doubling(1, 4)}}});
  append(result, gpu("multispin_mpi", {{"L", numbers({128, 256})}, {"ranks", doubling(1, 8)}}));
  result.push_back({"multispin_mpi", "cpu", {{"L", numbers({64})}, {"ranks", doubling(1, 4)}}});
  return result;
}

/// As many sites for each rank: larger cubes, so far as they allow, or more systems.
std::vector<Sweep> weak() {
  std::vector<Sweep> result;
  for (const auto& [ranks, L, host_L] :
       {std::tuple<std::int64_t, std::int64_t, std::int64_t>{1, 128, 24}, {2, 162, 30}, {4, 204, 38}, {8, 256, 48}}) {
    append(result, gpu("sliced_mpi", {{"L", numbers({L})}, {"ranks", numbers({ranks})}, {"rng", minstd}}));
    result.push_back({"sliced_mpi", "cpu", {{"L", numbers({host_L})}, {"ranks", numbers({ranks})}}});
  }
  // The suite's own; on a CPU rows fill its widest vectors. (Tiles of a plane of 406 x 406 come out even, which those
  // of no lattice small enough for the oracle do beside such ones of the ends.)
  for (const auto& [ranks, L, host_L] :
       {std::tuple<std::int64_t, std::int64_t, std::int64_t>{1, 256, 64}, {2, 322, 96}, {4, 408, 96}, {8, 512, 128}}) {
    append(result, gpu("multispin_mpi", {{"L", numbers({L})}, {"ranks", numbers({ranks})}}));
    result.push_back({"multispin_mpi", "cpu", {{"L", numbers({host_L})}, {"ranks", numbers({ranks})}}});
  }
  // Systems that fill a card, more of them on more ranks: slabs get thinner, and a boundary carries all systems.
  for (const std::int64_t ranks : {1, 2, 4, 8}) {
    append(result, gpu("multispin_mpi",
                       {{"L", numbers({256})}, {"systems", numbers({4 * ranks})}, {"ranks", numbers({ranks})}}));
    result.push_back(
        {"multispin_mpi", "cpu", {{"L", numbers({64})}, {"systems", numbers({ranks})}, {"ranks", numbers({ranks})}}});
  }
  return result;
}

/// The suite's own.
std::vector<Sweep> own() {
  std::vector<Sweep> result = gpu("multispin", {{"L", numbers({128, 256, 320})}, {"sweeps", numbers({1, 2})}});
  append(result, gpu("multispin", {{"L", numbers({32})}, {"systems", numbers({1056})}, {"sweeps", numbers({1, 2})}}));
  append(result, gpu("multispin", {{"L", numbers({64})}, {"systems", numbers({132})}, {"sweeps", numbers({1, 2})}}));
  result.push_back({"multispin", "cpu", {{"L", numbers({32, 64})}, {"threads", numbers({1, 0})}}});
  return result;
}

std::vector<Sweep> quick() {
  std::vector<Sweep> result = gpu("multispin", {{"L", numbers({128})}});
  append(result, gpu("sliced", {{"L", numbers({128})}}));
  result.push_back({"multispin", "cpu", {{"L", numbers({32})}}});
  return result;
}

std::vector<Sweep> paper() {
  std::vector<Sweep> result = own();
  for (const auto& figure : {fig4(), fig5(), fig6(), fig9()}) append(result, figure);
  result.push_back({"single_spin", "cpu", {{"L", numbers({32})}}});
  return result;
}

Plan plan(const std::string& id, const std::string& title, bool figure, std::vector<Sweep> sweeps) {
  return {id, "ea3d_metropolis", title, figure, std::move(sweeps)};
}

const Register<Plan> quick_plan{plan("quick", "a table in two minutes", false, quick())},
    paper_plan{plan("paper", "every version and figure of the papers", false, paper())},
    full_plan{plan("full", "wide ranges of every axis", false, paper())},
    figure4{plan("lulli2015-fig4", "Lulli 2015, Fig. 4: time of a sweep against coded systems", true, fig4())},
    figure5{plan("lulli2015-fig5", "Lulli 2015, Fig. 5: sliced, standard and bitwise against L", true, fig5())},
    figure6{plan("lulli2015-fig6", "Lulli 2015, Fig. 6: launches by grid against L", true, fig6())},
    figure7{plan("lulli2015-fig7", "Lulli 2015, Fig. 7: the best number of coded systems", true, fig7())},
    figure8{plan("lulli2015-fig8", "Lulli 2015, Fig. 8: bandwidth", true, fig8())},
    figure9{plan("lulli2015-fig9", "Lulli 2015, Fig. 9: generators", true, fig9())},
    figure12{plan("lulli2015-fig12", "Lulli 2015, Fig. 12: strong scaling over ranks", true, fig12())},
    figure13{plan("lulli2015-fig13", "Lulli 2015, Fig. 13: the same over L / N", true, fig12())},
    strong_plan{plan("strong", "the same lattice on more and more ranks", false, strong())},
    weak_plan{plan("weak", "larger lattices, or more of them, on more ranks", false, weak())};

}  // namespace
}  // namespace spinbench::ea3d
