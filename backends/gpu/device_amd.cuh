// Device functions on AMD's cards: what device.cuh builds on.
#pragma once

#include "backends/gpu/runtime.hpp"

// Targets without texture fetches; has_textures() in api_hip.hpp names the same at run time.
#if defined(__HIP_NO_IMAGE_SUPPORT) || defined(__gfx90a__) || defined(__gfx940__) || defined(__gfx941__) || \
    defined(__gfx942__) || defined(__gfx950__)
#define SPINBENCH_GPU_NO_TEXTURES
#endif

namespace spinbench::gpu::inline SPINBENCH_GPU_NAMESPACE {

/// Lanes that run in step and may exchange data without a block barrier: 64 or 32, by target.
__device__ __forceinline__ int warp_lanes() { return warpSize; }

/// Launches never overlap here.
__device__ __forceinline__ void wait_for_previous_launch() {}

/// Barrier among the lanes of a wave; orders their shared-memory accesses. A wave's accesses happen in program order,
/// so this costs nothing but the compiler's freedom to move or keep them in registers.
__device__ __forceinline__ void sync_warp() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
  __builtin_amdgcn_wave_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
}

/// The value of the lane `offset` further on. All lanes must take part.
template <class T>
__device__ __forceinline__ T shuffle_down(T value, int offset) {
  return __shfl_down(value, static_cast<unsigned>(offset));
}

/// The value of lane `lane` of the wave. All lanes must take part.
template <class T>
__device__ __forceinline__ T shuffle(T value, int lane) {
  return __shfl(value, lane);
}

/// Whether a lane of the wave says so.
__device__ __forceinline__ bool any_of_warp(bool says) { return __any(says) != 0; }

/// A number that is the same in 32 lanes side by side.
__device__ __forceinline__ std::uint32_t same_in_warp(std::uint32_t number) { return number; }

/// The word at `index` of a TextureTable. Where the target cannot fetch, the variant is skipped and this never reached.
__device__ __forceinline__ std::uint32_t texture_word([[maybe_unused]] TextureTable::Handle table,
                                                      [[maybe_unused]] int index) {
#if defined(SPINBENCH_GPU_NO_TEXTURES)
  __builtin_trap();
#else
  return tex1Dfetch<unsigned int>(table, index);
#endif
}

namespace detail {

/// A type of the compiler's own with as many bytes, which its builtins take.
template <std::size_t Bytes>
struct Native;
template <>
struct Native<1> {
  using type = std::uint8_t;
};
template <>
struct Native<2> {
  using type = std::uint16_t;
};
template <>
struct Native<4> {
  using type = std::uint32_t;
};
template <>
struct Native<8> {
  using type = std::uint32_t __attribute__((ext_vector_type(2)));
};
template <>
struct Native<16> {
  using type = std::uint32_t __attribute__((ext_vector_type(4)));
};

}  // namespace detail

// The compiler's own memcpy: whether std::memcpy is the device's hangs on which header came first.

/// Relaxed atomic access to what a block shares, of threads that no barrier orders.
__device__ __forceinline__ std::uint32_t load_relaxed(const std::uint32_t* shared) {
  return *static_cast<const volatile std::uint32_t*>(shared);
}
__device__ __forceinline__ void store_relaxed(std::uint32_t* shared, std::uint32_t value) {
  *static_cast<volatile std::uint32_t*>(shared) = value;
}

/// Loads and stores that are marked as used once, so that no cache keeps their data.
template <class T>
__device__ __forceinline__ T load_past_l1(const T* address) {
  using Native = typename detail::Native<sizeof(T)>::type;
  const Native bits = __builtin_nontemporal_load(reinterpret_cast<const Native*>(address));
  T value;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}
template <class T>
__device__ __forceinline__ void store_past_l1(T* address, T value) {
  using Native = typename detail::Native<sizeof(T)>::type;
  Native bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  __builtin_nontemporal_store(bits, reinterpret_cast<Native*>(address));
}

/// Hides what the compiler knows of a number: nothing where registers are plenty.
__device__ __forceinline__ void hide(std::uint32_t&) {}

