// machine_l2 on a GPU: a copy, past the first-level cache, between two arrays that stay in the level-2 cache.
#include "kernels/common/mutants.hpp"
#include "kernels/machine/gpu_machine.cuh"

namespace spinbench::machine {

namespace {

/// Copies a sweep, so that a launch takes much longer than its start: of the default's bytes, and of the fewer that a
/// small cache holds.
constexpr unsigned repeats_of_large = 32, repeats_of_small = 256;
constexpr std::int64_t least_large = std::int64_t{1} << 24;

/// Each pass starts elsewhere, so that no thread finds its last pass's data in its own multiprocessor. Sums of what
/// each thread read tell that it made all passes.
template <unsigned Repeats>
__global__ void copy_cached(const Wide* source, Wide* target, std::uint32_t count, std::uint32_t* sums) {
  const std::uint32_t stride = gridDim.x * blockDim.x;
  const std::uint32_t thread = blockIdx.x * blockDim.x + threadIdx.x;
  std::uint32_t sum = 0;
  for (std::uint32_t pass = 0; pass < (planted(Mutant::gpu_l2_one_pass) ? 1 : Repeats); ++pass)
    for (std::uint32_t i = (thread + pass * (stride / 4)) % stride; i < count; i += stride) {
      const Wide word = gpu::load_past_l1(&source[i]);
      gpu::store_past_l1(&target[i], word);
      sum += word.x;
    }
  sums[thread] = sum;
}

class GpuL2 final : public GpuCopySimulation {
 public:
  GpuL2(std::int64_t bytes, std::uint64_t seed)
      : GpuCopySimulation(bytes / 2, repeats_of(bytes), seed),
        seed_(seed),
        repeats_(repeats_of(bytes)),
        blocks_(static_cast<unsigned>(gpu::multiprocessors() * 4)),
        sums_(std::size_t{blocks_} * threads) {}

  void sweep(int count) override {
    for (int i = 0; i < count; ++i)
      gpu::launch(repeats_ == repeats_of_large ? copy_cached<repeats_of_large> : copy_cached<repeats_of_small>,
                  dim3(blocks_), dim3(threads), pair().source(), pair().target(),
                  static_cast<std::uint32_t>(pair().count()), sums_.data());
  }

  /// Beside the copy, what some threads read in all passes.
  std::vector<Check> self_check() override {
    std::vector<Check> result = GpuCopySimulation::self_check();
    std::vector<std::uint32_t> seen(sums_.size());
    sums_.copy_to(seen.data(), seen.size());
    bool same = true;
    for (const std::size_t thread : {std::size_t{0}, std::size_t{1}, seen.size() / 2, seen.size() - 1})
      same = same && seen[thread] == sum_of(static_cast<std::uint32_t>(thread));
    result.push_back(
        exact_check("passes", same, "sums of what four threads read in all passes, against the pattern's"));
    return result;
  }

 private:
  static constexpr unsigned threads = 512;

  static constexpr unsigned repeats_of(std::int64_t bytes) {
    return bytes < least_large ? repeats_of_small : repeats_of_large;
  }
  std::uint32_t sum_of(std::uint32_t thread) const {
    const auto stride = static_cast<std::uint32_t>(sums_.size()), count = static_cast<std::uint32_t>(pair().count());
    std::uint32_t sum = 0;
    for (std::uint32_t pass = 0; pass < repeats_; ++pass)
      for (std::uint32_t i = (thread + pass * (stride / 4)) % stride; i < count; i += stride)
        sum += wide_pattern(seed_, i).x;
    return sum;
  }

  std::uint64_t seed_;
  unsigned repeats_, blocks_;
  gpu::Buffer<std::uint32_t> sums_;
};

Variant l2_variant() {
  Variant v = gpu_variant("machine_l2", "wide", "Copy within the level-2 cache, 16 bytes a thread",
                          {Axis::integer("bytes", std::int64_t{1} << 24, 4096, std::int64_t{1} << 31,
                                         "working set: both arrays together")});
  v.unsupported = [](const Params& params, const Device& device) {
    return l2_unsupported(params.integer("bytes"), device);
  };
  v.memory_bytes = [](const Params& params) { return params.real("bytes"); };
  v.make = [](const Params& params, std::uint64_t seed) {
    return std::make_unique<GpuL2>(params.integer("bytes"), seed);
  };
  return v;
}

const Register<Variant> l2_registered{l2_variant()};

}  // namespace

}  // namespace spinbench::machine
