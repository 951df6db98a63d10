// Spin glasses in three dimensions on a device that this host plays, against the serial oracle. For files that name the
// device (SPINBENCH_GPU_NAMESPACE).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kernels/ea3d_metropolis/gpu_columns.cuh"
#include "kernels/ea3d_metropolis/gpu_layout.cuh"
#include "tests/variants.hpp"

namespace spinbench::ea3d {

/// A case of any of the variants; axes that it lacks are not read.
inline Params glass_on_device(std::int64_t L, std::int64_t systems, std::int64_t replicas, const char* word,
                              const char* rng) {
  Params params;
  for (const auto& [name, value] : {std::pair{"L", L}, {"systems", systems}, {"replicas", replicas}})
    params.set(name, value);
  for (const auto& [name, value] :
       {std::pair{"word", word}, {"rng", rng}, {"couplings", "bimodal"}, {"launch", "graph"}})
    params.set(name, std::string(value));
  for (const auto& [name, value] :
       {std::pair{"spins", 2}, {"block", 64}, {"lines", 0}, {"sweeps", 1}, {"tile", 0}, {"deep", 0}})
    params.set(name, std::int64_t{value});
  params.set("beta", 0.7);
  return params;
}

/// Whether the spins after some calls, of which the second replays a graph or two, the observables and a series of
/// energies are the oracle's. `more`: sweeps of the last call.
inline bool holds_the_oracles_glass(Simulation& found, const Params& params, std::uint64_t seed, int more = 3) {
  const Variant* oracle = Registry::instance().variant("ea3d_metropolis", "single_spin", "cpu");
  REQUIRE(oracle != nullptr);
  const auto wanted = oracle->make(params, seed);
  const int step = found.sweep_granularity();
  for (const int steps : {1, 35, more}) {
    found.sweep(steps * step), wanted->sweep(steps * step);
    if (!compare(found.configuration(), wanted->configuration()).same) return false;
  }
  const Observables seen = found.observe(), expected = wanted->observe();
  for (const Observable& one : expected.all())
    for (std::size_t i = 0; i < one.values.size(); ++i)
      if (seen.of(one.name).at(i) != Approx(one.values[i]).margin(1e-9)) return false;
  const Series energies = found.series("energy", 2, step);
  for (int measured = 0; measured < 2; ++measured) {
    wanted->sweep(step);
    const std::vector<double> now = wanted->observe().of("energy");
    for (std::size_t i = 0; i < now.size(); ++i)
      if (energies.values.at(static_cast<std::size_t>(measured) * now.size() + i) != Approx(now[i]).margin(1e-9))
        return false;
  }
  return true;
}

template <class Launch, class Rng, class Word>
std::unique_ptr<Simulation> layout_on_device(const Params& params, std::uint64_t seed) {
  return std::make_unique<GpuLayout<Launch, Rng, Word>>(params, seed,
                                                        rng::generator_called(params.word("rng")).seeding);
}

inline std::unique_ptr<Simulation> columns_on_device(const Params& params, std::uint64_t seed) {
  return make_columns<rng::Philox4x32>(params, seed, rng::Seeding::random);
}

}  // namespace spinbench::ea3d
