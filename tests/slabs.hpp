// Slabs of bit-sliced lattices against the serial oracle, whatever updates them.
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "kernels/ea3d_metropolis/slabs_host.hpp"
#include "tests/catch.hpp"
#include "tests/ranks_in_threads.hpp"
#include "tests/variants.hpp"

namespace spinbench {

inline Params slabs_case(const char* rng, std::int64_t L, int ranks, const char* transport) {
  Params params;
  params.set("L", L);
  params.set("ranks", static_cast<std::int64_t>(ranks));
  params.set("transport", std::string(transport));
  params.set("words", std::int64_t{8});
  params.set("rng", std::string(rng));
  params.set("isa", std::string("widest"));
  params.set("beta", 0.3);
  return params;
}

/// For each number of ranks; the oracle runs once for all of them.
inline void compare_slabs(const RankedVariant& ranked, int dimensions, const Params& params,
                          const std::vector<int>& numbers = {}) {
  const std::vector<int> sweeps = {1, 2, 3};
  Params serial = params;
  serial.set("realizations", std::int64_t{1});
  const auto oracle = Registry::instance().variant(ranked.kernel, "multispin_plain", "cpu")->make(serial, 21);
  std::vector<Configuration> wanted;
  std::vector<Observables> observed;
  for (const int count : sweeps) {
    oracle->sweep(count);
    wanted.push_back(oracle->configuration());
    observed.push_back(oracle->observe());
  }
  const std::int64_t L = params.integer("L"), sites = dimensions == 2 ? L * L : L * L * L;
  for (const int ranks : numbers.empty() ? std::vector{static_cast<int>(params.integer("ranks"))} : numbers) {
    Params shared = params;
    shared.set("ranks", static_cast<std::int64_t>(ranks));
    INFO(ranked.kernel << " " << ranked.backend << " " << shared.name());
    const std::vector<OfRanks> found = sweep_in_threads(ranked, shared, 21, sweeps);
    for (std::size_t i = 0; i < sweeps.size(); ++i) {
      const Configuration ours = Configuration::of_bits(found[i].words, static_cast<std::uint64_t>(sites));
      REQUIRE(compare(ours, wanted[i]).difference.empty());
      const auto n = static_cast<double>(sites);
      REQUIRE(static_cast<double>(2 * found[i].sums[0] - dimensions * sites) / n == observed[i].of("energy")[0]);
      REQUIRE(static_cast<double>(sites - 2 * found[i].sums[1]) / n == observed[i].of("magnetisation")[0]);
    }
  }
}

inline Params glass_slabs_case(std::int64_t L, std::int64_t systems, std::int64_t replicas, int ranks,
                               const char* transport) {
  Params params;
  params.set("L", L);
  params.set("systems", systems);
  params.set("replicas", replicas);
  params.set("ranks", static_cast<std::int64_t>(ranks));
  params.set("transport", std::string(transport));
  params.set("couplings", std::string("bimodal"));
  params.set("rng", std::string("philox4x32"));
  params.set("isa", std::string("widest"));
  params.set("tile", std::int64_t{0});
  params.set("block", std::int64_t{1024});
  params.set("deep", std::int64_t{0});
  params.set("beta", 0.9);
  return params;
}

template <class Layout>
void compare_glass_slabs(const RankedVariant& ranked, const Params& params) {
  const std::vector<int> sweeps = {1, 2, 4};
  INFO(ranked.kernel << " " << ranked.backend << " " << params.name());
  const std::vector<OfRanks> found = sweep_in_threads(ranked, params, 21, sweeps);
  Params serial = params;
  serial.set("word", std::string("32"));
  const auto wanted = Registry::instance().variant("ea3d_metropolis", "single_spin", "cpu")->make(serial, 21);
  const SpinGlassObserver observer(SpinGlassShape::of(3, params),
                                   RandomBonds::of(params.word("couplings"), beta_of(params), 21));
  for (std::size_t i = 0; i < sweeps.size(); ++i) {
    wanted->sweep(sweeps[i]);
    const SpinGlassBits bits = ea3d::bits_of_slabs<Layout>(params, found[i].words);
    REQUIRE(compare(observer.configuration(bits), wanted->configuration()).difference.empty());
    if constexpr (std::is_same_v<Layout, ea3d::MarchSlab>)
      REQUIRE(ea3d::energies_of_unsatisfied(observer.shape(), found[i].sums) == observer.energies(bits));
  }
}

}  // namespace spinbench
