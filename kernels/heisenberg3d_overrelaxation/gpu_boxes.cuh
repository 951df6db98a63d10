// Boxes of kernels/heisenberg3d_overrelaxation/boxes.hpp on a GPU: a block a box, a thread a column.
#pragma once

#include "kernels/heisenberg3d_overrelaxation/boxes.hpp"
#include "kernels/heisenberg3d_overrelaxation/gpu_glass.cuh"

namespace spinbench::overrelaxation::inline SPINBENCH_GPU_NAMESPACE {

/// Boxes of `colour`; a grid has half of the layers of boxes along z, or of one layer all boxes, of which half return.
template <class Real, int Planes>
__global__ void update_boxes(Arrays<Real> arrays, BoxSides sides, std::uint32_t colour, bool chained) {
  using Box = BoxMarch<Real, Planes>;
  extern __shared__ uint4 box_planes[];
  if (chained) gpu::wait_for_previous_launch();
  const auto number = Box::Number::of(blockIdx.x, blockIdx.y, blockIdx.z, colour, arrays.L == sides.deep);
  if (!number.is_there) return;
  const Box box = Box::at(arrays, sides, number, reinterpret_cast<Real*>(box_planes));
  const typename Box::Thread thread = box.thread(threadIdx.x, threadIdx.y);
  for (int u = -1; u <= 0; ++u) box.keep(u, thread, box.spins(u, thread));
  // What a step takes in was asked for a step before.
  typename Box::Spins next[Planes];
  for (int k = 0; k < Planes; ++k) next[k] = box.spins(k + 1, thread);
  typename Box::Couplings J = box.couplings(0, thread, box.below(thread));
  for (int u = 0; u < static_cast<int>(sides.deep); u += Planes) {
    for (int k = 0; k < Planes; ++k) box.keep(u + k + 1, thread, next[k]);
    const typename Box::Couplings now = J;
    __syncthreads();
    if (u + Planes < static_cast<int>(sides.deep)) {
      for (int k = 0; k < Planes; ++k) next[k] = box.spins(u + Planes + k + 1, thread);
      J = box.couplings(u + Planes, thread, now.above());
    }
    for (std::uint32_t half = 0; half < 2 * sides.hits; ++half) {
      box.update(u, half, thread, now);
      __syncthreads();
    }
    box.write(u, thread);
  }
}

inline BoxSides sides_of(const Params& params) {
  const auto side = [&](const char* name) { return static_cast<std::uint32_t>(params.integer(name)); };
  return {side("tile"), side("rows"), side("deep"), side("hits")};
}

/// What the ring of planes of a block takes of its shared memory.
inline std::size_t box_bytes(const Params& params, int planes) {
  return std::size_t{sides_of(params).places()} * static_cast<std::size_t>(planes + 2) * 3 *
         static_cast<std::size_t>(real_bytes(params));
}

template <class Real, int Planes>
class GpuBoxes : public GpuGlass<Real> {
 public:
  GpuBoxes(const Params& params, std::uint64_t seed)
      : GpuGlass<Real>(params, seed, 32),
        path_(path_of(params)),
        sides_(sides_of(params)),
        block_(sides_.tile, sides_.rows),
        grid_(this->L() / sides_.tile, this->L() / sides_.rows, std::max(1u, this->L() / sides_.deep / 2)),
        bytes_(box_bytes(params, Planes)) {
    gpu::allow_shared_bytes(update_boxes<Real, Planes>, bytes_);
  }

  static std::string path_of(const Params& params) {
    const BoxSides sides = sides_of(params);
    return CodePath()
        .where(params.integer("L") == params.integer("deep"), "one layer of boxes")
        .where(sides.deep > Planes, "several steps")
        .where(sides.hits > 1, "several hits")
        .count("columns around a thread", (2 * (sides.tile + sides.rows) + sides.threads() - 1) / sides.threads())
        .text();
  }
  std::string code_path() const override { return path_; }
  int sweep_granularity() const override { return static_cast<int>(sides_.hits); }

  void sweep(int count) override {
    this->runner().run(count / sweep_granularity(), [&](int visits) {
      const gpu::Launcher& launch = this->runner().launcher();
      for (int half = 0; half < 2 * visits; ++half)
        launch.with_shared(update_boxes<Real, Planes>, grid_, block_, bytes_, this->arrays(), sides_,
                           static_cast<std::uint32_t>(half & 1), launch.chained());
    });
    this->count(count);
  }

