// Words of one stream of the vendor's generators, copied to the host: for who compares them with known answers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "backends/gpu/vendor_rng_device.cuh"

#if SPINBENCH_GPU_VENDOR_RNG

namespace spinbench::gpu::inline SPINBENCH_GPU_NAMESPACE {

template <class Generator>
__global__ void write_vendor_stream(std::uint64_t seed, std::uint64_t stream, std::uint32_t* words, std::size_t count) {
  typename Generator::State state;
  Generator::init(state, seed, stream);
  for (std::size_t i = 0; i < count; ++i) words[i] = Generator::next(state);
}

/// The first `count` words of `stream` under `seed`, drawn one by one by a thread of the current device.
template <class Generator>
std::vector<std::uint32_t> vendor_words(std::uint64_t seed, std::uint64_t stream, std::size_t count) {
  Buffer<std::uint32_t> buffer(count);
  buffer.fill_zero();
  launch(write_vendor_stream<Generator>, dim3(1), dim3(1), seed, stream, buffer.data(), count);
  std::vector<std::uint32_t> result(count);
  buffer.copy_to(result.data(), count);
  return result;
}

}  // namespace spinbench::gpu::SPINBENCH_GPU_NAMESPACE

#endif
