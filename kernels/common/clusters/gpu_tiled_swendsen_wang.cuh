// Swendsen-Wang variants that label inside tiles (gpu_inside_tiles.cuh), whose side and labelling are axes, and then
// across them (gpu_across_tiles.cuh).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "kernels/common/cases.hpp"
#include "kernels/common/clusters/gpu_across_tiles.cuh"
#include "kernels/common/clusters/gpu_inside_tiles.cuh"
#include "kernels/common/clusters/gpu_swendsen_wang.cuh"
#include "kernels/common/clusters/physics.hpp"

namespace spinbench::clusters::inline SPINBENCH_GPU_NAMESPACE {

/// `Across`: Sewing, Relaxation; `Inside`: SelfLabel, BreadthFirst, TileUnionFind.
template <class Across, class Inside, int Side>
class TiledLabels {
 public:
  static constexpr const char* name = Across::name;

  explicit TiledLabels(const Extents& n) : n_(n), keys_(n.sites()), across_(n, Side) {}

  static CodePath path(const Extents& n) {
    return CodePath(Inside::name)
        .with("tile", std::to_string(Side))
        .count("tiles across", Tile::along(n.nx))
        .where(n.nx % Side != 0, "the last a part")
        .where(Across::takes_turns(n, Side), "several bonds a thread");
  }
  static double bytes_a_site() { return sizeof(std::uint32_t) + Across::bytes_a_site(Side); }
  const std::uint32_t* keys() const { return keys_.data(); }

  template <class Bonds>
  void label(const Bonds& bonds) {
    gpu::launch(label_inside_tiles<Inside, Tile, Bonds>, Tile::grid(n_), dim3(Tile::threads), bonds, keys_.data());
    across_.join(bonds, keys_.data());
  }

 private:
  using Tile = Tiling<Across::dimensions, Side>;

  Extents n_;
  gpu::Buffer<std::uint32_t> keys_;
  Across across_;
};

/// The largest tile, of which a block has one.
template <int Dimensions>
inline constexpr int largest_label_tile = Dimensions == 2 ? 32 : 16;

/// Calls `use(std::integral_constant<int, side>{})` where tiles of that side are built.
template <int Dimensions, class Use>
auto with_tile_side(std::int64_t side, Use&& use) {
  if (side == 4) return use(std::integral_constant<int, 4>{});
  if (side == 8) return use(std::integral_constant<int, 8>{});
  if constexpr (Dimensions == 2)
    if (side == 32) return use(std::integral_constant<int, 32>{});
  return use(std::integral_constant<int, 16>{});
}

/// Calls `use(labelling{})` for the labelling inside tiles of that name.
template <class Use>
auto with_inside(const std::string& name, Use&& use) {
  if (name == BreadthFirst::name) return use(BreadthFirst{});
  if (name == TileUnionFind::name) return use(TileUnionFind{});
  return use(SelfLabel{});
}

/// Why no such tiles are built, or "".
template <int Dimensions>
std::string tile_unsupported(std::int64_t side) {
  for (const std::int64_t built : {4, 8, 16, 32})
    if (side == built && side <= largest_label_tile<Dimensions>) return "";
  return "clusters are labelled in tiles of 4, 8" + std::string(Dimensions == 2 ? ", 16 or 32" : " or 16") +
         " sites a side, but tile is " + std::to_string(side);
}

/// The path of a case.
template <class Across>
std::string tiled_path(const Params& params) {
  const auto n = Extents::cube(Across::dimensions, static_cast<std::uint32_t>(params.integer("L")));
  return with_inside(params.word("inside"), [&](auto inside) {
    return with_tile_side<Across::dimensions>(params.integer("tile"), [&](auto side) {
      return swendsen_wang_path<TiledLabels<Across, decltype(inside), decltype(side)::value>>(n);
    });
  });
}

/// The variant that labels clusters of the lattice by `Across`.
template <class Across>
Variant tiled_swendsen_wang(const std::string& title, const std::string& source) {
  constexpr int dimensions = Across::dimensions;
  Variant v = gpu_swendsen_wang<dimensions, TiledLabels<Across, SelfLabel, 16>>(title, source);
  v.axes = {axis_L(dimensions), axis_q(),
            axis_inside(),      axis_tile(dimensions == 2 ? 16 : 8, largest_label_tile<dimensions>),
            axis_rng(),         axis_beta(dimensions)};
  v.unsupported = [](const Params& params, const Device&) {
    const std::string generator = generator_unsupported(params);
    return generator.empty() ? tile_unsupported<dimensions>(params.integer("tile")) : generator;
  };
  v.memory_bytes = [](const Params& params) {
    const double labels = sizeof(std::uint32_t) + Across::bytes_a_site(static_cast<int>(params.integer("tile")));
    return (labels + 1) * sites_of(params, dimensions) + 1e6;
  };
  v.make = [](const Params& params, std::uint64_t seed) -> std::unique_ptr<Simulation> {
    return rng::with_generator_of<has_blocks>(params.word("rng"), [&](auto tag, rng::Seeding) {
      return with_inside(params.word("inside"), [&](auto inside) {
        return with_tile_side<dimensions>(params.integer("tile"), [&](auto side) -> std::unique_ptr<Simulation> {
          using Labels = TiledLabels<Across, decltype(inside), decltype(side)::value>;
          return std::make_unique<GpuSwendsenWang<typename decltype(tag)::type, dimensions, Labels>>(params, seed);
        });
      });
    });
  };
  // Several tiles of any side, the last of them a part, of an odd and of an even number of sites; and with more bonds
  // than threads the smallest lattice that has them, too.
  v.bit_cases = [](const Params& params, const Device&) {
    constexpr bool is_plane = Across::dimensions == 2;
    const std::vector<std::int64_t> more = {is_plane ? 141 : 22, is_plane ? 142 : 37};
    std::vector<Params> result = odd_and_tiled(Across::dimensions, params, is_plane ? 2048 : 160, more);
    std::vector<std::int64_t> smaller;
    for (std::int64_t L = 2; L < params.integer("L"); ++L) smaller.push_back(L);
    add_on_path(result, params, tiled_path<Across>(params), smaller, tiled_path<Across>,
                [](const Params&) { return true; });
    return result;
  };
  return v;
}

}  // namespace spinbench::clusters::SPINBENCH_GPU_NAMESPACE
