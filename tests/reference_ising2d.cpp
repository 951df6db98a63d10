// The serial oracles against an independent, plainer simulation, spin by spin; their cases and their geometry.
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>

#include "kernels/ising2d_metropolis/axes.hpp"
#include "tests/reference_cases.hpp"

namespace {

using namespace spinbench;
using spinbench::test::PlainIsing;
using Cases = spinbench::test::ReferenceCases<2>;

const Cases cases{"ising2d_metropolis", 0.42};

// The hits of all tiles of one coarse colour, straight from Weigel 2012, section 3.2.
template <class Generator>
void hit_tiles(PlainIsing<Generator, 2>& ising, int L, int T, int coarse, int hits, int first) {
  const int side = L / T;
  for (int tile_y = 0; tile_y < side; ++tile_y)
    for (int tile_x = 0; tile_x < side; ++tile_x) {
      if ((tile_x + tile_y) % 2 != coarse) continue;
      const std::uint64_t item = static_cast<std::uint64_t>(tile_y / 2 * side + tile_x);
      for (int half = 0; half < 2 * hits; ++half)
        for (int y = 0; y < T; ++y)
          for (int x = 0; x < T; ++x)
            if ((x + y + first + half) % 2 == 0)
              ising.update({tile_x * T + x, tile_y * T + y},
                           item * static_cast<std::uint64_t>(T * T / 2) + static_cast<std::uint64_t>(y / 2 * T + x));
    }
  ising.reopen();
}

}  // namespace

TEST_CASE("sequential orders hold the spins of a plain simulation", "[reference]") {
  for (const std::string name : {"row_order", "column_order"})
    for (const std::int64_t L : {5, 16}) {
      const Variant& variant = cases.variant(name);
      cases.for_types(variant, 2 * rng::generator_count, defaults(variant), L,
                      [&](const Params& params, auto tag, rng::Seeding seeding) {
                        auto expected = cases.plain<typename decltype(tag)::type>(params, 1, seeding);
                        const int size = static_cast<int>(L);
                        for (int i = 0; i < 20 * size * size; ++i) {
                          const int site = i % (size * size), a = site / size, b = site % size;
                          if (name == "row_order")
                            expected.update({b, a}, 0);
                          else
                            expected.update({a, b}, 0);
                        }
                        cases.compare(variant, params, expected);
                      });
    }
}

TEST_CASE("the checkerboard holds the spins of a plain simulation", "[reference]") {
  const std::int64_t L = 18;
  const Variant& variant = cases.variant("checkerboard");
  cases.for_types(variant, 2 * rng::generator_count, defaults(variant), L,
                  [&](const Params& params, auto tag, rng::Seeding seeding) {
                    auto expected = cases.plain<typename decltype(tag)::type>(params, L * L / 2, seeding);
                    for (int half = 0; half < 2 * 20; ++half) {
                      for (int y = 0; y < L; ++y)
                        for (int x = 0; x < L; ++x)
                          if ((x + y) % 2 == half % 2)
                            expected.update({x, y}, static_cast<std::uint64_t>(y / 2 * L + x));
                      expected.reopen();
                    }
                    cases.compare(variant, params, expected);
                  });
}

TEST_CASE("the double checkerboard holds the spins of a plain simulation and tracks its energy", "[reference]") {
  const int L = 24, T = 4;
  for (const std::string order : {"plain", "symmetric"})
    cases.for_types(cases.variant("tiled"), 2 * rng::generator_count, cases.tiled(T, order), L,
                    [&](const Params& params, auto tag, rng::Seeding seeding) {
                      auto expected = cases.plain<typename decltype(tag)::type>(params, L * L / 4, seeding, T * T / 2);
                      cases.three_steps(order, [&](int coarse, int hits, int first) {
                        hit_tiles(expected, L, T, coarse, hits, first);
                      });
                      cases.compare_tiled(params, expected);
                    });
}

TEST_CASE("the storage type of a spin does not change the spins", "[reference]") {
  for (const std::string name : {"row_order", "column_order", "checkerboard", "tiled"})
    cases.compare_spin_types(name, 64);
}

TEST_CASE("observables of the start configuration", "[reference]") {
  const Variant& variant = cases.variant("row_order");
  const auto simulation = variant.make(cases.with(defaults(variant), 7, "philox4x32", "always"), 1);
  CHECK(simulation->observe().of("energy") == std::vector<double>{-2.0});
  CHECK(simulation->observe().of("magnetisation") == std::vector<double>{1.0});
  CHECK(simulation->work_per_sweep().units == 49);
}

TEST_CASE("geometries that do not fit are named with their reason", "[reference]") {
  const auto reason = [](std::int64_t L, std::int64_t tile, std::int64_t k, const std::string& order) {
    Params params = defaults(cases.variant("tiled"));
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
  for (const char* name : {"row_order", "column_order", "checkerboard"})
    for (const std::int64_t L : {2, 3, 4}) {
      Params small = defaults(cases.variant(name));
      small.set("L", L);
      CAPTURE(name, L);
      CHECK(cases.variant(name).unsupported(small, Device{}).empty() == (L == 4));
    }
  Params odd = defaults(cases.variant("row_order"));
  odd.set("L", std::int64_t{7});
  CHECK(cases.variant("row_order").unsupported(odd, Device{}).empty());
  CHECK(cases.variant("checkerboard").unsupported(odd, Device{}).find("even L") != std::string::npos);
}
