// The labellings of Weigel 2011 and Komura 2015 on a device that this host plays (tests/emulated): the same spins as
// the oracle to the bit, and right clusters of any bonds.
// Of "ising2d_swendsen_wang", "ising3d_swendsen_wang", "ising2d_wolff" and "ising3d_wolff": a build without one of them
// (SPINBENCH_KERNELS) leaves this file out, since their names stand here.
#define SPINBENCH_GPU_BACKEND "emulated"
#define SPINBENCH_GPU_NAMESPACE on_host
#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <type_traits>
#include <vector>

#include "kernels/common/clusters/gpu_komura_labels.cuh"
#include "kernels/common/clusters/gpu_swendsen_wang.cuh"
#include "kernels/common/clusters/gpu_tiled_swendsen_wang.cuh"
#include "tests/clusters_emulated.hpp"

namespace {

using namespace spinbench;
using namespace spinbench::clusters;

/// A few blocks of a few threads, so that each has several bonds between tiles.
template <int Dimensions>
using FewRelax = Relaxation<Dimensions, 64, 3>;

template <class Across, int Side>
void require_right_tiles(std::uint32_t most) {
  constexpr int dimensions = Across::dimensions;
  require_right_labels({check_labels_of<dimensions, TiledLabels<Across, SelfLabel, Side>>(most),
                        check_labels_of<dimensions, TiledLabels<Across, BreadthFirst, Side>>(most),
                        check_labels_of<dimensions, TiledLabels<Across, TileUnionFind, Side>>(most)});
}

/// On lattices of sides `sizes`, by all labellings inside tiles of that side.
void compare_tiles(Variant variant, std::int64_t tile, const std::vector<std::int64_t>& sizes, double beta,
                   std::int64_t states) {
  for (const char* inside : {"bfs", "self_label", "union_find"}) {
    for (Axis& axis : variant.axes) {
      if (axis.name == "inside") axis.fallback = std::string(inside);
      if (axis.name == "tile") axis.fallback = tile;
    }
    compare(variant, sizes, beta, {states}, 3);
  }
}

}  // namespace

TEST_CASE("Emulated: labels of Komura are those of a walk through each cluster", "[clusters][emulated]") {
  require_right_labels({check_labels_of<2, KomuraLabels<2>>(5000), check_labels_of<3, KomuraLabels<3>>(5000)});
}

TEST_CASE("Emulated: labels inside and across tiles are those of a walk through each cluster", "[clusters][emulated]") {
  require_right_tiles<Sewing<2>, 4>(5000);
  require_right_tiles<Sewing<2>, 16>(13000);
  require_right_tiles<FewRelax<2>, 8>(5000);
  require_right_tiles<FewRelax<2>, 32>(13000);
  require_right_tiles<Sewing<3>, 8>(5000);
  require_right_tiles<Sewing<3>, 16>(13000);
  require_right_tiles<FewRelax<3>, 4>(5000);
}

TEST_CASE("Emulated: Swendsen-Wang updates by the papers' labellings hold the spins of the oracle",
          "[clusters][emulated]") {
  compare(gpu_swendsen_wang<2, KomuraLabels<2>>("", ""), {2, 7, 20}, 0.44, {2, 3}, 4);
  compare(gpu_swendsen_wang<3, KomuraLabels<3>>("", ""), {2, 5, 8}, 0.22, {2, 4}, 4);
  const Variant sewing = tiled_swendsen_wang<Sewing<2>>("", ""), relaxation = tiled_swendsen_wang<FewRelax<2>>("", "");
  compare_tiles(sewing, 4, {2, 7, 20}, 0.44, 3);
  compare_tiles(sewing, 8, {36}, 0.44, 2);
  compare_tiles(sewing, 16, {36, 53}, 0.44, 4);
  compare_tiles(sewing, 32, {68}, 0.44, 2);
  compare_tiles(relaxation, 4, {2, 7, 20}, 0.44, 2);
  compare_tiles(relaxation, 8, {33}, 0.44, 3);
  compare_tiles(relaxation, 16, {36}, 0.44, 4);
  compare_tiles(relaxation, 32, {65}, 0.44, 2);
  const Variant sewing_3d = tiled_swendsen_wang<Sewing<3>>("", "");
  compare_tiles(sewing_3d, 4, {2, 5, 13}, 0.22, 2);
  compare_tiles(sewing_3d, 8, {12}, 0.22, 3);
  compare_tiles(tiled_swendsen_wang<FewRelax<3>>("", ""), 16, {2, 20}, 0.22, 4);
}

