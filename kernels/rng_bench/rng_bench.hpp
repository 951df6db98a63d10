// What the rng_* benchmarks share: axes, who draws which number, the work they declare, and their checks.
//
// rng_fill       fills an array of floats, Lulli 2015, Table 1 (the PRAND test). Element e is draw e / streams of
// stream
//                e mod streams; what a fill leaves of its last row is drawn and dropped, so that all streams stand at
//                one place. A sweep is one fill, which goes on where the last ended. float = (word >> 8) * 2^-24.
// rng_count_odd  counts odd numbers, Lulli 2015, Table 2: each thread of a grid of blocks of 256 draws so many numbers
// and
//                adds up how many are odd. Odd is the lowest bit of the generator's own integer, which is bit
//                32 - facts.bits of a word. A sweep is one launch.
// rng_blocks     Weigel 2012, Fig. 4: time per number against the number of blocks of 512 threads. Each thread adds up
// its
//                numbers. A sweep is one launch.
//
// Work: `cache_bytes` is the device's last cache. Interleaved states of up to twice its size may stay there, and count
// as read and written once in a sweep; larger ones count with what each draw touches.
//
// The unit is the number made. Threads of a block that share a ring are `lanes` streams of it.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "backends/attributes.hpp"
#include "interface/registry.hpp"

namespace spinbench::rng_bench {

/// For who does not know the cache: a bound that is too high rather than too low.
inline constexpr double all_in_cache = std::numeric_limits<double>::infinity();

/// Where the numbers are made: sizes that suit a laptop's processor, or the papers' on an accelerator.
enum class Place { host, device };

// ---- rng_fill ----

Axis axis_n(Place place);
Axis axis_rng(const std::string& fallback = "philox4x32");
Axis axis_streams(Place place);
/// The generators of vendors' libraries, for `vendor` variants.
Axis axis_vendor_rng(std::vector<std::string> names);

/// Streams that share a ring, and threads of a block, in rng_fill and rng_count_odd.
inline constexpr std::uint32_t fill_lanes = 256;

struct FillGeometry {
  std::uint64_t n = 0, streams = 0;
  std::uint64_t rows() const { return (n + streams - 1) / streams; }  ///< draws of each stream in a sweep
};
/// From the axes n and streams.
FillGeometry fill_geometry(const Params& params);
std::string fill_unsupported(const Params& params);
/// As Simulation::code_path().
std::string fill_path(const FillGeometry& geometry);
/// As Variant::bit_cases. Longer than the longest state in 100 sweeps; the last row in part and whole; once with more
/// rows than any batch of draws.
std::vector<Params> fill_bit_cases(const Params& params, const Device& device);
double fill_memory_bytes(const Params& params);
Work fill_work(const Params& params, double cache_bytes = all_in_cache);
/// The same without operations, for code in vector registers: machine_logic and machine_mad do one at a time on a CPU.
Work memory_work(Work work);
/// A fill by whoever keeps what state he likes (a library): bytes written, no more.
Work plain_fill_work(double n);

/// The float of a word, in [0, 1): 24 bits, so that no rounding reaches 1. Signed, since few vector
/// instructions convert unsigned numbers.
SPINBENCH_FN inline float to_float(std::uint32_t word) {
  return static_cast<float>(static_cast<std::int32_t>(word >> 8)) * 0x1p-24f;
}

// ---- rng_count_odd ----

/// `full`: as many blocks as the device holds at once; one where a CPU takes them in turn.
Axis axis_grid();
Axis axis_draws(Place place);

inline constexpr std::uint32_t count_threads = fill_lanes, paper_blocks = 64;

/// The lowest bit of the generator's integer, as bit 0. `bits`: Facts::bits.
SPINBENCH_FN inline std::uint32_t odd(std::uint32_t word, int bits) { return word >> (32 - bits) & 1; }

/// Of a case; `full()` says how many blocks a full grid has. An oracle is asked for their number in place of that word.
std::uint64_t count_blocks(const Params& params, const std::function<std::uint64_t()>& full);
/// As Variant::oracle of a variant whose full grid has so many blocks: as many, one after another, on the CPU.
Oracle count_oracle(const std::function<std::uint64_t(const Params&)>& full);
/// As Variant::bit_cases: the papers' grid and the case's, and few draws, not a multiple of any batch.
std::vector<Params> count_bit_cases(const Params& params, const Device& device);
double count_memory_bytes(const Params& params, double blocks);
Work count_work(const Params& params, double blocks, double cache_bytes = all_in_cache);
/// A check that compares exactly.
Check exactly(std::string name, bool passed, std::string detail);
/// Half of `drawn` numbers should be odd.
Check odd_check(std::uint64_t found_odd, std::uint64_t drawn);

// ---- rng_blocks ----

Axis axis_load();
Axis axis_state();

inline constexpr std::uint32_t blocks_threads = 512;

/// Threads of a block that draw: all, or as many as a ring serves.
std::uint32_t drawing_lanes(const std::string& rng);
/// ceil(load * multiprocessors), at least 1. A CPU that takes the blocks in turn is one multiprocessor.
std::uint32_t blocks_at(const Params& params, int multiprocessors);
std::string blocks_unsupported(const Params& params);
/// As Variant::bit_cases: the case's blocks, and few draws.
std::vector<Params> blocks_bit_cases(const Params& params, const Device& device);
/// As Variant::oracle of blocks on an accelerator: as many blocks, one after another, on the CPU.
Oracle blocks_oracle();
double blocks_memory_bytes(const Params& params, double blocks);
Work blocks_work(const Params& params, double blocks);

}  // namespace spinbench::rng_bench
