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
// Reached on an H200, held (results/recorded/h200-ea3d-multispin*.json, one repetition, ps a flip): 0.103 with 1056
// systems of L = 32, 78% of the memory bound; 0.132 at L = 320, 0.145 at 256 and 0.181 at 128 with one system, 61%, 56%
// and 45%, in tiles of at most 1024 pairs, which is what shared memory holds: 224 B a pair. Two sweeps a pass take 448
// B a pair: faster where a tile is a plane (L = 32: 0.101), slower where its overlap grows (L = 256: 0.237). Those are
// of the code before ranks shared it; on an H100, of today's (h100-ea3d-multispin*.json): 0.130 with 1056 systems of L
// = 32, with two sweeps 0.101; with one system 0.143 at L = 320, 0.158 at 256 and 0.188 at 128, 88%, 80%, 72% and 61%
// of the bound by the rates of that card. What holds it there, by Nsight Compute on an H100 (not recorded): at L = 256
// the second-level cache at 77% of its rate and memory at 71%, the ALU at 56%, instructions issued in 52% of the cycles
// by 46% of the warps that a multiprocessor has room for; at L = 128, in one round of 264 blocks, 68%, 56%, 50%, 51%
// and 39%; at L = 320 77%, 75%, 54%, 49% and 49%; with 1056 systems of L = 32 80%, 86%, 54%, 48% and 48%. With two
// sweeps a pass at L = 256 that cache 40%, memory 24%, the ALU 65% and instructions in 59%, by 24% of the warps. Tried,
// in bursts on an H200 that are not recorded: warps with nothing but rows of the overlap to do stand still, 8% slower
// at L = 320 than doing them; planes in flight in registers instead of in shared memory and 192 B a pair for two sweeps
// (before: 0.165 at L = 256, 0.191 at 320, with two sweeps 0.170 and 0.188). Tried, too: a gauge in which all couplings
// along z but the last are +1 (a spin is stored times the product of those below it): 40 B for 128 flips, two
// operations and four loads fewer a pair; and with it threads in the order of the stages that they do, so that a tile's
// border does what is seen of it and no more, and steps in turns of four, so that places in shared memory are
// constants: 37 instructions a word. It held the oracle's bits, and took in such bursts 0.123 ps at L = 32 (this
// version 0.099), 0.181 to 0.192 at 128, 0.141 at 256 (0.139) and 0.1385 at 320 (0.127); with two sweeps 0.104, 0.200,
// 0.141 and 0.137. At L = 256 that version had the second-level cache's tags at 88% of their rate, its sectors at 36%,
// memory at 48%, and instructions issued in 34% of the cycles: all places of a pair lay side by side in shared memory,
// so that a warp's copies went to places apart, and each seems to have asked by itself. Spilled registers go by that
// cache as well, since shared memory leaves no first-level cache to speak of: with 104 B a thread 0.165 at L = 32. The
// same with planes side by side was not timed.
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
