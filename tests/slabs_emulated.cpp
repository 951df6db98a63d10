// What ranks' devices do with a slab, on a device that this host plays (tests/emulated): the bits of the oracle,
// whichever way the borders go. A rank alone is its own neighbour on both sides.
#define SPINBENCH_GPU_BACKEND "emulated"
#define SPINBENCH_GPU_NAMESPACE on_host
#include <algorithm>
#include <string>
#include <thread>
#include <utility>
#include <vector>

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

TEST_CASE("Emulated: slabs whose kernels reach memory of other devices hold the oracle's spins", "[slabs][emulated]") {
  const RankedVariant &square = DeviceSlabs<ising2d::SquareSlabs>::ranked(),
                      &cubic = DeviceSlabs<ising3d::CubicSlabs>::ranked(),
                      marches = {"ea3d_metropolis", MarchSlab::name, "emulated", make_march_slab};
  // A launch does one colour of tiles of one word a row, and many sweeps of wide ones.
  Params wide = slabs_case("mwc64x", 256, 2, "direct");
  REQUIRE(ising2d::slab_strips(wide, {0, 128}).has_value());
  REQUIRE(!ising2d::slab_strips(slabs_case("mwc64x", 128, 2, "direct"), {0, 64}).has_value());
  spinbench::compare_slabs(square, 2, wide, {1, 2, 3});
  spinbench::compare_slabs(square, 2, slabs_case("philox4x32", 128, 1, "direct"), {1, 3});
  for (const char* transport : {"direct", "peer"}) {
    spinbench::compare_slabs(cubic, 3, slabs_case("mwc64x", 64, 1, transport), {1, 2, 3});
    compare_glass_slabs<MarchSlab>(marches, glass_slabs_case(14, 2, 4, 3, transport));
  }
  // Messages of more pieces than a launch takes.
  compare_glass_slabs<MarchSlab>(marches, glass_slabs_case(8, 1, 28, 2, "direct"));
  compare_slabs<SlicedSlab>(slab_case(6, 3, "philox4x32", "direct"));
}

TEST_CASE("Emulated: energies that devices count are those of the spins, after each of so many sweeps",
          "[slabs][emulated]") {
  const RankedVariant marches = {"ea3d_metropolis", MarchSlab::name, "emulated", make_march_slab};
  const Params params = glass_slabs_case(14, 2, 4, 1, "peer");
  GlassAcrossRanks<MarchSlab> counted(marches, params, 21, {}), observed(marches, params, 21, {});
  for (const auto& [name, spacing] : {std::pair("energy", 2), {"energy", 1}, {"overlap", 3}}) {
    const Series found = counted.series(name, 3, spacing), wanted = series_in_turns(observed, name, 3, spacing);
    INFO(name << " " << spacing);
    CHECK(found.replicas == wanted.replicas);
    CHECK(found.values == wanted.values);
  }
}

TEST_CASE("Emulated: slabs whose devices send each other messages hold the oracle's spins", "[slabs][emulated]") {
  const RankedVariant &square = DeviceSlabs<ising2d::SquareSlabs>::ranked(),
                      marches = {"ea3d_metropolis", MarchSlab::name, "emulated", make_march_slab};
  gpu::device_messages_file() = SPINBENCH_FAKE_COLLECTIVES;
  for (const int ranks : {1, 2, 3}) {
    spinbench::compare_slabs(square, 2, slabs_case("mwc64x", 128, ranks, "nccl"));
    DeviceMessages::forget();
  }
  compare_glass_slabs<MarchSlab>(marches, glass_slabs_case(14, 1, 4, 3, "nccl"));
  DeviceMessages::forget();
  gpu::device_messages_file() = "libnccl.so.2";
}

TEST_CASE("Emulated: a device without a place for blocks that wait for each other is refused", "[slabs][emulated]") {
  const int blocks = std::exchange(gpu::blocks_a_multiprocessor(), 0);
  std::string why;
  try {
    sweep_in_threads(DeviceSlabs<ising2d::SquareSlabs>::ranked(), slabs_case("mwc64x", 256, 1, "direct"), 21, {1});
  } catch (const Unsupported& error) {
    why = error.what();
  }
  gpu::blocks_a_multiprocessor() = blocks;
  REQUIRE(why.find("transport=direct: the device of a rank has places for 0 of the ") == 0);
  REQUIRE(why.find(": take transport=peer") != std::string::npos);
}

TEST_CASE("Emulated: a neighbour that never comes ends what waits for it", "[slabs][emulated]") {
  Params params = slabs_case("mwc64x", 256, 2, "direct");
  const std::vector<World::Place> places = std::exchange(world().places, std::vector<World::Place>(2));
  const double patience = std::exchange(longest_wait_s(), 0.1);
  Mail mail;
  ThreadRank first(mail, 0, 2), second(mail, 1, 2);
  const Ring here(&first, 2, Network{}), there(&second, 2, Network{});
  const auto make = DeviceSlabs<ising2d::SquareSlabs>::ranked().make;
  const auto part = make(params, 21, here), other = make(params, 21, there);
  std::string why;
  {
    // It tells where its memory is, and then does nothing.
    const std::jthread idle([&] {
      try {
        other->sweep(0);
      } catch (const std::exception&) {
      }
    });
    try {
      part->sweep(2);
    } catch (const std::exception& error) {
      why = error.what();
    }
  }
  longest_wait_s() = patience;
  world().places = places;
  REQUIRE(why.find("a neighbour's border did not come") == 0);
}

