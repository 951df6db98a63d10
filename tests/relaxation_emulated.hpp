// Lattices that stay on or pass through the multiprocessors of a device that this host plays, and what the serial code
// makes of it.
#pragma once

#include <cstdint>
#include <vector>

#define SPINBENCH_GPU_BACKEND "emulated"
#define SPINBENCH_GPU_NAMESPACE on_host
#include "kernels/heisenberg3d_overrelaxation/gpu_resident.cuh"
#include "kernels/heisenberg3d_overrelaxation/gpu_wavefront_glass.cuh"
#include "tests/overrelaxation.hpp"

namespace spinbench::overrelaxation::test {

/// Whether several launches leave the spins that the serial code does, also where the lattice is another one in
/// between. `used`: numbers of messages that launches before had.
template <std::uint32_t L>
bool resident_holds_the_oracles_spins(std::uint32_t used = 0) {
  using Boxes = ResidentBoxes<L>;
  Arrays<float> arrays = arrays_of<float>(params_of("serial", L, "float"));
  REQUIRE(arrays.words == Boxes::words);
  std::vector<float> spins(arrays.numbers()), couplings(arrays.numbers());
  arrays.spins = spins.data(), arrays.couplings = couplings.data();
  set_start(arrays, 3);
  gpu::Mail mail(2 * Boxes::boxes * Boxes::mail);
  mail.numbers(used);
  int swept = 0;
  for (const int sweeps : {1, 3, 1}) {
    if (swept == 4) set_start(arrays, 3), swept = 0;
    const std::uint32_t number = mail.numbers(Boxes::numbers_of(static_cast<std::uint32_t>(sweeps)));
    gpu::launch_cooperative_shared(relax_resident<L>, dim3(Boxes::boxes), dim3(Boxes::threads), Boxes::shared_bytes,
                                   arrays, mail.boxes(), number, static_cast<std::uint32_t>(sweeps));
    swept += sweeps;
    if (configuration_of(arrays) != after_serial<float>(L, swept)) return false;
  }
  return true;
}

/// Whether calls for so many sweeps each leave the spins that the serial code does. `used`: as above.
template <std::uint32_t L, std::int32_t Halves>
bool wavefront_holds_the_oracles_spins(const std::vector<int>& calls, std::uint32_t used = 0) {
  using Blocks = WavefrontBlocks<L, Halves>;
  Arrays<float> arrays = arrays_of<float>(params_of("serial", L, "float"));
  REQUIRE(arrays.words == Blocks::words);
  std::vector<float> spins(arrays.numbers()), couplings(arrays.numbers());
  arrays.spins = spins.data(), arrays.couplings = couplings.data();
  set_start(arrays, 3);
  gpu::Mail mail(Blocks::blocks * Blocks::mail);
  mail.numbers(used);
  int swept = 0;
  for (const int sweeps : calls) {
    for (std::int64_t left = 2 * sweeps; left > 0;) {
      const auto planes = Blocks::Planes::next(left);
      gpu::launch_cooperative_shared(relax_wavefront<L, Halves>, dim3(Blocks::blocks), dim3(Blocks::threads),
                                     Blocks::shared_bytes, arrays, mail.boxes(), mail.numbers(planes.numbers()),
                                     planes);
      left -= planes.all();
    }
    swept += sweeps;
    if (configuration_of(arrays) != after_serial<float>(L, swept)) return false;
  }
  return true;
}

}  // namespace spinbench::overrelaxation::test
