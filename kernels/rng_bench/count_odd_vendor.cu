// rng_count_odd with the vendor's generators inside the kernel, the device interface (cuRAND, rocRAND): the yardstick
// of Lulli 2015, Table 2. States are loaded once a launch and stored at its end; mtgp32 has one for each block, in
// shared memory, and parameters for so many blocks only.
#include <initializer_list>
#include <memory>
#include <optional>
#include <type_traits>

#include "kernels/common/mutants.hpp"
#include "kernels/rng_bench/gpu_rng_bench.cuh"
#include "kernels/rng_bench/gpu_vendor_proof.cuh"

namespace spinbench::rng_bench {

namespace {

#if SPINBENCH_GPU_VENDOR_RNG

template <class Generator>
__global__ void init_states(typename Generator::State* states, std::uint64_t seed) {
  const std::uint32_t number = blockIdx.x * count_threads + threadIdx.x;
  Generator::init(states[number], seed, planted(Mutant::gpu_vendor_stream_next) ? number + 1 : number);
}

template <class Generator>
__device__ __forceinline__ std::uint32_t odd_among(typename Generator::State& state, std::uint32_t draws) {
  std::uint32_t found = 0, draw = 0;
  if constexpr (std::is_same_v<Generator, gpu::VendorPhilox4x32>)
    for (; draw + 4 <= draws; draw += 4) {
      const uint4 four = Generator::next4(state);
      found += (four.x & 1) + (four.y & 1) + (four.z & 1) + (four.w & 1);
    }
  for (; draw < draws; ++draw) found += Generator::next(state) & 1;
  return found;
}

/// Adds to each thread's count, modulo 2^32.
template <class Generator>
__global__ void __launch_bounds__(count_threads)
    count_odd(typename Generator::State* states, std::uint32_t* counts, std::uint32_t draws) {
  const std::uint32_t number = blockIdx.x * count_threads + threadIdx.x;
  if constexpr (std::is_same_v<Generator, gpu::VendorMtgp32>) {
    __shared__ typename Generator::State state;
    Generator::copy(state, states[blockIdx.x]);
    counts[number] += odd_among<Generator>(state, draws);
    __syncthreads();
    if (!planted(Mutant::gpu_vendor_state_lost)) Generator::copy(states[blockIdx.x], state);
  } else {
    auto state = states[number];
    counts[number] += odd_among<Generator>(state, draws);
    if (!planted(Mutant::gpu_vendor_state_lost)) states[number] = state;
  }
}

/// One state a thread, set up on the device.
template <class Generator>
class VendorStates {
 public:
  explicit VendorStates(std::uint64_t blocks) : states_(blocks * count_threads) {}
  void seed(std::uint64_t seed) {
    gpu::launch(init_states<Generator>, dim3(static_cast<unsigned>(states_.size() / count_threads)),
                dim3(count_threads), states_.data(), seed);
    gpu::synchronize();
  }
  typename Generator::State* data() const { return states_.data(); }

 private:
  gpu::Buffer<typename Generator::State> states_;
};

/// One state a block, set up on the host.
template <>
class VendorStates<gpu::VendorMtgp32> {
 public:
  explicit VendorStates(std::uint64_t blocks) : blocks_(checked(blocks)) {}
  void seed(std::uint64_t seed) { states_.emplace(blocks_, seed); }
  gpu::VendorMtgp32::State* data() const { return states_->data(); }

 private:
  static int checked(std::uint64_t blocks) {
    constexpr int most = gpu::VendorMtgp32::most_blocks;
    if (blocks <= static_cast<std::uint64_t>(most)) return static_cast<int>(blocks);
    throw Unsupported("the library has parameters of mtgp32 for " + std::to_string(most) +
                      " blocks, and this device holds " + std::to_string(blocks) + ": take grid=paper");
  }
  int blocks_;
  std::optional<gpu::VendorMtgp32States> states_;
};

template <class Generator>
std::uint64_t blocks_of(const Params& params) {
  return count_blocks(params, [] {
    return static_cast<std::uint64_t>(gpu::multiprocessors()) *
           static_cast<std::uint64_t>(gpu::blocks_per_multiprocessor(count_odd<Generator>, count_threads));
  });
}

template <class Generator>
class VendorCountOdd final : public Simulation {
 public:
  VendorCountOdd(const Params& params, std::uint64_t seed)
      : blocks_(blocks_of<Generator>(params)),
        draws_(static_cast<std::uint32_t>(params.integer("draws"))),
        seed_(seed),
        counts_(blocks_ * count_threads),
        states_(blocks_) {
    counts_.fill_zero();
    // The first time also loads the code.
    states_.seed(seed);
    const auto start = std::chrono::steady_clock::now();
    states_.seed(seed);
    setup_seconds_ = seconds_since(start);
  }

