#include "kernels/ea3d_metropolis/columns.hpp"

#include <algorithm>

#include "backends/cpu/share.hpp"

namespace spinbench::ea3d {
namespace {

std::uint32_t parts(std::uint32_t whole, std::uint32_t part) { return (whole + part - 1) / part; }

/// Cut into as many rows of tiles as needed where a tile may have `most` rows, of which `lost` are overlap.
struct Cut {
  std::uint32_t read, written, tiles;

  static Cut of(std::uint32_t whole, std::uint32_t most, std::uint32_t lost) {
    if (most >= whole) return {whole, whole, 1};
    if (most <= lost) return {0, 0, 0};
    const std::uint32_t tiles = parts(whole, most - lost), written = parts(whole, tiles);
    // Tiles that reach around the lattice are taken whole.
    if (written + lost >= whole) return {whole, whole, 1};
    return {written + lost, written, tiles};
  }
};

}  // namespace

ColumnTiles ColumnTiles::of(std::uint32_t L, std::uint32_t sweeps, std::uint32_t most, std::uint32_t deep,
                            std::uint32_t widest) {
  ColumnTiles best{};
  for (std::uint32_t width = std::min(L / 2, widest); width >= 8; --width) {
    const Cut x = Cut::of(L / 2, width, 2 * sweeps);
    if (x.tiles == 0 || x.read > most || x.read > widest) continue;
    const Cut y = Cut::of(L, most / x.read, 4 * sweeps);
    if (y.tiles == 0 || x.read * y.read > most) continue;
    const ColumnTiles one{L,
                          sweeps,
                          x.read,
                          y.read,
                          x.written,
                          y.written,
                          parts(L, std::max(1u, deep)),
                          x.tiles,
                          y.tiles,
                          parts(L, parts(L, std::max(1u, deep)))};
    if (best.L == 0 || one.overlap() < best.overlap()) best = one;
  }
  if (best.L == 0) {
    const std::uint32_t planes = parts(L, std::max(1u, deep));
    best = {L, sweeps, L / 2, L, L / 2, L, planes, 1, 1, parts(L, planes)};
  }
  return best;
}

SpinGlassBits columns_in_order(const SpinGlassShape& shape, std::uint32_t replicas, const std::uint32_t* words) {
  const std::uint64_t sites = shape.sites(), L = shape.L, row = L / 2, lines = L * L, systems = shape.systems;
  SpinGlassBits result(systems * shape.replicas * sites);
  // A line of one colour, system and march: word r of each of its sites.
  cpu::share_out(result.size() / (row * replicas), 4.0 * static_cast<double>(result.size()), [&](std::uint64_t piece) {
    const std::uint64_t line = piece % lines, system = piece / lines % systems, colour = piece / lines / systems % 2,
                        chunk = piece / lines / systems / 2;
    const std::uint32_t* const from = words + piece * row * replicas;
    for (std::uint64_t r = 0; r < replicas; ++r) {
      std::uint32_t* const to = result.data() + (system * shape.replicas + chunk * replicas + r) * sites + line * L +
                                ((line / L + line + colour) & 1);
      for (std::uint64_t j = 0; j < row; ++j) to[2 * j] = from[j * replicas + r];
    }
  });
  return result;
}

}  // namespace spinbench::ea3d
