// Each bug that can be planted in how devices hand borders to each other by themselves is found, on devices that this
// host plays: ranks are threads. Built with SPINBENCH_MUTANTS.
#define SPINBENCH_GPU_BACKEND "emulated"
#define SPINBENCH_GPU_NAMESPACE on_host
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "interface/mutants.hpp"
#include "kernels/ising2d_metropolis/gpu_multispin_slab.cuh"
#include "kernels/ising3d_metropolis/gpu_multispin_slab.cuh"
#include "tests/emulated/planted.hpp"
#include "tests/slabs.hpp"

namespace {

using namespace spinbench;

bool holds_the_oracles_spins(const RankedVariant& variant, int dimensions, std::int64_t L) {
  Params params = slabs_case("mwc64x", L, 3, "direct");
  const std::vector<int> sweeps = {8};
  const std::vector<OfRanks> found = sweep_in_threads(variant, params, 21, sweeps);
  params.set("realizations", std::int64_t{1});
  const auto oracle = Registry::instance().variant(variant.kernel, "multispin_plain", "cpu")->make(params, 21);
  oracle->sweep(sweeps.front());
  const auto sites = static_cast<std::uint64_t>(dimensions == 2 ? L * L : L * L * L);
  return compare(Configuration::of_bits(found.front().words, sites), oracle->configuration()).difference.empty();
}
bool strips_hold() { return holds_the_oracles_spins(DeviceSlabs<ising2d::SquareSlabs>::ranked(), 2, 256); }
bool layers_hold() { return holds_the_oracles_spins(DeviceSlabs<ising3d::CubicSlabs>::ranked(), 3, 64); }

struct Bug {
  RankMutant mutant;
  std::vector<std::function<bool()>> is_right;
};

}  // namespace

TEST_CASE("Emulated: every bug in borders that devices hand over is found, and nothing without one", "[mutants]") {
  const std::vector<Bug> all = {{RankMutant::direct_flag_first, {layers_hold}},
                                {RankMutant::direct_flag_of_before, {strips_hold, layers_hold}},
                                {RankMutant::direct_no_fence, {layers_hold}},
                                {RankMutant::ranks_wrong_neighbour, {strips_hold, layers_hold}}};
  for (const Bug& one : all)
    for (const auto& is_right : one.is_right) {
      INFO(mutants()[static_cast<std::size_t>(one.mutant) - 1].name);
      // Whether a neighbour looks at the wrong moment depends on how busy the host is.
      bool right = true;
      for (int tries = 0; tries < 50 && right; ++tries) right = is_right_with(static_cast<int>(one.mutant), is_right);
      CHECK(!right);
    }
  CHECK(strips_hold());
  CHECK(layers_hold());
}
