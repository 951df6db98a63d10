// The serial oracles against an independent, plainer simulation, spin by spin; their cases and their geometry.
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>

#include "interface/registry.hpp"
#include "kernels/ising2d_metropolis/axes.hpp"
#include "tests/catch.hpp"
#include "tests/plain_ising.hpp"

namespace {

using namespace spinbench;
using spinbench::test::PlainIsing;

const Variant& variant(const std::string& name) {
  const Variant* found = Registry::instance().variant("ising2d_metropolis", name, "cpu");
  REQUIRE(found != nullptr);
  return *found;
}

const Kernel& kernel() {
  const Kernel* found = Registry::instance().kernel("ising2d_metropolis");
  REQUIRE(found != nullptr);
  return *found;
}

Params defaults(const Variant& v) {
  Params params;
  for (const Axis& axis : v.axes) params.set(axis.name, axis.fallback);
  return params;
}

Params with(Params params, std::int64_t L, const std::string& generator, const std::string& draw) {
  params.set("L", L);
  params.set("rng", generator);
  params.set("draw", draw);
  params.set("beta", 0.42);
  return params;
}

std::uint32_t threshold(double cost) { return static_cast<std::uint32_t>(std::exp(-0.42 * cost) * 4294967296.0); }

constexpr std::uint64_t seed = 4711;

template <class Generator>
PlainIsing<Generator> plain(const Params& params, std::uint64_t streams, rng::Seeding seeding, std::uint32_t lanes = 1) {
  return {static_cast<int>(params.integer("L")), threshold(4), threshold(8), params.word("draw") == "always", seed,
          streams, lanes, seeding};
}

// Calls use(params, Tag, seeding) for every generator and draw rule.
template <class Use>
void for_types(const Params& base, std::int64_t L, Use&& use) {
  for (const rng::Generator& generator : rng::generators())
    for (const char* draw : {"conditional", "always"}) {
      const Params params = with(base, L, generator.name, draw);
      CAPTURE(params.name());
      rng::with_generator(generator.name, [&](auto tag, rng::Seeding seeding) { use(params, tag, seeding); });
    }
}

// The hits of all tiles of one coarse colour, straight from Weigel 2012, section 3.2.
template <class Generator>
void hit_tiles(PlainIsing<Generator>& ising, int L, int T, int coarse, int hits, int first) {
  const int side = L / T;
  for (int tile_y = 0; tile_y < side; ++tile_y)
    for (int tile_x = 0; tile_x < side; ++tile_x) {
      if ((tile_x + tile_y) % 2 != coarse) continue;
      const std::uint64_t item = static_cast<std::uint64_t>(tile_y / 2 * side + tile_x);
      for (int half = 0; half < 2 * hits; ++half)
        for (int y = 0; y < T; ++y)
          for (int x = 0; x < T; ++x)
            if ((x + y + first + half) % 2 == 0)
              ising.update(tile_x * T + x, tile_y * T + y,
                           item * static_cast<std::uint64_t>(T * T / 2) + static_cast<std::uint64_t>(y / 2 * T + x));
    }
  ising.reopen();
}

}  // namespace

TEST_CASE("sequential orders hold the spins of a plain simulation", "[reference]") {
  for (const std::string name : {"row_order", "column_order"})
    for (const std::int64_t L : {5, 16})
      for_types(defaults(variant(name)), L, [&](const Params& params, auto tag, rng::Seeding seeding) {
        auto expected = plain<typename decltype(tag)::type>(params, 1, seeding);
        const int size = static_cast<int>(L);
        for (int i = 0; i < 20 * size * size; ++i) {
          const int site = i % (size * size), a = site / size, b = site % size;
          if (name == "row_order") expected.update(b, a, 0);
          else expected.update(a, b, 0);
        }
        const auto simulation = variant(name).make(params, seed);
        simulation->sweep(13);
        simulation->sweep(7);
        CHECK((simulation->configuration().spins == expected.spins()));
      });
}

TEST_CASE("the checkerboard holds the spins of a plain simulation", "[reference]") {
  const std::int64_t L = 18;
  for_types(defaults(variant("checkerboard")), L, [&](const Params& params, auto tag, rng::Seeding seeding) {
    auto expected = plain<typename decltype(tag)::type>(params, L * L / 2, seeding);
    for (int half = 0; half < 2 * 20; ++half) {
      for (int y = 0; y < L; ++y)
        for (int x = 0; x < L; ++x)
          if ((x + y) % 2 == half % 2) expected.update(x, y, static_cast<std::uint64_t>(y / 2 * L + x));
      expected.reopen();
    }
    const auto simulation = variant("checkerboard").make(params, seed);
    simulation->sweep(13);
    simulation->sweep(7);
    CHECK((simulation->configuration().spins == expected.spins()));
  });
}

