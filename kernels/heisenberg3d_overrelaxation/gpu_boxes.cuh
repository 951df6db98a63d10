// SM and SM4P of Bernaschi 2011: a block marches along z through a box of the lattice and keeps the planes around the
// ones that it updates in shared memory, a ring of three or four.
//
// What keeps blocks apart. The paper leaves open how two blocks that work side by side do not change spins that see
// each other. Here boxes make a checkerboard of their own, as the tiles of Weigel 2012 do: a launch updates those of
// one colour, around which the others stand still, a second one the others. So each update sees the spins as they are,
// and the energy is conserved. A box is `tile` x `rows` sites and `deep` planes, a thread for each column of it.
//
// One plane at a time (three in the ring): half of the threads update colour 0 and then the other half colour 1, as in
// the paper. Two planes at a time (four in the ring): every thread has a site of each colour, one in each plane.
// Several hits repeat the two steps before the march goes on: spins come from shared memory and couplings from
// registers then.
//
// Bytes for a flip in float: the spin in and out 24, couplings 12, and what surrounds the box once more: 12 for each
// spin of its six faces.
#pragma once

#include "kernels/heisenberg3d_overrelaxation/gpu_glass.cuh"

namespace spinbench::overrelaxation::inline SPINBENCH_GPU_NAMESPACE {

/// A box of a launch, and the ring of planes of its block: (tile + 2) x (rows + 2) places each, component by component.
template <class Real, int Planes>
struct BoxMarch {
  static constexpr int ring = Planes + 2;

  Arrays<Real> arrays;
  std::uint32_t tile, rows, deep;
  std::uint32_t x0, y0, z0;
  Real* kept;

  __device__ std::uint32_t width() const { return tile + 2; }
  __device__ std::uint32_t places() const { return (tile + 2) * (rows + 2); }
  /// Component 0 of plane z0 + u, u from -1 on, at a place; the others lie places() further on each.
  __device__ Real* plane(int u) const { return kept + static_cast<std::uint32_t>((u + ring) % ring) * 3 * places(); }
  __device__ Vector3<Real> at(int u, std::uint32_t place) const {
    const Real* const first = plane(u) + place;
    return {first[0], first[places()], first[2 * places()]};
  }
  __device__ void put(int u, std::uint32_t place, const Vector3<Real>& s) const {
    Real* const first = plane(u) + place;
    first[0] = s.x, first[places()] = s.y, first[2 * places()] = s.z;
  }

  /// Coordinates of the lattice from 1 outside of the box on.
  __device__ static std::uint32_t inside(std::uint32_t first, int offset, std::uint32_t L) {
    const int at = static_cast<int>(first) + offset, side = static_cast<int>(L);
    return static_cast<std::uint32_t>(at < 0 ? at + side : at >= side ? at - side : at);
  }
  __device__ Place place_of(std::uint32_t x, std::uint32_t y, std::uint32_t z) const {
    return {x / 2, y, z, (x + y + z) & 1};
  }

  /// Reads plane z0 + u, which may lie one outside of the box, with what surrounds it. All threads.
  __device__ void read(int u) const {
    const std::uint32_t L = arrays.L, z = inside(z0, u, L), threads = blockDim.x * blockDim.y;
    for (std::uint32_t n = threadIdx.y * blockDim.x + threadIdx.x; n < places(); n += threads) {
      const std::uint32_t v = n / width(), h = n - v * width();
      const Place place = place_of(inside(x0, static_cast<int>(h) - 1, L), inside(y0, static_cast<int>(v) - 1, L), z);
      put(u, n, arrays.spin(place.colour, place.number(L)));
    }
  }
  /// Writes the thread's site of plane z0 + u back.
  __device__ void write(int u) const {
    const Place place = place_of(x0 + threadIdx.x, y0 + threadIdx.y, z0 + static_cast<std::uint32_t>(u));
    arrays.set_spin(place.colour, place.number(arrays.L), at(u, own_place()));
  }
  __device__ std::uint32_t own_place() const { return (threadIdx.y + 1) * width() + threadIdx.x + 1; }

