// Numbers that a device takes from its constant memory, where its instructions take them from there at no cost.
//
// An instruction of an NVIDIA card takes one operand of 64 bits from constant memory, but no literal: for that the
// compiler adds two instructions. It makes literals again of what it knows that nobody writes to, as of a constant in a
// function. Elsewhere the original serves.
#pragma once

#include <type_traits>

/// A copy of the constant `original`, of the file's own, as each file's machine code is; at the scope of a namespace.
#if defined(__CUDACC__)
#define SPINBENCH_CONSTANT_COPY(copy, original) \
  [[maybe_unused]] static __constant__ std::remove_const_t<decltype(original)> copy = original
#else
#define SPINBENCH_CONSTANT_COPY(copy, original) static_assert(true)
#endif

/// The copy where this is code of such a device, else the original.
#if defined(__CUDA_ARCH__)
#define SPINBENCH_CONSTANT(copy, original) copy
#else
#define SPINBENCH_CONSTANT(copy, original) original
#endif
