// Messages of three numbers that blocks of one launch hand to each other, each seen as a whole: no fence, which would
// wait for all that a multiprocessor has under way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "backends/gpu/device.cuh"
#include "backends/gpu/runtime.hpp"

namespace spinbench::gpu::inline SPINBENCH_GPU_NAMESPACE {

/// Which one it is goes with it: whoever waits for a message looks until that has the number. It orders nothing but
/// itself.
struct Message {
  float x, y, z;
  std::uint32_t number;
};

// PTX has accesses of 16 bytes that are whole since version 8.3; taken from CUDA 12.4 on, as its own library does. HIP
// on NVIDIA's cards does without, so that they run what AMD's would.
#if defined(__CUDACC__) && !defined(SPINBENCH_GPU_HIP) && \
    (__CUDACC_VER_MAJOR__ > 12 || (__CUDACC_VER_MAJOR__ == 12 && __CUDACC_VER_MINOR__ >= 4))

/// Where a message lies.
struct alignas(16) Mailbox {
  std::uint32_t word[4];
};

__device__ __forceinline__ void post(Mailbox* box, const Message& message) {
  asm volatile(
      "{\n"
      ".reg .b64 low, high;\n"
      ".reg .b128 all;\n"
      "mov.b64 low, {%1, %2};\n"
      "mov.b64 high, {%3, %4};\n"
      "mov.b128 all, {low, high};\n"
      "st.relaxed.gpu.global.b128 [%0], all;\n"
      "}" ::"l"(box),
      "r"(__float_as_uint(message.x)), "r"(__float_as_uint(message.y)), "r"(__float_as_uint(message.z)),
      "r"(message.number));
}

/// The message with that number, or one with another where it has not come.
__device__ __forceinline__ Message look(const Mailbox* box, std::uint32_t) {
  std::uint32_t x, y, z, number;
  asm volatile(
      "{\n"
      ".reg .b64 low, high;\n"
      ".reg .b128 all;\n"
      "ld.relaxed.gpu.global.b128 all, [%4];\n"
      "mov.b128 {low, high}, all;\n"
      "mov.b64 {%0, %1}, low;\n"
      "mov.b64 {%2, %3}, high;\n"
      "}"
      : "=r"(x), "=r"(y), "=r"(z), "=r"(number)
      : "l"(box));
  return {__uint_as_float(x), __uint_as_float(y), __uint_as_float(z), number};
}

#else

/// Where a message lies: each of its numbers with the message's own.
struct Mailbox {
  std::uint64_t word[3];
};

__device__ __forceinline__ void post(Mailbox* box, const Message& message) {
  const float numbers[3] = {message.x, message.y, message.z};
  for (int i = 0; i < 3; ++i) {
    std::uint32_t bits;
    __builtin_memcpy(&bits, &numbers[i], sizeof bits);
    post(&box->word[i], std::uint64_t{message.number} << 32 | bits);
  }
}

/// The message with that number, or one with another where not all of it has come.
__device__ __forceinline__ Message look(const Mailbox* box, std::uint32_t number) {
  float numbers[3];
  std::uint32_t seen = number;
  for (int i = 0; i < 3; ++i) {
    const std::uint64_t word = look(&box->word[i]);
    const auto bits = static_cast<std::uint32_t>(word), of = static_cast<std::uint32_t>(word >> 32);
    __builtin_memcpy(&numbers[i], &bits, sizeof bits);
    if (of != number) seen = of;
  }
  return {numbers[0], numbers[1], numbers[2], seen};
}

#endif

/// The mailboxes of a simulation, and the numbers of its messages: none that a box still holds is given out again.
class Mail {
 public:
  explicit Mail(std::size_t boxes) : boxes_(boxes) { boxes_.fill_zero(); }

  Mailbox* boxes() const { return boxes_.data(); }
  /// The first of `count` numbers in a row, for the messages of one launch.
  std::uint32_t numbers(std::uint32_t count) {
    // After hours: a box may have been left alone for as long.
    if (count > std::numeric_limits<std::uint32_t>::max() - next_) boxes_.fill_zero(), next_ = 1;
    const std::uint32_t first = next_;
    next_ += count;
    return first;
  }

 private:
  Buffer<Mailbox> boxes_;
  std::uint32_t next_ = 1;  ///< empty boxes have number 0
};

}  // namespace spinbench::gpu::SPINBENCH_GPU_NAMESPACE
