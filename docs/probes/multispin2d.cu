// The bit-sliced updates of the square lattice with one generator, for docs/instruction_counts.py.
#include "kernels/ising2d_metropolis/gpu_multispin_colours.cuh"
#include "kernels/ising2d_metropolis/gpu_multispin_strips.cuh"
#include "kernels/ising2d_metropolis/gpu_multispin_tiled.cuh"

namespace spinbench::ising2d::inline SPINBENCH_GPU_NAMESPACE {

/// Makes the compiler build them.
const void* probed() {
  static const void* const all[] = {reinterpret_cast<const void*>(update_colour<PROBED_GENERATOR, 4, 2>),
                                    reinterpret_cast<const void*>(update_strips<PROBED_GENERATOR, 4, 2>),
                                    reinterpret_cast<const void*>(visit_tiles<PROBED_GENERATOR, 4>)};
  return all;
}

}  // namespace spinbench::ising2d::inline SPINBENCH_GPU_NAMESPACE
