// rng_blocks on a GPU: blocks of 512 threads, each of which adds up the numbers of its own stream (Weigel 2012,
// section 3.3 and Fig. 4).
//
// state=shared is the paper's way: a generator's state lies in shared memory, where it is read and written for every
// number (8 B of traffic for lcg32, 16 B for lcg64, 12 B for a ring, which needs a barrier for every `lanes` numbers,
// too). state=registers keeps it in registers. A grid that is no multiple of the multiprocessors ends with
// some of them idle: the figure's zig-zag. On an H200 the lcgs hold 99% to 101% of the shared-memory rate at 2 and 4
// blocks a multiprocessor, 83% (lcg32) and 94% (lcg64) at one, and 51% at 1.01
// (results/recorded/h200-paper-rng.json). Not recorded: 98% to 101% at 3 and 8, 66% to 81% at 2.01 and 4.01.
#include <memory>

#include "kernels/common/mutants.hpp"
#include "kernels/rng_bench/gpu_rng_bench.cuh"

namespace spinbench::rng_bench {

namespace {

template <class Rng>
constexpr bool has_ring = Rng::storage == rng::Storage::shared;

/// As drawing_lanes().
template <class Rng>
constexpr std::uint32_t lanes_of() {
  if constexpr (has_ring<Rng>)
    return Rng::most_lanes < blocks_threads ? Rng::most_lanes : blocks_threads;
  else
    return blocks_threads;
}

/// The sum of `draws` numbers of a stream whose state stays in registers.
template <class Stream>
__device__ __forceinline__ std::uint32_t sum_from(Stream& stream, std::uint32_t draws) {
  constexpr int count = 4;
  std::uint32_t sum = 0, draw = 0;
  for (; draw + count <= draws; draw += count) {
    std::uint32_t words[count];
    rng::draw(stream, words);
#pragma unroll
    for (int i = 0; i < count; ++i) sum += words[i];
  }
  for (; draw < draws; ++draw) sum += stream.next();
  return sum;
}

/// The same from a state that is read from `state` and written back for every number: hence volatile.
template <class Rng>
__device__ __forceinline__ std::uint32_t sum_through(volatile typename rng::Store<Rng>::Element* state,
                                                     const typename Rng::Setup& setup, std::uint32_t draws) {
  std::uint32_t sum = 0;
#pragma unroll 4
  for (std::uint32_t draw = 0; draw < draws; ++draw) {
    typename Rng::Stream stream(setup, *state);
    sum += stream.next();
    *state = stream.state();
  }
  return sum;
}

/// The same from a ring that all threads of the block draw from, though only the first `lanes` have a share in it.
template <class Rng>
__device__ __forceinline__ std::uint32_t sum_from_ring(typename Rng::Stream& stream, std::uint32_t draws,
                                                       bool takes_part) {
  constexpr int steps = free_steps<Rng>(lanes_of<Rng>());
  std::uint32_t sum = 0;
  for (std::uint32_t draw = 0; draw < draws; ++draw) {
    if (steps == 1 || draw % steps == 0) __syncthreads();
    if (takes_part) sum += stream.next();
  }
  return sum;
}

template <class Rng, bool InShared>
__global__ void __launch_bounds__(blocks_threads)
    sum_up(StreamTable<Rng> table, std::uint32_t* sums, std::uint32_t draws) {
  constexpr std::uint32_t lanes = lanes_of<Rng>();
  const bool takes_part = threadIdx.x < lanes;
  const std::uint32_t number = blockIdx.x * lanes + (takes_part ? threadIdx.x : lanes - 1);
  const std::uint32_t drawn_from = planted(Mutant::gpu_blocks_thread_3) && threadIdx.x == 3 ? number - 1 : number;
  std::uint32_t sum;
  if constexpr (has_ring<Rng>) {
    using Ring = RingInSharedMemory<Rng, blocks_threads>;
    auto stream = Ring::open(table, number);
    sum = sum_from_ring<Rng>(stream, draws, takes_part);
    __syncthreads();
    Ring::close(table, number, stream);
  } else if constexpr (InShared) {
    __shared__ typename rng::Store<Rng>::Element states[blocks_threads];
    states[threadIdx.x] = table.store.elements[drawn_from];
    sum = sum_through<Rng>(&states[threadIdx.x], table.store.setup, draws);
    table.store.elements[number] = states[threadIdx.x];
  } else {
    auto stream = table.open(drawn_from, drawn_from);
    sum = sum_from(stream, draws);
    table.close(number, stream);
  }
  if (takes_part) sums[number] += sum;
}

template <class Rng, bool InShared>
class GpuBlocks final : public Simulation {
 public:
  GpuBlocks(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : params_(params),
        blocks_(blocks_at(params, gpu::multiprocessors())),
        draws_(static_cast<std::uint32_t>(params.integer("draws"))),
        sums_(blocks_ * lanes),
        streams_(seed, blocks_ * lanes, seeding, lanes) {
    sums_.fill_zero();
  }

  void sweep(int count) override {
    for (int i = 0; i < count; ++i)
      gpu::launch(sum_up<Rng, InShared>, dim3(static_cast<unsigned>(blocks_)), dim3(blocks_threads),
                  streams_.next_launch(draws_), sums_.data(), draws_);
  }
  std::string code_path() const override { return "blocks of " + std::to_string(blocks_threads); }
  Observables observe() override { return {}; }
  Configuration configuration() override { return bytes_of(sums_); }
  Work work_per_sweep() const override { return blocks_work(params_, static_cast<double>(blocks_)); }
  std::optional<double> setup_seconds() const override { return streams_.setup_seconds(); }

 private:
  static constexpr std::uint32_t lanes = lanes_of<Rng>();
  Params params_;
  std::uint64_t blocks_;
  std::uint32_t draws_;
  gpu::Buffer<std::uint32_t> sums_;
  BenchStreams<Rng> streams_;
};

std::unique_ptr<Simulation> make(const Params& params, std::uint64_t seed) {
  const bool in_shared = params.word("state") == "shared";
  return rng::with_generator(params.word("rng"), [&](auto tag, rng::Seeding seeding) -> std::unique_ptr<Simulation> {
    using Rng = typename decltype(tag)::type;
    if constexpr (Rng::storage == rng::Storage::own || has_ring<Rng>)
      if (in_shared) return std::make_unique<GpuBlocks<Rng, true>>(params, seed, seeding);
    if constexpr (Rng::storage == rng::Storage::own || Rng::storage == rng::Storage::none || rng::holds_state<Rng>)
      if (!in_shared) return std::make_unique<GpuBlocks<Rng, false>>(params, seed, seeding);
    throw Unsupported(blocks_unsupported(params));
  });
}

Variant blocks_variant() {
  Variant v = gpu_variant("rng_blocks", "streams", "Blocks of 512 threads, a thread a stream", "Weigel 2012, Fig. 4",
                          {axis_load(), axis_draws(Place::device), axis_state(), axis_rng("lcg32_random")});
  v.unsupported = [](const Params& params, const Device&) { return blocks_unsupported(params); };
  v.memory_bytes = [](const Params& params) {
    return blocks_memory_bytes(params, blocks_at(params, gpu::multiprocessors()));
  };
  v.oracle = blocks_oracle();
  v.bit_cases = blocks_bit_cases;
  v.make = make;
  return v;
}

const Register<Variant> blocks_registered{blocks_variant()};

}  // namespace

}  // namespace spinbench::rng_bench