TEST_CASE("the double checkerboard holds the spins of a plain simulation and tracks its energy", "[reference]") {
  const int L = 24, T = 4;
  for (const std::string order : {"plain", "symmetric"}) {
    Params base = defaults(variant("tiled"));
    base.set("tile", std::int64_t{T});
    base.set("k", std::int64_t{6});
    base.set("order", order);
    base.set("measure", std::string("energy"));
    for_types(base, L, [&](const Params& params, auto tag, rng::Seeding seeding) {
      auto expected = plain<typename decltype(tag)::type>(params, L * L / 4, seeding, T * T / 2);
      for (int step = 0; step < 3; ++step) {
        if (order == "plain") {
          hit_tiles(expected, L, T, 0, 6, 0);
          hit_tiles(expected, L, T, 1, 6, 0);
        } else {
          hit_tiles(expected, L, T, 0, 3, 0);
          hit_tiles(expected, L, T, 1, 3, 1);
          hit_tiles(expected, L, T, 1, 3, 0);
          hit_tiles(expected, L, T, 0, 3, 1);
        }
      }
      const auto simulation = variant("tiled").make(params, seed);
      CHECK(simulation->sweep_granularity() == 6);
      simulation->sweep(6);
      simulation->sweep(12);
      CHECK((simulation->configuration().spins == expected.spins()));
      const std::vector<Check> checks = simulation->self_check();
      REQUIRE(checks.size() == 1);
      CHECK(checks.front().name == "tracked_energy");
      CHECK(checks.front().passed);
    });
  }
}

TEST_CASE("the storage type of a spin does not change the spins", "[reference]") {
  for (const std::string name : {"row_order", "column_order", "checkerboard", "tiled"}) {
    Params params = defaults(variant(name));
    params.set("L", std::int64_t{64});
    if (params.has("k")) params.set("k", std::int64_t{5});
    Configuration first;
    for (const char* spin : {"int32", "int16", "int8"}) {
      params.set("spin", std::string(spin));
      const auto simulation = variant(name).make(params, seed);
      simulation->sweep(20);
      if (first.spins.empty()) first = simulation->configuration();
      CHECK((simulation->configuration() == first));
    }
  }
}

TEST_CASE("observables of the start configuration", "[reference]") {
  const auto simulation = variant("row_order").make(with(defaults(variant("row_order")), 7, "philox4x32", "always"), 1);
  CHECK(simulation->observe().energy == std::vector<double>{-2.0});
  CHECK(simulation->observe().magnetisation == std::vector<double>{1.0});
  CHECK(simulation->work_per_sweep().units == 49);
}

TEST_CASE("geometries that do not fit are named with their reason", "[reference]") {
  const auto reason = [](std::int64_t L, std::int64_t tile, std::int64_t k, const std::string& order) {
    Params params = defaults(variant("tiled"));
    params.set("L", L);
    params.set("tile", tile);
    params.set("k", k);
    params.set("order", order);
    return ising2d::square_lattice_unsupported(params);
  };
  CHECK(reason(64, 16, 3, "plain").empty());
  CHECK(reason(65, 16, 3, "plain").find("even L") != std::string::npos);
  CHECK(reason(2, 2, 1, "plain").find("ergodic") != std::string::npos);
  CHECK(reason(64, 5, 1, "plain").find("tile must be even") != std::string::npos);
  CHECK(reason(48, 16, 1, "plain").find("multiple of 2 * tile = 32") != std::string::npos);
  CHECK(reason(64, 16, 3, "symmetric").find("k must be even") != std::string::npos);
  Params odd = defaults(variant("row_order"));
  odd.set("L", std::int64_t{7});
  CHECK(variant("row_order").unsupported(odd, Device{}).empty());
  CHECK(variant("checkerboard").unsupported(odd, Device{}).find("even L") != std::string::npos);
}

TEST_CASE("the cases on which a case is checked fit its geometry and keep its code path", "[reference]") {
  for (const std::int64_t tile : {2, 6, 16, 32, 64})
    for (const std::int64_t k : {1, 2, 7, 100})
      for (const char* order : {"plain", "symmetric"})
        for (const double beta : {0.2, 0.44, 0.6})
          for (const char* backend : {"cpu", "cuda"}) {
            Params params = defaults(variant("tiled"));
            params.set("tile", tile);
            params.set("L", 768 * tile);
            params.set("k", k);
            params.set("order", std::string(order));
            params.set("beta", beta);
            if (!ising2d::square_lattice_unsupported(params).empty()) continue;
            CAPTURE(params.name(), backend);
            std::vector<Params> cases = kernel().bit_cases(params);
            CHECK(cases.size() >= 2);
            cases.push_back(kernel().physics_case(params, backend));
            for (const Params& small : cases) {
              CHECK(ising2d::square_lattice_unsupported(small).empty());
              CHECK(small.integer("L") <= 768);
              for (const char* kept : {"rng", "draw", "spin", "order", "measure", "beta"})
                CHECK(small.at(kept) == params.at(kept));
            }
            if (std::string(backend) == "cuda") CHECK(cases.back().integer("k") == k);
          }
}
