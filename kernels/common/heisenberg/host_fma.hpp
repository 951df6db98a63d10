// Host code with fused multiply-adds in the processor, where it has them: elsewhere each is a call of the C library,
// with the same bits.
#pragma once

#include "backends/cpu/isa.hpp"

namespace spinbench::cpu {

#if SPINBENCH_X86
namespace detail {

template <class Body>
[[gnu::target("avx2,fma"), gnu::flatten]] void run_fma(const Body& body) {
  body();
}

}  // namespace detail

inline bool has_fma() {
  static const bool found = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  return found;
}
#else
constexpr bool has_fma() { return false; }
#endif

/// Calls `body`, compiled for such a processor where this is one.
template <class Body>
void run_with_fma(const Body& body) {
#if SPINBENCH_X86
  if (has_fma()) return detail::run_fma(body);
#endif
  body();
}

}  // namespace spinbench::cpu
