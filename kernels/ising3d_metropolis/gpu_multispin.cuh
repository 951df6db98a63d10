// One colour of bit-sliced cubic lattices in one launch, a thread a tile; kernels/ising3d_metropolis/multispin.hpp
// states layout and tiles, kernels/common/gpu_multispin.cuh decides.
#pragma once

#include "kernels/common/code_path.hpp"
#include "kernels/common/gpu_multispin.cuh"
#include "kernels/common/gpu_multispin_lattice.cuh"
#include "kernels/common/gpu_multispin_launch.cuh"
#include "kernels/common/mutants.hpp"
#include "kernels/ising3d_metropolis/multispin.hpp"

namespace spinbench::ising3d::inline SPINBENCH_GPU_NAMESPACE {

using MultispinPlanes = MultispinPlanesOf<3>;

/// Where a tile finds its words. Row r of the tile lies at r * stride, in the order in which the rule counts.
struct TilePlace {
  std::uint32_t* own;          ///< row 0 of the plane to be updated, at the tile's first word
  const std::uint32_t* other;  ///< the same row of the other plane
  std::int32_t stride;
  std::int32_t before, after;  ///< from `other` to the rows before the tile's first and behind its last
  std::int32_t below, above;   ///< and from any of its rows to the same one of the layers beside
  std::int32_t left, right;    ///< and to the words beside the tile
};

template <int Across>
using TileRow = gpu::Pack<std::uint32_t, Across>;

/// A tile's spins and their neighbours in the other plane, as they lie in memory.
template <int Across, int Down>
struct TileSpins {
  static_assert(Down % 2 == 0, "a tile's even and odd rows must be known at compile time");
  TileRow<Across> own[Down];
  TileRow<Across> other[Down + 2];  ///< from the row before the tile to the one behind it
  TileRow<Across> below[Down], above[Down];
  std::uint32_t beside[Down];  ///< left or right of the row

  __device__ __forceinline__ explicit TileSpins(const TilePlace& place) {
    other[0] = gpu::load_pack<Across>(place.other + place.before);
    other[Down + 1] = gpu::load_pack<Across>(place.other + place.after);
#pragma unroll
    for (int r = 0; r < Down; ++r) {
      const std::uint32_t* row = place.other + r * place.stride;
      other[r + 1] = gpu::load_pack<Across>(row);
      below[r] = gpu::load_pack<Across>(row + place.below);
      above[r] = gpu::load_pack<Across>(row + place.above);
      own[r] = gpu::load_pack<Across>(place.own + r * place.stride);
      beside[r] = row[r % 2 != 0 ? place.right : place.left];
    }
  }

  /// The neighbours in the same row that do not have the same index.
  __device__ __forceinline__ std::uint32_t side(int r, int j) const {
    const TileRow<Across>& same = other[r + 1];
    if (r % 2 != 0)
      return same.item[j] >> 1 | (j + 1 < Across ? same.item[j + 1 < Across ? j + 1 : j] : beside[r]) << 31;
    return same.item[j] << 1 | (j > 0 ? same.item[j > 0 ? j - 1 : j] : beside[r]) >> 31;
  }
};

/// One attempt for each spin of a tile.
template <int Across, int Down, class Random>
__device__ __forceinline__ void update_tile(const TilePlace& place,
                                            const LeadingDigits<Across * Down, MultispinThresholds>& leading,
                                            Random& random, const MultispinThresholds& thresholds) {
  constexpr int words = Across * Down;
  std::uint32_t spins[words], free[words], masks[2][words], flips[words], decided[words];
  const TileSpins<Across, Down> tile(place);
#pragma unroll
  for (int r = 0; r < Down; ++r)
#pragma unroll
    for (int j = 0; j < Across; ++j) {
      const int w = r * Across + j;
      const auto parity = [](auto a, auto b, auto c) { return a ^ b ^ c; };
      const auto majority = [](auto a, auto b, auto c) { return (a & b) | (a & c) | (b & c); };
      const auto any = [](auto a, auto b, auto o) { return (a ^ o) | (b ^ o); };
      const auto both = [](auto a, auto b, auto o) { return (a ^ o) & (b ^ o); };
      const std::uint32_t own = tile.own[r].item[j];
      const std::uint32_t a = tile.other[r].item[j], b = tile.other[r + 1].item[j], c = tile.other[r + 2].item[j];
      const std::uint32_t d = tile.below[r].item[j], e = tile.above[r].item[j], f = tile.side(r, j);
      // The numbers of neighbours that are down, three by three: ones and twos. XORed with the spin they count
      // unsatisfied bonds.
      const std::uint32_t ones = gpu::bitwise(a, b, c, parity), more_ones = gpu::bitwise(d, e, f, parity);
      const std::uint32_t twos = gpu::bitwise(a, b, c, majority), more_twos = gpu::bitwise(d, e, f, majority);
      const std::uint32_t one = gpu::bitwise(ones, more_ones, own, any), two = gpu::bitwise(twos, more_twos, own, any);
      const std::uint32_t four = gpu::bitwise(twos, more_twos, own, both);
      // Three or more unsatisfied bonds; and where there are fewer, an odd number, which is one, or none.
      free[w] = gpu::bitwise(one, two, four, [](auto x, auto y, auto z) { return (x & y) | z; });
      masks[0][w] = ones ^ more_ones;
      masks[1][w] = planted(Mutant::layers_last_class) ? 0 : ~(one | two);
      spins[w] = own;
    }
  leading.decide(free, masks, flips, decided, random, thresholds);
#pragma unroll
  for (int w = 0; w < words; ++w)
    spins[w] = gpu::bitwise(spins[w], free[w], flips[w], [](auto s, auto f, auto a) { return s ^ (f | a); });
  decide_rest(spins, decided, masks, leading, random, thresholds);
#pragma unroll
  for (int r = 0; r < Down; ++r) {
    TileRow<Across> row;
#pragma unroll
    for (int j = 0; j < Across; ++j) row.item[j] = spins[r * Across + j];
    gpu::store_pack<Across>(place.own + r * place.stride, row);
  }
}

/// Threads a block at most: whole rows of tiles, and as many layers as rows of spins, so that most neighbours meet in
/// the first-level cache.
inline constexpr int colour_threads = 128;

/// The launch of one colour: of all layers, or of some.
struct ColourShape {
  dim3 block, blocks;
  std::uint32_t L, layers, realizations;
  MultispinTile tile;