  __device__ SiteCouplings<Real> couplings(int u) const {
    const Place place = place_of(x0 + threadIdx.x, y0 + threadIdx.y, z0 + static_cast<std::uint32_t>(u));
    return SiteCouplings<Real>::of(arrays, place.colour, Neighbours::of(place, arrays.L));
  }
  /// Updates the thread's site of plane z0 + u in the ring.
  __device__ void update(int u, const SiteCouplings<Real>& J) const {
    const std::uint32_t n = own_place();
    // x0 is even: the site shares a pair with the one after it where threadIdx.x is even.
    const std::uint32_t same = (threadIdx.x & 1) != 0 ? n - 1 : n + 1, side = 2 * n - same;
    const int below = planted(Mutant::relaxed_ring_stale) ? u + 1 : u - 1;
    const Vector3<Real> h =
        field(J, at(u, same), at(u, side), at(u, n + width()), at(u, n - width()), at(u + 1, n), at(below, n));
    put(u, n, turned(at(u, n), h));
  }

  __device__ void run(std::uint32_t hits) const {
    read(-1);
    read(0);
    for (std::uint32_t first = 0; first < deep; first += Planes) {
      for (int k = 1; k <= Planes; ++k) read(static_cast<int>(first) + k);
      const int u = static_cast<int>(first);
      SiteCouplings<Real> J[Planes];
      for (int k = 0; k < Planes; ++k) J[k] = couplings(u + k);
      // Whether the thread's site of the first plane has colour 0.
      const bool even = ((x0 + threadIdx.x + y0 + threadIdx.y + z0 + first) & 1) == 0;
      __syncthreads();
      for (std::uint32_t half = 0; half < 2 * hits; ++half) {
        const bool first_plane = even == ((half & 1) == 0);
        if constexpr (Planes == 1) {
          if (first_plane) update(u, J[0]);
        } else {
          update(first_plane ? u : u + 1, first_plane ? J[0] : J[1]);
        }
        __syncthreads();
      }
      for (int k = 0; k < Planes; ++k) write(u + k);
      // Of two planes together the first lies where the next but one will.
      if constexpr (Planes > 1) __syncthreads();
    }
  }
};

struct BoxSides {
  std::uint32_t tile, rows, deep, hits;

  explicit BoxSides(const Params& params)
      : tile(static_cast<std::uint32_t>(params.integer("tile"))),
        rows(static_cast<std::uint32_t>(params.integer("rows"))),
        deep(static_cast<std::uint32_t>(params.integer("deep"))),
        hits(static_cast<std::uint32_t>(params.integer("hits"))) {}
};

/// Boxes of `colour`; a grid has half of the layers of boxes along z, or of one layer all boxes, of which half return.
template <class Real, int Planes>
__global__ void update_boxes(Arrays<Real> arrays, BoxSides sides, std::uint32_t colour, bool chained) {
  extern __shared__ uint4 box_planes[];
  if (chained) gpu::wait_for_previous_launch();
  const std::uint32_t x = blockIdx.x, y = blockIdx.y, parity = (x + y + colour) & 1;
  const bool one_layer = arrays.L == sides.deep;
  if (one_layer && parity != 0) return;
  const std::uint32_t z = one_layer ? 0 : 2 * blockIdx.z + parity;
  BoxMarch<Real, Planes>{arrays,         sides.tile,     sides.rows,     sides.deep,
                         x * sides.tile, y * sides.rows, z * sides.deep, reinterpret_cast<Real*>(box_planes)}
      .run(sides.hits);
}

template <class Real, int Planes>
class GpuBoxes : public GpuGlass<Real> {
 public:
  GpuBoxes(const Params& params, std::uint64_t seed)
      : GpuGlass<Real>(params, seed, 32),
        path_(path_of(params)),
        sides_(params),
        block_(sides_.tile, sides_.rows),
        grid_(this->L() / sides_.tile, this->L() / sides_.rows, std::max(1u, this->L() / sides_.deep / 2)),
        bytes_(shared_bytes(params)) {
    gpu::allow_shared_bytes(update_boxes<Real, Planes>, bytes_);
  }

  static std::size_t shared_bytes(const Params& params) {
    const BoxSides sides(params);
    return std::size_t{(sides.tile + 2) * (sides.rows + 2)} * (Planes + 2) * 3 * sizeof(Real);
  }
  static std::string path_of(const Params& params) {
    const BoxSides sides(params);
    const std::uint32_t places = (sides.tile + 2) * (sides.rows + 2), threads = sides.tile * sides.rows;
    return CodePath()
        .where(params.integer("L") == params.integer("deep"), "one layer of boxes")
        .where(sides.deep > Planes, "several steps")
        .where(sides.hits > 1, "several hits")
        .count("places a thread", (places + threads - 1) / threads)
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
