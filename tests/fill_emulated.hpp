// How fills on a device that this host plays are held to those of the host.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "kernels/rng_bench/gpu_filled.cuh"
#include "tests/same_spins.hpp"
#include "tests/variants.hpp"

namespace spinbench {

inline Params fill_of(const char* rng, std::uint64_t streams, std::uint64_t n) {
  Params params;
  params.set("n", static_cast<std::int64_t>(n));
  params.set("rng", std::string(rng));
  params.set("streams", static_cast<std::int64_t>(streams));
  return params;
}

inline bool holds_itself(Simulation& simulation) {
  for (const Check& check : simulation.self_check())
    if (!check.passed) return false;
  return true;
}

/// Whether a fill has the numbers of its oracle after each of `counts` sweeps, and its own check says so.
template <class Rng>
bool fills_as_its_oracle(const Params& params, const std::vector<int>& counts) {
  const Variant* const oracle = Registry::instance().variant("rng_fill", "streams", "cpu");
  if (oracle == nullptr) return false;
  Params serial = defaults(*oracle);
  for (const auto& [name, value] : params.entries()) serial.set(name, value);
  rng_bench::GpuFill<Rng> found(params, 5, rng::Seeding::random);
  const auto wanted = oracle->make(serial, 5);
  for (const int count : counts) {
    found.sweep(count);
    wanted->sweep(count);
    if (!same_spins(found, *wanted)) return false;
  }
  return holds_itself(found);
}

}  // namespace spinbench
