// In place of backends/gpu/split_barrier.cuh: who has arrived goes on while the others do, as on a card.
#pragma once

#include <cstdint>

#include "backends/gpu/device.cuh"

namespace spinbench::gpu::inline SPINBENCH_GPU_NAMESPACE {

class SplitBarrier {
 public:
  SplitBarrier(void* shared, std::uint32_t warps) : state_(static_cast<State*>(shared)), warps_(warps) {
    if (threadIdx.x == 0) *state_ = {0, 0};
  }
  void arrive() {
    sync_warp();
    if (threadIdx.x % 32 != 0 || ++state_->arrived < warps_) return;
    state_->arrived = 0, ++state_->turns;
  }
  void wait(std::uint32_t turn) {
    while ((state_->turns & 1) == turn) emulated::Block::current()->yield();
  }

 private:
  struct State {
    std::uint32_t arrived, turns;
  };
  State* state_;
  std::uint32_t warps_;
};

}  // namespace spinbench::gpu::SPINBENCH_GPU_NAMESPACE
