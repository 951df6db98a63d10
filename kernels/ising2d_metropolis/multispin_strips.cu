// `multispin` (multispin.cu) with launch persistent: one launch for many sweeps, with the lattices in shared memory.
// Here by the generators that make one word at a time; multispin_strips_blocks.cu has the others.
#include "kernels/ising2d_metropolis/gpu_multispin_in_strips.cuh"

namespace spinbench::ising2d::inline SPINBENCH_GPU_NAMESPACE {

std::unique_ptr<MultispinUpdates> make_in_strips(const Params& params, const MultispinPlanes& planes,
                                                 std::uint64_t seed) {
  if (rng::facts_of(params.word("rng")).block_words > 1) return make_in_strips_of_blocks(params, planes, seed);
  return make_updates<InStrips, false>(params, planes, seed);
}

std::string strips_path(const Params& params) {
  return strips_path(strip_plan(params), planes_of(params).realizations, multispin_tile(params));
}

bool fits_strips(const Params& params) { return strip_plan(params).blocks > 0; }

}  // namespace spinbench::ising2d::SPINBENCH_GPU_NAMESPACE
