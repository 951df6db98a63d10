#include "kernels/heisenberg3d_overrelaxation/march.hpp"

#include <algorithm>

namespace spinbench::overrelaxation {
namespace {

/// Cut into as few tiles as needed where one may read `most`, of which `lost` are overlap.
struct Cut {
  std::uint32_t read = 0, written = 0, tiles = 0;

  static Cut of(std::uint32_t whole, std::uint32_t most, std::uint32_t lost) {
    if (most >= whole) return {whole, whole, 1};
    if (most <= lost) return {};
    const std::uint32_t tiles = parts(whole, most - lost), written = parts(whole, tiles);
    // Tiles that reach around the lattice are taken whole.
    if (written + lost >= whole) return {whole, whole, 1};
    return {written + lost, written, parts(whole, written)};
  }
};

}  // namespace

MarchTiles MarchTiles::of(std::uint32_t L, std::uint32_t sweeps, std::uint32_t threads, std::uint32_t deep,
                          std::uint32_t across) {
  MarchTiles best{};
  const std::uint32_t out_z = parts(L, std::clamp(deep, 1u, L));
  for (std::uint32_t most = std::min(L / 2, threads); most >= 1; --most) {
    if (across != 0 && most != std::min(L / 2, across + 2 * sweeps)) continue;
    Cut x = Cut::of(L / 2, most, 2 * sweeps);
    // Rows as wide as they are wanted, or of whole warps; the last ones may be cut short.
    if (x.tiles > 1 && (across != 0 || most % 32 == 0) && most <= L / 2) x.read = most, x.written = most - 2 * sweeps;
    if (x.tiles == 0 || x.read > threads) continue;
    const Cut y = Cut::of(L, threads / x.read, 4 * sweeps);
    if (y.tiles == 0 || x.read * y.read > threads) continue;
    const MarchTiles one{L, sweeps, x.read, y.read, x.written, y.written, out_z, x.tiles, y.tiles, parts(L, out_z)};
    if (best.L == 0 || one.tiles() * one.of_step() < best.tiles() * best.of_step()) best = one;
  }
  return best;
}

}  // namespace spinbench::overrelaxation
