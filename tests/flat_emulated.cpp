// Walkers in the space of energies by the GPU's kernels, on a device that this host plays (tests/emulated): the spins,
// histograms and estimates of the serial ones to the bit.
#define SPINBENCH_GPU_BACKEND "emulated"
#define SPINBENCH_GPU_NAMESPACE on_host
#include "tests/flat_emulated.hpp"

#include <string>
#include <tuple>

#include "kernels/ising2d_multicanonical/gpu_walks.cuh"
#include "kernels/ising2d_wang_landau/gpu_walks.cuh"
#include "tests/catch.hpp"
#include "tests/flat_resumes.hpp"

using namespace spinbench;

TEST_CASE("Emulated: multicanonical walkers of the GPU's kernels walk as the serial ones", "[flat][emulated]") {
  using namespace multicanonical;
  const Variant shared = gpu_variant<InSharedMemory>(), global = gpu_variant<InGlobalMemory>();
  for (const char* rng : {"philox4x32_7", "philox4x32"})
    for (const std::int64_t L : {4, 8, 20, 64}) {
      INFO("L " << L << " " << rng);
      // One block; three; the last in part.
      for (const std::int64_t walkers : {32, 96, 70})
        CHECK(walks_as_its_oracle(
            shared, with(with(walkers_at(L, walkers), "block", std::int64_t{32}), "rng", std::string(rng))));
      for (const std::int64_t walkers : {7, 300})
        if (L < 64) CHECK(walks_as_its_oracle(global, with(walkers_at(L, walkers), "rng", std::string(rng))));
    }
}

TEST_CASE("Emulated: Wang-Landau walkers of the GPU's kernels walk as the serial ones", "[flat][emulated]") {
  using namespace wang_landau;
  const Variant shared = gpu_variant<InSharedMemory>(0), global = gpu_variant<InGlobalMemory>(0);
  for (const std::int64_t L : {4, 8, 20, 32}) {
    INFO("L " << L);
    for (const std::int64_t walkers : {32, 96})
      CHECK(walks_as_its_oracle(shared, with(walkers_at(L, walkers), "group", std::int64_t{32})));
    for (const std::int64_t walkers : {7, 70}) CHECK(walks_as_its_oracle(global, walkers_at(L, walkers)));
  }
}

TEST_CASE("Emulated: walkers in windows of energy walk and change places as the serial ones", "[flat][emulated]") {
  using namespace wang_landau;
  const Variant windows = gpu_variant<InWindows>(0);
  for (const auto& [L, count, group, runs] : {std::tuple{8, 4, 32, 2}, {20, 5, 8, 1}, {8, 2, 2, 3}, {12, 12, 4, 1}})
    for (const std::int64_t exchange : {1, 3}) {
      INFO("L " << L << " windows " << count << " exchange " << exchange);
      Params changes = walkers_at(L, std::int64_t{count} * group * runs);
      changes = with(with(changes, "group", std::int64_t{group}), "windows", std::int64_t{count});
      CHECK(walks_as_its_oracle(windows, with(changes, "exchange", exchange), {1, 2, 9}));
    }
}

TEST_CASE("Emulated: windows refuse more runs than a grid has, and walkers that are no whole runs",
          "[flat][emulated]") {
  const Variant windows = wang_landau::gpu_variant<wang_landau::InWindows>(0);
  const auto why = [&](std::int64_t walkers, std::int64_t group, std::int64_t count) {
    Params params = with(defaults(windows), "walkers", walkers);
    return windows.unsupported(with(with(params, "group", group), "windows", count), {});
  };
  CHECK(why(65535 * 32, 16, 2).empty());
  CHECK(why(65536 * 32, 16, 2) ==
        "65536 runs of 32 walkers exchange in a grid that has 65535 at most: take fewer walkers, or a larger group or "
        "more windows");
  CHECK(why(65536 * 32, 16, 4).empty());
  CHECK(why(3 * 16, 16, 2).find("multiple of group times windows = 32") != std::string::npos);
  // Groups that no block holds are told as before.
  CHECK(why(1024, 1024, 2).find("multiple") != std::string::npos);
  CHECK(why(2048, 1024, 2).find("smaller group") != std::string::npos);
}

