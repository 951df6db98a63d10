// rng_count_odd on a GPU: each thread counts the odd ones among the numbers of its own stream (Lulli 2015, section 3
// and Table 2).
//
// Nothing is stored but the counts, so that the generator's own operations and traffic are what is timed, and what
// looks at the lowest bit: it is shifted into a word whose bits are counted once in 32 numbers, one operation a number.
// On a full H200 (h200-paper-rng.json): philox4x32 73% of what the ALU allows, mt19937 86% of what the memory does, at
// the power limit.
#include <memory>

#include "kernels/common/mutants.hpp"
#include "kernels/rng_bench/gpu_rng_bench.cuh"

namespace spinbench::rng_bench {

namespace {

/// Words that a thread draws at a time, a divisor of 32: enough loads in flight, or blocks of a counter-based
/// generator.
constexpr int batch = 16;

/// `bits` moved on by one place for the lowest bit of the number.
template <class Rng>
__device__ __forceinline__ std::uint32_t with_lowest_bit(std::uint32_t bits, std::uint32_t word) {
  return bits >> 1 | word >> (32 - Rng::facts.bits) << 31;
}

/// Adds to each thread's count, modulo 2^32.
template <class Rng>
__global__ void __launch_bounds__(count_threads)
    count_odd(StreamTable<Rng> table, std::uint32_t* counts, std::uint32_t draws) {
  using Ring = RingInSharedMemory<Rng, count_threads>;
  const std::uint32_t number = blockIdx.x * count_threads + threadIdx.x;
  const std::uint32_t source =
      planted(Mutant::gpu_count_blocks_alike) ? number % (paper_blocks * count_threads) : number;
  auto stream = Ring::open(table, source);
  std::uint32_t found = 0, draw = 0;
  for (; draw + 32 <= draws; draw += 32) {
    std::uint32_t bits = 0;
#pragma unroll
    for (int first = 0; first < 32; first += batch) {
      std::uint32_t words[batch];
      draw_in_block<Rng, count_threads>(stream, words);
#pragma unroll
      for (int i = 0; i < batch; ++i) bits = with_lowest_bit<Rng>(bits, words[i]);
    }
    found += __popc(bits);
  }
  for (; draw < draws && !planted(Mutant::gpu_count_rest_lost); ++draw) {
    std::uint32_t word[1];
    draw_in_block<Rng, count_threads>(stream, word);
    found += odd(word[0], Rng::facts.bits);
  }
  counts[number] += found;
  if constexpr (Rng::storage == rng::Storage::shared) __syncthreads();
  Ring::close(table, source, stream);
}

template <class Rng>
std::uint64_t blocks_of(const Params& params) {
  return count_blocks(params, [] {
    return static_cast<std::uint64_t>(gpu::multiprocessors()) *
           static_cast<std::uint64_t>(gpu::blocks_per_multiprocessor(count_odd<Rng>, count_threads));
  });
}

template <class Rng>
class GpuCountOdd final : public Simulation {
 public:
  GpuCountOdd(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : params_(params),
        blocks_(blocks_of<Rng>(params)),
        draws_(static_cast<std::uint32_t>(params.integer("draws"))),
        counts_(blocks_ * count_threads),
        streams_(seed, blocks_ * count_threads, seeding, count_threads) {
    counts_.fill_zero();
  }

  void sweep(int count) override {
    for (int i = 0; i < count; ++i)
      gpu::launch(count_odd<Rng>, dim3(static_cast<unsigned>(blocks_)), dim3(count_threads),
                  streams_.next_launch(draws_), counts_.data(), draws_);
  }
  std::string code_path() const override { return "blocks of " + std::to_string(count_threads); }
  Observables observe() override { return {}; }
  Configuration configuration() override { return bytes_of(counts_); }
  Work work_per_sweep() const override {
    return count_work(params_, static_cast<double>(blocks_), static_cast<double>(gpu::cache_bytes()));
  }
  std::optional<double> setup_seconds() const override { return streams_.setup_seconds(); }
  std::vector<Check> self_check() override { return {odd_check_of(counts_of_a_sweep(*this, counts_), draws_)}; }

 private:
  Params params_;
  std::uint64_t blocks_;
  std::uint32_t draws_;
  gpu::Buffer<std::uint32_t> counts_;
  BenchStreams<Rng> streams_;
};

Variant count_odd_variant() {
  Variant v = gpu_variant("rng_count_odd", "streams", "A thread a stream, its odd numbers counted in a register",
                          "Lulli 2015, section 3", {axis_grid(), axis_draws(Place::device), axis_rng()});
  v.oracle = count_oracle([](const Params& params) {
    return rng::with_generator(params.word("rng"),
                               [&](auto tag, rng::Seeding) { return blocks_of<typename decltype(tag)::type>(params); });
  });
  v.memory_bytes = [](const Params& params) {
    // No device holds more than 2048 threads a multiprocessor.
    const double blocks =
        params.word("grid") == "paper" ? paper_blocks : gpu::multiprocessors() * (2048.0 / count_threads);
    return count_memory_bytes(params, blocks);
  };
  v.bit_cases = count_bit_cases;
  v.make = [](const Params& params, std::uint64_t seed) {
    return rng::with_generator(params.word("rng"), [&](auto tag, rng::Seeding seeding) -> std::unique_ptr<Simulation> {
      return std::make_unique<GpuCountOdd<typename decltype(tag)::type>>(params, seed, seeding);
    });
  };
  return v;
}

const Register<Variant> count_odd_registered{count_odd_variant()};

}  // namespace

}  // namespace spinbench::rng_bench
