// What ranks' devices do with a slab, on a device that this host plays (tests/emulated): the bits of the oracle,
// whichever way the borders go. A rank alone is its own neighbour on both sides.
#define SPINBENCH_GPU_BACKEND "emulated"
#define SPINBENCH_GPU_NAMESPACE on_host
#include "kernels/ea3d_metropolis/gpu_column_slabs.cuh"
#include "kernels/ea3d_metropolis/gpu_slabs.cuh"
#include "kernels/ising2d_metropolis/gpu_multispin_slab.cuh"
#include "kernels/ising3d_metropolis/gpu_multispin_slab.cuh"
#include "tests/slabs.hpp"

namespace {

using namespace spinbench;
using namespace spinbench::ea3d;

Params slab_case(std::int64_t L, std::int64_t systems, const char* rng, const char* transport) {
  Params params;
  params.set("L", L);
  params.set("systems", systems);
  params.set("replicas", std::int64_t{5});
  params.set("ranks", std::int64_t{1});
  params.set("transport", std::string(transport));
  params.set("couplings", std::string("bimodal"));
  params.set("rng", std::string(rng));
  params.set("beta", 0.9);
  return params;
}

template <class Layout>
void compare_slabs(const Params& params) {
  const RankedVariant ranked = {"ea3d_metropolis", Layout::name, "emulated", make_device_slab<Layout>};
  GlassAcrossRanks<Layout> found(ranked, params, 21, {});
  Params serial = params;
  serial.set("word", std::string("32"));
  const auto wanted = Registry::instance().variant("ea3d_metropolis", "single_spin", "cpu")->make(serial, 21);
  INFO(Layout::name << " " << params.name());
  for (const int sweeps : {1, 2, 4}) {
    found.sweep(sweeps);
    wanted->sweep(sweeps);
    REQUIRE(compare(found.configuration(), wanted->configuration()).difference.empty());
  }
}

}  // namespace

TEST_CASE("Emulated: slabs of a spin glass hold the oracle's spins", "[slabs][emulated]") {
  for (const char* transport : {"peer", "staged"}) {
    compare_slabs<SlicedSlab>(slab_case(6, 3, "philox4x32", transport));
    compare_slabs<SlicedSlab>(slab_case(8, 1, "minstd", transport));
    compare_slabs<StandardSlab>(slab_case(6, 3, "philox4x32", transport));
  }
}

TEST_CASE("Emulated: slabs of bit-sliced lattices hold the oracle's spins", "[slabs][emulated]") {
  const RankedVariant &square = DeviceSlabs<ising2d::SquareSlabs>::ranked(),
                      &cubic = DeviceSlabs<ising3d::CubicSlabs>::ranked();
  for (const char* transport : {"peer", "staged"}) {
    spinbench::compare_slabs(square, 2, slabs_case("mwc64x", 128, 1, transport));
    spinbench::compare_slabs(cubic, 3, slabs_case("mwc64x", 64, 1, transport));
  }
  // Devices of ranks that are threads; the last have a layer each.
  spinbench::compare_slabs(square, 2, slabs_case("philox4x32", 64, 7, "staged"));
  for (const int ranks : {2, 3, 64}) spinbench::compare_slabs(cubic, 3, slabs_case("philox4x32", 64, ranks, "staged"));
  // Messages from device to device.
  spinbench::compare_slabs(square, 2, slabs_case("mwc64x", 128, 3, "aware"));
  for (const int ranks : {1, 2, 4}) spinbench::compare_slabs(cubic, 3, slabs_case("mwc64x", 64, ranks, "aware"));
}

TEST_CASE("Emulated: marches over a spin glass's slabs hold the oracle's spins", "[slabs][emulated]") {
  const RankedVariant marches = {"ea3d_metropolis", MarchSlab::name, "emulated", make_march_slab};
  for (const char* transport : {"peer", "staged"})
    for (const std::int64_t replicas : {4, 8})
      compare_glass_slabs<MarchSlab>(marches, glass_slabs_case(12, 2, replicas, 1, transport));
  // Slabs of 4 and 5 planes, of 3 and 4, and of two: the least.
  compare_glass_slabs<MarchSlab>(marches, glass_slabs_case(14, 1, 2, 3, "staged"));
  compare_glass_slabs<MarchSlab>(marches, glass_slabs_case(14, 1, 1, 4, "aware"));
  compare_glass_slabs<MarchSlab>(marches, glass_slabs_case(8, 2, 4, 4, "staged"));
  // Planes that are cut into tiles, and several deep.
  Params cut = glass_slabs_case(20, 1, 4, 2, "staged");
  cut.set("tile", std::int64_t{64});
  cut.set("deep", std::int64_t{2});
  compare_glass_slabs<MarchSlab>(marches, cut);
}

TEST_CASE("Emulated: blocks of the cubic update have rows for any width", "[slabs][emulated]") {
  for (std::uint32_t L = 64; L <= 16384; L += 64) {
    const MultispinTile tile = ising3d::multispin_tile(L / 64, 8);
    if (L / 64 / tile.across > ising3d::colour_threads) continue;
    for (const std::uint32_t layers : {1u, 2u, 5u, L}) {
      const dim3 block = ising3d::ColourShape(L, layers, 1, tile).block;
      REQUIRE(block.y >= 1);
      REQUIRE(block.x * block.y * block.z <= ising3d::colour_threads);
    }
  }
}
