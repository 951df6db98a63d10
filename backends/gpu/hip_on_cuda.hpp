// What HIP's headers for its NVIDIA platform (rocm-6.0) expect of CUDA, and CUDA 13 no longer has. To be included
// before them. Where a signature changed, an overload takes the old arguments; what is gone answers "not supported".
#pragma once

#include <cuda.h>
#include <cuda_runtime.h>

namespace spinbench::hip_on_cuda {

/// Stands in for the one call of the driver's own interface in what we use, about an attribute that we do not ask for:
/// a binary that linked the driver would not start without it.
inline CUresult no_driver_attribute(int*, CUdevice_attribute, CUdevice) { return CUDA_ERROR_NOT_SUPPORTED; }

}  // namespace spinbench::hip_on_cuda

// These names mean something else in HIP's headers alone; api_hip.hpp takes them back. Shared memory that a block can
// have is on AMD's cards all that it can ask for, which CUDA calls otherwise and HIP has no name for that works here.
#define cuDeviceGetAttribute spinbench::hip_on_cuda::no_driver_attribute
#define cudaDevAttrMaxSharedMemoryPerBlock cudaDevAttrMaxSharedMemoryPerBlockOptin

#if CUDART_VERSION >= 13000

// --- changed signatures: a location instead of a device number, edge data beside the edges ------------------------

namespace spinbench::hip_on_cuda {

/// What a device number meant: the host is -1.
inline cudaMemLocation location(int device) {
  cudaMemLocation result{};
  result.type = device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
  result.id = device == cudaCpuDeviceId ? 0 : device;
  return result;
}

}  // namespace spinbench::hip_on_cuda

inline cudaError_t cudaMemAdvise(const void* address, std::size_t bytes, cudaMemoryAdvise advice, int device) {
  return cudaMemAdvise(address, bytes, advice, spinbench::hip_on_cuda::location(device));
}
inline cudaError_t cudaMemPrefetchAsync(const void* address, std::size_t bytes, int device, cudaStream_t stream) {
  return cudaMemPrefetchAsync(address, bytes, spinbench::hip_on_cuda::location(device), 0, stream);
}
inline cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                            std::size_t count) {
  return cudaGraphAddDependencies(graph, from, to, nullptr, count);
}
inline cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                               const cudaGraphNode_t* to, std::size_t count) {
  return cudaGraphRemoveDependencies(graph, from, to, nullptr, count);
}
inline cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                                     std::size_t* count) {
  return cudaGraphGetEdges(graph, from, to, nullptr, count);
}
inline cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* found, std::size_t* count) {
  return cudaGraphNodeGetDependencies(node, found, nullptr, count);
}
inline cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* found, std::size_t* count) {
  return cudaGraphNodeGetDependentNodes(node, found, nullptr, count);
}
inline cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t* nodes, std::size_t count,
                                                       unsigned flags) {
  return cudaStreamUpdateCaptureDependencies(stream, nodes, nullptr, count, flags);
}
inline CUresult cuCtxCreate_v4(CUcontext* context, unsigned flags, CUdevice device) {
  return cuCtxCreate_v4(context, nullptr, flags, device);
}

// --- gone -----------------------------------------------------------------------------------------------------------

inline CUresult cuStreamGetCaptureInfo_v2(CUstream stream, CUstreamCaptureStatus* status, cuuint64_t* id,
                                          CUgraph* graph, const CUgraphNode** nodes, std::size_t* count) {
  return cuStreamGetCaptureInfo(stream, status, id, graph, nodes, nullptr, count);
}
template <class Parameters>
cudaError_t cudaLaunchCooperativeKernelMultiDevice(Parameters*, int, unsigned) {
  return cudaErrorNotSupported;
}
inline constexpr cudaDeviceAttr cudaDevAttrCooperativeMultiDeviceLaunch = cudaDevAttrReserved96;

namespace spinbench::hip_on_cuda {

/// The properties with the fields that are attributes now.
struct DeviceProperties : cudaDeviceProp {
  int clockRate, memoryClockRate, computeMode, deviceOverlap, kernelExecTimeoutEnabled, maxTexture1DLinear,
      singleToDoublePrecisionPerfRatio, cooperativeMultiDeviceLaunch;
};

inline cudaError_t get_properties(DeviceProperties* properties, int device) {
  const cudaError_t error = cudaGetDeviceProperties(properties, device);
  if (error != cudaSuccess) return error;
  const auto ask = [device](int& value, cudaDeviceAttr which) {
    if (cudaDeviceGetAttribute(&value, which, device) != cudaSuccess) value = 0;
  };
  ask(properties->clockRate, cudaDevAttrClockRate);
  ask(properties->memoryClockRate, cudaDevAttrMemoryClockRate);
  ask(properties->computeMode, cudaDevAttrComputeMode);
  ask(properties->deviceOverlap, cudaDevAttrGpuOverlap);
  ask(properties->kernelExecTimeoutEnabled, cudaDevAttrKernelExecTimeout);
  ask(properties->maxTexture1DLinear, cudaDevAttrMaxTexture1DLinearWidth);
  ask(properties->singleToDoublePrecisionPerfRatio, cudaDevAttrSingleToDoublePrecisionPerfRatio);
  properties->cooperativeMultiDeviceLaunch = 0;
  return cudaSuccess;
}

}  // namespace spinbench::hip_on_cuda

inline cudaError_t cudaGetDeviceProperties(spinbench::hip_on_cuda::DeviceProperties* properties, int device) {
  return spinbench::hip_on_cuda::get_properties(properties, device);
}

#define cudaDeviceProp spinbench::hip_on_cuda::DeviceProperties

#endif
