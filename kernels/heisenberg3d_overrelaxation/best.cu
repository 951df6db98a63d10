// The suite's own over-relaxation on a GPU: both colours, or two sweeps, in one pass over memory;
// kernels/heisenberg3d_overrelaxation/march.hpp says how. The bits are those of `serial` and `global`.
//
// H = -sum_<ij> J_ij s_i . s_j, J_ij Gaussian.
//
// Bound. Memory: 36 B for a flip in float with one sweep a pass, at 4.27 TB/s 8.4 ps; with two sweeps 18 B, 4.2 ps.
// Operations: 36 for the update and some 30 that bring operands, at 29.6 T/s of all instructions 2.2 ps, times what
// tiles do twice. Held on an H200 at L = 256: 15.0 ps with one sweep a pass (56%) and 15.3 with two (28%)
// (results/recorded/h200-bernaschi2011.json); docs/kernels/heisenberg3d_overrelaxation.md says what holds them.
#include "kernels/heisenberg3d_overrelaxation/gpu_march.cuh"

namespace spinbench::overrelaxation::inline SPINBENCH_GPU_NAMESPACE {

namespace {

template <class Real, int Sweeps>
std::unique_ptr<Simulation> make_with(const Params& params, std::uint64_t seed) {
  if constexpr (sizeof(Real) == 4) {
    const std::uint32_t threads = MarchShape::built_for(params);
    if (threads > 768) return std::make_unique<GpuMarch<Real, Sweeps, 1024>>(params, seed);
    if (threads > 512) return std::make_unique<GpuMarch<Real, Sweeps, 768>>(params, seed);
  }
  return std::make_unique<GpuMarch<Real, Sweeps, 512>>(params, seed);
}

std::unique_ptr<Simulation> make(const Params& params, std::uint64_t seed) {
  return with_precision(params, [&](auto real) -> std::unique_ptr<Simulation> {
    if (params.integer("sweeps") == 2) return make_with<decltype(real), 2>(params, seed);
    return make_with<decltype(real), 1>(params, seed);
  });
}

std::string march_unsupported(const Params& params, const Device&) {
  const std::string other = colours_unsupported(params);
  if (!other.empty()) return other;
  if (params.integer("sweeps") == 2 && params.integer("L") < 8)
    return "two sweeps a pass reach around a lattice of L = " + std::to_string(params.integer("L")) +
           ": take sweeps=1 or L=8";
  if (MarchShape(params, static_cast<std::uint32_t>(params.integer("sweeps"))).tiles.L == 0)
    return "blocks of " + std::to_string(params.integer("block")) +
           " threads hold no tile: take more, or fewer sweeps a pass";
  return launch_unsupported(params);
}

/// Small lattices cut as the case's own is.
std::vector<Params> march_bit_cases(const Params& params, const Device& device) {
  std::vector<Params> result = small_cases(params), shapes;
  const std::int64_t own = params.integer("block");
  // The same registers with fewer threads.
  const std::int64_t fewer = own > 768 ? 800 : own > 512 ? 544 : 160;
  for (const std::int64_t block : {own, fewer, 2 * fewer > own ? fewer : 2 * fewer})
    for (const std::int64_t deep : {params.integer("deep"), 1l, 2l, 3l, 5l}) {
      shapes.push_back(params);
      shapes.back().set("block", block);
      shapes.back().set("deep", deep);
      if (params.integer("across") == 0) continue;
      shapes.push_back(shapes.back());
      shapes.back().set("across", std::int64_t{6});
    }
  add_on_path_of(result, params, shapes, march_path,
                 [&](const Params& one) { return march_unsupported(one, device).empty(); });
  return result;
}

const Register<Variant> best_registered{{
    .kernel = "heisenberg3d_overrelaxation",
    .name = "best",
    .backend = SPINBENCH_GPU_BACKEND,
    .title = "both colours or several sweeps in one pass over memory",
    .source = "this suite",
    .axes = {axis_L(), axis_sweeps(2),
             Axis::integer("block", 768, 64, 1024, "threads a block at most, 512 in double; fewer have more registers"),
             Axis::integer("across", 0, 0, 256, "pairs along x that a tile writes; 0: what takes least time"),
             Axis::integer("deep", 0, 0, 128, "tiles along z; 0: enough to fill a card"), axis_launch(),
             axis_precision()},
    .oracle = serial_oracle(),
    .follower = vectors_follower(),
    .unsupported = march_unsupported,
    .memory_bytes = [](const Params& params) { return 1.5 * glass_bytes(params); },
    .make = make,
    .bit_cases = march_bit_cases,
    .physics = physics,
    .look = look,
}};

}  // namespace

}  // namespace spinbench::overrelaxation::SPINBENCH_GPU_NAMESPACE
