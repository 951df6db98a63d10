// CUDA's runtime under the suite's names.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <string>
#include <utility>

#define SPINBENCH_GPU_API(name) cuda##name
/// A variable of the device as the runtime takes it.
#define SPINBENCH_GPU_SYMBOL(variable) variable

namespace spinbench::gpu::inline SPINBENCH_GPU_NAMESPACE {

using Error = cudaError_t;
using Stream = cudaStream_t;
using Event = cudaEvent_t;
using DeviceProperties = cudaDeviceProp;
using DeviceAttribute = cudaDeviceAttr;

inline constexpr DeviceAttribute attribute_multiprocessors = cudaDevAttrMultiProcessorCount;
inline constexpr DeviceAttribute attribute_cache_bytes = cudaDevAttrL2CacheSize;
inline constexpr DeviceAttribute attribute_shared_bytes = cudaDevAttrMaxSharedMemoryPerBlockOptin;
inline constexpr DeviceAttribute attribute_ecc = cudaDevAttrEccEnabled;
inline constexpr DeviceAttribute attribute_clock_khz = cudaDevAttrClockRate;

inline const char* runtime_name() { return "CUDA"; }

/// "13.0" for what the runtime and the driver call 13000.
inline std::string version_text(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}
/// `version` as RuntimeGetVersion() gave it.
inline std::string runtime_text(int version) { return "CUDA " + version_text(version); }

/// What Device::platform says: "" where the backend's name says it.
inline const char* platform_name() { return ""; }

inline bool has_textures(const DeviceProperties&) { return true; }

/// Whether a device can place a launch's blocks while the launch before drains: compute capability 9.0 and newer.
inline bool can_chain(int device) {
  int major = 0;
  return cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device) == cudaSuccess && major >= 9;
}

/// Such a launch.
template <class... Parameters, class... Arguments>
Error launch_chained(Stream stream, void (*kernel)(Parameters...), dim3 grid, dim3 block, std::size_t shared_bytes,
                     Arguments&&... arguments) {
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = grid;
  config.blockDim = block;
  config.dynamicSmemBytes = shared_bytes;
  config.stream = stream;
  config.attrs = &attribute;
  config.numAttrs = 1;
  return cudaLaunchKernelEx(&config, kernel, std::forward<Arguments>(arguments)...);
}

}  // namespace spinbench::gpu::SPINBENCH_GPU_NAMESPACE
