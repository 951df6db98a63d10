// Columns of the square spin glass with one generator and words of 64, for docs/instruction_counts.py.
#include "kernels/ea2d_metropolis/gpu_columns.cuh"

namespace spinbench::ea2d::inline SPINBENCH_GPU_NAMESPACE {

/// Makes the compiler build them.
const void* probed() { return reinterpret_cast<const void*>(visit_columns<PROBED_GENERATOR, 16, 2>); }

}  // namespace spinbench::ea2d::inline SPINBENCH_GPU_NAMESPACE
