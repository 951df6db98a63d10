// The bit-sliced updates of the square lattice, for docs/instruction_counts.py.
#include "docs/probes/probed.cuh"
#include "kernels/ising2d_metropolis/gpu_multispin_colours.cuh"
#include "kernels/ising2d_metropolis/gpu_multispin_strips.cuh"
#include "kernels/ising2d_metropolis/gpu_multispin_tiled.cuh"

namespace spinbench::ising2d::inline SPINBENCH_GPU_NAMESPACE {

template <class Rng>
const void* updates() {
  static const void* const all[] = {reinterpret_cast<const void*>(update_colour<Rng, 4, 2>),
                                    reinterpret_cast<const void*>(update_strips<Rng, 4, 2>),
                                    reinterpret_cast<const void*>(visit_tiles<Rng, 4>)};
  return all;
}

void probed(const void** result) {
  probe<PROBED_GENERATORS>(result, []<class Rng> { return updates<Rng>(); });
}

}  // namespace spinbench::ising2d::inline SPINBENCH_GPU_NAMESPACE
