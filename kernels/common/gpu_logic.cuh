// The Logic of kernels/common/plus_minus_j.hpp on a GPU: three inputs, one operation.
#pragma once

#include <cstdint>

#include "backends/gpu/device.cuh"

namespace spinbench::inline SPINBENCH_GPU_NAMESPACE {

struct DeviceLogic {
  template <class F>
  SPINBENCH_FN static std::uint32_t of(std::uint32_t a, std::uint32_t b, std::uint32_t c, F f) {
#if SPINBENCH_DEVICE_PASS
    return gpu::bitwise(a, b, c, f);
#else
    return f(a, b, c);
#endif
  }
};

}  // namespace spinbench::SPINBENCH_GPU_NAMESPACE
