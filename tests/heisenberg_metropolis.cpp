// The Heisenberg model's Metropolis kernels on a host: what is known exactly, orders, bits, and the agreement of
// configurations that need not be equal.
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/heisenberg/glass_series.hpp"
#include "kernels/common/heisenberg/physics.hpp"
#include "reference_cpu/common/heisenberg_lattice.hpp"
#include "reference_cpu/exact/heisenberg.hpp"
#include "tests/catch.hpp"
#include "tests/variants.hpp"

using namespace spinbench;

namespace {

const Variant& variant_of(int dimensions, const std::string& name) {
  const std::string kernel = dimensions == 2 ? "heisenberg2d_metropolis" : "heisenberg3d_metropolis";
  const Variant* found = Registry::instance().variant(kernel, name, "cpu");
  REQUIRE(found != nullptr);
  return *found;
}

std::unique_ptr<Simulation> made(int dimensions, const std::string& name,
                                 const std::vector<std::pair<std::string, AxisValue>>& axes) {
  const Variant& variant = variant_of(dimensions, name);
  Params params = defaults(variant);
  for (const auto& [axis, value] : axes)
    if (params.has(axis)) params.set(axis, value);
  return variant.make(params, 1);
}

}  // namespace

TEST_CASE("energies of rings, of the 2 x 2 torus and of the series", "[heisenberg]") {
  // shared/reference/heisenberg_exact.json: energies and specific heats.
  const auto near = [](double found, double wanted) { return std::fabs(found - wanted) < 2e-10; };
  CHECK(near(exact::heisenberg_ring(16, 1).energy, -0.3130353079812153));
  CHECK(near(exact::heisenberg_ring(8, 5).specific_heat, 0.95056985000599));
  const std::map<double, std::pair<double, double>> torus = {{0.1, {-0.1335623066576716, 0.013400425245512}},
                                                             {1.0, {-1.21178313979959, 0.77086681932352}},
                                                             {5.0, {-1.84864442812834, 0.76415275746387}}};
  for (const auto& [beta, values] : torus) {
    CHECK(near(exact::heisenberg_torus2(beta).energy, values.first));
    CHECK(near(exact::heisenberg_torus2(beta).specific_heat, values.second));
  }
  CHECK(near(exact::heisenberg_series(2, 0.3)->energy, -0.202785515682));
  CHECK(near(exact::heisenberg_series(3, 0.2)->energy, -0.203145898305));
  CHECK_FALSE(exact::heisenberg_series(2, 0.6));
}

TEST_CASE("the series of a sample is that of the ferromagnet where all couplings are 1", "[heisenberg]") {
  const auto found = heisenberg::glass_series(GaussianBonds::of("ferromagnet", 1), {}, 4, 0.1);
  // Loops of six bonds, which it leaves out, are the next term; so are those around the lattice of side 4.
  CHECK(std::fabs(found.energy - exact::heisenberg_series(3, 0.1)->energy) < 1e-5);
  const auto sample = heisenberg::glass_series(GaussianBonds::of("gaussian", 1), {}, 8, 0.1);
  CHECK(std::fabs(sample.energy + 0.1) < 0.02);
  CHECK_THROWS_WITH(heisenberg::glass_series(GaussianBonds::of("gaussian", 1), {}, 2, 0.1),
                    "the series needs loops that do not wrap: L >= 4, but L is 2");
}

TEMPLATE_TEST_CASE_SIG("orders visit every site as often as they promise", "[heisenberg]", ((int D), D), 2, 3) {
  using Site = heisenberg::Site<D>;
  std::map<Site, std::uint64_t> streams;
  std::map<Site, int> visits;
  for (const std::uint32_t colour : {0u, 1u})
    heisenberg::walk_colour<D>(4, colour, [&](const Site& site, std::uint64_t stream) {
      CHECK(heisenberg::parity<D>(site) == colour);
      streams[site] = stream;
    });
  REQUIRE(streams.size() == (D == 2 ? 16 : 64));
  for (const auto& [site, stream] : streams) {
    Site partner = site;
    partner[D - 1] ^= 1;
    CHECK(streams.at(partner) == stream);
  }
  const heisenberg::Tiles<D> tiles{8, 2};
  for (const std::uint32_t coarse : {0u, 1u})
    tiles.walk(coarse, [&](const Site& corner, std::uint64_t) {
      for (const std::uint32_t colour : {0u, 1u})
        tiles.walk_tile(corner, colour, [&](const Site& site, std::uint64_t) { ++visits[site]; });
    });
  REQUIRE(visits.size() == (D == 2 ? 64 : 512));
  for (const auto& [site, count] : visits) CHECK(count == 1);
}

