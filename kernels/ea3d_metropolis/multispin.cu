// The suite's own cubic spin glass: 32 realizations a word, one random number for each word and replica as in the
// papers, and one pass over memory for both colours or for several sweeps; column_march.hpp says how.
//
// H = -J sum_<ij> J_ij s_i s_j, J = 1, J_ij = +-1.
//
// Bound. Memory: with four replicas 16 B of spins in and out and 8 B of couplings a site, those along z being +1 by the
// gauge (columns.hpp): 40 B for 128 flips, at 4.27 TB/s 0.073 ps a flip; with two sweeps a pass 0.037. Operations on
// the ALU: 17 a word for the rule, of which one in twelve warps and sites needs the flips that cost more than 4 J,
// and 4.75 for a word of Philox4x32-10, at 16.7 T/s 0.041 ps; the loop that the compiler makes for sm_90 has 37
// instructions a word (docs/instruction_counts.md), at 29.6 T/s of all instructions 0.039 ps. Tiles add what they do
// and read twice: on one system of L = 128 to 320 a tenth of the work, a quarter of the reads, and what the last round
// of blocks leaves idle.
//
// Before the gauge, with 61 instructions a word, 44 B, and borders done whole by all threads, an H200 held 0.103 ps
// with 1056 systems of L = 32, 0.132 at L = 320, 0.145 at 256 and 0.181 at 128
// (results/recorded/h200-ea3d-multispin*.json), with two sweeps a pass 0.101, 0.184, 0.237 and 0.275. Tried, in bursts
// on an H200. Registers: threads that keep the spins of their columns in registers move as many of them as they save
// loads. What does not fit the 64 registers of 1024 threads goes by the second-level cache, since shared memory leaves
// no first-level cache for it: with 104 B a thread spilled 0.165 ps at L = 32. Small tiles, of which four fit a
// multiprocessor: at L = 256 0.166 with tiles of 16 x 8 pairs, where the second-level cache was at 87% of its rate,
// since such a tile reads 1.7 times what it writes, and instructions issued in 35% of the cycles.
#include <cmath>

#include "kernels/ea3d_metropolis/gpu_columns.cuh"

namespace spinbench::ea3d::inline SPINBENCH_GPU_NAMESPACE {

namespace {

template <class Rng>
std::unique_ptr<Simulation> make_with(const Params& params, std::uint64_t seed, rng::Seeding seeding) {
  const std::uint32_t replicas = replicas_a_march(params);
  if (replicas == 1) return std::make_unique<GpuColumns<Rng, 1, 1>>(params, seed, seeding);
  if (replicas == 2) return std::make_unique<GpuColumns<Rng, 2, 1>>(params, seed, seeding);
  if (params.integer("sweeps") == 1) return std::make_unique<GpuColumns<Rng, 4, 1>>(params, seed, seeding);
  return std::make_unique<GpuColumns<Rng, 4, 2>>(params, seed, seeding);
}

std::unique_ptr<Simulation> make(const Params& params, std::uint64_t seed) {
  return rng::with_generator_of<in_marches>(params.word("rng"), [&](auto tag, rng::Seeding seeding) {
    return make_with<typename decltype(tag)::type>(params, seed, seeding);
  });
}

std::string march_unsupported(const Params& params, const Device&) {
  const std::int64_t replicas = params.integer("replicas"), sweeps = params.integer("sweeps");
  if (!rng::is_of(in_marches, params.word("rng")))
    return "multispin makes numbers from counters: take rng=" + rng::one_of(in_marches);
  if (replicas > 4 ? replicas % 4 != 0 : replicas == 3)
    return "multispin does 1, 2 or whole fours of replicas, but replicas is " + std::to_string(replicas);
  if (sweeps != 1 && (sweeps != 2 || replicas < 4))
    return "multispin is built for sweeps=1, and with four replicas and more for sweeps=2, but sweeps is " +
           std::to_string(sweeps);
  if (params.integer("systems") > most_systems_across)
    return "a grid has at most " + std::to_string(most_systems_across) + " systems: take fewer";
  const std::string other = colours_unsupported(params);
  if (!other.empty()) return other;
  const MarchShape shape(params, static_cast<std::uint32_t>(sweeps), replicas_a_march(params));
  if (shape.tiles.L == 0)
    return "tiles of " + std::to_string(params.integer("tile")) + " pairs and blocks of " +
           std::to_string(params.integer("block")) +
           " threads are too few for L = " + std::to_string(params.integer("L")) + ": take tile=0 or more";
  if (static_cast<double>(params.integer("systems")) * std::pow(params.integer("L"), 3) / 2 > 0x1p32)
    return "multispin numbers its streams by 32 bits: take fewer systems";
  return launch_unsupported(params);
}

/// Small lattices cut as the case's own is.
std::vector<Params> march_bit_cases(const Params& params, const Device& device) {
  std::vector<Params> result = layout_bit_cases(params, device);
  const std::string wanted = march_path(params);
  std::vector<std::int64_t> sizes;
  for (std::int64_t L = 4; L <= 64; L += 2) sizes.push_back(L);
  for (const std::int64_t tile : {params.integer("tile"), 64l, 100l, 160l, 256l, 600l, 1000l})
    for (const std::int64_t deep : {1, 2, 3}) {
      Params small = params;
      small.set("systems", std::min<std::int64_t>(params.integer("systems"), 3));
      small.set("tile", tile);
      small.set("deep", deep);
      add_on_path(result, small, wanted, sizes, march_path,
                  [&](const Params& one) { return march_unsupported(one, device).empty(); });
    }
  return result;
}

const Register<Variant> multispin_registered{{
    .kernel = "ea3d_metropolis",
    .name = "multispin",
    .backend = SPINBENCH_GPU_BACKEND,
    .title = "32 realizations a word, both colours or several sweeps in one pass over memory",
    .source = "this suite",
    .axes = {axis_L(), axis_systems(1), axis_replicas(4),
             Axis::integer("sweeps", 1, 1, 2, "sweeps in one pass over memory"),
             Axis::integer("tile", 0, 0, 4096, "pairs of sites that a block holds of a plane; 0: as many as fit"),
             Axis::integer("block", 1024, 128, 1024, "threads that a multiprocessor holds at most; of two sweeps 640"),
             Axis::integer("deep", 0, 0, 64, "tiles along z; 0: enough to fill a card"), axis_couplings(),
             Axis::word("rng", "philox4x32", rng::names_of(in_marches), "random number generator"), axis_launch(),
             axis_beta()},
    .oracle = single_spin_oracle(),
    .follower = multispin_follower(),
    .unsupported = march_unsupported,
    .memory_bytes = [](const Params& params) { return 1.6 * layout_bytes(params); },
    .make = make,
    .bit_cases = march_bit_cases,
    .physics = layout_physics,
    .look = look,
}};

}  // namespace

}  // namespace spinbench::ea3d::SPINBENCH_GPU_NAMESPACE
