// Instruction sets of this host, chosen at run time: one loop, compiled once for each.
//
// Plain functions with a `target` each rather than target_clones: a test can ask for each of them, templates may go
// through, and no resolver runs before the sanitizers are ready.
#pragma once

#include <string>
#include <vector>

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__CUDACC__) && !defined(__HIPCC__)
#define SPINBENCH_X86 1
#else
#define SPINBENCH_X86 0
#endif

/// The next loop's iterations do not depend on one another, whatever the addresses look like.
#if defined(__CUDACC__) || defined(__HIPCC__)
#define SPINBENCH_INDEPENDENT
#elif defined(__clang__)
// Clang warns wherever it could make no use of the hint.
#pragma clang diagnostic ignored "-Wpass-failed"
#define SPINBENCH_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define SPINBENCH_INDEPENDENT _Pragma("GCC ivdep")
#else
#define SPINBENCH_INDEPENDENT
#endif

#define SPINBENCH_TARGET_AVX2 "avx2"
#define SPINBENCH_TARGET_AVX512 "avx512f,avx512bw,avx512dq,avx512vl"

namespace spinbench::cpu {

enum class Isa { baseline, avx2, avx512 };

inline const char* name_of(Isa isa) { return isa == Isa::avx512 ? "AVX-512" : isa == Isa::avx2 ? "AVX2" : "baseline"; }

/// As the axis `isa` has it.
inline const char* word_of(Isa isa) { return isa == Isa::avx512 ? "avx512" : isa == Isa::avx2 ? "avx2" : "baseline"; }

/// Of a vector register; the baseline's is what every 64-bit host has.
constexpr int vector_bytes(Isa isa) { return isa == Isa::avx512 ? 64 : isa == Isa::avx2 ? 32 : 16; }

/// What this host runs, the widest last.
inline std::vector<Isa> isas() {
  std::vector<Isa> found{Isa::baseline};
#if SPINBENCH_X86
  if (__builtin_cpu_supports("avx2")) found.push_back(Isa::avx2);
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl"))
    found.push_back(Isa::avx512);
#endif
  return found;
}

inline Isa widest_isa() {
  static const Isa widest = isas().back();
  return widest;
}

/// `title` with the widest instructions behind it, as the variants that use vectors are titled.
inline std::string with_widest_isa(const std::string& title) {
  return title + " " + name_of(widest_isa()) + " instructions here";
}

#if SPINBENCH_X86
namespace detail {

// `flatten` brings the body in, and all that it calls, so that it is compiled for the target.
template <class Body>
[[gnu::target(SPINBENCH_TARGET_AVX2), gnu::flatten]] void run_avx2(const Body& body) {
  body();
}
template <class Body>
[[gnu::target(SPINBENCH_TARGET_AVX512), gnu::flatten]] void run_avx512(const Body& body) {
  body();
}

}  // namespace detail
#endif

/// Calls `body` as compiled for `isa`, one of isas(). Its members should be values, which it copies before it loops.
template <class Body>
void run_as(Isa isa, const Body& body) {
#if SPINBENCH_X86
  if (isa == Isa::avx512) return detail::run_avx512(body);
  if (isa == Isa::avx2) return detail::run_avx2(body);
#endif
  static_cast<void>(isa);
  body();
}

}  // namespace spinbench::cpu
