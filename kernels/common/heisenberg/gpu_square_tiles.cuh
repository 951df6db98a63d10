// A tile of the double checkerboard of gpu_tiles.cuh on the square lattice: one thread for every two by two sites.
//
// A thread keeps its four spins and the streams of its two pairs in registers. Two of its sites are of one colour and
// not neighbours, so that they are updated side by side; each has two of its neighbours in the thread's registers and
// loads two, where a thread with a pair would load three.
//
// Bound at k = 100: what attempt_slots() counts and three words, 44.5 issue slots an attempt in float_fast with
// lcg32_random, 1.34 ps on an H200, 80.5 in float; in double 63 instructions of 64 bits, 126 slots, 3.78 ps. Memory
// moves 0.3 B a flip. Held there (h200-weigel2012-heisenberg.json): 1.73 ps, 77%; in float 2.82 ps, 86%; in double 5.53
// ps, 68%, at the power limit (1,920 MHz; 5.37 in bursts). docs/kernels/heisenberg2d_metropolis.md has what was tried.
#pragma once

#include <cstdint>
#include <type_traits>

#include "kernels/common/heisenberg/gpu_tile_places.cuh"

namespace spinbench::heisenberg::inline SPINBENCH_GPU_NAMESPACE {

/// The field of a spin in the order of field_at(): its neighbours along y, then those before and behind it along x.
template <class Real>
__device__ __forceinline__ Vector3<Real> field_on_square(const Vector3<Real>& partner, const Vector3<Real>& outer,
                                                         const Vector3<Real>& before, const Vector3<Real>& behind) {
  return plus(plus(field_of_pair(partner, outer), before), behind);
}

/// Blocks that a multiprocessor of 64K registers is to have room for, or 0: as the compiler likes. It is of use in
/// float alone; docs/kernels/heisenberg2d_metropolis.md has what was tried.
template <class Math>
inline constexpr int blocks_of_square_tiles = std::is_same_v<Math, Exactly<float>> ? 14 : 0;

template <class Math, class Rng>
__global__ void SPINBENCH_LAUNCH_BOUNDS(TileShape<2>::threads, blocks_of_square_tiles<Math>)
    update_square_tiles(LatticeView<typename Math::Real> lattice, typename Math::Real beta, StreamTable<Rng> streams,
                        std::uint32_t coarse_colour, std::uint32_t hits) {
  using Real = typename Math::Real;
  using Shape = TileShape<2>;
  __shared__ Real shared[Shape::size];
  const TilePlace<2> tile(lattice.order.L, coarse_colour);
  streams.wait_for_previous_launch();
  // The even sites are (x, y) and (x + 1, y + 1), the odd ones (x, y + 1) and (x + 1, y): a pair a column.
  constexpr int across = Shape::side / 2;
  const int x = 2 * (static_cast<int>(threadIdx.x) % across), y = 2 * (static_cast<int>(threadIdx.x) / across);
  const auto place = [&](int right, int up) {
    return lattice.order(tile.global({x + right, y + up}, lattice.order.L));
  };
  const std::size_t places[2][2] = {{place(0, 0), place(1, 1)}, {place(0, 1), place(1, 0)}};
  Vector3<Real> even[2], odd[2];
#pragma unroll
  for (int column = 0; column < 2; ++column) {
    even[column] = lattice.spins.load(places[0][column]);
    odd[column] = lattice.spins.load(places[1][column]);
  }
  // All that a thread reads and writes is so far from its first site.
  Real* const here = shared + Shape::word({x, y});
  constexpr auto to = [](int right, int up) { return Shape::word({right, up}) - Shape::word({0, 0}); };
  const auto store = [&](const Vector3<Real>(&spins)[2], int column, int row) {
    put<2>(here + to(column, row), spins[column]);
  };
#pragma unroll
  for (int column = 0; column < 2; ++column) store(even, column, column), store(odd, column, 1 - column);
  load_boundary<2>(tile, lattice, shared);
  const std::uint64_t number = tile.first_stream + static_cast<std::uint64_t>(y / 2 * Shape::side + x);
  const std::uint64_t second = number + (planted(Mutant::heisenberg_columns_alike) ? 0 : 1);
  typename Rng::Stream of_column[2] = {streams.open(number, number), streams.open(second, second)};
  std::uint32_t words[2][words_an_attempt<Rng>];
  __syncthreads();
  for (std::uint32_t hit = 0; hit < hits; ++hit) {
    if (planted(Mutant::heisenberg_few_hits) && hit == 2) break;
#pragma unroll
    for (int column = 0; column < 2; ++column) rng::draw(of_column[column], words[column]);
    const Vector3<Real> of_even[2] = {
        field_on_square(odd[0], get<2>(here + to(0, -1)), get<2>(here + to(-1, 0)), odd[1]),
        field_on_square(odd[1], get<2>(here + to(1, 2)), odd[0], get<2>(here + to(2, 1)))};
#pragma unroll
    for (int column = 0; column < 2; ++column)
      if (attempt<Math>(words[column], beta, of_even[column], even[column])) store(even, column, column);
    __syncthreads();
#pragma unroll
    for (int column = 0; column < 2; ++column) rng::draw(of_column[column], words[column]);
    const Vector3<Real> of_odd[2] = {
        field_on_square(even[0], get<2>(here + to(0, 2)), get<2>(here + to(-1, 1)), even[1]),
        field_on_square(even[1], get<2>(here + to(1, -1)), even[0], get<2>(here + to(2, 0)))};
#pragma unroll
    for (int column = 0; column < 2; ++column)
      if (attempt<Math>(words[column], beta, of_odd[column], odd[column])) store(odd, column, 1 - column);
    __syncthreads();
  }
#pragma unroll
  for (int column = 0; column < 2; ++column) {
    streams.close(number + static_cast<std::uint64_t>(column), of_column[column]);
    lattice.spins.store(places[0][column], even[column]);
    lattice.spins.store(places[1][column], odd[column]);
  }
}

}  // namespace spinbench::heisenberg::SPINBENCH_GPU_NAMESPACE
