// rng_fill on a GPU: one thread a stream, each row of the array written by all threads side by side (Lulli 2015, section 3 and
// Table 1: the PRAND test).
//
// Element e is draw e / streams of stream e mod streams. Memory: 4 B written a number, and the generator's own traffic:
// nothing for those that live in registers, 12 B for mt19937, 16 B for parisi_rapuano. Interleaved states are drawn in batches,
// all loads first, so that enough of them are in flight.
#include <memory>

#include "kernels/rng_bench/gpu_rng_bench.cuh"

namespace spinbench::rng_bench {

namespace {

/// Words that a thread draws at a time.
template <class Rng>
constexpr int batch = Rng::storage == rng::Storage::interleaved ? 16 : 4;

template <class Rng>
__global__ void __launch_bounds__(fill_lanes) fill(StreamTable<Rng> table, float* target, std::uint64_t n) {
  using Ring = RingInSharedMemory<Rng, fill_lanes>;
  constexpr int count = batch<Rng>;
  const std::uint64_t number = blockIdx.x * static_cast<std::uint64_t>(fill_lanes) + threadIdx.x;
  const std::uint64_t streams = table.store.streams, whole_rows = n / streams;
  auto stream = Ring::open(table, number);
  float* place = target + number;
  std::uint64_t row = 0;
  for (; row + count <= whole_rows; row += count) {
    std::uint32_t words[count];
    draw_in_block<Rng, fill_lanes>(stream, words);
#pragma unroll
    for (int i = 0; i < count; ++i) {
      *place = to_float(words[i]);
      place += streams;
    }
  }
  const std::uint64_t rows = (n + streams - 1) / streams;
  for (; row < rows; ++row) {
    std::uint32_t word[1];
    draw_in_block<Rng, fill_lanes>(stream, word);
    if (row * streams + number < n) *place = to_float(word[0]);
    place += streams;
  }
  if constexpr (Rng::storage == rng::Storage::shared) __syncthreads();
  Ring::close(table, number, stream);
}

template <class Rng>
class GpuFill final : public Simulation {
 public:
  GpuFill(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : params_(params),
        geometry_(fill_geometry(params)),
        numbers_(geometry_.n),
        streams_(seed, geometry_.streams, seeding, fill_lanes) {}

  void sweep(int count) override {
    const dim3 grid(static_cast<unsigned>(geometry_.streams / fill_lanes)), block(fill_lanes);
    for (int i = 0; i < count; ++i)
      gpu::launch(fill<Rng>, grid, block, streams_.next_launch(geometry_.rows()), numbers_.data(), geometry_.n);
  }
  Observables observe() override { return {}; }
  Configuration configuration() override { return bytes_of(numbers_); }
  Work work_per_sweep() const override { return fill_work(params_); }
  std::optional<double> setup_seconds() const override { return streams_.setup_seconds(); }

 private:
  Params params_;
  FillGeometry geometry_;
  gpu::Buffer<float> numbers_;
  BenchStreams<Rng> streams_;
};

Variant variant() {
  Variant v = gpu_variant("rng_fill", "streams", "A thread a stream, rows written side by side", "Lulli 2015, section 3",
                          {axis_n(Place::device), axis_rng(), axis_streams(Place::device)});
  v.oracle = "streams";
  v.unsupported = [](const Params& params, const Device&) { return fill_unsupported(params); };
  v.memory_bytes = fill_memory_bytes;
  v.make = [](const Params& params, std::uint64_t seed) {
    return rng::with_generator(params.word("rng"), [&](auto tag, rng::Seeding seeding) -> std::unique_ptr<Simulation> {
      return std::make_unique<GpuFill<typename decltype(tag)::type>>(params, seed, seeding);
    });
  };
  return v;
}

const Register<Variant> registered{variant()};

}  // namespace

}  // namespace spinbench::rng_bench
