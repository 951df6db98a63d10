// v5 of Weigel's tour and the code of Weigel 2012 (sections 3.2, 3.4, 3.5): the double checkerboard. A launch serves
// the even coarse tiles, the next the odd ones. A block loads its T x T tile and a boundary layer into shared memory,
// T^2/2 threads update two sites each, k times (all even sites of the tile, a barrier, all odd ones, a barrier), and
// write back. This file has the geometry; kernels/common/gpu_tiled.cuh has the update and the launches.
//
// H = -J sum_<ij> s_i s_j, J = 1.
//
// Beyond the paper: a thread keeps its two sites, which are neighbours, and its stream in registers, so that an update
// loads three neighbours and stores one spin; the two thresholds are registers, too; rows are spaced so that no two
// lanes meet in a bank; small tiles share a block and need no block barrier, since a warp holds whole tiles. The tile
// is int32 in shared memory for every `spin`, which is the type in device memory.
//
// Per flip: 4 shared-memory accesses of 4 B, 16 B: at 128 B a clock and multiprocessor an H200 (132 x 1.98 GHz) allows
// 2091 flips/ns. About 7 logic operations and 2 multiply-adds a flip leave 2389 flips/ns at 64 lanes a clock. Device
// memory, int32 and lcg32: (12 + boundary) / k B a flip, the bound at k = 1 only.
// Reached on an H200 at L = 16384, lcg32_random: at k = 100, 92% of the measured shared-memory rate with T = 4 and 8,
// 78% with 16 and 85% with 32, where warps wait for each other at the block's barriers; at k = 1, T = 16, 73% of the
// memory's.
#include <algorithm>
#include <memory>

#include "kernels/common/gpu_tiled.cuh"
#include "kernels/common/mutants.hpp"
#include "kernels/ising2d_metropolis/gpu_checkerboard.cuh"
#include "kernels/ising2d_metropolis/tiled_builds.hpp"
#include "kernels/rng_quality/variant.hpp"

