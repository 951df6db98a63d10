// The vendor's random number generators inside kernels (device interface of cuRAND, rocRAND), under one shape.
//
// SPINBENCH_GPU_VENDOR_RNG is 1 where the library's headers were there when this was compiled; else the generators are
// absent. A state goes into registers with `State local = states[i]`; declared without a value, rocRAND's would be
// seeded by its constructor.
#pragma once

#include "backends/gpu/runtime.hpp"
#if defined(__HIP_PLATFORM_AMD__)
#include "backends/gpu/vendor_rng_amd.cuh"
#else
#include "backends/gpu/vendor_rng_nvidia.cuh"
#endif

namespace spinbench::gpu::inline SPINBENCH_GPU_NAMESPACE {

inline constexpr bool have_vendor_device_rng = SPINBENCH_GPU_VENDOR_RNG;

/// "" where the generators below are there; else why not and how to get them, in one line.
inline std::string why_no_vendor_device_rng() {
  if (have_vendor_device_rng) return "";
  return std::string("built without the device headers of ") + vendor_device_rng_title + " (" +
         vendor_device_rng_package + "): install them and build again";
}

#if SPINBENCH_GPU_VENDOR_RNG

/// Marsaglia's XORWOW; streams are 2^67 numbers apart. cuRAND and rocRAND seed it differently.
struct VendorXorwow {
  using State = detail::VendorXorwowState;
  static __device__ __forceinline__ void init(State& state, std::uint64_t seed, std::uint64_t stream) {
    detail::vendor_init(state, seed, stream);
  }
  static __device__ __forceinline__ std::uint32_t next(State& state) { return detail::vendor_next(state); }
};

/// Philox4x32-10 with the seed as key and the stream in the upper half of the counter: the words of
/// kernels/common/rng/philox4x32.hpp.
struct VendorPhilox4x32 {
  using State = detail::VendorPhiloxState;
  static __device__ __forceinline__ void init(State& state, std::uint64_t seed, std::uint64_t stream) {
    detail::vendor_init(state, seed, stream);
  }
  static __device__ __forceinline__ std::uint32_t next(State& state) { return detail::vendor_next(state); }
  /// The next four words at once.
  static __device__ __forceinline__ uint4 next4(State& state) { return detail::vendor_next4(state); }
};

/// MTGP32-11213: one state serves a block of at most `most_threads` threads, all of which must call, each for a word of
/// its own; blocks are one-dimensional. Each block has parameters of its own, of which the library has `most_blocks`.
/// States are made on the host, by make_mtgp32_states().
struct VendorMtgp32 {
  using State = detail::VendorMtgp32State;
  static constexpr int most_blocks = detail::vendor_mtgp32_most_blocks, most_threads = 256;
  /// `state` lies in device or in shared memory. Waits for the block.
  static __device__ __forceinline__ std::uint32_t next(State& state) { return detail::vendor_next(state); }
  /// Into shared memory and back, by all threads of the block; waits for them once it is done.
  static __device__ __forceinline__ void copy(State& to, const State& from) { detail::vendor_copy(to, from); }
};

/// States of VendorMtgp32, one a block, in device memory, and what they point to.
class VendorMtgp32States {
 public:
  VendorMtgp32States(int blocks, std::uint64_t seed);
  /// To be passed to a kernel; block b uses data()[b].
  VendorMtgp32::State* data() const { return states_.data(); }
  int blocks() const { return static_cast<int>(states_.size()); }

 private:
  Buffer<VendorMtgp32::State> states_;
  Buffer<detail::VendorMtgp32Constants> constants_;
};

/// Throws std::runtime_error for more than VendorMtgp32::most_blocks. The states are ready when this returns.
VendorMtgp32States make_mtgp32_states(int blocks, std::uint64_t seed);

#endif

}  // namespace spinbench::gpu::SPINBENCH_GPU_NAMESPACE
