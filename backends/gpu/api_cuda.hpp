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

/// Most blocks of a cluster, which write to each other's shared memory: compute capability 9.0 and newer.
inline constexpr unsigned most_blocks_a_cluster = 16;
inline bool can_cluster(int device) { return can_chain(device); }

namespace detail {

/// How clusters of `blocks` are launched; `attribute` must outlive it.
inline cudaLaunchConfig_t of_clusters(cudaLaunchAttribute* attribute, dim3 grid, dim3 block, unsigned blocks,
                                      std::size_t shared_bytes) {
  attribute[0].id = cudaLaunchAttributeClusterDimension;
  attribute[0].val.clusterDim.x = blocks, attribute[0].val.clusterDim.y = 1, attribute[0].val.clusterDim.z = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = grid;
  config.blockDim = block;
  config.dynamicSmemBytes = shared_bytes;
  config.attrs = attribute;
  config.numAttrs = 1;
  return config;
}

}  // namespace detail

/// Lets `kernel` have clusters of more than the 8 blocks that every device with clusters holds.
template <class... Parameters>
Error allow_large_clusters(void (*kernel)(Parameters...)) {
  return cudaFuncSetAttribute(reinterpret_cast<const void*>(kernel), cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
}

/// Clusters of `blocks` that the current device holds at a time; 0 where it cannot hold one.
template <class... Parameters>
int clusters_at_a_time(void (*kernel)(Parameters...), dim3 block, unsigned blocks, std::size_t shared_bytes) {
  cudaLaunchAttribute attribute[1] = {};
  const cudaLaunchConfig_t config = detail::of_clusters(attribute, dim3(blocks), block, blocks, shared_bytes);
  int result = 0;
  if (cudaOccupancyMaxActiveClusters(&result, kernel, &config) == cudaSuccess) return result;
  // The failure would else be found by the next launch.
  static_cast<void>(cudaGetLastError());
  return 0;
}

/// A launch of clusters, which may be a chained one.
template <class... Parameters, class... Arguments>
Error launch_clusters(Stream stream, void (*kernel)(Parameters...), dim3 grid, dim3 block, unsigned blocks,
                      std::size_t shared_bytes, bool chained, Arguments&&... arguments) {
  cudaLaunchAttribute attributes[2] = {};
  cudaLaunchConfig_t config = detail::of_clusters(attributes, grid, block, blocks, shared_bytes);
  attributes[1].id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attributes[1].val.programmaticStreamSerializationAllowed = 1;
  config.stream = stream;
  config.numAttrs = chained ? 2 : 1;
  return cudaLaunchKernelEx(&config, kernel, std::forward<Arguments>(arguments)...);
}

/// A launch that may be placed while the one before it drains.
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