TEST_CASE("vectors and threads make the bits of the serial checkerboard", "[heisenberg]") {
  for (const int dimensions : {2, 3})
    for (const char* precision : {"float", "double"})
      for (const char* rng : {"lcg32_random", "philox4x32", "mwc64x"})
        for (const std::int64_t L : {2, 10, 12})
          for (const char* couplings : {"gaussian", "ferromagnet"}) {
            const std::vector<std::pair<std::string, AxisValue>> axes = {{"L", L},
                                                                         {"precision", std::string(precision)},
                                                                         {"rng", std::string(rng)},
                                                                         {"couplings", std::string(couplings)},
                                                                         {"threads", std::int64_t{2}}};
            const auto found = made(dimensions, "vector", axes), wanted = made(dimensions, "checkerboard", axes);
            found->sweep(3), found->sweep(2), wanted->sweep(5);
            INFO(dimensions << "D " << precision << " " << rng << " L=" << L << " " << couplings);
            CHECK(compare(found->configuration(), wanted->configuration()).difference == "");
            CHECK(std::fabs(found->observe().of("energy").front() - wanted->observe().of("energy").front()) < 1e-12);
          }
}

TEST_CASE("spins keep their length and leave their start", "[heisenberg]") {
  for (const char* precision : {"float", "double"}) {
    const auto simulation =
        made(2, "tiled", {{"L", std::int64_t{32}}, {"k", std::int64_t{2}}, {"precision", std::string(precision)}});
    CHECK(simulation->observe().of("energy").front() == -2);
    simulation->sweep(20);
    const Observables seen = simulation->observe();
    CHECK(seen.of("norm_distance").front() < (precision == std::string("float") ? 1e-7 : 1e-15));
    CHECK(seen.of("energy").front() > -1.2);
    CHECK(seen.of("energy").front() < -0.5);
  }
}

TEST_CASE("Callen's identity tells a start from equilibrium", "[heisenberg]") {
  const Params params = defaults(variant_of(2, "row_order"), {{"L", std::int64_t{8}}, {"beta", 1.0}});
  const auto simulation = variant_of(2, "row_order").make(params, 1);
  const Check right = heisenberg::check_callen(*simulation, 2, params, 400, 0.3, 4);
  CHECK(right.passed);
  // Measured by another temperature than that of the sweeps.
  const auto cold = made(2, "row_order", {{"L", std::int64_t{8}}, {"beta", 1.0}});
  cold->sweep(100);
  const Observables seen = cold->observe();
  CHECK(std::fabs(seen.of("energy").front() - seen.of("callen_energy").front()) < 0.3);
}

TEST_CASE("configurations within a distance agree but for a share of decisions", "[heisenberg]") {
  std::vector<float> one(3 * 1000, 0.5f), other = one;
  for (float& value : other) value += 1e-6f;
  const auto of = [](const std::vector<float>& values) {
    return Configuration::of(Element::float32, values.data(), values.size(), 3);
  };
  Agreement agreement;
  agreement.kind = Agreement::Kind::distance;
  agreement.distance = 2e-6;
  CHECK(compare(of(one), of(other), agreement).same);
  CHECK_FALSE(compare(of(one), of(other)).same);
  // Eight spins may differ at all, a ninth may not.
  for (std::size_t i = 0; i < 24; ++i) other[i] = -0.5f;
  CHECK(compare(of(one), of(other), agreement).same);
  other[24] = -0.5f;
  CHECK_FALSE(compare(of(one), of(other), agreement).same);
  agreement.share = 1e-3;
  CHECK(compare(of(one), of(other), agreement).same);
}