namespace spinbench::ising2d {
inline namespace SPINBENCH_GPU_NAMESPACE {

/// Where a thread works: its tile, its column there and its pair of rows.
template <int T>
struct SquareTile {
  using Thresholds = SquareThresholds;
  using Board = DoubleCheckerboard;
  template <class Spin>
  using Lattice = GpuLattice<RowMajor, Spin>;

  static_assert(T == 4 || T == 8 || T == 16 || T == 32);
  static constexpr int side = T;
  static constexpr int items = T * T / 2;
  static constexpr int threads = std::max(items, 128);
  static constexpr int tiles = threads / items;
  /// Words from row to row and from tile to tile, such that a warp's sites of one colour, and hence also their
  /// neighbours in any one direction, lie in 32 different banks.
  static constexpr int pitch = T == 4 ? 8 : T == 8 ? 12 : T == 16 ? 24 : 34;
  static constexpr int stride = T == 4 ? 52 : pitch * (T + 2);
  static constexpr int apart = pitch;
  /// Three neighbours and the spin.
  static constexpr int shared_accesses = 4;
  static constexpr int logic_ops = 7;

  static std::uint32_t blocks(std::uint32_t L) {
    const std::uint32_t visited = (L / T) * (L / T) / 2;
    return (visited + tiles - 1) / tiles;
  }
  /// A site: boundary columns cost a sector of 32 B for each spin, rows only their bytes.
  static double boundary_bytes(double spin) { return (2.0 * T * spin + 2.0 * T * 32) / (T * T); }

  bool inside;
  int slot;
  int x, row;            ///< column, and pair of rows (2 row, 2 row + 1), within the tile
  std::uint32_t x0, y0;  ///< the tile's corner
  std::uint64_t stream;

  __device__ SquareTile(std::uint32_t L, std::uint32_t colour) {
    const Board board{L, T};
    const int n = static_cast<int>(threadIdx.x) % items;
    slot = static_cast<int>(threadIdx.x) / items;
    x = n % T;
    row = n / T;
    const std::uint32_t item = blockIdx.x * tiles + slot;
    inside = item / board.tiles_a_side() < board.tiles_a_side() / 2;
    const std::uint32_t tile_column = inside ? item % board.tiles_a_side() : 0;
    const std::uint32_t work_row = inside ? item / board.tiles_a_side() : 0;
    x0 = tile_column * T;
    y0 = Board::tile_row(tile_column, work_row, colour) * T;
    stream = board.stream(tile_column, work_row, static_cast<std::uint32_t>(n));
  }

  /// (x, y) of the tile lands at (y + 1) pitch + x + 1.
  template <class Spin>
  __device__ __forceinline__ void load(const Spin* spins, std::uint32_t L, std::int32_t* words) const {
    const std::uint32_t global_x = x0 + x, global_y = y0 + 2 * row;
    std::int32_t* const own = words + (2 * row + 1) * pitch + 1;
    own[x] = spins[RowMajor::place(global_x, global_y, L)];
    own[pitch + x] = spins[RowMajor::place(global_x, global_y + 1, L)];
    if (row == 0) words[x + 1] = spins[RowMajor::place(global_x, y0 == 0 ? L - 1 : y0 - 1, L)];
    if (row == T / 2 - 1)
      words[(T + 1) * pitch + x + 1] = spins[RowMajor::place(global_x, y0 + T == L ? 0 : y0 + T, L)];
    if (x == 0) {
      const std::uint32_t left = planted(Mutant::tiled_stale_halo) ? x0 : x0 == 0 ? L - 1 : x0 - 1;
      own[-1] = spins[RowMajor::place(left, global_y, L)];
      own[pitch - 1] = spins[RowMajor::place(left, global_y + 1, L)];
    }
    if (x == T - 1) {
      const std::uint32_t right = x0 + T == L ? 0 : x0 + T;
      own[T] = spins[RowMajor::place(right, global_y, L)];
      own[pitch + T] = spins[RowMajor::place(right, global_y + 1, L)];
    }
  }

  __device__ int pair() const { return (2 * row + 1) * pitch + x + 1; }
  __device__ std::size_t pair_site(std::uint32_t L) const { return RowMajor::place(x0 + x, y0 + 2 * row, L); }
  __device__ static std::size_t apart_in_memory(std::uint32_t L) { return L; }
  /// Even sites lie in the upper row of the pair where x is even, in the lower one where it is odd.
  __device__ bool second_is_even() const { return x & 1; }
  __device__ static int beside(const std::int32_t* here) { return here[-1] + here[1]; }
};

}  // namespace SPINBENCH_GPU_NAMESPACE

namespace {

/// Calls `use(std::integral_constant<int, T>{})` for a tile side that the kernels are built for.
template <class Use>
decltype(auto) with_tile(std::int64_t tile, Use&& use) {
  switch (tile) {
    case 4:
      return use(std::integral_constant<int, 4>{});
    case 8:
      return use(std::integral_constant<int, 8>{});
    case 16:
      return use(std::integral_constant<int, 16>{});
    case 32:
      return use(std::integral_constant<int, 32>{});
    default:
      throw Unsupported("tile " + std::to_string(tile) + " is not built for GPUs: take 4, 8, 16 or 32");
  }
}

std::unique_ptr<Simulation> make_tiled(const Params& params, std::uint64_t seed) {
  return with_spin(params.word("spin"), [&](auto spin) {
    return rng::with_generator(params.word("rng"), [&](auto tag, rng::Seeding seeding) {
      return with_tile(params.integer("tile"), [&](auto tile) -> std::unique_ptr<Simulation> {
        using Spin = decltype(spin);
        using Rng = typename decltype(tag)::type;
        constexpr int T = decltype(tile)::value;
        return with_tiled_rules<Rng, T>(params, [&](auto draw, auto track) -> std::unique_ptr<Simulation> {
          return std::make_unique<GpuTiled<SquareTile<T>, Spin, Rng, decltype(draw)::value, decltype(track)::value>>(
              params, seed, seeding);
        });
      });
    });
  });
}

Variant tiled_variant() {
  Variant variant;
  variant.kernel = "ising2d_metropolis";
  variant.name = "tiled";
  variant.backend = SPINBENCH_GPU_BACKEND;
  variant.title = "double checkerboard in shared memory, k hits a tile visit";
  variant.source = "Weigel 2012, section 3.2; Weigel 2015, v5";
  variant.axes = {axis_L(),       axis_k(),   axis_tile(),         axis_order(),
                  axis_measure(), axis_rng(), axis_draw("always"), axis_spin(),
                  axis_launch(),  axis_beta()};
  variant.oracle = "tiled";
  variant.unsupported = [](const Params& params, const Device&) -> std::string {
    const auto tile = params.integer("tile");
    if (tile != 4 && tile != 8 && tile != 16 && tile != 32) return "on GPUs tile is 4, 8, 16 or 32";
    const std::string reason = tiled_unsupported(params);
    return reason.empty() ? gpu_unsupported(params) : reason;
  };
  variant.memory_bytes = [](const Params& params) {
    const double state = rng::state_bytes(params.word("rng"), params.real("tile") * params.real("tile") / 2);
    return params.real("L") * params.real("L") * (spin_bytes(params) + state / 4) + 1e6;
  };
  variant.make = make_tiled;
  return variant;
}

const Register<Variant> registered{tiled_variant()}, quality{rng_quality::quality_variant(tiled_variant())};

}  // namespace

}  // namespace spinbench::ising2d
