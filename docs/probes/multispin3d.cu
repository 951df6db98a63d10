// The bit-sliced update of the cubic lattice, for docs/instruction_counts.py.
#include "docs/probes/probed.cuh"
#include "kernels/ising3d_metropolis/gpu_multispin.cuh"

namespace spinbench::ising3d::inline SPINBENCH_GPU_NAMESPACE {

void probed(const void** result) {
  probe<PROBED_GENERATORS>(result, []<class Rng> { return reinterpret_cast<const void*>(update_colour<Rng, 2, 4>); });
}

}  // namespace spinbench::ising3d::inline SPINBENCH_GPU_NAMESPACE
