// The bit-sliced update of the cubic lattice with one generator, for docs/instruction_counts.py.
#include "kernels/ising3d_metropolis/gpu_multispin.cuh"

namespace spinbench::ising3d::inline SPINBENCH_GPU_NAMESPACE {

/// Makes the compiler build it.
const void* probed() {
  static const void* const all[] = {reinterpret_cast<const void*>(update_colour<PROBED_GENERATOR, 2, 4>)};
  return all;
}

}  // namespace spinbench::ising3d::inline SPINBENCH_GPU_NAMESPACE
