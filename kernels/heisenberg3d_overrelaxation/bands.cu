// Both colours, or two sweeps, in one pass over memory by clusters of blocks, which hold bands of rows side by side;
// kernels/heisenberg3d_overrelaxation/bands.hpp says how. The bits are those of `serial` and `global`.
//
// H = -sum_<ij> J_ij s_i . s_j, J_ij Gaussian.
//
// Bound. Memory: 36 B for a flip in float with one sweep a pass, at 4.27 TB/s 8.4 ps; with two sweeps 18 B, 4.2 ps.
// Held on an H200 at L = 256 (results/recorded/h200-bernaschi2011.json): 12.4 ps with two sweeps, 34%; with one, four
// pairs a thread in clusters of eight, 10.8 (10.4 to 11.5), 78%, at the power limit.
// docs/kernels/heisenberg3d_overrelaxation.md says what holds it.
#include "kernels/heisenberg3d_overrelaxation/gpu_bands.cuh"

namespace spinbench::overrelaxation::inline SPINBENCH_GPU_NAMESPACE {

namespace {

#if defined(SPINBENCH_GPU_HIP)
constexpr std::int64_t blocks_a_cluster = 1;
#else
constexpr std::int64_t blocks_a_cluster = 2;
#endif

template <class Real, int Sweeps, int Pairs>
std::unique_ptr<Simulation> make_bands_of(const Params& params, std::uint64_t seed) {
  const BandBuild build = BandBuild::of(params);
  if constexpr (Pairs <= 2 && sizeof(Real) == 4)
    if (build.threads == 512) return std::make_unique<GpuBands<Real, Sweeps, Pairs, 512, 1>>(params, seed);
  if (build.threads == 384) return std::make_unique<GpuBands<Real, Sweeps, Pairs, 384, 1>>(params, seed);
  if (build.held == 1) return std::make_unique<GpuBands<Real, Sweeps, Pairs, 256, 1>>(params, seed);
  return std::make_unique<GpuBands<Real, Sweeps, Pairs, 256, 2>>(params, seed);
}

std::unique_ptr<Simulation> make_bands(const Params& params, std::uint64_t seed) {
  const bool two = params.integer("sweeps") == 2;
  if (params.word("precision") == "double")
    return two ? make_bands_of<double, 2, 1>(params, seed) : make_bands_of<double, 1, 1>(params, seed);
  switch (BandBuild::of(params).pairs) {
    case 4:
      return two ? make_bands_of<float, 2, 4>(params, seed) : make_bands_of<float, 1, 4>(params, seed);
    case 2:
      return two ? make_bands_of<float, 2, 2>(params, seed) : make_bands_of<float, 1, 2>(params, seed);
    default:
      return two ? make_bands_of<float, 2, 1>(params, seed) : make_bands_of<float, 1, 1>(params, seed);
  }
}

std::string bands_unsupported(const Params& params, const Device&) {
  const std::string other = colours_unsupported(params);
  if (!other.empty()) return other;
  const std::string build = bands_not_built(params);
  if (!build.empty()) return build;
  const std::int64_t L = params.integer("L"), cluster = params.integer("cluster");
  if (cluster > 1 && !gpu::can_cluster_blocks()) return "this device has no clusters of blocks: take cluster=1";
  if (cluster > gpu::most_blocks_a_cluster)
    return "a cluster has " + std::to_string(gpu::most_blocks_a_cluster) + " blocks at most";
  if ((cluster & (cluster - 1)) != 0) return "a cluster has 1, 2, 4, 8 or 16 blocks, not " + std::to_string(cluster);
  if (params.integer("sweeps") == 2 && L < 8)
    return "two sweeps a pass reach around a lattice of L = " + std::to_string(L) + ": take sweeps=1 or L=8";
  if (BandShape(params, static_cast<std::uint32_t>(params.integer("sweeps")), BandBuild::of(params)).tiles.L == 0)
    return "clusters of " + std::to_string(cluster) + " blocks of " + std::to_string(params.integer("block")) +
           " threads hold no tile: take more, or fewer sweeps a pass";
  return launch_unsupported(params);
}

std::string bands_path(const Params& params) {
  return BandShape(params, static_cast<std::uint32_t>(params.integer("sweeps")), BandBuild::of(params)).code_path();
}

/// Small lattices cut as the case's own is.
std::vector<Params> bands_bit_cases(const Params& params, const Device& device) {
  std::vector<Params> result, shapes;
  const auto supported = [&](const Params& one) { return bands_unsupported(one, device).empty(); };
  for (const Params& one : small_cases(params))
    if (supported(one)) result.push_back(one);
  for (const std::int64_t cluster : {params.integer("cluster"), std::min<std::int64_t>(params.integer("cluster"), 2)})
    for (const std::int64_t across : {params.integer("across"), 0l, 4l, 6l})
      for (const std::int64_t deep : {params.integer("deep"), 1l, 2l, 3l, 5l}) {
        shapes.push_back(params);
        shapes.back().set("cluster", cluster);
        shapes.back().set("across", across);
        shapes.back().set("deep", deep);
      }
  add_on_path_of(result, params, shapes, bands_path, supported);
  return result;
}

const Register<Variant> bands_registered{{
    .kernel = "heisenberg3d_overrelaxation",
    .name = "bands",
    .backend = SPINBENCH_GPU_BACKEND,
    .title = "both colours or several sweeps in one pass over memory, by clusters of blocks",
    .source = "this suite",
    .axes = {axis_L(), axis_sweeps(2),
             Axis::integer("pairs", 2, 1, 4, "pairs along x a thread, fewer where they do not part a row; in double 1"),
             Axis::integer("block", 384, 256, 512, "threads a block at most: 256, 384, or in float 512"),
             Axis::integer("held", 1, 1, 2, "blocks that a multiprocessor shall hold, of 256 threads where two"),
             Axis::integer("cluster", blocks_a_cluster, 1, 16, "blocks that have a tile together, along y"),
             Axis::integer("across", 0, 0, 256, "pairs along x that a tile writes; 0: what takes least time"),
             Axis::integer("deep", 0, 0, 128, "tiles along z; 0: what takes least time"), axis_launch(),
             axis_precision()},
    .oracle = serial_oracle(),
    .follower = vectors_follower(),
    .unsupported = bands_unsupported,
    .memory_bytes = [](const Params& params) { return 1.5 * glass_bytes(params); },
    .make = make_bands,
    .bit_cases = bands_bit_cases,
    .physics = physics,
    .look = look,
}};

}  // namespace

}  // namespace spinbench::overrelaxation::SPINBENCH_GPU_NAMESPACE
