// The update of one tile of the bit-sliced lattice on a GPU; kernels/ising2d_metropolis/multispin.hpp states the rule.
#pragma once

#include "kernels/common/gpu_multispin.cuh"
#include "kernels/common/gpu_multispin_lattice.cuh"
#include "kernels/ising2d_metropolis/multispin.hpp"

namespace spinbench::ising2d::inline SPINBENCH_GPU_NAMESPACE {

using MultispinPlanes = MultispinPlanesOf<2>;

/// What a thread keeps of the leading digits of a tile's random numbers.
template <int Words, bool DrawsFirst = Words<8> using LeadingDigits =
                         spinbench::LeadingDigits<Words, MultispinThresholds, DrawsFirst>;

/// Where a tile finds its words. Row r of the tile lies at r * stride, in the order in which the rule counts.
struct TilePlace {
  std::uint32_t* own;          ///< row 0 of the plane to be updated
  const std::uint32_t* other;  ///< the same row of the other plane
  std::int32_t stride;
  std::uint32_t x, left, right;  ///< first word of the tile, and the words beside it
  bool odd;                      ///< for tiles of one row: y + colour
};

template <int Across>
using TileRow = gpu::Pack<std::uint32_t, Across>;

/// A tile's spins and their neighbours in the other plane, as they lie in memory.
template <int Across, int Down>
struct TileSpins {
  TileRow<Across> own[Down];
  TileRow<Across> other[Down + 2];  ///< from the row before the tile to the one behind it
  std::uint32_t beside[Down];       ///< left or right of the row

  __device__ __forceinline__ TileSpins(const TilePlace& place, const TileRow<Across>& before,
                                       const TileRow<Across>& after) {
    other[0] = before;
    other[Down + 1] = after;
#pragma unroll
    for (int r = 0; r < Down; ++r) {
      other[r + 1] = gpu::load_pack<Across>(place.other + r * place.stride + place.x);
      own[r] = gpu::load_pack<Across>(place.own + r * place.stride + place.x);
      beside[r] = (place.other + r * place.stride)[is_odd(place, r) ? place.right : place.left];
    }
  }

  __device__ __forceinline__ void store(const TilePlace& place) const {
#pragma unroll
    for (int r = 0; r < Down; ++r) gpu::store_pack<Across>(place.own + r * place.stride + place.x, own[r]);
  }

  /// Whether row r has its second neighbours in its own row to the right.
  __device__ static bool is_odd(const TilePlace& place, int r) { return Down == 1 ? place.odd : r % 2 != 0; }

  /// The neighbours in the same row that do not have the same index.
  __device__ __forceinline__ std::uint32_t side(const TilePlace& place, int r, int j) const {
    const TileRow<Across>& same = other[r + 1];
    if (is_odd(place, r))
      return same.item[j] >> 1 | (j + 1 < Across ? same.item[j + 1 < Across ? j + 1 : j] : beside[r]) << 31;
    return same.item[j] << 1 | (j > 0 ? same.item[j > 0 ? j - 1 : j] : beside[r]) >> 31;
  }
};

/// One attempt for each spin of a tile, whose new rows replace those in `tile.own`.
template <int Across, int Down, class Random>
__device__ __forceinline__ void update_tile(const TilePlace& place, TileSpins<Across, Down>& tile,
                                            const LeadingDigits<Across * Down>& leading, Random& random,
                                            const MultispinThresholds& thresholds) {
  constexpr int words = Across * Down;
  std::uint32_t spins[words], free[words], masks[1][words], flips[words], decided[words];
  auto& none = masks[0];
#pragma unroll
  for (int r = 0; r < Down; ++r)
#pragma unroll
    for (int j = 0; j < Across; ++j) {
      const int w = r * Across + j;
      const std::uint32_t own = tile.own[r].item[j], side = tile.side(place, r, j);
      const std::uint32_t up = tile.other[r].item[j], same = tile.other[r + 1].item[j],
                          down = tile.other[r + 2].item[j];
      const auto parity = gpu::bitwise(up, same, down, [](auto a, auto b, auto c) { return a ^ b ^ c; });
      const auto majority =
          gpu::bitwise(up, same, down, [](auto a, auto b, auto c) { return (a & b) | (a & c) | (b & c); });
      const auto both = gpu::bitwise(parity, side, own, [](auto p, auto s, auto o) { return (p ^ o) & (s ^ o); });
      // Two or more unsatisfied bonds; and where there are fewer, none at all.
      free[w] = gpu::bitwise(majority, own, both, [](auto m, auto o, auto b) { return (m ^ o) | b; });
      none[w] = gpu::bitwise(parity, side, own, [](auto p, auto s, auto o) { return ~((p ^ o) | (s ^ o)); });
      spins[w] = own;
    }
  leading.decide(free, masks, flips, decided, random, thresholds);
#pragma unroll
  for (int w = 0; w < words; ++w)
    spins[w] = gpu::bitwise(spins[w], free[w], flips[w], [](auto s, auto f, auto a) { return s ^ (f | a); });
  decide_rest(spins, decided, masks, leading, random, thresholds);
#pragma unroll
  for (int r = 0; r < Down; ++r)
#pragma unroll
    for (int j = 0; j < Across; ++j) tile.own[r].item[j] = spins[r * Across + j];
}

}  // namespace spinbench::ising2d::SPINBENCH_GPU_NAMESPACE
