// Swendsen-Wang updates of a lattice on the device whose timed updates are others (equilibration.hpp), labelled site by
// site: on a lattice of any side, in memory that is given back.
#pragma once

#include <cstdint>
#include <functional>

#include "kernels/common/clusters/equilibration.hpp"
#include "kernels/common/clusters/gpu_site_labels.cuh"
#include "kernels/common/clusters/gpu_swendsen_wang.cuh"

namespace spinbench::clusters::inline SPINBENCH_GPU_NAMESPACE {

/// Bytes that it takes meanwhile.
template <int Dimensions>
double equilibration_bytes_a_site() {
  return SiteLabels<Dimensions>::bytes_a_site();
}

/// Of Ising spins. Waits.
template <int Dimensions>
void equilibrate_states(GpuStates<Dimensions>& states, const Params& params, std::uint64_t seed,
                        const std::function<bool()>& is_over) {
  // Whatever the timed updates draw from, so that each file has these kernels once.
  using Rng = rng::Philox4x32;
  const Extents n = states.extents();
  SiteLabels<Dimensions> labels(n);
  UpdateNumbers<Rng, Dimensions> numbers{Rng::setup(equilibration_seed(seed), 0, rng::Seeding::random), {n.sites()}, 0};
  const std::uint32_t threshold = bond_threshold(beta_of(params));
  const auto updates = static_cast<std::uint64_t>(equilibration_updates(Dimensions, params));
  for (; numbers.update < updates && !(is_over && is_over()); ++numbers.update) {
    labels.label(DrawnBonds<Rng, Dimensions>{n, states.data(), threshold, 2, numbers});
    colour_by_keys(states, labels.keys());
  }
  // Memory must stay until the last update has used it.
  gpu::synchronize();
}

}  // namespace spinbench::clusters::SPINBENCH_GPU_NAMESPACE
