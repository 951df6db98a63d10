// machine_shared on a GPU: loads of 16 bytes a lane without bank conflicts, every multiprocessor full.
#include <array>

#include "kernels/machine/gpu_machine.cuh"

namespace spinbench::machine {

namespace {

constexpr int shared_threads = 1024;
/// A thread and sweep: so many that filling the words does not count. A thread meets the words of its lane in turns, an
/// odd number of times each: an even one would leave nothing in the sum.
constexpr int lanes = 32, turns = 33, loads = turns * (shared_threads / lanes);

__global__ void __launch_bounds__(shared_threads) read_shared(std::uint64_t seed, std::uint32_t* sums) {
  __shared__ Wide words[shared_threads];
  words[threadIdx.x] = wide_pattern(seed, threadIdx.x);
  __syncthreads();
  Wide sum = {0, 0, 0, 0};
#pragma unroll 16
  for (int i = 0; i < loads; ++i) {
    const Wide word = words[(threadIdx.x + lanes * i) % shared_threads];
    sum.x ^= word.x;
    sum.y ^= word.y;
    sum.z ^= word.z;
    sum.w ^= word.w;
  }
  sums[blockIdx.x * shared_threads + threadIdx.x] = sum.x ^ sum.y ^ sum.z ^ sum.w;
}

class GpuShared final : public MachineSimulation {
 public:
  explicit GpuShared(std::uint64_t seed)
      : seed_(seed),
        blocks_(static_cast<unsigned>(gpu::multiprocessors()) * 16),
        sums_(std::size_t{blocks_} * shared_threads) {
    gpu::synchronize();
  }
  void sweep(int count) override {
    for (int i = 0; i < count; ++i) gpu::launch(read_shared, dim3(blocks_), dim3(shared_threads), seed_, sums_.data());
  }
  Work work_per_sweep() const override {
    Work work;
    work.units = work.shared_bytes = double{sizeof(Wide)} * loads * shared_threads * blocks_;
    work.footprint_bytes = static_cast<double>(sums_.size() * sizeof(std::uint32_t));
    return work;
  }
  std::vector<Check> self_check() override {
    sums_.fill_zero();
    sweep(1);
    std::vector<std::uint32_t> seen(sums_.size());
    sums_.copy_to(seen.data(), seen.size());
    std::array<std::uint32_t, lanes> sums{};
    for (int lane = 0; lane < lanes; ++lane) sums[static_cast<std::size_t>(lane)] = expected(lane);
    bool same = true;
    for (std::size_t i = 0; i < seen.size(); ++i) same = same && seen[i] != 0 && seen[i] == sums[i % lanes];
    return {exact_check("shared_sums", same, "every thread's sum of the words it read, against the host's")};
  }

 private:
  /// Of the words that the threads with this lane meet.
  std::uint32_t expected(int lane) const {
    std::uint32_t sum = 0;
    for (int i = lane; i < shared_threads; i += lanes) {
      const Wide word = wide_pattern(seed_, static_cast<std::uint64_t>(i));
      sum ^= word.x ^ word.y ^ word.z ^ word.w;
    }
    return sum;
  }

  std::uint64_t seed_;
  unsigned blocks_;
  gpu::Buffer<std::uint32_t> sums_;
};

Variant shared_variant() {
  Variant v = gpu_variant("machine_shared", "wide", "Conflict-free reads of shared memory, 16 bytes a lane", {});
  v.make = [](const Params&, std::uint64_t seed) { return std::make_unique<GpuShared>(seed); };
  return v;
}

const Register<Variant> shared_registered{shared_variant()};

}  // namespace

}  // namespace spinbench::machine