  Work work_per_sweep() const override {
    const auto outside = [&](std::uint32_t side) { return this->L() == side ? 0 : 2.0 / side; };
    const double around = outside(sides_.tile) + outside(sides_.rows) + outside(sides_.deep);
    Work work = this->work((9 + 3 * around) / sides_.hits);
    work.dependent_launches = 2.0 / sides_.hits;
    return work;
  }

 private:
  std::string path_;
  BoxSides sides_;
  dim3 block_, grid_;
  std::size_t bytes_;
};

template <int Planes>
std::string gpu_boxes_unsupported(const Params& params, const Device&) {
  const std::string reason = boxes_unsupported(params, Planes);
  if (!reason.empty()) return reason;
  if (params.integer("tile") % 2 != 0) return "boxes are whole pairs wide, but tile is odd";
  for (const char* side : {"tile", "rows"})
    if (params.integer(side) == params.integer("L"))
      return std::string("a block sees what surrounds its box as it was, so that ") + side +
             " must be less than L: take half of it";
  const std::int64_t threads = params.integer("tile") * params.integer("rows");
  if (threads > 1024)
    return "a box has a thread for each of its columns, but tile x rows is " + std::to_string(threads) +
           ": take 1024 or fewer";
  const std::size_t bytes = box_bytes(params, Planes), most = gpu::largest_shared_bytes();
  if (bytes > most)
    return "a box of tile x rows = " + std::to_string(params.integer("tile")) + " x " +
           std::to_string(params.integer("rows")) + " takes " + std::to_string(bytes) +
           " B of shared memory, but a block has " + std::to_string(most) + ": take fewer";
  return launch_unsupported(params);
}

/// Small boxes with the path of the case, and the case's own boxes on the smallest lattice that holds them.
template <class Real, int Planes>
std::vector<Params> gpu_boxes_bit_cases(const Params& params, const Device& device) {
  std::vector<Params> result;
  const std::int64_t hits = std::min<std::int64_t>(params.integer("hits"), 3);
  const auto add = [&](std::int64_t L, std::int64_t tile, std::int64_t rows, std::int64_t deep) {
    Params small = params;
    small.set("L", L);
    small.set("tile", tile);
    small.set("rows", rows);
    small.set("deep", deep);
    small.set("hits", hits);
    result.push_back(small);
  };
  add(16, 4, 8, 2);
  add(12, 6, 3, 12);
  const std::string wanted = GpuBoxes<Real, Planes>::path_of(params);
  const std::int64_t tile = params.integer("tile"), rows = params.integer("rows");
  std::vector<std::int64_t> sizes;
  for (std::int64_t L = 8; L <= 128; L += 2) sizes.push_back(L);
  for (const std::int64_t deep : {2l, 4l, params.integer("deep")}) {
    Params small = params;
    small.set("deep", deep);
    small.set("hits", hits);
    add_on_path(result, small, wanted, sizes, GpuBoxes<Real, Planes>::path_of, [&](const Params& one) {
      return one.integer("tile") == tile && one.integer("rows") == rows &&
             gpu_boxes_unsupported<Planes>(one, device).empty();
    });
  }
  // A single layer is as deep as the lattice.
  if (params.integer("deep") == params.integer("L"))
    add(2 * std::max(tile, rows), tile, rows, 2 * std::max(tile, rows));
  return result;
}

template <int Planes>
Variant gpu_boxes_variant(const char* name, const char* title, const char* source) {
  return {
      .kernel = "heisenberg3d_overrelaxation",
      .name = name,
      .backend = SPINBENCH_GPU_BACKEND,
      .title = title,
      .source = source,
      .axes = {axis_L(), axis_tile(), axis_rows(), axis_deep(), axis_hits(), axis_launch(), axis_precision()},
      .oracle = boxes_oracle(Planes),
      .unsupported = gpu_boxes_unsupported<Planes>,
      .memory_bytes = glass_bytes,
      .make = [](const Params& params, std::uint64_t seed) -> std::unique_ptr<Simulation> {
        return with_precision(params, [&](auto real) -> std::unique_ptr<Simulation> {
          return std::make_unique<GpuBoxes<decltype(real), Planes>>(params, seed);
        });
      },
      .bit_cases = gpu_boxes_bit_cases<float, Planes>,
      .physics = boxes_physics,
      .look = look,
  };
}

}  // namespace spinbench::overrelaxation::SPINBENCH_GPU_NAMESPACE