TEST_CASE("Emulated: what tiles are not built is said", "[clusters][emulated]") {
  const Variant plane = tiled_swendsen_wang<Sewing<2>>("", ""), space = tiled_swendsen_wang<Sewing<3>>("", "");
  const auto reason = [](const Variant& variant, std::int64_t tile) {
    Params params = defaults(variant);
    params.set("tile", tile);
    return variant.unsupported(params, Device{});
  };
  for (const std::int64_t tile : {4, 8, 16}) REQUIRE((reason(plane, tile) + reason(space, tile)).empty());
  REQUIRE(reason(plane, 32).empty());
  REQUIRE(reason(plane, 6) == "clusters are labelled in tiles of 4, 8, 16 or 32 sites a side, but tile is 6");
  REQUIRE(reason(space, 32) == "clusters are labelled in tiles of 4, 8 or 16 sites a side, but tile is 32");
}

TEST_CASE("Emulated: the code path of a labelling in tiles says what was labelled how", "[clusters][emulated]") {
  Params params = defaults(tiled_swendsen_wang<Sewing<2>>("", ""));
  const auto path = [&](std::int64_t L, std::int64_t tile, const char* inside) {
    params.set("L", L);
    params.set("tile", tile);
    params.set("inside", std::string(inside));
    return tiled_swendsen_wang<Sewing<2>>("", "").make(params, 1)->code_path();
  };
  REQUIRE(path(64, 16, "bfs") == "bfs, tile 16, tiles across several");
  REQUIRE(path(34, 32, "union_find") == "union_find, tile 32, tiles across two, the last a part");
  REQUIRE(path(7, 8, "self_label") == "self_label, tile 8, tiles across one, the last a part, fours not whole");
}

TEST_CASE("Emulated: a relaxation of more bonds than threads has a path, and a small lattice on it",
          "[clusters][emulated]") {
  const auto check = [](auto across, const std::vector<std::int64_t>& tiles, const std::vector<std::int64_t>& sides) {
    using Across = typename decltype(across)::type;
    const Variant variant = tiled_swendsen_wang<Across>("", "");
    std::set<bool> turns;
    for (const std::int64_t tile : tiles)
      for (const std::int64_t L : sides) {
        Params params = defaults(variant);
        params.set("L", L);
        params.set("tile", tile);
        INFO(params.name());
        const auto path = tiled_path<Across>;
        const std::string wanted = path(params);
        turns.insert(wanted.find("several bonds a thread") != std::string::npos);
        const std::vector<Params> cases = variant.bit_cases(params, Device{});
        const auto own =
            std::find_if(cases.begin(), cases.end(), [&](const Params& one) { return path(one) == wanted; });
        REQUIRE(own != cases.end());
        CHECK(sites_of(*own, Across::dimensions) <= 1 << 22);
      }
    return turns;
  };
  // Whole tiles, and lattices with a part of one, of an even and an odd number of sites.
  const std::vector<std::int64_t> plane = {256, 1024, 2048, 4096, 4097, 4098, 10240, 16384};
  CHECK(check(std::type_identity<Relaxation<2>>{}, {4, 8, 16, 32}, plane).size() == 2);
  CHECK(check(std::type_identity<Relaxation<3>>{}, {4, 8, 16}, {32, 64, 128, 256, 257, 258, 512}).size() == 2);
  CHECK(check(std::type_identity<Sewing<2>>{}, {16}, {2048, 16384}) == std::set<bool>{false});
  // Three blocks of 64 threads: 192 bonds are one each.
  CHECK(!FewRelax<2>::takes_turns(Extents::cube(2, 16), 4));
  CHECK(FewRelax<2>::takes_turns(Extents::cube(2, 20), 4));
}
