// rng_fill on a GPU: one or four streams a thread, rows of the array written side by side (Lulli 2015, section 3 and
// Table 1: the PRAND test).
//
// Element e is draw e / streams of stream e mod streams. Memory: 4 B written a number, and the generator's own traffic:
// nothing for those that live in registers, 12 B for mt19937, 16 B for parisi_rapuano, of which the cache serves most
// at the default streams. Interleaved states are drawn in batches, all loads first, so that enough of them are in
// flight. Reached on an H200 at 2^29 numbers, nearly all at the power limit (h200-paper-rng.json), of the rate of
// machine_memset: philox4x32_7 100%, philox4x32 94%, 91% to 93% where a word or two are the state, xorwow 75%, rings
// 77% and 78%; mt19937 87% of machine_copy's with 16 B a number.
#include <algorithm>
#include <memory>

#include "kernels/rng_bench/gpu_fill.cuh"

namespace spinbench::rng_bench {

namespace {

template <class Rng>
class GpuFill final : public Simulation {
 public:
  GpuFill(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : params_(params),
        geometry_(fill_geometry(params)),
        setup_(Rng::setup(seed, geometry_.streams, seeding)),
        numbers_(geometry_.n),
        streams_(seed, geometry_.streams, seeding, fill_lanes) {}

  void sweep(int count) override {
    for (int i = 0; i < count; ++i) fill();
  }
  std::string code_path() const override { return fill_path(geometry_); }
  Observables observe() override { return {}; }
  Configuration configuration() override { return bytes_of(numbers_); }
  Work work_per_sweep() const override { return fill_work(params_, static_cast<double>(gpu::cache_bytes())); }
  std::optional<double> setup_seconds() const override { return streams_.setup_seconds(); }

 private:
  static unsigned blocks(std::uint64_t items, std::uint64_t items_a_block) {
    return static_cast<unsigned>((items + items_a_block - 1) / items_a_block);
  }

  void fill() {
    const std::uint64_t rows = geometry_.rows(), whole_rows = geometry_.n / geometry_.streams;
    if constexpr (is_counter_based<Rng>) {
      constexpr std::uint64_t group_rows = Rng::facts.block_words * fill_numbers, most = 65535;
      const std::uint64_t position = streams_.drawn();
      const std::uint64_t groups = (position % group_rows + rows + group_rows - 1) / group_rows;
      const std::uint64_t deep = (groups + most - 1) / most;
      const dim3 grid(blocks(geometry_.streams, 4 * fill_lanes), blocks(groups, deep), static_cast<unsigned>(deep));
      gpu::launch(fill_blocks<Rng, fill_numbers>, grid, dim3(fill_lanes), setup_, position, numbers_.data(), geometry_,
                  whole_rows);
      streams_.next_launch(rows);
    } else {
      using Shape = FillShape<Rng>;
      gpu::launch(fill_streams<Rng>, dim3(blocks(geometry_.streams, Shape::threads * Shape::width)),
                  dim3(Shape::threads), streams_.next_launch(rows), numbers_.data(), geometry_, whole_rows);
    }
  }

  Params params_;
  FillGeometry geometry_;
  typename Rng::Setup setup_;
  gpu::Buffer<float> numbers_;
  BenchStreams<Rng> streams_;
};

Variant fill_variant() {
  Variant v = gpu_variant("rng_fill", "streams", "One or four streams a thread, rows written side by side",
                          "Lulli 2015, section 3", {axis_n(Place::device), axis_rng(), axis_streams(Place::device)});
  v.oracle = "streams";
  v.unsupported = [](const Params& params, const Device&) { return fill_unsupported(params); };
  v.memory_bytes = fill_memory_bytes;
  v.bit_cases = fill_bit_cases;
  v.make = [](const Params& params, std::uint64_t seed) {
    return rng::with_generator(params.word("rng"), [&](auto tag, rng::Seeding seeding) -> std::unique_ptr<Simulation> {
      return std::make_unique<GpuFill<typename decltype(tag)::type>>(params, seed, seeding);
    });
  };
  return v;
}

const Register<Variant> fill_registered{fill_variant()};

}  // namespace

}  // namespace spinbench::rng_bench
