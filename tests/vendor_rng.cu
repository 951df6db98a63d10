// The vendors' generators as vendor_rng.cpp tests them.
#include "backends/gpu/vendor_rng.hpp"
#include "backends/gpu/vendor_rng_words.cuh"
#include "tests/vendor_rng.hpp"

namespace spinbench::tests::inline SPINBENCH_GPU_NAMESPACE {

namespace {

template <class T>
std::vector<T> to_host(const gpu::Buffer<T>& buffer) {
  std::vector<T> result(buffer.size());
  buffer.copy_to(result.data(), result.size());
  return result;
}

#if SPINBENCH_GPU_VENDOR_RNG

__global__ void write_by_fours(std::uint64_t seed, std::uint64_t stream, std::uint32_t* words, std::size_t count) {
  gpu::VendorPhilox4x32::State state;
  gpu::VendorPhilox4x32::init(state, seed, stream);
  for (std::size_t i = 0; i + 4 <= count; i += 4) {
    const uint4 four = gpu::VendorPhilox4x32::next4(state);
    words[i] = four.x;
    words[i + 1] = four.y;
    words[i + 2] = four.z;
    words[i + 3] = four.w;
  }
}

/// Half of the draws in a first launch and the rest in a second, so that states must come back from shared memory.
template <bool Shared>
__global__ void write_mtgp32(gpu::VendorMtgp32::State* states, std::uint32_t* words, int first, int last, int draws) {
  const auto write = [&](gpu::VendorMtgp32::State& state) {
    for (int i = first; i < last; ++i)
      words[(blockIdx.x * static_cast<std::size_t>(draws) + i) * blockDim.x + threadIdx.x] =
          gpu::VendorMtgp32::next(state);
  };
  if constexpr (Shared) {
    __shared__ gpu::VendorMtgp32::State state;
    gpu::VendorMtgp32::copy(state, states[blockIdx.x]);
    write(state);
    gpu::VendorMtgp32::copy(states[blockIdx.x], state);
  } else {
    write(states[blockIdx.x]);
  }
}

#endif

class BackendsVendorRng : public VendorRng {
 public:
  std::string backend() const override { return SPINBENCH_GPU_BACKEND; }
  std::string library() const override { return gpu::vendor_device_rng_title; }
  std::string version() const override { return gpu::VendorGenerator::version(); }
  std::string why_missing(const std::string& name) const override { return gpu::VendorGenerator::why_missing(name); }
  std::string why_no_device_interface() const override { return gpu::why_no_vendor_device_rng(); }

  std::vector<float> uniform(const std::string& name, std::uint64_t seed, std::size_t count, int fills) const override {
    gpu::VendorGenerator generator(name, seed);
    std::vector<float> result;
    for (int fill = 0; fill < fills; ++fill) {
      gpu::Buffer<float> buffer(count);
      buffer.fill_zero();
      generator.fill_uniform(buffer.data(), count);
      const std::vector<float> seen = to_host(buffer);
      result.insert(result.end(), seen.begin(), seen.end());
    }
    return result;
  }

  std::vector<std::uint32_t> words(const std::string& name, std::uint64_t seed, std::size_t count) const override {
    gpu::VendorGenerator generator(name, seed);
    gpu::Buffer<std::uint32_t> buffer(count);
    buffer.fill_zero();
    generator.fill_words(buffer.data(), count);
    return to_host(buffer);
  }

#if SPINBENCH_GPU_VENDOR_RNG

  std::vector<std::uint32_t> stream(const std::string& name, std::uint64_t seed, std::uint64_t stream,
                                    std::size_t count) const override {
    if (name == "xorwow") return gpu::vendor_words<gpu::VendorXorwow>(seed, stream, count);
    if (name == "philox4x32") return gpu::vendor_words<gpu::VendorPhilox4x32>(seed, stream, count);
    gpu::Buffer<std::uint32_t> buffer(count);
    buffer.fill_zero();
    gpu::launch(write_by_fours, dim3(1), dim3(1), seed, stream, buffer.data(), count);
    return to_host(buffer);
  }

  std::vector<std::uint32_t> mtgp32(int blocks, std::uint64_t seed, int draws, bool shared) const override {
    constexpr int threads = gpu::VendorMtgp32::most_threads;
    const gpu::VendorMtgp32States states = gpu::make_mtgp32_states(blocks, seed);
    gpu::Buffer<std::uint32_t> buffer(static_cast<std::size_t>(blocks) * threads * draws);
    buffer.fill_zero();
    const auto kernel = shared ? write_mtgp32<true> : write_mtgp32<false>;
    gpu::launch(kernel, dim3(blocks), dim3(threads), states.data(), buffer.data(), 0, draws / 2, draws);
    gpu::launch(kernel, dim3(blocks), dim3(threads), states.data(), buffer.data(), draws / 2, draws, draws);
    return to_host(buffer);
  }

  int mtgp32_most_blocks() const override { return gpu::VendorMtgp32::most_blocks; }

#else

  std::vector<std::uint32_t> stream(const std::string&, std::uint64_t, std::uint64_t, std::size_t) const override {
    return {};
  }
  std::vector<std::uint32_t> mtgp32(int, std::uint64_t, int, bool) const override { return {}; }
  int mtgp32_most_blocks() const override { return 0; }

#endif
};

const bool registered = (vendor_rngs().push_back(std::make_unique<BackendsVendorRng>()), true);

}  // namespace

}  // namespace spinbench::tests::SPINBENCH_GPU_NAMESPACE
