// Where the sites of a tile and its boundary lie in shared memory, and how they come there; for gpu_square_tiles.cuh
// and gpu_cubic_tiles.cuh. The three components lie in one row, one after the other.
#pragma once

#include <cstdint>

#include "kernels/common/heisenberg/gpu_metropolis.cuh"

namespace spinbench::heisenberg::inline SPINBENCH_GPU_NAMESPACE {

/// Tiles, the threads of each, the tiles of a block, and places in shared memory, in numbers, of coordinates from -1 to
/// the side.
template <int D>
struct TileShape;

/// A thread has two by four sites, so that a warp has a tile, and the warps' accesses go to every second column: these
/// lie side by side, and four rows that are four apart meet in no bank.
template <>
struct TileShape<2> {
  static constexpr int side = 16, face = side, sites = side * side, across = 2, up = 4, threads = sites / (across * up);
  static constexpr int of_block = 2;  ///< a wave of 64 lanes has two
  static constexpr int columns = (side + 2) / 2, component = 2 * columns, row = 58;
  SPINBENCH_FN static constexpr int word(const int (&local)[2]) {
    const int x = local[0] + 1;
    return (local[1] + 1) * row + x % 2 * columns + x / 2;
  }
  static constexpr int size = row * (side + 2);
};

/// A thread has a pair along z. Rows are spaced so that the lanes of a warp, whose sites alternate between the two of
/// their pairs, meet in no bank.
template <>
struct TileShape<3> {
  static constexpr int side = 8, face = side * side, sites = side * side * side, threads = sites / 2, of_block = 1;
  static constexpr int component = side + 2, row = 40, layer = row * (side + 2);
  SPINBENCH_FN static constexpr int stride(int d) { return d == 0 ? 1 : d == 1 ? row : layer; }
  SPINBENCH_FN static constexpr int word(const int (&local)[3]) {
    return local[0] + 1 + (local[1] + 1) * row + (local[2] + 1) * layer;
  }
  static constexpr int size = layer * (side + 2);
};

/// The tile of a thread.
template <int D>
struct TilePlace {
  using Shape = TileShape<D>;
  static constexpr int T = Shape::side, pairs = Shape::sites / 2;

  int slot, thread;  ///< which of the block's tiles, which of the tile's threads
  Place<D> corner;
  std::uint64_t first_stream;  ///< of its pairs'

  __device__ TilePlace(std::uint32_t L, std::uint32_t coarse_colour)
      : slot(static_cast<int>(threadIdx.x) / Shape::threads), thread(static_cast<int>(threadIdx.x) % Shape::threads) {
    const std::uint32_t tile =
        blockIdx.x * Shape::of_block + (planted(Mutant::heisenberg_second_tile) ? 0 : static_cast<std::uint32_t>(slot));
    corner = Place<D>::of_pair(tile, coarse_colour, L / T);
#pragma unroll
    for (int d = 0; d < D; ++d) corner.x[d] *= T;
    first_stream = static_cast<std::uint64_t>(tile) * pairs;
  }
  /// In the lattice, of coordinates in the tile from -1 to T.
  __device__ Place<D> global(const int (&local)[D], std::uint32_t L) const {
    Place<D> result;
#pragma unroll
    for (int d = 0; d < D; ++d) {
      const std::uint32_t x = corner.x[d] + static_cast<std::uint32_t>(local[d]);
      result.x[d] = x == L ? 0 : x > L ? L - 1 : x;
    }
    return result;
  }
};

template <int D, class Real>
__device__ __forceinline__ void put(Real* here, const Vector3<Real>& spin) {
  here[0] = spin.x;
  here[TileShape<D>::component] = spin.y;
  here[2 * TileShape<D>::component] = spin.z;
}
template <int D, class Real>
__device__ __forceinline__ Vector3<Real> get(const Real* here) {
  if (planted(Mutant::heisenberg_components))
    return {here[0], here[2 * TileShape<D>::component], here[TileShape<D>::component]};
  return {here[0], here[TileShape<D>::component], here[2 * TileShape<D>::component]};
}

/// Copies the boundary layer of the tile; its corners and edges nobody needs.
template <int D, class Real>
__device__ __forceinline__ void load_boundary(const TilePlace<D>& tile, const LatticeView<Real>& lattice,
                                              Real* shared) {
  using Shape = TileShape<D>;
  constexpr int T = Shape::side;
  for (int n = tile.thread; n < 2 * D * Shape::face; n += Shape::threads) {
    const int side = n / Shape::face, across = side / 2;
    int local[D], rest = n % Shape::face;
#pragma unroll
    for (int d = 0; d < D; ++d) {
      local[d] = d == across ? (side % 2 == 0 ? -1 : T) : rest % T;
      if (d != across) rest /= T;
    }
    if (planted(Mutant::heisenberg_stale_halo) && side == 1) local[across] = T - 1;
    const Vector3<Real> spin = lattice.spins.load(lattice.order(tile.global(local, lattice.order.L)));
    if (planted(Mutant::heisenberg_stale_halo) && side == 1) local[across] = T;
    put<D>(shared + Shape::word(local), spin);
  }
}

}  // namespace spinbench::heisenberg::SPINBENCH_GPU_NAMESPACE
