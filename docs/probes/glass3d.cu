// Marches through the cubic spin glass with four replicas and one sweep a pass, for docs/instruction_counts.py.
#include "docs/probes/probed.cuh"
#include "kernels/ea3d_metropolis/gpu_columns.cuh"

namespace spinbench::ea3d::inline SPINBENCH_GPU_NAMESPACE {

void probed(const void** result) {
  probe<PROBED_GENERATORS>(result, []<class Rng> { return reinterpret_cast<const void*>(march<Rng, 4, 1, 1024>); });
}

}  // namespace spinbench::ea3d::inline SPINBENCH_GPU_NAMESPACE
