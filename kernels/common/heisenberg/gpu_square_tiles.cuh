// A tile of the double checkerboard of gpu_tiles.cuh on the square lattice: a warp, each thread of it two by four
// sites.
//
// A thread keeps its eight spins and the streams of its four pairs in registers. Four of its sites are of one colour
// and not neighbours, so that they are updated side by side; of their sixteen neighbours ten are in the thread's
// registers, where a thread with two by two sites loads every second one. Nobody waits for another warp.
//
// Bound at k = 100: what attempt_slots() counts and three words, 41.5 issue slots an attempt in float_fast with
// lcg32_random, 1.25 ps on an H200, 78 in float; in double 63 instructions of 64 bits, 126 slots, 3.78 ps. Memory
// moves 0.3 B a flip. docs/kernels/heisenberg2d_metropolis.md has what is held, and what was tried.
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

/// The sites of a thread, two columns of `up` rows. Number 2 p + c of a colour is that of pair p of column c, which
/// lies in rows 2 p and 2 p + 1: the even ones at (0, 0), (1, 1), (0, 2), ..., the odd ones at (0, 1), (1, 0), (0, 3),
/// ...
struct SquareOfThread {
  using Shape = TileShape<2>;
  static constexpr int of_colour = Shape::up, last_pair = Shape::up / 2 - 1;
  static_assert(Shape::across == 2 && Shape::up % 2 == 0);

  __device__ static constexpr int column(int i) { return i % 2; }
  __device__ static constexpr int row(int i, int colour) { return i / 2 * 2 + (i % 2 != colour ? 1 : 0); }
  /// From the thread's first site, in numbers in shared memory.
  __device__ static constexpr int to(int right, int up) { return Shape::word({right, up}) - Shape::word({0, 0}); }

  /// The field of site i of a colour, whose neighbours within the thread are among `others`; `here`: its first site.
  template <class Real>
  __device__ __forceinline__ static Vector3<Real> field(const Real* here, const Vector3<Real> (&others)[of_colour],
                                                        int i, int colour) {
    const int pair = i / 2, up = row(i, colour);
    const bool left = column(i) == 0, outer_above = left == (colour != 0);
    const bool at_edge = pair == (outer_above ? last_pair : 0);
    const Vector3<Real> outer =
        at_edge ? get<2>(here + to(column(i), outer_above ? Shape::up : -1)) : others[outer_above ? i + 2 : i - 2];
    const Vector3<Real> inside = others[left ? i + 1 : i - 1], outside = get<2>(here + to(left ? -1 : 2, up));
    return field_on_square(others[i], outer, left ? outside : inside, left ? inside : outside);
  }
};

/// Blocks that a multiprocessor of 64K registers is to have room for; docs/kernels/heisenberg2d_metropolis.md has what
/// was tried.
template <class Math>
inline constexpr int blocks_of_square_tiles = sizeof(typename Math::Real) == 4 ? 10 : 5;

template <class Math, class Rng>
__global__ void SPINBENCH_LAUNCH_BOUNDS(TileShape<2>::of_block* TileShape<2>::threads, blocks_of_square_tiles<Math>)
    update_square_tiles(LatticeView<typename Math::Real> lattice, typename Math::Real beta, StreamTable<Rng> streams,
                        std::uint32_t coarse_colour, std::uint32_t hits) {
  using Real = typename Math::Real;
  using Shape = TileShape<2>;
  using Own = SquareOfThread;
  static_assert(Shape::threads <= gpu::least_warp_lanes, "a warp has its tiles to itself");
  __shared__ Real kept[Shape::of_block * Shape::size];
  const TilePlace<2> tile(lattice.order.L, coarse_colour);
  Real* const shared = kept + tile.slot * Shape::size;
  streams.wait_for_previous_launch();
  constexpr int threads_across = Shape::side / Shape::across;
  const int x = Shape::across * (tile.thread % threads_across), y = Shape::up * (tile.thread / threads_across);
  const auto place = [&](int i, int colour) {
    return lattice.order(tile.global({x + Own::column(i), y + Own::row(i, colour)}, lattice.order.L));
  };
  Vector3<Real> spins[2][Own::of_colour];
  // All that a thread reads and writes is so far from its first site.
  Real* const here = shared + Shape::word({x, y});
  const auto store = [&](int i, int colour) {
    put<2>(here + Own::to(Own::column(i), Own::row(i, colour)), spins[colour][i]);
  };
#pragma unroll
  for (int i = 0; i < Own::of_colour; ++i)
#pragma unroll
    for (int colour = 0; colour < 2; ++colour)
      spins[colour][i] = lattice.spins.load(place(i, colour)), store(i, colour);
  load_boundary<2>(tile, lattice, shared);
  const auto stream = [&](int i) {
    const int column = planted(Mutant::heisenberg_columns_alike) ? 0 : Own::column(i);
    return tile.first_stream + static_cast<std::uint64_t>((y / 2 + i / 2) * Shape::side + x + column);
  };
  const auto open = [&](int i) { return streams.open(stream(i), stream(i)); };
  static_assert(Own::of_colour == 4);
  typename Rng::Stream of_pair[] = {open(0), open(1), open(2), open(3)};
  gpu::sync_warp();
  for (std::uint32_t hit = 0; hit < hits; ++hit) {
    if (planted(Mutant::heisenberg_few_hits) && hit == 2) break;
#pragma unroll
    for (int colour = 0; colour < 2; ++colour) {
#pragma unroll
      for (int i = 0; i < Own::of_colour; ++i) {
        std::uint32_t words[words_an_attempt<Rng>];
        rng::draw(of_pair[i], words);
        if (attempt<Math>(words, beta, Own::field(here, spins[1 - colour], i, colour), spins[colour][i]))
          store(i, colour);
      }
      gpu::sync_warp();
    }
  }
#pragma unroll
  for (int i = 0; i < Own::of_colour; ++i) {
    streams.close(stream(i), of_pair[i]);
#pragma unroll
    for (int colour = 0; colour < 2; ++colour) lattice.spins.store(place(i, colour), spins[colour][i]);
  }
}

}  // namespace spinbench::heisenberg::SPINBENCH_GPU_NAMESPACE
