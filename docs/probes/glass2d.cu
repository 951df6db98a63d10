// Columns of the square spin glass with words of 64, for docs/instruction_counts.py.
#include "docs/probes/probed.cuh"
#include "kernels/ea2d_metropolis/gpu_columns.cuh"

namespace spinbench::ea2d::inline SPINBENCH_GPU_NAMESPACE {

void probed(const void** result) {
  probe<PROBED_GENERATORS>(result, []<class Rng> { return reinterpret_cast<const void*>(visit_columns<Rng, 16, 2>); });
}

}  // namespace spinbench::ea2d::inline SPINBENCH_GPU_NAMESPACE
