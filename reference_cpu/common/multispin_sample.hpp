// Some spins of bit-sliced lattices in the orders of reference_cpu/common/multispin_plain.hpp and
// reference_cpu/ising2d_metropolis/multispin_tiled.cpp, without the rest of them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "interface/params.hpp"
#include "kernels/common/axes.hpp"
#include "kernels/common/multispin.hpp"
#include "reference_cpu/common/multispin_decisions.hpp"
#include "reference_cpu/common/some_streams.hpp"
#include "reference_cpu/common/window.hpp"

namespace spinbench {

/// A window of lattices of `Model` as MultispinDecisions asks for it. `Model`: Square, Cubic.
template <class Model>
struct Windowed {
  static constexpr int dimensions = Model::dimensions;
  using Thresholds = typename Model::Thresholds;
  template <class>
  using Lattice = Window<dimensions>;

  static Cell<dimensions> site(std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    if constexpr (dimensions == 2)
      return {x, y};
    else
      return {x, y, z};
  }
  static int field(const Window<dimensions>& window, std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    return window.field(site(x, y, z));
  }
  static void flip(Window<dimensions>& window, std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    window.flip(site(x, y, z));
  }
};

/// The tiles of a case, as cells of its lattices.
template <class Model>
struct MultispinCells {
  static constexpr int D = Model::dimensions;
  Cell<D> size, counts;
  std::uint64_t realizations;

  /// None where rows are no whole number of tiles.
  static std::optional<MultispinCells> of(const Params& params, const MultispinTile& tile) {
    const auto L = static_cast<std::uint32_t>(params.integer("L"));
    MultispinCells result{{}, {}, static_cast<std::uint64_t>(params.integer("realizations"))};
    result.size.fill(1);
    result.size[0] = 64 * tile.across;
    result.size[1] = tile.down;
    for (std::size_t d = 0; d < D; ++d) {
      if (L % result.size[d] != 0) return {};
      result.counts[d] = L / result.size[d];
    }
    return result;
  }
  /// Of all that are before a realization.
  std::uint64_t before(std::uint64_t replica) const {
    for (const std::uint32_t count : counts) replica *= count;
    return replica;
  }
  /// The first and the last realization.
  std::vector<std::uint64_t> replicas() const {
    if (realizations == 1) return {0};
    return {0, realizations - 1};
  }
};

/// After two sweeps of all tiles in turns: parts of lines of tiles, of each direction beside an edge and anywhere. None
/// for lattices whose rows no whole number of tiles fills.
template <class Model>
std::optional<SampledValues> multispin_sample(const Params& params, const MultispinTile& tile, std::uint64_t seed) {
  constexpr int D = Model::dimensions, sweeps = 2, halves = 2 * sweeps;
  const auto cells = MultispinCells<Model>::of(params, tile);
  if (!cells) return {};
  const auto L = static_cast<std::uint32_t>(params.integer("L"));
  MultispinDecisions<Windowed<Model>> decisions(L, tile, beta_of(params));
  const auto streams = some_streams(params.word("rng"), seed, 0);
  SampledValues sample{sweeps, {}, {}};
  for (const std::uint64_t replica : cells->replicas())
    for (const Box<D>& line : lines<D>(cells->counts, seed + replica, 32, 8)) {
      Window<D> window(L, line.grown(halves - 1, cells->counts).of_cells(cells->size));
      for (std::uint32_t half = 0; half < halves; ++half)
        line.grown(halves - 1 - half, cells->counts).each(cells->counts, [&](const Cell<D>& cell) {
          const auto stream =
              streams->open(cells->before(replica) + number_of(cell, cells->counts), half * multispin_draws);
          decisions.update(window, cell[0] * tile.across, cell[1] * tile.down, D == 2 ? 0 : cell[D - 1], half & 1,
                           *stream);
        });
      window.add_to(sample, line.of_cells(cells->size), replica);
    }
  return sample;
}

}  // namespace spinbench