  ColourShape(std::uint32_t side, std::uint32_t of_layers, std::uint32_t of_realizations,
              const MultispinTile& tile_of_a_thread)
      : L(side), layers(of_layers), realizations(of_realizations), tile(tile_of_a_thread) {
    const std::uint32_t across = L / 64 / tile.across, bands = L / tile.down, lines = colour_threads / across;
    std::uint32_t deep = 1;
    while (deep * deep < tile.down * lines && 2 * deep <= lines && deep < layers) deep *= 2;
    block = dim3(across, lines / deep, deep);
    blocks = dim3((bands + block.y - 1) / block.y, (layers + deep - 1) / deep, realizations);
  }
  ColourShape(const MultispinPlanes& planes, const MultispinTile& tile_of_a_thread)
      : ColourShape(planes.L, planes.L, planes.realizations, tile_of_a_thread) {}

  /// As Simulation::code_path().
  std::string code_path() const {
    return CodePath("tile " + std::to_string(tile.across) + "x" + std::to_string(tile.down))
        .where(block.x > 1, "several columns")
        .count("rows of tiles", L / tile.down)
        .where(blocks.x > 1, "several blocks down")
        .where(blocks.y > 1, "several blocks deep")
        .where(L / tile.down % block.y != 0, "threads beyond the last row")
        .where(layers % block.z != 0, "threads beyond the last layer")
        .count("realizations", realizations)
        .text();
  }
};

/// A layer in memory, and where the layers beside it lie from there. `first`: its first word, in the plane of the
/// colour to be updated and of the other one.
struct LayerPlace {
  std::uint32_t* own;
  const std::uint32_t* other;
  std::size_t first;
  std::int32_t below, above;
  bool upwards;  ///< whether rows are counted from the lowest y
};

/// The place of the tile of row of tiles `band` of so many, whose first word is `x` of `n` a row.
template <int Across, int Down>
__device__ __forceinline__ TilePlace place_of_tile(const LayerPlace& at, std::uint32_t band, std::uint32_t bands,
                                                   std::uint32_t x, std::uint32_t n) {
  // Counting rows from the highest y is nothing but a negative stride.
  const auto row = static_cast<std::int32_t>(n), height = (Down - 1) * row;
  const std::int32_t layer = row * static_cast<std::int32_t>(bands * Down);
  const std::int32_t to_lower = band == 0 ? layer - row : -row, to_higher = band == bands - 1 ? row - layer : row;
  const std::size_t first = at.first + band * (Down * n) + (at.upwards ? 0 : height) + x;
  TilePlace place;
  place.own = at.own + first;
  place.other = at.other + first;
  place.stride = at.upwards ? row : -row;
  place.before = at.upwards ? to_lower : to_higher;
  place.after = at.upwards ? height + to_higher : to_lower - height;
  place.below = at.below;
  place.above = at.above;
  const bool wraps = planted(Mutant::layers_always_wrap);
  place.left = x == 0 ? row - 1 : wraps ? row - 1 - static_cast<std::int32_t>(x) : -1;
  place.right = x + Across == n ? Across - row : wraps ? -static_cast<std::int32_t>(x) : Across;
  return place;
}

/// Launched with x for the tiles of a row, y for the rows of tiles and z for the layers; in the grid z is for
/// realizations.
template <class Rng, int Across, int Down>
__global__ void __launch_bounds__(colour_threads)
    update_colour(MultispinPlanes planes, std::uint32_t colour,
                  const SPINBENCH_CONSTANT_ARGUMENT HalfSweeps<Rng> streams, const MultispinThresholds thresholds) {
  streams.table.wait_for_previous_launch();
  const std::uint32_t L = planes.L, n = planes.words_a_row, realization = blockIdx.z;
  const std::uint32_t band = blockIdx.x * blockDim.y + threadIdx.y, z = blockIdx.y * blockDim.z + threadIdx.z;
  if (band >= L / Down || z >= L) return;

  const auto layer = static_cast<std::int32_t>(n * L);
  const LayerPlace at = {planes.plane(realization, colour),
                         planes.plane(realization, 1 - colour),
                         static_cast<std::size_t>(z) * layer,
                         z == 0 ? layer * (static_cast<std::int32_t>(L) - 1) : -layer,
                         z == L - 1 ? -layer * (static_cast<std::int32_t>(L) - 1) : layer,
                         ((z + colour) & 1) == 0};
  const TilePlace place = place_of_tile<Across, Down>(at, band, L / Down, threadIdx.x * Across, n);

  const std::uint64_t line = (static_cast<std::uint64_t>(realization) * L + z) * (L / Down) + band;
  RandomWords<Rng> random(streams.keys, line * blockDim.x + threadIdx.x, streams.table.position() * multispin_draws);
  LeadingDigits<Across * Down, MultispinThresholds> leading;
  leading.prepare(random, thresholds);
  update_tile<Across, Down>(place, leading, random, thresholds);
}

}  // namespace spinbench::ising3d::inline SPINBENCH_GPU_NAMESPACE
