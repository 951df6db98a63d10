// Each bug that can be planted in population annealing on a GPU is found, on a device that this host plays: by spins,
// energies, families or weights that are not the oracle's.
#define SPINBENCH_GPU_BACKEND "emulated"
#define SPINBENCH_GPU_NAMESPACE on_host
#include <string>
#include <vector>

#include "kernels/ising2d_population_annealing/gpu_multispin.cuh"
#include "kernels/ising2d_population_annealing/gpu_tiled.cuh"
#include "tests/annealing.hpp"
#include "tests/emulated/planted.hpp"

namespace {

using namespace spinbench;
using namespace spinbench::annealing;

using Make = std::unique_ptr<Simulation> (*)(const Params&, std::uint64_t);

/// Two blocks of replicas, and a second annealing.
bool is_the_oracles(Make make, Params params, const char* oracle) {
  params.set("replicas", std::int64_t{300});
  params.set("theta", std::int64_t{1});
  params.set("steps", std::int64_t{3});
  params.set("beta_high", 0.06);
  params.set("launch", std::string("stream"));
  const auto found = make(params, 21), wanted = make_annealing(oracle, params, 21);
  for (const int steps : {1, 4}) {
    found->sweep(steps), wanted->sweep(steps);
    if (!same_annealing(*found, *wanted)) return false;
  }
  return true;
}

bool multispin() {
  return is_the_oracles(make_multispin_population, small_annealing("multispin_plain", "mwc64x"), "multispin_plain");
}
bool single_spin() {
  Params params = small_annealing("tiled", "lcg32_random");
  params.set("tile", std::int64_t{16});
  params.set("spin", std::string("int8"));
  return is_the_oracles(make_tiled_population, params, "tiled");
}

std::vector<Planted> all() {
  return {
      {SPINBENCH_PLANTED(annealing_wrong_sign), {multispin, single_spin}},
      {SPINBENCH_PLANTED(annealing_not_normalised), {multispin, single_spin}},
      {SPINBENCH_PLANTED(annealing_off_by_one), {multispin, single_spin}},
      {SPINBENCH_PLANTED(annealing_family_stays), {multispin, single_spin}},
      {SPINBENCH_PLANTED(annealing_last_dropped), {multispin, single_spin}},
      {SPINBENCH_PLANTED(annealing_offset_stands), {multispin, single_spin}},
      {SPINBENCH_PLANTED(annealing_betas_stay), {multispin, single_spin}},
      {SPINBENCH_PLANTED(annealing_first_blocks), {multispin, single_spin}},
      {SPINBENCH_PLANTED(annealing_copies_first), {multispin, single_spin}},
      {SPINBENCH_PLANTED(annealing_start_stands), {multispin, single_spin}},
      {SPINBENCH_PLANTED(annealing_levels_first_warp), {multispin, single_spin}},
  };
}

}  // namespace

TEST_CASE("Emulated: every bug in the GPU's populations is found, and nothing without one", "[mutants]") {
  check_all_found(all());
}

TEST_CASE("Emulated: no bug in the GPU's populations is left out", "[mutants]") {
  check_none_left_out(all(), {"_population_annealing"});
}
