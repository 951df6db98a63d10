// What tests of tiles of vectors on a device that the host plays share: their simulations, and the oracle's.
#pragma once

#include <memory>
#include <string>

#include "kernels/common/heisenberg/gpu_tiles.cuh"
#include "tests/same_spins.hpp"
#include "tests/variants.hpp"

namespace spinbench {

inline const Variant& oracle_of_vector_tiles(int dimensions) {
  const std::string kernel = dimensions == 2 ? "heisenberg2d_metropolis" : "heisenberg3d_metropolis";
  const Variant* oracle = Registry::instance().variant(kernel, "tiled", "cpu");
  REQUIRE(oracle != nullptr);
  return *oracle;
}

inline Params vector_tiles_case(int dimensions, std::int64_t L, std::int64_t k, const char* rng,
                                const char* precision) {
  Params params = defaults(oracle_of_vector_tiles(dimensions));
  params.set("L", L);
  params.set("k", k);
  params.set("tile", std::int64_t{dimensions == 2 ? 16 : 8});
  params.set("rng", std::string(rng));
  params.set("precision", std::string(precision));
  params.set("launch", std::string("graph"));
  params.set("layout", std::string("soa"));
  return params;
}

/// Whether tiles on the device hold the oracle's spins after one step and after three.
template <int D, class Math, class Rng, bool Couplings = D == 3>
bool tiles_hold_the_oracles_spins(const Params& params) {
  heisenberg::GpuTiles<D, Math, Rng, Couplings> found(params, 5, rng::Seeding::random);
  const auto wanted = oracle_of_vector_tiles(D).make(params, 5);
  bool same = true;
  for (const int steps : {1, 2}) {
    const int sweeps = steps * found.sweep_granularity();
    found.sweep(sweeps), wanted->sweep(sweeps);
    same = same && same_spins(found, *wanted);
  }
  return same;
}

}  // namespace spinbench
