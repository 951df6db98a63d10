// The Logic of kernels/common/plus_minus_j.hpp on a GPU: three inputs, one operation for each 32 realizations.
#pragma once

#include <cstdint>

#include "backends/gpu/device.cuh"
#include "kernels/common/coded_word.hpp"

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
  template <int Groups, class F>
  SPINBENCH_FN static CodedWord<Groups> of(const CodedWord<Groups>& a, const CodedWord<Groups>& b,
                                           const CodedWord<Groups>& c, F f) {
    CodedWord<Groups> result;
    SPINBENCH_UNROLL(Groups)
    for (int i = 0; i < Groups; ++i) result.item[i] = of(a.item[i], b.item[i], c.item[i], f);
    return result;
  }
};

}  // namespace spinbench::SPINBENCH_GPU_NAMESPACE
