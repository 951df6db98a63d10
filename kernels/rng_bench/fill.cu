// rng_fill on a GPU: one or four streams a thread, rows of the array written side by side (Lulli 2015, section 3 and
// Table 1: the PRAND test).
//
// Element e is draw e / streams of stream e mod streams. Memory: 4 B written a number, and the generator's own traffic:
// nothing for those that live in registers, 12 B for mt19937, 16 B for parisi_rapuano, of which the cache serves most
// at the default streams. Interleaved states are drawn in batches, all loads first, so that enough of them are in
// flight. Reached on an H200 at 2^29 numbers, nearly all at the power limit (h200-paper-rng.json), of the rate of
// machine_memset: philox4x32_7 100%, philox4x32 94%, 91% to 93% where a word or two are the state, xorwow 75%, rings
// 77% and 78%; mt19937 87% of machine_copy's with 16 B a number.
#include <memory>

#include "kernels/rng_bench/gpu_filled.cuh"

namespace spinbench::rng_bench {

namespace {

Variant fill_variant() {
  Variant v = gpu_variant("rng_fill", "streams", "One or four streams a thread, rows written side by side",
                          "Lulli 2015, section 3", {axis_n(Place::device), axis_rng(), axis_streams(Place::device)});
  v.oracle = "streams";
  v.unsupported = [](const Params& params, const Device&) { return fill_unsupported(params); };
  v.memory_bytes = fill_memory_bytes;
  v.bit_cases = [](const Params& params, const Device& device) {
    return rng::with_generator(params.word("rng"), [&](auto tag, rng::Seeding) {
      return gpu_fill_bit_cases<typename decltype(tag)::type>(params, device);
    });
  };
  // The array that was timed checks itself; of numbers alone there is nothing more to see.
  v.look = [](const Params&, Simulation&, double) { return std::vector<Check>(); };
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
