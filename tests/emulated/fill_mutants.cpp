// Each bug that can be planted in the GPU's rng_fill is found, on a device that this host plays: by a comparison on its
// path, and by what the array checks of itself.
#define SPINBENCH_GPU_BACKEND "emulated"
#define SPINBENCH_GPU_NAMESPACE on_host
#include <string>
#include <vector>

#include "tests/emulated/planted.hpp"
#include "tests/fill_emulated.hpp"

namespace {

using namespace spinbench;

template <class Rng>
bool looks_right(const Params& params) {
  rng_bench::GpuFill<Rng> fill(params, 5, rng::Seeding::random);
  fill.sweep(2);
  return holds_itself(fill);
}

bool rest_compared() { return fills_as_its_oracle<rng::Lcg32>(fill_of("lcg32_random", 256, 20 * 256 + 77), {1, 1}); }
bool rest_looks() { return looks_right<rng::Lcg32>(fill_of("lcg32_random", 256, 20 * 256 + 77)); }
bool blocks_compared() { return fills_as_its_oracle<rng::Philox4x32>(fill_of("philox4x32", 3072, 37 * 3072), {1, 1}); }
bool blocks_look() { return looks_right<rng::Philox4x32>(fill_of("philox4x32", 3072, 37 * 3072)); }
bool blocks_with_states() { return looks_right<rng::Lcg32>(fill_of("lcg32_random", 3072, 37 * 3072)); }
bool layers_compared() {
  return fills_as_its_oracle<rng::Philox4x32>(fill_of("philox4x32", 256, 256 * (512 * 16 + 18)), {1, 1});
}
bool layers_look() { return looks_right<rng::Philox4x32>(fill_of("philox4x32", 256, 256 * (512 * 16 + 18))); }

std::vector<Planted> all() {
  return {
      {SPINBENCH_PLANTED(gpu_fill_part_lost), {rest_compared, rest_looks}},
      {SPINBENCH_PLANTED(gpu_fill_blocks_alike), {blocks_compared, blocks_look, blocks_with_states}},
      {SPINBENCH_PLANTED(gpu_fill_layers_alike), {layers_compared, layers_look}},
  };
}

/// What a check of small arrays alone cannot see.
bool one_block_and_layer() {
  return fills_as_its_oracle<rng::Philox4x32>(fill_of("philox4x32", 1024, 20 * 1024 + 77), {1, 1});
}

}  // namespace

TEST_CASE("Emulated: every bug in the GPU's fills is found, and nothing without one", "[mutants]") {
  check_all_found(all());
}

TEST_CASE("Emulated: a fill of one block across and one layer shows no bug of others", "[mutants]") {
  for (const Mutant mutant : {Mutant::gpu_fill_blocks_alike, Mutant::gpu_fill_layers_alike})
    CHECK(is_right_with(static_cast<int>(mutant), one_block_and_layer));
}

TEST_CASE("Emulated: no bug in the GPU's fills is left out", "[mutants]") { check_none_left_out(all(), {"rng_fill"}); }
