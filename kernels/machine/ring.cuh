// A ring of words that three-input logic operations walk around: machine_logic and, beside multiply-adds,
// machine_issue.
#pragma once

#include "kernels/machine/gpu_chains.cuh"

namespace spinbench::machine::inline SPINBENCH_GPU_NAMESPACE {

/// Each operation needs three words that no other needs together, so that no compiler can merge two of them; an
/// addition, as on the CPU, could move to another pipe and flatter the ALU.
struct Ring {
  static constexpr int words = 8;
  std::uint32_t word[words];

  SPINBENCH_FN static Ring start(std::uint32_t first) {
    Ring x{};
    for (int i = 0; i < words; ++i) x.word[i] = first * (2 * i + 1) + (first >> (i + 1));
    return x;
  }
  /// The operation at place i.
  SPINBENCH_FN void step(int i) { word[i] = (word[i] & ~word[(i + 1) % words]) ^ word[(i + 2) % words]; }
  SPINBENCH_FN std::uint32_t end() const {
    std::uint32_t all = 0;
    for (int i = 0; i < words; ++i) all = all * 31 + word[i];
    return all;
  }
};

}  // namespace spinbench::machine::SPINBENCH_GPU_NAMESPACE
