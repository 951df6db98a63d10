// What the parallel tempering of spin glasses on a device that this host plays is held to.
#pragma once

#include "tests/glass_tempering.hpp"
#include "tests/tempered.hpp"

namespace spinbench {

/// `make(params, seed)` the device's simulation.
template <class Make>
void check_device_holds_the_oracles_spins(const GlassTempering& glass, const Params& params, Make&& make) {
  INFO(params.name());
  const auto found = make(params, 21), wanted = glass.make("single_spin", params, 21);
  REQUIRE(holds_the_oracles_spins(*found, *wanted, {1, 10}));
  for (const char* name : {"energy", "tempering"})
    REQUIRE(found->series(name, 2, found->sweep_granularity()).values ==
            wanted->series(name, 2, found->sweep_granularity()).values);
}

template <class Make>
void check_device_moves_and_resumes(const GlassTempering& glass, const Params& params, Make&& make) {
  const auto first = make(params, 3), second = make(params, 3), wanted = glass.make("single_spin", params, 3);
  check_moves_and_resumes(*first, *second, *wanted, {0.2, 0.5, 0.7}, is_same_glass_tempering);
}

}  // namespace spinbench
