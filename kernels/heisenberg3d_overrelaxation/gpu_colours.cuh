// A launch for each colour, a thread a site: `global` and `texture`.
#pragma once

#include "kernels/heisenberg3d_overrelaxation/gpu_glass.cuh"

namespace spinbench::overrelaxation::inline SPINBENCH_GPU_NAMESPACE {

/// Threads of a colour: a row of pairs along x, `lines` rows a block, a layer of blocks for `spins` planes.
struct ColourLaunch {
  dim3 block, grid;
  std::uint32_t spins = 1;  ///< sites a thread, one above the other

  explicit ColourLaunch(const Params& params) {
    const auto L = static_cast<std::uint32_t>(params.integer("L")),
               threads = static_cast<std::uint32_t>(params.integer("block"));
    const std::uint32_t lines = std::clamp(threads / (L / 2), 1u, L);
    block = dim3(L / 2, lines);
    if (params.has("spins")) spins = std::min(L, static_cast<std::uint32_t>(params.integer("spins")));
    grid = dim3((L + lines - 1) / lines, (L + spins - 1) / spins);
  }
  std::string code_path(std::uint32_t L) const {
    return CodePath()
        .where(grid.x > 1, "several blocks a plane")
        .where(block.y > 1, "several lines")
        .where(L % block.y != 0, "threads beyond the last line")
        .where(spins > 1, "columns")
        .where(L % spins != 0, "a last column shorter")
        .text();
  }
};

inline std::string colours_path(const Params& params) {
  return ColourLaunch(params).code_path(static_cast<std::uint32_t>(params.integer("L")));
}

/// The thread's site, or its first one of `spins`.
__device__ __forceinline__ Place place_of_thread(std::uint32_t colour, std::uint32_t spins = 1) {
  return {threadIdx.x, blockIdx.x * blockDim.y + threadIdx.y, blockIdx.y * spins, colour};
}

inline Axis axis_block() {
  return Axis::integer("block", 256, 32, 1024, "threads a block at most, whole lines of pairs");
}

inline std::string colour_launch_unsupported(const Params& params, const Device&) {
  const std::string reason = colours_unsupported(params);
  return reason.empty() ? launch_unsupported(params) : reason;
}

inline std::vector<Params> colour_bit_cases(const Params& params, const Device& device) {
  std::vector<Params> result = small_cases(params), shapes = {params, params};
  shapes[1].set("block", std::int64_t{32});
  // Columns of a small lattice, and of one that they do not part.
  for (const std::int64_t spins : {4l, 3l})
    for (const std::size_t shape : {0, 1})
      if (params.has("spins") && params.integer("spins") > 1) {
        shapes.push_back(shapes[shape]);
        shapes.back().set("spins", spins);
      }
  add_on_path_of(result, params, shapes, colours_path,
                 [&](const Params& one) { return colour_launch_unsupported(one, device).empty(); });
  return result;
}

}  // namespace spinbench::overrelaxation::SPINBENCH_GPU_NAMESPACE
