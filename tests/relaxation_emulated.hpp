// A lattice that stays on the multiprocessors of a device that this host plays, and what the serial code makes of it.
#pragma once

#include <cstdint>
#include <vector>

#define SPINBENCH_GPU_BACKEND "emulated"
#define SPINBENCH_GPU_NAMESPACE on_host
#include "kernels/heisenberg3d_overrelaxation/gpu_resident.cuh"
#include "tests/overrelaxation.hpp"

namespace spinbench::overrelaxation::test {

/// Whether several launches leave the spins that the serial code does. `before`: what blocks have counted before.
template <std::uint32_t L>
bool resident_holds_the_oracles_spins(std::uint32_t before = 0) {
  using Boxes = ResidentBoxes<L>;
  Arrays<float> arrays = arrays_of<float>(params_of("serial", L, "float"));
  REQUIRE(arrays.words == Boxes::words);
  std::vector<float> spins(arrays.numbers()), couplings(arrays.numbers());
  arrays.spins = spins.data(), arrays.couplings = couplings.data();
  set_start(arrays, 3);
  std::vector<std::uint32_t> reached(Boxes::boxes, before);
  int swept = 0;
  for (const int sweeps : {1, 3}) {
    gpu::launch_cooperative_shared(relax_resident<L>, dim3(Boxes::boxes), dim3(Boxes::threads), Boxes::shared_bytes,
                                   arrays, reached.data(), before, static_cast<std::uint32_t>(sweeps));
    before += 2 * static_cast<std::uint32_t>(sweeps), swept += sweeps;
    if (reached != std::vector<std::uint32_t>(Boxes::boxes, before)) return false;
    if (configuration_of(arrays) != after_serial<float>(L, swept)) return false;
  }
  return true;
}

}  // namespace spinbench::overrelaxation::test
