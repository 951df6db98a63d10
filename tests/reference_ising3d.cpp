// The serial oracles in three dimensions against an independent, plainer simulation, spin by spin, and against exact
// values; their cases and their geometry.
#include <cmath>
#include <cstdint>
#include <string>

#include "bench/verify/verify.hpp"
#include "kernels/ising3d_metropolis/axes.hpp"
#include "tests/reference_cases.hpp"

namespace {

using namespace spinbench;
using spinbench::test::PlainIsing;
using Cases = spinbench::test::ReferenceCases<3, ising3d::Types>;

const Cases cases{"ising3d_metropolis", 0.2};

const int built = static_cast<int>(rng::names_of(rng::fits_registers_in_3d).size());

constexpr double K_c = 0.221654626;

// The hits of all tiles of one coarse colour, straight from Weigel 2012, sections 3.2 and 3.6.
template <class Generator>
void hit_tiles(PlainIsing<Generator, 3>& ising, int L, int T, int coarse, int hits, int first) {
  const int side = L / T;
  for (int tile = 0; tile < side * side * side; ++tile) {
    const int i = tile % side, j = tile / side % side, k = tile / (side * side);
    if ((i + j + k) % 2 != coarse) continue;
    const auto item = static_cast<std::uint64_t>((k / 2 * side + j) * side + i);
    for (int half = 0; half < 2 * hits; ++half)
      for (int z = 0; z < T; ++z)
        for (int y = 0; y < T; ++y)
          for (int x = 0; x < T; ++x)
            if ((x + y + z + first + half) % 2 == 0)
              ising.update({i * T + x, j * T + y, k * T + z}, item * static_cast<std::uint64_t>(T * T * T / 2) +
                                                                  static_cast<std::uint64_t>((z / 2 * T + y) * T + x));
  }
  ising.reopen();
}

}  // namespace

TEST_CASE("in 3D the row order holds the spins of a plain simulation", "[reference]") {
  const Variant& variant = cases.variant("row_order");
  for (const std::int64_t L : {2, 3, 6})
    cases.for_types(variant, 2 * built, defaults(variant), L,
                    [&](const Params& params, auto tag, rng::Seeding seeding) {
                      auto expected = cases.plain<typename decltype(tag)::type>(params, 1, seeding);
                      const int size = static_cast<int>(L);
                      for (int sweep = 0; sweep < 20; ++sweep)
                        for (int site = 0; site < size * size * size; ++site)
                          expected.update({site % size, site / size % size, site / (size * size)}, 0);
                      cases.compare(variant, params, expected);
                    });
}

TEST_CASE("in 3D the checkerboard holds the spins of a plain simulation", "[reference]") {
  const Variant& variant = cases.variant("checkerboard");
  for (const std::int64_t L : {2, 6})
    cases.for_types(variant, 2 * built, defaults(variant), L,
                    [&](const Params& params, auto tag, rng::Seeding seeding) {
                      auto expected = cases.plain<typename decltype(tag)::type>(params, L * L * L / 2, seeding);
                      const int size = static_cast<int>(L);
                      for (int half = 0; half < 2 * 20; ++half) {
                        for (int z = 0; z < size; ++z)
                          for (int y = 0; y < size; ++y)
                            for (int x = 0; x < size; ++x)
                              if ((x + y + z) % 2 == half % 2)
                                expected.update({x, y, z}, static_cast<std::uint64_t>((z / 2 * size + y) * size + x));
                        expected.reopen();
                      }
                      cases.compare(variant, params, expected);
                    });
}

TEST_CASE("in 3D the double checkerboard holds the spins of a plain simulation and tracks its energy", "[reference]") {
  const int L = 8;
  for (const int T : {2, 4})
    for (const std::string order : {"plain", "symmetric"})
      cases.for_types(
          cases.variant("tiled"), built, cases.tiled(T, order), L,
          [&](const Params& params, auto tag, rng::Seeding seeding) {
            auto expected = cases.plain<typename decltype(tag)::type>(params, L * L * L / 4, seeding, T * T * T / 2);
            cases.three_steps(order,
                              [&](int coarse, int hits, int first) { hit_tiles(expected, L, T, coarse, hits, first); });
            cases.compare_tiled(params, expected);
          });
}

TEST_CASE("in 3D the storage type of a spin does not change the spins", "[reference]") {
  for (const std::string name : {"row_order", "checkerboard", "tiled"}) cases.compare_spin_types(name, 16);
}

TEST_CASE("in 3D the start configuration has all bonds satisfied", "[reference]") {
  const Variant& variant = cases.variant("row_order");
  const auto simulation = variant.make(cases.with(defaults(variant), 5, "philox4x32", "always"), 1);
  CHECK(simulation->observe().of("energy") == std::vector<double>{-3.0});
  CHECK(simulation->observe().of("magnetisation") == std::vector<double>{1.0});
  CHECK(simulation->work_per_sweep().units == 125);
}

TEST_CASE("in 3D geometries that do not fit are named with their reason", "[reference]") {
  const auto reason = [](std::int64_t L, std::int64_t tile, const std::string& generator) {
    Params params = defaults(cases.variant("tiled"));
    params.set("L", L);
    params.set("tile", tile);
    params.set("rng", generator);
    return board_unsupported(params, 3);
  };
  CHECK(reason(16, 8, "lcg32_random").empty());
  CHECK(reason(17, 8, "lcg32_random").find("even L") != std::string::npos);
  CHECK(reason(16, 3, "lcg32_random").find("tile must be even") != std::string::npos);
  CHECK(reason(24, 8, "lcg32_random").find("multiple of 2 * tile = 16") != std::string::npos);
  CHECK(reason(32, 16, "fibonacci1279").find("2048 threads") != std::string::npos);
  Params params = defaults(cases.variant("tiled"));
  CHECK(ising3d::tiled_unsupported(params).empty());
  for (const auto& [axis, value] : {std::pair{"rng", "mt19937"}, {"spin", "int16"}, {"draw", "conditional"}}) {
    Params other = params;
    other.set(axis, std::string(value));
    CHECK(ising3d::tiled_unsupported(other).find("in 3D this variant") == 0);
  }
}
