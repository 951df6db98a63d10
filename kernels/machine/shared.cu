// machine_shared on a GPU: loads of 16 bytes a lane without bank conflicts, every multiprocessor full.
#include "kernels/machine/gpu_machine.cuh"

namespace spinbench::machine {

namespace {

constexpr int threads = 1024;
constexpr int loads = 256;  ///< a thread and sweep

/// Each thread walks over all of the block's words, so that the sum is the same for all and known beforehand.
__global__ void __launch_bounds__(threads) read_shared(std::uint64_t seed, std::uint32_t* sums) {
  __shared__ Wide words[threads];
  words[threadIdx.x] = wide_pattern(seed, threadIdx.x);
  __syncthreads();
  Wide sum = {0, 0, 0, 0};
#pragma unroll 16
  for (int i = 0; i < loads; ++i) {
    const Wide word = words[(threadIdx.x + 32 * i) % threads];
    sum.x ^= word.x;
    sum.y ^= word.y;
    sum.z ^= word.z;
    sum.w ^= word.w;
  }
  sums[blockIdx.x * threads + threadIdx.x] = sum.x ^ sum.y ^ sum.z ^ sum.w;
}

class GpuShared final : public MachineSimulation {
 public:
  explicit GpuShared(std::uint64_t seed)
      : seed_(seed),
        blocks_(static_cast<unsigned>(gpu::multiprocessors()) * 64),
        sums_(std::size_t{blocks_} * threads) {
    gpu::synchronize();
  }
  void sweep(int count) override {
    for (int i = 0; i < count; ++i) gpu::launch(read_shared, dim3(blocks_), dim3(threads), seed_, sums_.data());
  }
  Work work_per_sweep() const override {
    Work work;
    work.units = work.shared_bytes = double{sizeof(Wide)} * loads * threads * blocks_;
    work.footprint_bytes = static_cast<double>(sums_.size() * sizeof(std::uint32_t));
    return work;
  }
  std::vector<Check> self_check() override {
    sums_.fill_zero();
    sweep(1);
    std::vector<std::uint32_t> seen(sums_.size());
    sums_.copy_to(seen.data(), seen.size());
    bool same = true;
    for (std::size_t i = 0; i < seen.size(); ++i) same = same && seen[i] == expected(static_cast<int>(i % threads));
    return {exact_check("shared_sums", same, "every thread's sum of the words it read, against the host's")};
  }

 private:
  std::uint32_t expected(int thread) const {
    std::uint32_t sum = 0;
    for (int i = 0; i < loads; ++i) {
      const Wide word = wide_pattern(seed_, static_cast<std::uint64_t>((thread + 32 * i) % threads));
      sum ^= word.x ^ word.y ^ word.z ^ word.w;
    }
    return sum;
  }

  std::uint64_t seed_;
  unsigned blocks_;
  gpu::Buffer<std::uint32_t> sums_;
};

Variant variant() {
  Variant v = gpu_variant("machine_shared", "wide", "Conflict-free reads of shared memory, 16 bytes a lane", {});
  v.make = [](const Params&, std::uint64_t seed) { return std::make_unique<GpuShared>(seed); };
  return v;
}

const Register<Variant> registered{variant()};

}  // namespace

}  // namespace spinbench::machine
