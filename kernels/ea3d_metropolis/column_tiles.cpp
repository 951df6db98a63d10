#include "kernels/ea3d_metropolis/column_tiles.hpp"

#include <algorithm>
#include <cmath>

namespace spinbench::ea3d {
namespace {

std::uint32_t parts(std::uint32_t whole, std::uint32_t part) { return (whole + part - 1) / part; }

/// A side cut into so many parts, whose overlap is `lost`; nothing read where parts reach around the lattice.
struct Cut {
  std::uint32_t read, written;

  static Cut of(std::uint32_t whole, std::uint32_t tiles, std::uint32_t lost) {
    if (tiles == 1) return {whole, whole};
    const std::uint32_t written = parts(whole, tiles);
    return {written + lost < whole ? written + lost : 0, written};
  }
};

/// Sectors of 32 B that a tile reads and writes for a plane, with four replicas: rows of either colour and of
/// couplings, of two pairs a sector, and where rows are cut one more on each side.
double sectors_of(const ColumnTiles& tiles) {
  const double row = tiles.out_x / 2.0, cut = tiles.whole_x() ? 0 : 2, read = tiles.height, done = tiles.out_y;
  return 2 * read * (row + cut) + read * row + done * cut + done * tiles.out_x;
}

/// How long a pass takes a multiprocessor that holds so many blocks at a time, in cycles as an H200 showed them: of a
/// pair and sweep, of a sector where all of them copy, and of a plane that nothing hides where a block is alone.
double time_of(const ColumnTiles& tiles, const ColumnTiles::Load& load, std::uint64_t systems, std::uint32_t held,
               std::uint32_t multiprocessors) {
  const double blocks = static_cast<double>(systems) * tiles.tiles_x * tiles.tiles_y * tiles.tiles_z;
  const double work = held * 3.6 / 2 * load.stages, memory = held * 1.9 * sectors_of(tiles);
  const double of_plane = std::max(work, memory) + 0.25 * std::min(work, memory) + 800.0 / held;
  // Eight lanes read shared memory together, best where their pairs lie side by side.
  const double apart = tiles.whole_x() || tiles.out_x % 8 == 0 ? 1 : 1.04;
  return std::ceil(blocks / multiprocessors / held) * of_plane * apart * (tiles.out_z + 2.0 * tiles.sweeps);
}

}  // namespace

std::uint32_t ColumnTiles::needed(std::uint32_t x, std::uint32_t y) const {
  const std::uint32_t stages = 2 * sweeps, first_x = skip_x(), first_y = skip_y();
  const auto outside = [](std::uint32_t at, std::uint32_t first, std::uint32_t count) {
    return at < first ? first - at : at >= first + count ? at - first - count + 1 : 0;
  };
  // The nearer site of a pair counts.
  const std::uint32_t pairs_away = outside(x, first_x, out_x),
                      away = outside(y, first_y, out_y) + (pairs_away == 0 ? 0 : 2 * pairs_away - 1);
  return away >= stages ? 0 : stages - away;
}

ColumnTiles::Load ColumnTiles::load() const {
  Load result{out_x * out_y, out_x * out_y * 2 * sweeps};
  // Of the border, row by row above and below, and the rows of the rectangle alike on either side.
  const auto add = [&](std::uint32_t x, std::uint32_t y, std::uint32_t times) {
    const std::uint32_t stages = needed(x, y);
    result.pairs += stages > 0 ? times : 0;
    result.stages += stages * times;
  };
  for (std::uint32_t x = 0; x < skip_x(); ++x) {
    add(x, skip_y(), 2 * out_y);
    for (std::uint32_t y = 0; y < skip_y(); ++y) add(x, y, 4);
  }
  for (std::uint32_t y = 0; y < skip_y(); ++y) add(skip_x(), y, 2 * out_x);
  return result;
}

ColumnCut ColumnCut::of(std::uint32_t L, std::uint32_t sweeps, std::uint64_t systems, const CutAsked& asked,
                        const MarchDevice& device) {
  ColumnCut best{};
  const std::uint32_t half = L / 2, first_deep = asked.deep == 0 ? 1 : std::min(asked.deep, L),
                      last_deep = asked.deep == 0 ? std::max(1u, L / 6) : first_deep;
  for (std::uint32_t held = 1; held <= 4; ++held) {
    // What each of several has; the system keeps a KiB of each.
    const std::uint32_t fit = ((device.shared_bytes + 1024) / held - 1024) / device.pair_bytes,
                        pairs = asked.pairs == 0 ? fit : std::min(asked.pairs, fit),
                        threads = device.threads / held / 32 * 32;
    for (std::uint32_t tiles_x = 1; tiles_x <= std::max(1u, half / 4); ++tiles_x)
      for (std::uint32_t tiles_y = 1; tiles_y <= std::max(1u, L / 4); ++tiles_y) {
        const Cut x = Cut::of(half, tiles_x, 2 * sweeps), y = Cut::of(L, tiles_y, 4 * sweeps);
        if (x.read == 0 || y.read == 0 || x.read * y.read > pairs) continue;
        // Planes are whole or cut both ways: a way less through the code, for little.
        if ((tiles_x == 1) != (tiles_y == 1)) continue;
        ColumnTiles one{L, sweeps, x.read, y.read, x.written, y.written, L, parts(half, x.written), parts(L, y.written),
                        1};
        const ColumnTiles::Load load = one.load();
        // What is only seen is copied by one thread each.
        if (load.pairs > threads || one.pairs() - load.pairs > load.pairs) continue;
        for (std::uint32_t depth = first_deep; depth <= last_deep; ++depth) {
          one.out_z = parts(L, depth), one.tiles_z = parts(L, one.out_z);
          const double time = time_of(one, load, systems, held, device.multiprocessors);
          if (best.tiles.L == 0 || time < best.time) best = {one, held, time};
        }
      }
  }
  return best;
}

MarchPlaces MarchPlaces::of(const ColumnTiles& tiles) {
  MarchPlaces result;
  for (std::uint32_t stages = 2 * tiles.sweeps + 1; stages-- > 0;) {
    for (std::uint32_t y = 0; y < tiles.height; ++y)
      for (std::uint32_t x = 0; x < tiles.width; ++x)
        if (tiles.needed(x, y) == stages) result.words.push_back(stages << 24 | y << 12 | x);
    if (stages == 1) result.threads = static_cast<std::uint32_t>(result.words.size() + 31) / 32 * 32;
  }
  while (result.words.size() < result.threads) result.words.push_back(nobody);
  result.seen = static_cast<std::uint32_t>(result.words.size()) - result.threads;
  return result;
}

}  // namespace spinbench::ea3d
