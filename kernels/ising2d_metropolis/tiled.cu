// v5 of Weigel's tour and the code of Weigel 2012 (sections 3.2, 3.4, 3.5): the double checkerboard. A launch serves
// the even coarse tiles, the next the odd ones. A block loads its T x T tile and a boundary layer into shared memory, T^2/2
// threads update two sites each, k times (all even sites of the tile, a barrier, all odd ones, a barrier), and write back.
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
// Reached on an H200 at L = 16384, lcg32_random: at k = 100, 92% of the measured shared-memory rate with T = 4 and 8, 78%
// with 16 and 85% with 32, where warps wait for each other at the block's barriers; at k = 1, T = 16, 73% of the memory's.
#include "kernels/ising2d_metropolis/gpu_tiled.cuh"
#include "kernels/rng_quality/variant.hpp"

namespace spinbench::ising2d {

namespace {

template <class Geometry>
__device__ __forceinline__ void tile_barrier() {
  if constexpr (Geometry::warp_holds_tiles) gpu::sync_warp();
  else __syncthreads();
}

/// One attempt at the site at `here`, whose spin and whose partner's are in registers. Returns the field where the spin
/// was flipped, else 0.
template <bool Always, class Stream>
__device__ __forceinline__ int attempt(std::int32_t* here, int outer, int& spin, int partner, Stream& stream,
                                       const SquareThresholds& thresholds) {
  const int field = spin * (here[-1] + here[1] + here[outer] + partner);
  if (!metropolis<Always>(field, stream, thresholds)) return 0;
  spin = -spin;
  *here = spin;
  return field;
}

template <class Rng, bool Always, int T, bool Energy>
__global__ void __launch_bounds__(TileGeometry<T>::threads)
    update_tiles(SpinArray spins, std::uint32_t L, SquareThresholds thresholds, StreamTable<Rng> streams, TileVisit visit,
                 std::int64_t* energy) {
  using Geometry = TileGeometry<T>;
  __shared__ std::int32_t shared[Geometry::shared_words];
  const TilePlace<T> place(L, visit.colour);
  streams.wait_for_previous_launch();
  std::int32_t* const tile = shared + place.slot * Geometry::stride;
  spins.with_type([&](auto* typed) { load_tile<T>(typed, L, place, tile); });
  using Ring = RingInSharedMemory<Rng, Geometry::items, Geometry::tiles>;
  auto stream = Ring::open(streams, place.stream);
  tile_barrier<Geometry>();
  // Even sites lie in the upper row of the pair where x is even, in the lower one where it is odd.
  const bool even_is_lower = place.x & 1;
  std::int32_t* const upper = tile + (2 * place.pair + 1) * Geometry::pitch + place.x + 1;
  const bool first_is_lower = even_is_lower != visit.reversed;
  std::int32_t* const first = first_is_lower ? upper + Geometry::pitch : upper;
  std::int32_t* const second = first_is_lower ? upper : upper + Geometry::pitch;
  const int outer = first_is_lower ? Geometry::pitch : -Geometry::pitch;
  int first_spin = *first, second_spin = *second, energy_change = 0;
#pragma unroll 2
  for (std::uint32_t hit = 0; hit < visit.hits; ++hit) {
    const int a = attempt<Always>(first, outer, first_spin, second_spin, stream, thresholds);
    tile_barrier<Geometry>();
    const int b = attempt<Always>(second, -outer, second_spin, first_spin, stream, thresholds);
    tile_barrier<Geometry>();
    if constexpr (Energy) energy_change += a + b;
  }
  if (place.inside) {
    Ring::close(streams, place.stream, stream);
    const int upper_spin = first_is_lower ? second_spin : first_spin;
    const int lower_spin = first_is_lower ? first_spin : second_spin;
    spins.with_type([&](auto* typed) { store_pair<T>(typed, L, place, upper_spin, lower_spin); });
  }
  if constexpr (Energy) add_energy<Geometry::threads>(place.inside ? 2 * energy_change : 0, energy);
}

template <class Rng, bool Always, int T, bool Energy>
struct TiledKernel {
  static void enqueue(const gpu::Launcher& launch, const SpinArray& spins, std::uint32_t L,
                      const SquareThresholds& thresholds, const StreamTable<Rng>& streams, const TileVisit& visit, std::int64_t* energy) {
    launch(update_tiles<Rng, Always, T, Energy>, dim3(TileGeometry<T>::blocks(L)),
           dim3(TileGeometry<T>::threads), spins, L, thresholds, streams, visit, energy);
  }
};

const Register<Variant> registered{tiled_variant<TiledKernel>()},
    quality{rng_quality::quality_variant(tiled_variant<TiledKernel>())};

}  // namespace

}  // namespace spinbench::ising2d
