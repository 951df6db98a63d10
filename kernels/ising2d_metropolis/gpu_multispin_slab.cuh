// One colour of some rows of tiles of a slab, from and to global memory: a thread a tile. As update_colour
// (gpu_multispin_colours.cuh), but the rows beside the slab are those that its neighbours sent.
#pragma once

#include <optional>
#include <string>

#include "kernels/common/code_path.hpp"
#include "kernels/common/gpu_multispin_slab.cuh"
#include "kernels/common/mutants.hpp"
#include "kernels/ising2d_metropolis/gpu_multispin.cuh"
#include "kernels/ising2d_metropolis/gpu_multispin_slab_strips.cuh"

namespace spinbench::ising2d::inline SPINBENCH_GPU_NAMESPACE {

/// Plain values; the memory belongs to somebody else.
struct SlabPlanes {
  std::uint32_t* planes[2];        ///< by colour, row by row
  const std::uint32_t* before[2];  ///< by colour: the row before the slab
  const std::uint32_t* behind[2];
  std::uint32_t words_a_row, rows;
  std::uint64_t first_tile;  ///< the number of the slab's first one
};

inline constexpr int slab_threads = 128;

/// How so many rows of tiles are launched: a thread a tile, row by row, so that no row of any length leaves threads
/// idle.
struct SlabShape {
  std::uint32_t across, tiles, blocks;

  SlabShape(std::uint32_t words_a_row, const MultispinTile& tile, std::uint32_t rows)
      : across(words_a_row / tile.across), tiles(across * rows), blocks((tiles + slab_threads - 1) / slab_threads) {}
};

template <class Rng, int Across, int Down>
__global__ void __launch_bounds__(slab_threads)
    update_slab(SlabPlanes slab, SlabParts rows, std::uint32_t across, std::uint32_t colour, std::uint64_t position,
                const SPINBENCH_CONSTANT_ARGUMENT PhiloxKeys keys, const MultispinThresholds thresholds) {
  const std::uint32_t tile_number = blockIdx.x * slab_threads + threadIdx.x, number = tile_number / across,
                      column = tile_number - number * across;
  if (number >= rows.count) return;
  const std::uint32_t inside = rows.first + number * rows.step;

  // Colour 1 counts rows from the bottom, which is nothing but a negative stride.
  const std::uint32_t n = slab.words_a_row;
  const std::int64_t first = static_cast<std::int64_t>(inside) * Down;
  const std::int64_t y = colour == 0 ? first : first + Down - 1, end = colour == 0 ? first + Down - 1 : first;
  const std::uint32_t* const other = slab.planes[1 - colour];
  const auto row_at = [&](std::int64_t row) {
    if (row < 0) return slab.before[1 - colour];
    if (row >= slab.rows) return slab.behind[1 - colour];
    return other + row * n;
  };
  TilePlace place;
  place.own = slab.planes[colour] + y * n;
  place.other = other + y * n;
  place.stride = colour == 0 ? static_cast<std::int32_t>(n) : -static_cast<std::int32_t>(n);
  place.x = column * Across;
  place.left = place.x == 0 ? n - 1 : place.x - 1;
  place.right = place.x + Across == n ? 0 : place.x + Across;
  place.odd = ((y + colour) & 1) != 0;
  const std::int64_t back = colour == 0 ? -1 : 1;
  TileSpins<Across, Down> tile(place, gpu::load_pack<Across>(row_at(y + back) + place.x),
                               gpu::load_pack<Across>(row_at(end - back) + place.x));
  RandomWords<Rng> random(keys, slab.first_tile + static_cast<std::uint64_t>(inside) * across + column, position);
  LeadingDigits<Across * Down> leading;
  leading.prepare(random, thresholds);
  update_tile(place, tile, leading, random, thresholds);
  tile.store(place);
}

/// Adds the unsatisfied bonds of the even colour and the spins that are down to totals[0] and totals[1].
template <class Total>
__global__ void sum_slab(SlabPlanes slab, Total* totals) {
  const std::uint32_t n = slab.words_a_row;
  std::int64_t bonds = 0, down = 0;
  const std::uint64_t words = static_cast<std::uint64_t>(slab.rows) * n;
  for (std::uint64_t word = static_cast<std::uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x; word < words;
       word += static_cast<std::uint64_t>(gridDim.x) * blockDim.x) {
    const auto y = static_cast<std::uint32_t>(word / n), x = static_cast<std::uint32_t>(word - std::uint64_t{y} * n);
    const std::uint32_t own = slab.planes[0][word], same = slab.planes[1][word];
    const std::uint32_t* const row = slab.planes[1] + word - x;
    const std::uint32_t side =
        y & 1 ? same >> 1 | row[x + 1 == n ? 0 : x + 1] << 31 : same << 1 | row[x == 0 ? n - 1 : x - 1] >> 31;
    const std::uint32_t up = y == 0 ? slab.before[1][x] : slab.planes[1][word - n];
    const std::uint32_t below = y + 1 == slab.rows ? slab.behind[1][x] : slab.planes[1][word + n];
    bonds += __popc(own ^ same) + __popc(own ^ side) + __popc(own ^ up) + __popc(own ^ below);
    down += __popc(own) + __popc(same);
  }
  add_totals(bonds, down, totals);
}

/// A slab in memory, as DeviceSlab has it.
template <class Rng, int Across, int Down>
class SquareSlab {
 public:
  using Thresholds = MultispinThresholds;
  /// Whether one launch may do many sweeps.
  static constexpr bool has_strips = Across == 4 && Down == 2;