TEST_CASE("Emulated: marches over a spin glass's slabs hold the oracle's spins", "[slabs][emulated]") {
  const RankedVariant marches = {"ea3d_metropolis", MarchSlab::name, "emulated", make_march_slab};
  for (const char* transport : {"peer", "staged"})
    for (const std::int64_t replicas : {3, 4, 6, 8, 10})
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

namespace {

/// Whether a comparison that a serial oracle makes in seconds runs the path of the lattice that so many ranks share.
template <class Model>
bool has_own_path(std::int64_t L, std::int64_t ranks, const char* transport = "staged", double most_sites = 3e8) {
  using Slabs = DeviceSlabs<Model>;
  Params params = slabs_case("mwc64x", L, ranks, transport);
  params.set("words", std::int64_t{8});
  const std::string wanted = Slabs::path(params);
  // As many processes as ranks are not here.
  const auto unsupported = [](const Params& one) {
    return Slabs::Units::unsupported(Slabs::side(one), Model::tile(one).down, one.integer("ranks"));
  };
  if (!unsupported(params).empty()) return true;
  for (const Params& one : slabs_bit_cases<Model>(params, Slabs::path, unsupported))
    if (Slabs::path(one) == wanted) return sites_of(one, Model::dimensions) < most_sites;
  return false;
}

/// By what a device can hold: which ranks were started is another question.
bool glass_has_own_path(std::int64_t L, std::int64_t ranks, std::int64_t systems = 1) {
  Params params = slab_case(L, 1, "philox4x32", "peer");
  params.set("replicas", std::int64_t{4});
  params.set("ranks", ranks);
  params.set("systems", systems);
  for (const auto& [name, value] : {std::pair{"tile", 0}, {"block", 1024}, {"deep", 0}})
    params.set(name, std::int64_t{value});
  const std::string wanted = march_slabs_path(params);
  for (const Params& one : march_slabs_bit_cases(params, Device{}, march_shapes_unsupported))
    if (march_slabs_path(one) == wanted) return sites_of(one, 3) < 3e5;
  return false;
}

}  // namespace

TEST_CASE("Emulated: lattices of strong and weak scaling are compared on their own path", "[slabs][emulated]") {
  for (const std::int64_t ranks : {1, 2, 4, 8}) {
    CAPTURE(ranks);
    for (const std::int64_t L : {8192, 16384, 65536, 92672, 131072, 185344, 262144, 1048576}) {
      CAPTURE(L);
      CHECK(has_own_path<ising2d::SquareSlabs>(L, ranks));
    }
    // The smallest that do not lie in the shared memory of so many devices.
    for (const std::int64_t L : {300032, 524288, 1046016}) {
      CAPTURE(L);
      CHECK(has_own_path<ising2d::SquareSlabs>(L, ranks, "direct", 3e9));
    }
    for (const std::int64_t L : {1024, 1280, 1664, 2048}) {
      CAPTURE(L);
      CHECK(has_own_path<ising3d::CubicSlabs>(L, ranks));
    }
    for (const std::int64_t L : {128, 256, 320, 322, 408, 512}) {
      CAPTURE(L);
      CHECK(glass_has_own_path(L, ranks));
    }
    CHECK(glass_has_own_path(256, ranks, 4 * ranks));
  }
}

TEST_CASE("Emulated: strips of one row of tiles have a path, and each lattice a small one on its own",
          "[slabs][emulated]") {
  const auto plan_of = [](const Params& params, std::uint32_t multiprocessors, std::size_t shared_bytes) {
    ising2d::MultispinPlanes planes{};
    planes.L = static_cast<std::uint32_t>(params.integer("L"));
    planes.words_a_row = planes.L / 64;
    planes.realizations = static_cast<std::uint32_t>(params.integer("realizations"));
    return ising2d::plan_strips(planes, ising2d::multispin_tile(params), multiprocessors, shared_bytes);
  };
  int of_a_row = 0, higher = 0;
  for (const auto& [multiprocessors, shared_bytes] : {std::pair{132u, 227u << 10}, {108u, 163u << 10}}) {
    const auto path = [&](const Params& params) {
      return ising2d::strips_path(plan_of(params, multiprocessors, shared_bytes),
                                  static_cast<std::uint32_t>(params.integer("realizations")),
                                  ising2d::multispin_tile(params));
    };
    for (const std::int64_t words : {1, 2, 4, 8})
      for (const std::int64_t realizations : {1, 2, 3, 20, 132})
        for (std::int64_t L = 64; L <= 2048; L += 64) {
          Params params;
          for (const auto& [name, value] : {std::pair{"L", L}, {"realizations", realizations}, {"words", words}})
            params.set(name, value);
          params.set("rng", std::string("mwc64x"));
          const ising2d::StripPlan plan = plan_of(params, multiprocessors, shared_bytes);
          if (plan.blocks == 0) continue;
          const std::string wanted = path(params);
          INFO(multiprocessors << " " << params.name() << ": " << wanted);
          const bool is_of_a_row = plan.strips > 1 && plan.down < 2 * plan.strips;
          CHECK((wanted.find("strips of a row") != std::string::npos) == is_of_a_row);
          ++(is_of_a_row ? of_a_row : higher);
          const std::vector<Params> cases = multispin_bit_cases<ising2d::MultispinModel>(params, path);
          CHECK(std::any_of(cases.begin(), cases.end(), [&](const Params& one) { return path(one) == wanted; }));
        }
  }
  CHECK(of_a_row > 10);
  CHECK(higher > 500);
}
