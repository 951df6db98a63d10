// What kernels use on the device, under one set of names for all vendors.
#pragma once

#include "backends/attributes.hpp"
#include "backends/gpu/runtime.hpp"
#if defined(__HIP_PLATFORM_AMD__)
#include "backends/gpu/device_amd.cuh"
#else
#include "backends/gpu/device_nvidia.cuh"
#endif

namespace spinbench::gpu::inline SPINBENCH_GPU_NAMESPACE {

/// No device's warps have fewer lanes. Code that host and device share may count on this alone: how many there are, 32
/// or 64, is the target's affair (warp_lanes()), and one binary holds several targets.
inline constexpr int least_warp_lanes = 32;

/// Neighbouring objects that travel in one access, 16 bytes at a time where they are more.
template <class T, int Count>
struct alignas(Count * sizeof(T) < 16 ? Count * sizeof(T) : 16) Pack {
  T item[Count];
};

namespace detail {

template <int Bytes>
struct Carrier;
template <>
struct Carrier<1> {
  using type = unsigned char;
};
template <>
struct Carrier<2> {
  using type = unsigned short;
};
template <>
struct Carrier<4> {
  using type = unsigned int;
};
template <>
struct Carrier<8> {
  using type = uint2;
};
template <>
struct Carrier<16> {
  using type = uint4;
};

}  // namespace detail

/// The pack at `address`, which must be aligned to it.
template <int Count, bool PastL1 = false, class T>
__device__ __forceinline__ Pack<T, Count> load_pack(const T* address) {
  Pack<T, Count> result;
  if constexpr (PastL1) {
    using Word = typename detail::Carrier<static_cast<int>(alignof(Pack<T, Count>))>::type;
#pragma unroll
    for (std::size_t i = 0; i < sizeof(result) / sizeof(Word); ++i)
      reinterpret_cast<Word*>(&result)[i] = load_past_l1(reinterpret_cast<const Word*>(address) + i);
  } else {
    result = *reinterpret_cast<const Pack<T, Count>*>(address);
  }
  return result;
}
template <int Count, bool PastL1 = false, class T>
__device__ __forceinline__ void store_pack(T* address, const Pack<T, Count>& value) {
  if constexpr (PastL1) {
    using Word = typename detail::Carrier<static_cast<int>(alignof(Pack<T, Count>))>::type;
#pragma unroll
    for (std::size_t i = 0; i < sizeof(value) / sizeof(Word); ++i)
      store_past_l1(reinterpret_cast<Word*>(address) + i, reinterpret_cast<const Word*>(&value)[i]);
  } else {
    *reinterpret_cast<Pack<T, Count>*>(address) = value;
  }
}
/// The same for what nobody reads soon.
template <int Count, class T>
__device__ __forceinline__ void store_pack_streaming(T* address, const Pack<T, Count>& value) {
  using Word = typename detail::Carrier<static_cast<int>(alignof(Pack<T, Count>))>::type;
#pragma unroll
  for (std::size_t i = 0; i < sizeof(value) / sizeof(Word); ++i)
    store_streaming(reinterpret_cast<Word*>(address) + i, reinterpret_cast<const Word*>(&value)[i]);
}

/// Sum over the warp, valid in its first lane. All lanes must take part.
template <class T>
__device__ __forceinline__ T warp_sum(T value) {
  for (int offset = warp_lanes() / 2; offset > 0; offset /= 2) value += shuffle_down(value, offset);
  return value;
}

/// Adds to a signed 64-bit counter; the bits of the sum do not depend on the order.
__device__ __forceinline__ void atomic_add(std::int64_t* counter, std::int64_t value) {
  atomicAdd(reinterpret_cast<unsigned long long*>(counter), static_cast<unsigned long long>(value));
}

/// The counter's value, which nobody gets again.
__device__ __forceinline__ std::uint32_t take_number(std::uint32_t* counter) { return atomicAdd(counter, 1u); }

}  // namespace spinbench::gpu::SPINBENCH_GPU_NAMESPACE
