// `multispin` with launch persistent (multispin_strips.cu), by the generators that make several words at a time.
#include "kernels/ising2d_metropolis/gpu_multispin_in_strips.cuh"

namespace spinbench::ising2d::inline SPINBENCH_GPU_NAMESPACE {

std::unique_ptr<MultispinUpdates> make_in_strips_of_blocks(const Params& params, const MultispinPlanes& planes,
                                                           std::uint64_t seed) {
  return make_updates<InStrips, true>(params, planes, seed);
}

}  // namespace spinbench::ising2d::SPINBENCH_GPU_NAMESPACE
