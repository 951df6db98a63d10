#include <algorithm>
#include <string>
#include <vector>

#include "kernels/heisenberg3d_overrelaxation/band_tiles.hpp"

namespace spinbench::overrelaxation {
namespace {

/// Pairs along x that tiles may write: whole rows, or whole sectors of memory where there are as many.
std::vector<std::uint32_t> widths(std::uint32_t half, std::uint32_t pairs, std::uint32_t wanted) {
  if (wanted != 0) return {std::min(half, parts(wanted, pairs) * pairs)};
  std::vector<std::uint32_t> result = {half};
  for (std::uint32_t out = 8; out < half; out += 8) result.push_back(out);
  return result;
}

/// Steps that all tiles take one after the other. Each takes as long as the threads of the busiest scheduler, of which
/// a multiprocessor has four, and a barrier, and half as long as those again to bring whole sectors of memory.
double time_of(const BandTiles& tiles, std::uint32_t pairs, const BandLimits& limits) {
  const std::uint32_t vectors = tiles.width / pairs, sectors = tiles.width / 8 + (tiles.whole_x() ? 0 : 2);
  const double rounds = parts(tiles.clusters(), limits.at_a_time), barrier = 64.0,
               threads = 128.0 * parts(limits.held * vectors * tiles.rows, 128),
               loads = 8.0 * limits.held * sectors * tiles.rows / pairs;
  return rounds * tiles.steps() * (threads + loads / 2 + barrier);
}

}  // namespace

BandBuild BandBuild::of(const Params& params) {
  const auto number = [&](const char* axis) { return static_cast<int>(params.integer(axis)); };
  int pairs = number("pairs");
  while (number("L") / 2 % pairs != 0) pairs /= 2;
  return {pairs, number("block"), number("held")};
}

std::string bands_not_built(const Params& params) {
  const std::int64_t pairs = params.integer("pairs"), block = params.integer("block"), held = params.integer("held");
  const bool is_double = params.word("precision") == "double";
  if (is_double && pairs != 1) return "in double a thread has one pair: take pairs=1";
  if (pairs == 3) return "a thread has 1, 2 or 4 pairs, not 3";
  if (block != 256 && block != 384 && block != 512)
    return "a block is built for 256, 384 or 512 threads, not " + std::to_string(block);
  if (block == 512 && (is_double || pairs == 4))
    return "blocks of 512 threads are built for float and 1 or 2 pairs a thread: take block=384";
  if (held == 2 && block != 256)
    return "two blocks a multiprocessor are built with 256 threads: take block=256 or held=1";
  return "";
}

BandTiles BandTiles::of(std::uint32_t L, std::uint32_t sweeps, std::uint32_t blocks, std::uint32_t pairs,
                        std::uint32_t real_bytes, const BandLimits& limits) {
  BandTiles best{};
  double least = 0;
  const std::uint32_t half = L / 2, skip_x = parts(sweeps, pairs) * pairs, skip_y = 2 * sweeps;
  const auto offer = [&](BandTiles one) {
    if (BandRoom::of(one, pairs, pairs * real_bytes).all > limits.bytes) return;
    const std::uint32_t deepest = limits.deep == 0 ? std::max(1u, L / 4) : std::min(limits.deep, L);
    for (std::uint32_t deep = limits.deep == 0 ? 1 : deepest; deep <= deepest; ++deep) {
      one.out_z = parts(L, deep), one.tiles_z = parts(L, one.out_z);
      const double time = time_of(one, pairs, limits);
      if (best.L != 0 && time >= least) continue;
      best = one, least = time;
    }
  };
  for (const std::uint32_t out_x : widths(half, pairs, limits.across)) {
    const bool whole_x = out_x + 2 * skip_x >= half;
    BandTiles one{};
    one.L = L, one.sweeps = sweeps, one.blocks = blocks;
    one.width = whole_x ? half : out_x + 2 * skip_x;
    one.skip_x = whole_x ? 0 : skip_x;
    one.out_x = whole_x ? half : out_x, one.tiles_x = parts(half, one.out_x);
    const std::uint32_t most = limits.threads / (one.width / pairs);
    for (one.rows = 1; one.rows <= most; ++one.rows) {
      const bool whole_y = one.rows * blocks == L;
      // A thread hands its spins to one block beside.
      if (one.rows == 1 && (whole_y || blocks > 1)) continue;
      if (!whole_y && one.rows * blocks <= 2 * skip_y) continue;
      one.skip_y = whole_y ? 0 : skip_y;
      one.out_y = std::min(L, one.rows * blocks - 2 * one.skip_y), one.tiles_y = parts(L, one.out_y);
      offer(one);
      if (one.out_y == L) break;
    }
  }
  return best;
}

}  // namespace spinbench::overrelaxation
