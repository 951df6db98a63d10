// Reads the file SPINBENCH_LANES_FILE once for each instruction set; no header of its own. A function must be compiled
// for its instruction set from the start: code for the baseline has its vectors taken apart before it is inlined.
//
// What the file finds defined:
//   SPINBENCH_LANES_BYTES            of a vector
//   SPINBENCH_LANES_KERNEL           begins a function that is called from outside
//   SPINBENCH_LANES_FN               begins a function that is part of such a one
//   SPINBENCH_LANES_MULTIPLY(a, b)   64-bit products of the lower halves of the 64-bit lanes; GCC finds no instruction
//                                    for it by itself
//   SPINBENCH_LANES_ANY(a)           whether any bit of a vector is set
//   SPINBENCH_LANES_REGISTER         the assembler's constraint of a register for a vector

#if defined(__GNUC__) && !defined(__clang__)
// A vector that only inlined functions pass has no calling convention to be warned of.
#pragma GCC diagnostic ignored "-Wpsabi"
#endif

namespace spinbench::lanes::baseline {
#define SPINBENCH_LANES_BYTES 16
#define SPINBENCH_LANES_KERNEL
#define SPINBENCH_LANES_FN [[gnu::always_inline]] inline
#define SPINBENCH_LANES_MULTIPLY(a, b) (((a)&0xFFFFFFFFu) * ((b)&0xFFFFFFFFu))
#define SPINBENCH_LANES_ANY(a) (((WideLanes)(a))[0] != 0 || ((WideLanes)(a))[1] != 0)
#if SPINBENCH_X86
#define SPINBENCH_LANES_REGISTER "x"
#elif defined(__aarch64__)
#define SPINBENCH_LANES_REGISTER "w"
#else
#define SPINBENCH_LANES_REGISTER "m"
#endif
#include SPINBENCH_LANES_FILE
#undef SPINBENCH_LANES_BYTES
#undef SPINBENCH_LANES_KERNEL
#undef SPINBENCH_LANES_FN
#undef SPINBENCH_LANES_MULTIPLY
#undef SPINBENCH_LANES_ANY
#undef SPINBENCH_LANES_REGISTER
}  // namespace spinbench::lanes::baseline

#if SPINBENCH_X86
#include <immintrin.h>

namespace spinbench::lanes::avx2 {
#define SPINBENCH_LANES_BYTES 32
#define SPINBENCH_LANES_KERNEL [[gnu::target(SPINBENCH_TARGET_AVX2)]]
#define SPINBENCH_LANES_FN [[gnu::target(SPINBENCH_TARGET_AVX2), gnu::always_inline]] inline
#define SPINBENCH_LANES_MULTIPLY(a, b) ((WideLanes)_mm256_mul_epu32((__m256i)(a), (__m256i)(b)))
#define SPINBENCH_LANES_ANY(a) (!_mm256_testz_si256((__m256i)(a), (__m256i)(a)))
#define SPINBENCH_LANES_REGISTER "x"
#include SPINBENCH_LANES_FILE
#undef SPINBENCH_LANES_BYTES
#undef SPINBENCH_LANES_KERNEL
#undef SPINBENCH_LANES_FN
#undef SPINBENCH_LANES_MULTIPLY
#undef SPINBENCH_LANES_ANY
#undef SPINBENCH_LANES_REGISTER
}  // namespace spinbench::lanes::avx2

namespace spinbench::lanes::avx512 {
#define SPINBENCH_LANES_BYTES 64
#define SPINBENCH_LANES_KERNEL [[gnu::target(SPINBENCH_TARGET_AVX512)]]
#define SPINBENCH_LANES_FN [[gnu::target(SPINBENCH_TARGET_AVX512), gnu::always_inline]] inline
// The plain intrinsic makes GCC 12 warn of an operand that it leaves open.
#define SPINBENCH_LANES_MULTIPLY(a, b) ((WideLanes)_mm512_maskz_mul_epu32((__mmask8)-1, (__m512i)(a), (__m512i)(b)))
#define SPINBENCH_LANES_ANY(a) (_mm512_test_epi32_mask((__m512i)(a), (__m512i)(a)) != 0)
#define SPINBENCH_LANES_REGISTER "v"
#include SPINBENCH_LANES_FILE
#undef SPINBENCH_LANES_BYTES
#undef SPINBENCH_LANES_KERNEL
#undef SPINBENCH_LANES_FN
#undef SPINBENCH_LANES_MULTIPLY
#undef SPINBENCH_LANES_ANY
#undef SPINBENCH_LANES_REGISTER
}  // namespace spinbench::lanes::avx512
#endif
