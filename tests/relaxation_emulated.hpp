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
/// between. `number`: of the first messages.
template <std::uint32_t L>
bool resident_holds_the_oracles_spins(std::uint32_t number = 1) {
  using Boxes = ResidentBoxes<L>;
  Arrays<float> arrays = arrays_of<float>(params_of("serial", L, "float"));
  REQUIRE(arrays.words == Boxes::words);
  std::vector<float> spins(arrays.numbers()), couplings(arrays.numbers());
  arrays.spins = spins.data(), arrays.couplings = couplings.data();
  set_start(arrays, 3);
  std::vector<gpu::Mailbox> mail(2 * Boxes::boxes * Boxes::mail);
  int swept = 0;
  for (const int sweeps : {1, 3, 1}) {
    if (swept == 4) set_start(arrays, 3), swept = 0;
    gpu::launch_cooperative_shared(relax_resident<L>, dim3(Boxes::boxes), dim3(Boxes::threads), Boxes::shared_bytes,
                                   arrays, mail.data(), number, static_cast<std::uint32_t>(sweeps));
    number += Boxes::numbers_of(static_cast<std::uint32_t>(sweeps)), swept += sweeps;
    if (configuration_of(arrays) != after_serial<float>(L, swept)) return false;
  }
  return true;
}

/// Whether calls for so many sweeps each leave the spins that the serial code does. `number`: of the first message.
template <std::uint32_t L, std::int32_t Halves>
bool wavefront_holds_the_oracles_spins(const std::vector<int>& calls, std::uint32_t number = 1) {
  using Blocks = WavefrontBlocks<L, Halves>;
  Arrays<float> arrays = arrays_of<float>(params_of("serial", L, "float"));
  REQUIRE(arrays.words == Blocks::words);
  std::vector<float> spins(arrays.numbers()), couplings(arrays.numbers());
  arrays.spins = spins.data(), arrays.couplings = couplings.data();
  set_start(arrays, 3);
  std::vector<gpu::Mailbox> mail(Blocks::blocks * Blocks::mail);
  int swept = 0;
  for (const int sweeps : calls) {
    for (std::int64_t left = 2 * sweeps; left > 0;) {
      const auto planes = Blocks::Planes::next(left);
      gpu::launch_cooperative_shared(relax_wavefront<L, Halves>, dim3(Blocks::blocks), dim3(Blocks::threads),
                                     Blocks::shared_bytes, arrays, mail.data(), number, planes);
      number += planes.numbers(), left -= planes.all();
    }
    swept += sweeps;
    if (configuration_of(arrays) != after_serial<float>(L, swept)) return false;
  }
  return true;
}

}  // namespace spinbench::overrelaxation::test
