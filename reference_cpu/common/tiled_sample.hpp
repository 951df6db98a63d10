// Some tiles of a lattice in the order of reference_cpu/common/tiled.hpp, without the rest of it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "interface/params.hpp"
#include "kernels/common/axes.hpp"
#include "reference_cpu/common/phases.hpp"
#include "reference_cpu/common/some_streams.hpp"
#include "reference_cpu/common/thresholds.hpp"
#include "reference_cpu/common/window.hpp"

namespace spinbench {

/// visit(n, site) for the attempts that the threads n of a tile of side T make in a half-sweep; sites as the tile has
/// them, of `colour` there.
template <int Dimensions, class Visit>
void each_attempt(std::uint32_t T, std::uint32_t colour, Visit&& visit) {
  Box<Dimensions> pairs{{}, {}};
  pairs.extent.fill(T);
  pairs.extent[Dimensions - 1] = T / 2;
  std::uint32_t n = 0;
  pairs.each(pairs.extent, [&](Cell<Dimensions> site) {
    std::uint32_t& last = site[Dimensions - 1];
    const std::uint32_t pair = last;
    last = 0;
    last = 2 * pair + ((parity_of(site) + colour) & 1);
    visit(n++, site);
  });
}

/// After k sweeps, the least that can be told apart: the tiles where the lattice's edges meet, and as many in 4 to 64
/// places anywhere, half of them on an edge. Nothing where that would take many seconds.
template <int Dimensions>
std::optional<SampledValues> tiled_sample(const Params& params, std::uint64_t seed) {
  const auto L = static_cast<std::uint32_t>(params.integer("L")),
             T = static_cast<std::uint32_t>(params.integer("tile"));
  const int k = static_cast<int>(params.integer("k"));
  const bool always = params.word("draw") == "always";
  const auto thresholds = FieldThresholds<Dimensions>::at(beta_of(params));
  std::vector<TilePhase> phases;
  const auto add = [&](const TilePhase& phase) { phases.push_back(phase); };
  if (params.word("order") == "symmetric")
    symmetric_step(k, add, [] {});
  else
    plain_step(k, add);

  Cell<Dimensions> size, tiles;
  size.fill(T);
  tiles.fill(L / T);
  const double sites = Box<Dimensions>{{}, size}.cells();
  const auto last = static_cast<std::uint32_t>(phases.size() - 1);
  const auto attempts = [&](const Box<Dimensions>& target) {
    double result = 0;
    for (std::uint32_t i = 0; i <= last; ++i)
      result += target.grown(last - i, tiles).cells() / 2 * sites * phases[i].hits;
    return result;
  };
  // Each place costs as much as the corner. A second of attempts, or where a place takes long, few.
  constexpr double most_attempts = 1e8, enough = 2e7, least = 4, most = 64;
  const double each = attempts(corner_and_others<Dimensions>(tiles, 0, seed).front());
  if (each * (1 + least) > most_attempts) return {};
  const int random = static_cast<int>(
      std::clamp(enough / each, least, std::clamp(Box<Dimensions>{{}, tiles}.cells() / 4, least, most)));

  const auto lanes = static_cast<std::uint32_t>(sites / 2);
  SampledValues sample{k, {}, {}};
  for (const Box<Dimensions>& target : corner_and_others<Dimensions>(tiles, random, seed)) {
    Window<Dimensions> window(L, target.grown(last, tiles).of_cells(size));
    const auto streams =
        some_streams(params.word("rng"), seed, static_cast<std::uint64_t>(sites_of(params, Dimensions)) / 4, lanes);
    std::uint64_t before = 0;  // attempts behind each stream
    for (std::uint32_t i = 0; i <= last; ++i) {
      const TilePhase& phase = phases[i];
      target.grown(last - i, tiles).each(tiles, [&](const Cell<Dimensions>& tile) {
        if (parity_of(tile) != phase.coarse_colour) return;
        const std::uint64_t first = pair_of(tile, tiles) * lanes;
        std::vector<std::unique_ptr<AnyStream>> opened;
        for (std::uint32_t n = 0; n < lanes; ++n) opened.push_back(streams->open(first + n, before));
        for (int half = 0; half < 2 * phase.hits; ++half)
          each_attempt<Dimensions>(T, (phase.first_colour + static_cast<std::uint32_t>(half)) & 1,
                                   [&](std::uint32_t n, auto site) {
                                     for (std::size_t d = 0; d < Dimensions; ++d) site[d] += tile[d] * T;
                                     if (is_flipped(always, window.field(site), *opened[n], thresholds))
                                       window.flip(site);
                                   });
        for (std::uint32_t n = 0; n < lanes; ++n) streams->close(first + n, *opened[n]);
      });
      before += 2 * static_cast<std::uint64_t>(phase.hits);
    }
    window.add_to(sample, target.of_cells(size));
  }
  return sample;
}

}  // namespace spinbench
