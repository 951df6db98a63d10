// One colour of bit-sliced lattices in one launch, from and to global memory: a thread a tile.
#pragma once

#include "kernels/common/code_path.hpp"
#include "kernels/common/gpu_multispin_launch.cuh"
#include "kernels/common/mutants.hpp"
#include "kernels/ising2d_metropolis/gpu_multispin.cuh"
#include "kernels/ising2d_metropolis/gpu_multispin_temperatures.cuh"

namespace spinbench::ising2d::inline SPINBENCH_GPU_NAMESPACE {

/// Where the tiles lie. Tile rows are counted through all realizations.
struct TileGrid {
  std::uint32_t across, down, rows;  ///< tiles a row; tile rows of one realization, of all
};

inline constexpr int colour_threads = 128;

/// The launch of one colour.
struct ColourShape {
  TileGrid grid;
  dim3 block, blocks;
  std::uint32_t realizations;
  MultispinTile tile;

  ColourShape(const MultispinPlanes& planes, const MultispinTile& tile_of_a_thread)
      : grid{planes.words_a_row / tile_of_a_thread.across, planes.L / tile_of_a_thread.down,
             planes.L / tile_of_a_thread.down * planes.realizations},
        realizations(planes.realizations),
        tile(tile_of_a_thread) {
    std::uint32_t width = 1;
    while (width < colour_threads && 2 * width <= grid.across) width *= 2;
    block = dim3(width, colour_threads / width);
    blocks = dim3((grid.rows + block.y - 1) / block.y, (grid.across + width - 1) / width);
  }

  /// As Simulation::code_path().
  std::string code_path() const {
    return CodePath("tile " + std::to_string(tile.across) + "x" + std::to_string(tile.down))
        .count("columns", grid.across)
        .count("rows of tiles", grid.down)
        .where(blocks.y > 1, "several blocks across")
        .where(blocks.x > 1, "several blocks down")
        .where(grid.rows % block.y != 0, "threads beyond the last row")
        .where(grid.across % block.x != 0, "threads beyond the last column")
        .count("realizations", realizations)
        .text();
  }
};

/// `Temperatures`: the thresholds of all realizations, or their table.
template <class Rng, int Across, int Down, class Temperatures = MultispinThresholds>
__global__ void __launch_bounds__(colour_threads)
    update_colour(MultispinPlanes planes, TileGrid grid, std::uint32_t colour,
                  const SPINBENCH_CONSTANT_ARGUMENT HalfSweeps<Rng> streams, const Temperatures temperatures) {
  streams.table.wait_for_previous_launch();
  const std::uint32_t column = blockIdx.y * blockDim.x + threadIdx.x, row = blockIdx.x * blockDim.y + threadIdx.y;
  if (column >= grid.across || row >= grid.rows) return;
  std::uint32_t realization = planes.realizations == 1 ? 0 : row / grid.down;
  const std::uint32_t inside = row - realization * grid.down;
  if (planted(Mutant::colours_last_realization) && realization > 1) realization = 1;

  // Colour 1 counts rows from the bottom, which is nothing but a negative stride.
  const std::uint32_t n = planes.words_a_row, last = planes.L - 1;
  const std::uint32_t y = colour == 0 ? inside * Down : inside * Down + Down - 1;
  const std::uint32_t before = colour == 0 ? (y == 0 ? last : y - 1) : (y == last ? 0 : y + 1);
  const std::uint32_t end = colour == 0 ? y + Down - 1 : y - (Down - 1);
  const std::uint32_t after = colour == 0 ? (end == last ? 0 : end + 1) : (end == 0 ? last : end - 1);
  const std::uint32_t* other = planes.plane(realization, 1 - colour);
  TilePlace place;
  place.own = planes.plane(realization, colour) + static_cast<std::size_t>(y) * n;
  place.other = other + static_cast<std::size_t>(y) * n;
  place.stride = colour == 0 ? static_cast<std::int32_t>(n) : -static_cast<std::int32_t>(n);
  place.x = column * Across;
  const bool wraps = planted(Mutant::colours_always_wrap);
  place.left = wraps || place.x == 0 ? n - 1 : place.x - 1;
  place.right = wraps || place.x + Across == n ? 0 : place.x + Across;
  place.odd = ((y + colour) & 1) != 0;

  TileSpins<Across, Down> tile(place, gpu::load_pack<Across>(other + static_cast<std::size_t>(before) * n + place.x),
                               gpu::load_pack<Across>(other + static_cast<std::size_t>(after) * n + place.x));
  RandomWords<Rng> random(
      streams.keys,
      static_cast<std::uint64_t>(row) * grid.across + (planted(Mutant::colours_share_streams) ? threadIdx.x : column),
      streams.table.position() * multispin_draws);
  const MultispinThresholds& thresholds = thresholds_of(temperatures, realization);
  LeadingDigits<Across * Down> leading;
  leading.prepare(random, thresholds);
  update_tile(place, tile, leading, random, thresholds);
  tile.store(place);
}

}  // namespace spinbench::ising2d::SPINBENCH_GPU_NAMESPACE
