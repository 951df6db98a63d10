// A device that this host plays, for tests of what kernels do where there is no GPU: in place of
// backends/gpu/device.cuh. The threads of a block are fibres, which take turns in random order at barriers and atomics;
// the blocks of a launch follow each other, those of a cooperative one have a thread of the host each. It shows wrong
// logic and wrong barriers; what only real concurrency, caches and weak ordering bring it cannot show.
#pragma once

#include <algorithm>
#include <atomic>
#include <barrier>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "backends/attributes.hpp"
#include "backends/gpu/block.hpp"
#include "backends/gpu/place.hpp"
#include "interface/mutants.hpp"
#include "interface/registry.hpp"

#define __global__
#define __device__
#define __forceinline__ inline
#define __launch_bounds__(...)
#define __shared__ static thread_local
#define SPINBENCH_CONSTANT_ARGUMENT
#define SPINBENCH_LAUNCH_BOUNDS(threads, blocks)

struct alignas(16) uint4 {
  std::uint32_t x, y, z, w;
};
inline uint4 make_uint4(std::uint32_t x, std::uint32_t y, std::uint32_t z, std::uint32_t w) { return {x, y, z, w}; }

inline void __syncthreads() { emulated::Block::current()->sync_block(); }
inline int __popc(std::uint32_t word) { return std::popcount(word); }
inline int __ffs(int word) { return word == 0 ? 0 : std::countr_zero(static_cast<std::uint32_t>(word)) + 1; }
inline std::uint32_t min(std::uint32_t a, std::uint32_t b) { return a < b ? a : b; }
template <class T>
T atomicMin(T* address, T value) {
  return emulated::atomic_update<T>(
      address, [](T a, T b) { return a < b ? a : b; }, value);
}
template <class T>
T atomicAdd(T* address, T value) {
  return emulated::atomic_update<T>(
      address, [](T a, T b) { return static_cast<T>(a + b); }, value);
}
template <class T>
T atomicXor(T* address, T value) {
  return emulated::atomic_update<T>(
      address, [](T a, T b) { return static_cast<T>(a ^ b); }, value);
}
template <class T>
T atomicOr(T* address, T value) {
  return emulated::atomic_update<T>(
      address, [](T a, T b) { return static_cast<T>(a | b); }, value);
}

namespace spinbench::gpu::inline SPINBENCH_GPU_NAMESPACE {

inline constexpr int least_warp_lanes = 32;
inline int warp_lanes() { return 32; }
inline int multiprocessors() { return 132; }
inline int current_device() { return 0; }
inline std::size_t cache_bytes() { return 50 << 20; }
template <class T>
T warp_sum(T value) {
  return emulated::Block::current()->warp_sum(value);
}
template <class T>
T shuffle(T value, int lane) {
  return emulated::Block::current()->shuffle(value, lane);
}
/// Neighbouring objects that travel in one access.
template <class T, int Count>
struct alignas(Count * sizeof(T)) Pack {
  T item[Count];
};
template <int Count, class T>
Pack<T, Count> load_pack(const T* address) {
  return *reinterpret_cast<const Pack<T, Count>*>(address);
}
inline std::uint32_t load_relaxed(const std::uint32_t* shared) {
  emulated::Block::current()->maybe_yield();
  return *static_cast<const volatile std::uint32_t*>(shared);
}
inline void store_relaxed(std::uint32_t* shared, std::uint32_t value) {
  *static_cast<volatile std::uint32_t*>(shared) = value;
}
template <int Count, class T>
void store_pack(T* address, const Pack<T, Count>& value) {
  *reinterpret_cast<Pack<T, Count>*>(address) = value;
}
template <int Count, class T>
void store_pack_streaming(T* address, const Pack<T, Count>& value) {
  store_pack(address, value);
}
template <class F>
std::uint32_t bitwise(std::uint32_t a, std::uint32_t b, std::uint32_t c, F f) {
  return f(a, b, c);
}
inline void add_bits_if_less(std::uint32_t& word, std::uint32_t bits, std::uint32_t a, std::uint32_t b) {
  word |= a < b ? bits : 0u;
}
inline void sync_warp() { emulated::Block::current()->sync_warp(); }
inline void atomic_add(std::int64_t* counter, std::int64_t value) { atomicAdd(counter, value); }
template <class T>
T load_past_l1(const T* address) {
  return std::atomic_ref<T>(*const_cast<T*>(address)).load();
}
template <class T>
void store_past_l1(T* address, T value) {
  std::atomic_ref<T>(*address).store(value);
}
template <class T>
void store_streaming(T* address, T value) {
  store_past_l1(address, value);
}
template <class T>
T load_streaming(const T* address) {
  return load_past_l1(address);
}
inline void prefetch(const void*) {}
inline bool any_of_warp(bool says) { return warp_sum(says ? 1 : 0) > 0; }
inline std::uint32_t same_in_warp(std::uint32_t number) { return number; }
inline void hide(std::uint32_t&) {}
inline void release(std::uint32_t* address, std::uint32_t value) { store_past_l1(address, value); }
inline std::uint32_t acquire(const std::uint32_t* address) {
  std::this_thread::yield();
  return load_past_l1(address);
}
inline void post(std::uint64_t* address, std::uint64_t value) {
  store_past_l1(address, value);
  emulated::Block::current()->sent();
  // Words that a thread posts one after the other do not come at once.
  emulated::Block::current()->maybe_yield();
  if (emulated::Block::current()->one_of(8)) std::this_thread::yield();
}
inline std::uint64_t look(const std::uint64_t* address) {
  emulated::Block::current()->yield_to_senders();
  return load_past_l1(address);
}
inline bool all_of_block(bool says) { return emulated::Block::current()->all_of_block(says); }
inline void wait_for_previous_launch() {}
/// Copies to what a block shares are made at once.
struct Copies {
  template <class T>
  static void copy(T* shared, const T* from) {
    *shared = *from;
  }
  static void wait() {}
};

/// What lies in memory of the device that nobody wrote. A bug that is planted may take it for a place in memory.
inline int unwritten() { return planted_mutant != 0 ? 0 : 0xa5; }

/// Memory of the device that this host plays.
template <class T>
class Buffer {
 public:
  Buffer() = default;
  explicit Buffer(std::size_t size) : items_(new Aligned[size * sizeof(T) / 16 + 1]), size_(size) {
    std::memset(items_.get(), unwritten(), (size * sizeof(T) / 16 + 1) * sizeof(Aligned));
  }
  T* data() const { return reinterpret_cast<T*>(items_.get()); }
  std::size_t size() const { return size_; }
  void fill_zero() { std::fill_n(data(), size_, T{}); }
  void copy_from(const T* host, std::size_t count) { std::copy_n(host, count, data()); }
  void copy_to(T* host, std::size_t count) const { std::copy_n(data(), count, host); }

