// The tiles of v5 on the square lattice (tiled.cu), and the simulations made of them: a file for each tile side, since
// each is compiled for every generator and rule.
#pragma once

#include <algorithm>
#include <memory>
#include <type_traits>
#include <utility>

#include "kernels/common/gpu_tiled.cuh"
#include "kernels/ising2d_metropolis/gpu_lattice.cuh"
#include "kernels/ising2d_metropolis/tiled_builds.hpp"
#include "kernels/ising2d_metropolis/tiled_sides.hpp"

namespace spinbench::ising2d::inline SPINBENCH_GPU_NAMESPACE {

/// Where a thread works: its tile, its column there and its pair of rows.
template <int T>
struct SquareTile {
  using Thresholds = SquareThresholds;
  using Board = DoubleCheckerboard;

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
  static constexpr PipeCost attempt_cost{5.25, 3, 13.25};

  static std::uint32_t blocks(std::uint32_t L) {
    const std::uint32_t visited = (L / T) * (L / T) / 2;
    return (visited + tiles - 1) / tiles;
  }
  static bool last_block_is_part(std::uint32_t L) { return (L / T) * (L / T) / 2 % tiles != 0; }
  /// A site: boundary columns cost a sector of 32 B for each spin, rows only their bytes; memory needs to give what
  /// several tiles ask for once, which is no more than all spins of the other colour's tiles.
  static double boundary_bytes(double spin) { return std::min((2.0 * T * spin + 2.0 * T * 32) / (T * T), spin); }

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

template <int T>
std::unique_ptr<Simulation> make_tiled_of_side(const Params& params, std::uint64_t seed) {
  const auto L = static_cast<std::uint32_t>(params.integer("L"));
  auto lattice = with_spin(params.word("spin"), [&](auto spin) -> std::unique_ptr<AnyLattice> {
    return std::make_unique<GpuLattice<RowMajor, decltype(spin)>>(L);
  });
  return rng::with_generator_of<rng::any_generator>(params.word("rng"), [&](auto tag, rng::Seeding seeding) {
    using Rng = typename decltype(tag)::type;
    return with_tiled_rules<Rng, T>(params, [&](auto draw, auto track) -> std::unique_ptr<Simulation> {
      return std::make_unique<GpuTiled<SquareTile<T>, Rng, decltype(draw)::value, decltype(track)::value>>(
          std::move(lattice), params, seed, seeding);
    });
  });
}

}  // namespace spinbench::ising2d::SPINBENCH_GPU_NAMESPACE
