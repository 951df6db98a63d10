// In place of backends/gpu/far.cuh: what was stored to other devices' memory is seen there behind a fence, or after a
// while, and whoever posts something is slow to go on, so that the others find what is wrong by then.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <random>
#include <thread>
#include <utility>
#include <vector>

#include "backends/gpu/device.cuh"

namespace emulated {

/// Stores to other devices' memory that no fence has shown yet, of the device that this thread of the host plays.
class FarStores {
 public:
  static FarStores& mine() {
    static thread_local FarStores the;
    return the;
  }

  template <class T>
  void store(T* address, T value) {
    if (random_() % 2 == 0)
      *address = value;
    else
      waiting_.emplace_back([=] { *address = value; });
  }
  void show() {
    for (const auto& one : std::exchange(older_, {})) one();
    for (const auto& one : std::exchange(waiting_, {})) one();
  }
  /// What no fence has shown until the launch after the next is seen by then.
  void end_launch() {
    for (const auto& one : std::exchange(older_, std::exchange(waiting_, {}))) one();
  }
  void linger() {
    if (random_() % 2 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }

 private:
  std::minstd_rand random_;
  std::vector<std::function<void()>> waiting_, older_;
};

}  // namespace emulated

namespace spinbench::gpu::inline SPINBENCH_GPU_NAMESPACE {

inline constexpr bool sees_far_stores = true;

inline void post_far(std::uint64_t* address, std::uint64_t value) {
  store_past_l1(address, value);
  emulated::Block::current()->sent();
}
inline void post_far(std::uint32_t* address, std::uint32_t value) {
  store_past_l1(address, value);
  emulated::Block::current()->sent();
  emulated::FarStores::mine().linger();
}
inline std::uint64_t look_far(const std::uint64_t* address) { return look(address); }
inline std::uint32_t acquire_far(const std::uint32_t* address) {
  emulated::Block::current()->yield();
  return acquire(address);
}
template <class T>
void store_far(T* address, T value) {
  emulated::FarStores::mine().store(address, value);
}
inline void fence_far() { emulated::FarStores::mine().show(); }

inline std::uint64_t ticks() {
  return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1));
}
inline std::uint64_t ticks_of(double seconds) { return static_cast<std::uint64_t>(1e9 * seconds); }

}  // namespace spinbench::gpu::SPINBENCH_GPU_NAMESPACE
