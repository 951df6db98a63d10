// The host's functions in place of a device's fast ones.
#pragma once

#include <cmath>

#include "backends/gpu/runtime.hpp"

namespace spinbench::gpu::inline SPINBENCH_GPU_NAMESPACE {

inline float fast_root(float x) { return std::sqrt(x); }
inline float fast_cosine(float x) { return std::cos(x); }
inline float fast_sine(float x) { return std::sin(x); }
inline float fast_power_of_two(float x) { return std::exp2(x); }
inline float fast_inverse_root(float x) { return 1 / std::sqrt(x); }
inline float fast_log_two(float x) { return std::log2(x); }
inline float fast_quotient(float a, float b) { return a / b; }

}  // namespace spinbench::gpu::SPINBENCH_GPU_NAMESPACE