/// Copies from memory to what a block shares.
struct Copies {
  template <class T>
  __device__ static void copy(T* shared, const T* from) {
    *shared = *from;
  }
  /// Returns when the thread's own copies are made; a barrier then shows them to the block.
  __device__ static void wait() {}
  /// Ends a group of the thread's copies, which began with the one before.
  __device__ static void mark() {}
  /// Returns when all are made but those of the last `Groups` groups.
  template <int Groups>
  __device__ static void wait() {}
};

/// f(a, b, c) for an f that combines its arguments bit by bit and captures nothing.
template <class F>
__device__ __forceinline__ std::uint32_t bitwise(std::uint32_t a, std::uint32_t b, std::uint32_t c, F f) {
  return f(a, b, c);
}

/// Adds `bits` to `word` where a < b.
__device__ __forceinline__ void add_bits_if_less(std::uint32_t& word, std::uint32_t bits, std::uint32_t a,
                                                 std::uint32_t b) {
  word |= a < b ? bits : 0u;
}

/// A word that blocks of one launch hand to each other: seen as a whole, after a while, by whoever looks again.
__device__ __forceinline__ void post(std::uint64_t* address, std::uint64_t value) {
  __hip_atomic_store(address, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}
__device__ __forceinline__ std::uint64_t look(const std::uint64_t* address) {
  return __hip_atomic_load(address, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}

/// Marks what blocks of one launch hand to each other: whoever sees the word by acquire() sees, too, what the releasing
/// thread had written before, and what others had written before a barrier with it.
__device__ __forceinline__ void release(std::uint32_t* address, std::uint32_t value) {
  __hip_atomic_store(address, value, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);
}
__device__ __forceinline__ std::uint32_t acquire(const std::uint32_t* address) {
  return __hip_atomic_load(address, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT);
}

/// Whether all threads of the block say so, once all have come. Not by __syncthreads_and(), which ROCm 5.2 cannot
/// compile for gfx90a without optimisation. Seen to compile, on no card yet.
__device__ __forceinline__ bool all_of_block(bool says) {
  __shared__ int all;
  if (threadIdx.x == 0) all = 1;
  __syncthreads();
  if (!says) all = 0;
  __syncthreads();
  const bool result = all != 0;
  __syncthreads();
  return result;
}

/// a[i] over b[i], each rounded to nearest.
template <class Real, int Count>
__device__ __forceinline__ void divide(Real (&a)[Count], const Real (&b)[Count]) {
#pragma unroll
  for (int i = 0; i < Count; ++i) a[i] = a[i] / b[i];
}

/// No card of this vendor has clusters of blocks: each is one.
__device__ __forceinline__ void sync_cluster() { __syncthreads(); }

/// Nobody brings bytes to a block here but its own threads, so that nothing waits for a signal.
struct Signal {
  std::uint64_t word;
  __device__ void begin(std::uint32_t) {}
  __device__ void expect(std::uint32_t) {}
  __device__ void arrive() {}
  __device__ static constexpr bool works() { return false; }
  __device__ void wait(std::uint32_t) {}
};

/// What blocks of a cluster hand to each other: here each keeps it.
struct Handed {
  using Block = char*;
  __device__ static Block block(char* own, unsigned, bool) { return own; }
  template <class T>
  __device__ static void hand(Block block, std::uint32_t offset, const T& value, std::uint32_t) {
    lay(block, offset, value);
  }
  template <class T>
  __device__ static void lay(Block block, std::uint32_t offset, const T& value) {
    *reinterpret_cast<T*>(block + offset) = value;
  }
};

/// Leaves the compute unit to others for a moment.
__device__ __forceinline__ void pause() { __builtin_amdgcn_s_sleep(2); }

/// A store of what nobody reads soon.
template <class T>
__device__ __forceinline__ void store_streaming(T* address, T value) {
  store_past_l1(address, value);
}
/// A load of what nobody reads soon.
template <class T>
__device__ __forceinline__ T load_streaming(const T* address) {
  return load_past_l1(address);
}

/// Nothing: loads are asked for in time otherwise.
__device__ __forceinline__ void prefetch(const void*) {}

}  // namespace spinbench::gpu::SPINBENCH_GPU_NAMESPACE