  void sweep(int count) override {
    for (int i = 0; i < count; ++i) launch(states_, counts_, draws_);
    drawn_ += static_cast<std::uint64_t>(count) * draws_;
  }
  std::string code_path() const override { return "library"; }
  Observables observe() override { return {}; }
  Configuration configuration() override { return bytes_of(counts_); }
  /// What a number costs is the library's affair: no bound but that each must be looked at.
  Work work_per_sweep() const override {
    Work work;
    work.units = work.random_words = work.logic_ops = static_cast<double>(counts_.size()) * draws_;
    return work;
  }
  std::optional<double> setup_seconds() const override { return setup_seconds_; }

  std::vector<Check> self_check() override {
    std::vector<Check> checks = check_vendor_answers<Generator>();
    const std::uint64_t position = drawn_;
    const std::vector<std::uint32_t> found = counts_of_a_sweep(*this, counts_);
    checks.push_back(odd_check_of(found, draws_));
    if constexpr (std::is_same_v<Generator, gpu::VendorPhilox4x32>)
      checks.push_back(check_philox_counts(seed_, position, draws_, found));
    const bool same = counts_from_start({draws_, draws_}) == counts_from_start({2 * draws_});
    checks.push_back(
        exactly("launches", same, "two launches count what one of twice the draws counts, in each thread"));
    return checks;
  }

 private:
  void launch(const VendorStates<Generator>& states, const gpu::Buffer<std::uint32_t>& counts, std::uint32_t draws) {
    gpu::launch(count_odd<Generator>, dim3(static_cast<unsigned>(blocks_)), dim3(count_threads), states.data(),
                counts.data(), draws);
  }
  /// By new states, with a launch for each of `draws`.
  std::vector<std::uint32_t> counts_from_start(std::initializer_list<std::uint32_t> launches) {
    VendorStates<Generator> states(blocks_);
    states.seed(seed_);
    gpu::Buffer<std::uint32_t> counts(counts_.size());
    counts.fill_zero();
    for (const std::uint32_t draws : launches) launch(states, counts, draws);
    std::vector<std::uint32_t> result(counts.size());
    counts.copy_to(result.data(), result.size());
    return result;
  }

  std::uint64_t blocks_;
  std::uint32_t draws_;
  std::uint64_t seed_, drawn_ = 0;  ///< drawn from each stream
  gpu::Buffer<std::uint32_t> counts_;
  VendorStates<Generator> states_;
  double setup_seconds_ = 0;
};

std::unique_ptr<Simulation> make(const Params& params, std::uint64_t seed) {
  const std::string& name = params.word("rng");
  if (name == "xorwow") return std::make_unique<VendorCountOdd<gpu::VendorXorwow>>(params, seed);
  if (name == "mtgp32") return std::make_unique<VendorCountOdd<gpu::VendorMtgp32>>(params, seed);
  return std::make_unique<VendorCountOdd<gpu::VendorPhilox4x32>>(params, seed);
}

#else

std::unique_ptr<Simulation> make(const Params&, std::uint64_t) { throw Unsupported(gpu::why_no_vendor_device_rng()); }

#endif

Variant count_odd_vendor_variant() {
  Variant v = gpu_variant(
      "rng_count_odd", "vendor", "The vendor's generators (cuRAND, rocRAND) inside the kernel", "Lulli 2015, Table 2",
      {axis_grid(), axis_draws(Place::device), axis_vendor_rng({"xorwow", "mtgp32", "philox4x32"})});
  v.unsupported = [](const Params&, const Device&) { return gpu::why_no_vendor_device_rng(); };
  v.memory_bytes = [](const Params& params) {
    constexpr double state_bytes = 64;  // philox4x32's, the largest of those that each thread has
    const double blocks =
        params.word("grid") == "paper" ? paper_blocks : gpu::multiprocessors() * (2048.0 / count_threads);
    return blocks * count_threads * (4 + state_bytes);
  };
  v.bit_cases = count_bit_cases;
  v.make = make;
  return v;
}

const Register<Variant> count_odd_vendor_registered{count_odd_vendor_variant()};

}  // namespace

}  // namespace spinbench::rng_bench
