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
