// The suite's own cubic spin glass: 32 realizations a word, one random number for each word and replica as in the
// papers, and one pass over memory for both colours or for several sweeps; kernels/ea3d_metropolis/columns.hpp says
// how.
//
// H = -J sum_<ij> J_ij s_i s_j, J = 1, J_ij = +-1.
//
// Bound. Memory: with four replicas 16 B of spins in and out and 12 B of couplings a site, 44 B for 128 flips, at 4.27
// TB/s 0.081 ps a flip; with two sweeps a pass 0.040. Operations on the ALU: 28.75 a word, 4.75 of them
// Philox4x32-10's, for 32 flips at 16.7 T/s 0.054 ps; the loop that the compiler makes for sm_90 has 34.62 of them and
// 61 instructions a word (docs/instruction_counts.md), at 29.6 T/s of all instructions 0.064 ps. What tiles read twice
// comes from the second-level cache, but what they do twice costs instructions: nothing in a plane of L = 32, which a
// block holds whole, a sixteenth along z; on one system of L = 128 to 320 an eighth to a third, and what the last round
// of blocks leaves idle.
//
// Reached, ps a flip, held (results/recorded/; in tiles of at most 1024 pairs, which is what shared memory holds: 224 B
// a pair, two sweeps a pass take 448). On an H200 (h200-paper-glasses.json, d16b939; three starts) 0.110 with 1056
// systems of L = 32, 0.139 with one system of L = 320, 0.155 at 256 and 0.185 at 128, all at the card's power limit,
// 3% to 8% above what bursts take: 73%, 58%, 52% and 44% of the memory bound. On an H100 (h100-ea3d-multispin*.json,
// ac9ad54, this march; two starts) 0.130, 0.143 (0.140 and 0.146), 0.158 and 0.188, those of L = 320 and 256 at the
// power limit: 88%, 80%, 72% and 61% by the rates of that card. Two sweeps a pass: 0.100 (one start), 0.177, 0.236 and
// 0.273 on the H200, 0.101, 0.177, 0.236 and 0.274 on the H100: faster where a tile is a plane, slower where its
// overlap grows. The H100's of L = 32, and 128 with one sweep, had not settled. The aims are 0.09 at L = 32, 0.10, and
// 0.08 with two sweeps, on an H200.
//
// What holds it there, by Nsight Compute on an H100 (not recorded): the second-level cache, memory, the ALU, cycles in
// which instructions issue, warps of those that a multiprocessor has room for, in %
//   L = 256                                   77, 71, 56, 52, 46
//   L = 128, in one round of 264 blocks       68, 56, 50, 51, 39
//   L = 320                                   77, 75, 54, 49, 49
//   L = 32, 1056 systems                      80, 86, 54, 48, 48
//   L = 256, two sweeps a pass                40, 24, 65, 59, 24
// docs/kernels/ea3d_metropolis.md says what was tried.
#include "kernels/ea3d_metropolis/gpu_columns.cuh"

namespace spinbench::ea3d::inline SPINBENCH_GPU_NAMESPACE {

namespace {

std::unique_ptr<Simulation> make(const Params& params, std::uint64_t seed) {
  return rng::with_generator_of<in_marches>(params.word("rng"), [&](auto tag, rng::Seeding seeding) {
    return make_columns<typename decltype(tag)::type>(params, seed, seeding);
  });
}

std::string march_unsupported(const Params& params, const Device&) {
  const std::int64_t replicas = params.integer("replicas"), sweeps = params.integer("sweeps");
  if (!rng::is_of(in_marches, params.word("rng")))
    return "multispin makes numbers from counters: take rng=" + rng::one_of(in_marches);
  if (sweeps != 1 && replicas % 4 != 0)
    return "multispin does two sweeps a pass with whole fours of replicas, but replicas is " +
           std::to_string(replicas) + ": take sweeps=1, or replicas=4, 8, 12 or 16";
  if (params.integer("systems") > most_systems_across)
    return "a grid has at most " + std::to_string(most_systems_across) + " systems: take fewer";
  const std::string other = colours_unsupported(params);
  if (!other.empty()) return other;
  const MarchShape shape(params, static_cast<std::uint32_t>(sweeps), replicas_a_march(params));
  if (shape.shared_bytes > gpu::largest_shared_bytes() || shape.block.x * shape.block.y > params.integer("block"))
    return "tiles of " + std::to_string(params.integer("tile")) + " pairs and blocks of " +
           std::to_string(params.integer("block")) +
           " threads are too few for L = " + std::to_string(params.integer("L")) + ": take tile=0 or more";
  return launch_unsupported(params);
}

/// Small lattices cut as the case's own is.
std::vector<Params> march_bit_cases(const Params& params, const Device& device) {
  std::vector<Params> result = layout_bit_cases(params, device);
  const std::string wanted = march_path(params);
  std::vector<std::int64_t> sizes;
  for (std::int64_t L = 4; L <= 64; L += 2) sizes.push_back(L);
  const std::int64_t block = params.integer("block");
  for (const std::int64_t tile : {params.integer("tile"), 64l, 128l, 256l, 600l, 1000l})
    for (const std::int64_t deep : {1, 2, 3})
      // The same code with fewer threads takes rows in turns on smaller tiles.
      for (const std::int64_t threads : {block, block > 512 ? 544l : 128l}) {
        Params small = params;
        small.set("systems", std::min<std::int64_t>(params.integer("systems"), 3));
        small.set("tile", tile);
        small.set("deep", deep);
        small.set("block", threads);
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
             Axis::integer("block", 1024, 128, 1024, "threads a block at most; up to 512 they have more registers"),
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
