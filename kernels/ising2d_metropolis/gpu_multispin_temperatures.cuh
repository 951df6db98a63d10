// Bit-sliced lattices at one temperature, or each at its own.
#pragma once

#include <cstdint>

#include "kernels/common/mutants.hpp"
#include "kernels/ising2d_metropolis/gpu_multispin.cuh"

namespace spinbench::ising2d::inline SPINBENCH_GPU_NAMESPACE {

/// Realizations at temperatures of their own, in memory.
struct ThresholdTable {
  const MultispinThresholds* of;
};

__device__ __forceinline__ const MultispinThresholds& thresholds_of(const MultispinThresholds& all, std::uint32_t) {
  return all;
}
__device__ __forceinline__ MultispinThresholds thresholds_of(const ThresholdTable& table, std::uint32_t realization) {
  return table.of[planted(Mutant::tempering_thresholds_first) ? 0 : realization];
}

/// In the place of a realization's own thresholds where all have the same.
struct NoThresholds {};

}  // namespace spinbench::ising2d::SPINBENCH_GPU_NAMESPACE
