// What the tests of the serial oracles share: their cases, and the plain simulation of each.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/rng/generators.hpp"
#include "reference_cpu/common/streams.hpp"
#include "tests/catch.hpp"
#include "tests/plain_ising.hpp"
#include "tests/variants.hpp"

namespace spinbench::test {

/// The kernel of a D-dimensional lattice, at one beta; its variants are compiled for `Types`.
template <int D, class Types = EveryType>
struct ReferenceCases {
  static constexpr std::uint64_t seed = 4711;
  std::string name;
  double beta;

  const Variant& variant(const std::string& variant) const {
    const Variant* found = Registry::instance().variant(name, variant, "cpu");
    REQUIRE(found != nullptr);
    return *found;
  }
  const Kernel& kernel() const {
    const Kernel* found = Registry::instance().kernel(name);
    REQUIRE(found != nullptr);
    return *found;
  }

  Params with(Params params, std::int64_t L, const std::string& generator, const std::string& draw) const {
    params.set("L", L);
    params.set("rng", generator);
    params.set("draw", draw);
    params.set("beta", beta);
    return params;
  }

  /// Calls use(params, Tag, seeding) for every generator and draw rule that the variant is built for; there must be
  /// `wanted` of them.
  template <class Use>
  void for_types(const Variant& tested, int wanted, const Params& base, std::int64_t L, Use&& use) const {
    int used = 0;
    for (const rng::Generator& generator : rng::generators())
      for (const char* draw : {"conditional", "always"}) {
        const Params params = with(base, L, generator.name, draw);
        if (!tested.unsupported(params, {}).empty()) continue;
        CAPTURE(params.name());
        Types::with_generator(generator.name, [&](auto tag, rng::Seeding seeding) { use(params, tag, seeding); });
        ++used;
      }
    CHECK(used == wanted);
  }

  template <class Generator>
  PlainIsing<Generator, D> plain(const Params& params, std::uint64_t streams, rng::Seeding seeding,
                                 std::uint32_t lanes = 1) const {
    std::array<std::uint32_t, D> thresholds;
    for (std::size_t i = 0; i < D; ++i)
      thresholds[i] = static_cast<std::uint32_t>(std::exp(-beta * 4 * static_cast<double>(i + 1)) * 4294967296.0);
    return {static_cast<int>(params.integer("L")),
            thresholds,
            params.word("draw") == "always",
            seed,
            streams,
            lanes,
            seeding};
  }

  /// Runs 20 sweeps of the case in two parts; must hold the same spins.
  template <class Generator>
  void compare(const Variant& variant, const Params& params, const PlainIsing<Generator, D>& expected) const {
    const auto simulation = variant.make(params, seed);
    simulation->sweep(13);
    simulation->sweep(7);
    CHECK((simulation->configuration().signs() == expected.spins()));
  }

  /// k = 6: runs 18 sweeps in two parts; must hold the same spins, and have tracked its energy.
  template <class Generator>
  void compare_tiled(const Params& params, const PlainIsing<Generator, D>& expected) const {
    const auto simulation = variant("tiled").make(params, seed);
    CHECK(simulation->sweep_granularity() == 6);
    simulation->sweep(6);
    simulation->sweep(12);
    CHECK((simulation->configuration().signs() == expected.spins()));
    const std::vector<Check> checks = simulation->self_check();
    REQUIRE(checks.size() == 1);
    CHECK(checks.front().name == "tracked_energy");
    CHECK(checks.front().passed);
  }

  Params tiled(int tile, const std::string& order) const {
    Params result = defaults(variant("tiled"));
    result.set("tile", std::int64_t{tile});
    result.set("k", std::int64_t{6});
    result.set("order", order);
    result.set("measure", std::string("energy"));
    return result;
  }

  /// The steps of that case from the hits of tiles: `hit(coarse colour, hits, first colour)`.
  template <class Hit>
  static void three_steps(const std::string& order, Hit&& hit) {
    for (int step = 0; step < 3; ++step) {
      if (order == "plain") {
        hit(0, 6, 0);
        hit(1, 6, 0);
      } else {
        hit(0, 3, 0);
        hit(1, 3, 1);
        hit(1, 3, 0);
        hit(0, 3, 1);
      }
    }
  }

  /// The storage type of a spin must not change the spins.
  void compare_spin_types(const std::string& name_of_variant, std::int64_t L) const {
    const Variant& tested = variant(name_of_variant);
    Params params = defaults(tested);
    params.set("L", L);
    if (params.has("k")) params.set("k", std::int64_t{5});
    std::vector<std::int8_t> first;
    for (const char* spin : {"int32", "int16", "int8"}) {
      params.set("spin", std::string(spin));
      if (std::string(spin) == "int16" && !tested.unsupported(params, {}).empty()) continue;
      const auto simulation = tested.make(params, seed);
      simulation->sweep(20);
      if (first.empty()) first = simulation->configuration().signs();
      CHECK((simulation->configuration().signs() == first));
    }
  }
};

}  // namespace spinbench::test