 private:
  struct alignas(16) Aligned {
    char bytes[16];
  };
  std::unique_ptr<Aligned[]> items_;
  std::size_t size_ = 0;
};

template <class T>
void copy_to_host(T* host, const T* device, std::size_t count) {
  std::copy_n(device, count, host);
}

/// What a graph that is being recorded holds so far; null where launches run at once.
inline std::vector<std::function<void()>>*& recorded() {
  static std::vector<std::function<void()>>* launches = nullptr;
  return launches;
}

/// Of 65,536 that a multiprocessor has; tests make it more.
inline unsigned& registers_a_thread() {
  static unsigned registers = 64;
  return registers;
}
inline bool holds_blocks_of(unsigned threads) { return threads * registers_a_thread() <= 65536; }
template <class... Parameters>
std::string why_no_place(void (*)(Parameters...), unsigned threads) {
  return why_no_place_for_block(holds_blocks_of(threads) ? 1 : 0, threads);
}

/// Of the blocks that run in this thread of the host, one after the other.
inline std::vector<uint4>& memory_of_block() {
  static thread_local std::vector<uint4> memory;
  return memory;
}

/// With shared memory, in which the first block finds what nobody wrote, and another what the block before left.
template <class... Parameters, class... Arguments>
void launch_shared(void (*kernel)(Parameters...), dim3 grid, dim3 block, std::size_t shared_bytes,
                   Arguments&&... arguments) {
  if (const std::string why = why_no_place(kernel, block.x * block.y * block.z); !why.empty()) throw Unsupported(why);
  const std::tuple<std::remove_const_t<Parameters>...> given(std::forward<Arguments>(arguments)...);
  const auto run = [=] {
    if (shared_bytes > 0)
      memory_of_block().assign((shared_bytes + sizeof(uint4) - 1) / sizeof(uint4), make_uint4(~0u, ~0u, ~0u, ~0u));
    for (unsigned z = 0; z < grid.z; ++z)
      for (unsigned y = 0; y < grid.y; ++y)
        for (unsigned x = 0; x < grid.x; ++x)
          emulated::Block(
              grid, {x, y, z}, block, [&] { std::apply(kernel, given); }, nullptr)
              .run();
  };
  if (recorded() != nullptr)
    recorded()->emplace_back(run);
  else
    run();
}
template <class... Parameters, class... Arguments>
void launch(void (*kernel)(Parameters...), dim3 grid, dim3 block, Arguments&&... arguments) {
  launch_shared(kernel, grid, block, 0, std::forward<Arguments>(arguments)...);
}
/// Runs body() in all threads of all blocks, each block in a thread of the host.
template <class Body>
void run_side_by_side(dim3 grid, dim3 block, Body&& body) {
  std::barrier<> all(grid.x);
  std::vector<std::jthread> blocks;
  for (unsigned x = 0; x < grid.x; ++x)
    blocks.emplace_back([&, x] { emulated::Block(grid, {x}, block, body, &all).run(); });
}
template <class... Parameters>
void launch_cooperative(void (*kernel)(Parameters...), dim3 grid, dim3 block,
                        std::type_identity_t<Parameters>... arguments) {
  run_side_by_side(grid, block, [&] { kernel(arguments...); });
}

/// In place of gpu::Launcher and gpu::Graph.
class Launcher {
 public:
  explicit Launcher(bool = false) {}
  bool chained() const { return false; }
  template <class... Parameters, class... Arguments>
  void operator()(void (*kernel)(Parameters...), dim3 grid, dim3 block, Arguments&&... arguments) const {
    launch(kernel, grid, block, std::forward<Arguments>(arguments)...);
  }
  template <class... Parameters, class... Arguments>
  void with_shared(void (*kernel)(Parameters...), dim3 grid, dim3 block, std::size_t shared_bytes,
                   Arguments&&... arguments) const {
    launch_shared(kernel, grid, block, shared_bytes, std::forward<Arguments>(arguments)...);
  }
};

class Graph {
 public:
  bool recorded() const { return !launches_.empty(); }
  template <class Enqueue>
  void record(Enqueue&& enqueue) {
    gpu::recorded() = &launches_;
    try {
      enqueue();
    } catch (...) {
      gpu::recorded() = nullptr;
      throw;
    }
    gpu::recorded() = nullptr;
  }
  void replay() const {
    for (const auto& launch : launches_) launch();
  }

 private:
  std::vector<std::function<void()>> launches_;
};

inline bool can_chain_launches() { return false; }
inline void synchronize() {}

}  // namespace spinbench::gpu::SPINBENCH_GPU_NAMESPACE
