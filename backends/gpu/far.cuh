// What kernels need that store to memory of other devices of the machine, and wait for what those store to theirs.
#pragma once

#include "backends/gpu/device.cuh"

namespace spinbench::gpu::inline SPINBENCH_GPU_NAMESPACE {

#if defined(__HIP_PLATFORM_AMD__)

/// Whether a kernel sees what another device stores meanwhile. Plain memory of AMD's cards shows it to the next kernel.
inline constexpr bool sees_far_stores = false;

/// As post() and look(), from device to device.
template <class T>
__device__ __forceinline__ void post_far(T* address, T value) {
  __hip_atomic_store(address, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_SYSTEM);
}
__device__ __forceinline__ std::uint64_t look_far(const std::uint64_t* address) {
  return __hip_atomic_load(address, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_SYSTEM);
}
/// As acquire(), of what another device posted behind a fence.
__device__ __forceinline__ std::uint32_t acquire_far(const std::uint32_t* address) {
  return __hip_atomic_load(address, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_SYSTEM);
}

/// A clock that never stands.
__device__ __forceinline__ std::uint64_t ticks() { return __builtin_amdgcn_s_memrealtime(); }
inline constexpr double ticks_a_second = 1e8;

#else

inline constexpr bool sees_far_stores = true;

__device__ __forceinline__ void post_far(std::uint64_t* address, std::uint64_t value) {
  asm volatile("st.relaxed.sys.global.u64 [%0], %1;" ::"l"(address), "l"(value) : "memory");
}
__device__ __forceinline__ void post_far(std::uint32_t* address, std::uint32_t value) {
  asm volatile("st.relaxed.sys.global.u32 [%0], %1;" ::"l"(address), "r"(value) : "memory");
}
__device__ __forceinline__ std::uint64_t look_far(const std::uint64_t* address) {
  std::uint64_t value;
  asm volatile("ld.relaxed.sys.global.u64 %0, [%1];" : "=l"(value) : "l"(address) : "memory");
  return value;
}
__device__ __forceinline__ std::uint32_t acquire_far(const std::uint32_t* address) {
  std::uint32_t value;
  asm volatile("ld.acquire.sys.global.u32 %0, [%1];" : "=r"(value) : "l"(address) : "memory");
  return value;
}

__device__ __forceinline__ std::uint64_t ticks() {
  std::uint64_t value;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(value));
  return value;
}
inline constexpr double ticks_a_second = 1e9;

#endif

/// A plain store to another device's memory, seen there behind a fence.
template <class T>
__device__ __forceinline__ void store_far(T* address, T value) {
  *address = value;
}
/// Whoever sees by acquire_far() what this thread posts from now on sees, too, what it had stored before, and what
/// others of its block had stored before a barrier with it.
__device__ __forceinline__ void fence_far() { __threadfence_system(); }

inline std::uint64_t ticks_of(double seconds) { return static_cast<std::uint64_t>(seconds * ticks_a_second); }

}  // namespace spinbench::gpu::SPINBENCH_GPU_NAMESPACE