TEST_CASE("Emulated: the increment of Wang-Landau walkers falls on the device as in the serial ones",
          "[flat][emulated]") {
  using namespace wang_landau;
  // Halved again and again, and then 1 / t; a thousand sweeps are a launch of their own.
  CHECK(
      walks_as_its_oracle(gpu_variant<InSharedMemory>(0), with(walkers_at(4, 6), "group", std::int64_t{2}), {1, 1100}));
  CHECK(walks_as_its_oracle(gpu_variant<InGlobalMemory>(0), walkers_at(4, 3), {4000}));
}

TEST_CASE("Emulated: multicanonical walkers go on from launch to launch of one call", "[flat][emulated]") {
  using namespace multicanonical;
  const Params blocks = with(walkers_at(4, 6), "block", std::int64_t{32});
  CHECK(walks_as_its_oracle(gpu_variant<InSharedMemory>(), blocks, {1, 2100}));
}

TEST_CASE("Emulated: walkers that are kept of a device go on as if nothing had been", "[flat][emulated]") {
  const auto make = [](const Variant& variant, const Params& changes) -> MakeWalk {
    Params params = defaults(variant);
    for (const auto& [axis, value] : changes.entries()) params.set(axis, value);
    return [=] { return variant.make(params, 21); };
  };
  // On L = 4, in blocks of 4, 256 and 64 threads, the last of which walk in part, and of 2.
  const Params few = walkers_at(4, 6), groups = with(few, "group", std::int64_t{2});
  const auto walkers = [](std::size_t threads) {
    return std::vector<StatePiece>{list_of<std::uint32_t>("spins", threads), list_of<std::uint32_t>("levels", threads)};
  };
  const std::vector<StatePiece> head{one_of<bool>("phase"), one_of<std::uint64_t>("sweeps")};
  {
    using namespace multicanonical;
    const MakeWalk shared = make(gpu_variant<InSharedMemory>(), with(few, "block", std::int64_t{4})),
                   global = make(gpu_variant<InGlobalMemory>(), few);
    for (const auto& [walk, threads, sets] : {std::tuple{shared, 8u, 2u}, {global, 256u, 6u}}) {
      require_walk_resumes(walk);
      require_each_piece_tells(
          walk,
          together({walkers(threads), {list_of<std::int64_t>("visits", sets * 17), one_of<std::uint64_t>("attempts")}}),
          production_on_four(), 20);
    }
  }
  using namespace wang_landau;
  const Params in_windows = with(with(groups, "windows", std::int64_t{3}), "exchange", std::int64_t{3});
  for (const auto& [walk, threads, estimates, windows, sets] :
       {std::tuple{make(gpu_variant<InSharedMemory>(0), groups), 6u, 3u, 1u, 3u},
        {make(gpu_variant<InGlobalMemory>(0), few), 64u, 6u, 1u, 6u},
        {make(gpu_variant<InWindows>(0), in_windows), 6u, 3u, 3u, 1u}}) {
    INFO(threads << " threads, " << windows << " windows");
    require_walk_resumes(walk);
    require_each_piece_tells(
        walk,
        together({head,
                  walkers(threads),
                  {list_of<std::int64_t>("estimates", estimates * 17),
                   list_of<std::uint8_t>("levels seen", estimates * 17), list_of<Increment>("increments", estimates)}}),
        learning_on_four(), 80);
    require_each_piece_tells(walk,
                             together({head,
                                       walkers(threads),
                                       {list_of<std::int32_t>("weights", windows * 17),
                                        list_of<std::int64_t>("visits", sets * windows * 17)}}),
                             production_on_four(), 20);
  }
}
