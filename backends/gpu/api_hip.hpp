// HIP's runtime under the suite's names, on AMD's platform and on HIP's own NVIDIA platform.
#pragma once

#include <cstddef>
#include <string>

#if defined(__HIP_PLATFORM_NVIDIA__)
#include "backends/gpu/hip_on_cuda.hpp"
#endif
#include <hip/hip_runtime.h>
#undef cudaDeviceProp
#undef cuDeviceGetAttribute
#undef cudaDevAttrMaxSharedMemoryPerBlock

#define SPINBENCH_GPU_API(name) hip##name
/// A variable of the device as the runtime takes it.
#define SPINBENCH_GPU_SYMBOL(variable) HIP_SYMBOL(variable)

namespace spinbench::gpu::inline SPINBENCH_GPU_NAMESPACE {

using Error = hipError_t;
using Stream = hipStream_t;
using Event = hipEvent_t;
using DeviceProperties = hipDeviceProp_t;
using DeviceAttribute = hipDeviceAttribute_t;

inline constexpr DeviceAttribute attribute_multiprocessors = hipDeviceAttributeMultiprocessorCount;
inline constexpr DeviceAttribute attribute_cache_bytes = hipDeviceAttributeL2CacheSize;
inline constexpr DeviceAttribute attribute_shared_bytes = hipDeviceAttributeMaxSharedMemoryPerBlock;
inline constexpr DeviceAttribute attribute_ecc = hipDeviceAttributeEccEnabled;
inline constexpr DeviceAttribute attribute_clock_khz = hipDeviceAttributeClockRate;

inline const char* runtime_name() { return "HIP"; }

/// The headers that this was compiled with, as "HIP 6.0.32830".
inline std::string headers_text() {
  return "HIP " + std::to_string(HIP_VERSION_MAJOR) + "." + std::to_string(HIP_VERSION_MINOR) + "." +
         std::to_string(HIP_VERSION_PATCH);
}

#if defined(__HIP_PLATFORM_NVIDIA__)

/// HIP passes CUDA's answer on.
inline std::string version_text(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}
inline std::string runtime_text(int version) { return headers_text() + " headers on CUDA " + version_text(version); }
inline const char* platform_name() { return "nvidia"; }
inline bool has_textures(const DeviceProperties&) { return true; }

#else

/// "5.2.21153" for what the runtime calls 50221153.
inline std::string version_text(int version) {
  return std::to_string(version / 10000000) + "." + std::to_string(version / 100000 % 100) + "." +
         std::to_string(version % 100000);
}
inline std::string runtime_text(int version) {
  return "HIP " + version_text(version) + ", " + headers_text() + " headers";
}
inline const char* platform_name() { return "amd"; }

/// gfx90a, gfx94x and gfx95x have no texture fetches; SPINBENCH_GPU_NO_TEXTURES in device_amd.cuh names the same for
/// the compiler.
inline bool has_textures(const DeviceProperties& properties) {
  const std::string architecture = properties.gcnArchName;
  for (const char* without : {"gfx90a", "gfx94", "gfx95"})
    if (architecture.rfind(without, 0) == 0) return false;
  return true;
}

#endif

/// HIP has no launches that overlap in a stream.
inline bool can_chain(int) { return false; }

template <class Kernel, class... Arguments>
Error launch_chained(Stream, Kernel, dim3, dim3, std::size_t, Arguments&&...) {
  return hipErrorNotSupported;
}

inline constexpr unsigned most_blocks_a_cluster = 1;
inline bool can_cluster(int) { return false; }
template <class Kernel>
Error allow_large_clusters(Kernel) {
  return hipErrorNotSupported;
}
template <class Kernel>
int clusters_at_a_time(Kernel, dim3, unsigned, std::size_t) {
  return 0;
}
template <class Kernel, class... Arguments>
Error launch_clusters(Stream, Kernel, dim3, dim3, unsigned, std::size_t, bool, Arguments&&...) {
  return hipErrorNotSupported;
}

}  // namespace spinbench::gpu::SPINBENCH_GPU_NAMESPACE