  SquareSlab(const Slab& slab, const Params& params)
      : words_(2 * static_cast<std::size_t>(slab.count) * (params.integer("L") / 64)), all_(words_.size() / 2) {
    const auto L = static_cast<std::uint32_t>(params.integer("L"));
    words_.fill_zero();
    slab_.words_a_row = L / 64;
    slab_.rows = slab.count;
    slab_.first_tile = first_stream_of<2>(slab, L, {Across, Down});
    for (std::uint32_t colour = 0; colour < 2; ++colour) slab_.planes[colour] = own(colour);
    if constexpr (has_strips)
      if (const std::optional<StripPlan> plan = slab_strips(params, slab))
        strips_.emplace(*plan, words_.data(), slab_.words_a_row, slab_.rows, slab_.first_tile);
  }

  std::uint32_t parts() const { return slab_.rows / Down; }
  std::size_t border_words() const { return slab_.words_a_row; }
  std::uint32_t words_a_row() const { return slab_.words_a_row; }
  std::uint32_t* own(std::uint32_t colour) const { return words_.data() + colour * all_; }
  std::size_t plane_words() const { return all_; }
  // Slabs begin at an even row.
  bool starts_even(std::size_t row) const { return row % 2 == 0; }

  /// Words that neighbours' kernels post to each other, of a row; 0: a launch does one colour.
  std::size_t posted_words() const { return strips_ ? slab_.words_a_row : 0; }
  /// Enqueues whole sweeps.
  void sweep(int count, const GpuBorders& borders, std::uint64_t halves, const PhiloxKeys& keys,
             const Thresholds& thresholds) {
    strips_->sweep(count, borders, halves, keys, thresholds, const_cast<std::uint32_t*>(slab_.before[1]),
                   const_cast<std::uint32_t*>(slab_.behind[1]));
  }

  void attach(const GpuBorders& borders) {
    for (std::uint32_t colour = 0; colour < 2; ++colour) {
      slab_.before[colour] = borders.inbox(colour, 1);
      slab_.behind[colour] = borders.inbox(colour, 0);
    }
  }
  // Updates read what came in where it lies.
  void take(gpu::Stream, std::uint32_t, const GpuBorders&) {}
  void update(gpu::Stream in, const SlabParts& rows, std::uint32_t colour, std::uint64_t position,
              const PhiloxKeys& keys, const Thresholds& thresholds) const {
    const SlabShape shape(slab_.words_a_row, {Across, Down}, rows.count);
    gpu::launch_in(in, update_slab<Rng, Across, Down>, dim3(shape.blocks), dim3(slab_threads), slab_, rows,
                   shape.across, colour, position, keys, thresholds);
  }
  void sum(std::int64_t* totals) const {
    gpu::launch(sum_slab<std::int64_t>, dim3(blocks_to_sum(plane_words())), dim3(128), slab_, totals);
  }

 private:
  gpu::Buffer<std::uint32_t> words_;
  std::size_t all_;  ///< of a colour
  SlabPlanes slab_{};
  std::optional<SlabStrips<Rng, Across, Down>> strips_;
};

/// For DeviceSlabs.
struct SquareSlabs : MultispinModel {
  template <class Rng, int Across, int Down>
  using Lattice = SquareSlab<Rng, Across, Down>;

  static Work work(const Params& params, double sites) {
    const MultispinTile tile = MultispinModel::tile(params);
    const auto ranks = static_cast<int>(params.integer("ranks"));
    const bool strips =
        slab_strips(params, SlabUnits<2>::of(static_cast<std::uint32_t>(params.integer("L")), tile.down, 0, ranks))
            .has_value();
    Work work = multispin_work(sites, 8, strips ? multispin2d_strips_cost : multispin2d_cost,
                               Thresholds::at(params.real("beta")), rng::facts_of(params.word("rng")));
    // In shared memory as `multispin` with launch persistent.
    if (strips)
      work.shared_bytes = sites / (32 * 8) * 4 * (tile.across * (3 * tile.down + 2) + tile.down);
    else
      work.memory_bytes = sites * 3 / 8, work.dependent_launches = 2;
    return work;
  }
  template <class Use>
  static auto with_tile(const MultispinTile& tile, Use&& use) {
    return with_built_tile<BuiltTile<4, 2>, BuiltTile<2, 4>, BuiltTile<1, 8>>(tile, use);
  }
  static std::string path(const Params& params, const Slab& slab) {
    const MultispinTile tile = MultispinModel::tile(params);
    const auto L = static_cast<std::uint32_t>(params.integer("L"));
    if (const std::optional<StripPlan> plan = slab_strips(params, slab))
      return "strips of a slab, " + strips_path(*plan, 1, tile);
    const std::uint32_t tiles = slab.count / tile.down, inner = SlabParts::bulk(tiles).count;
    const SlabShape bulk(L / 64, tile, inner);
    CodePath path("tile " + std::to_string(tile.across) + "x" + std::to_string(tile.down));
    path.count("columns", bulk.across).with("rows of tiles", tiles < 3 ? std::to_string(tiles) : "several");
    path.where(bulk.blocks > 1, "several blocks");
    path.where(bulk.tiles % slab_threads != 0, "threads beyond the last tile");
    return path.text();
  }
};

}  // namespace spinbench::ising2d::SPINBENCH_GPU_NAMESPACE
