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

/// The thresholds of the realization at hand, for a thread that goes from one to the next.
template <class Temperatures>
struct ThresholdsAtHand;

template <>
struct ThresholdsAtHand<MultispinThresholds> {
  const MultispinThresholds& now;

  __device__ __forceinline__ ThresholdsAtHand(const MultispinThresholds& all, std::uint32_t) : now(all) {}
  __device__ __forceinline__ void turn_to(const MultispinThresholds&, std::uint32_t) {}
};

template <>
struct ThresholdsAtHand<ThresholdTable> {
  MultispinThresholds now;

  __device__ __forceinline__ ThresholdsAtHand(const ThresholdTable& table, std::uint32_t realization)
      : now(thresholds_of(table, realization)) {}
  __device__ __forceinline__ void turn_to(const ThresholdTable& table, std::uint32_t realization) {
    now = thresholds_of(table, realization);
  }
};

}  // namespace spinbench::ising2d::SPINBENCH_GPU_NAMESPACE
