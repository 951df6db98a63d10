// The Edwards-Anderson kernel in three dimensions: the oracle against what is known of it.
#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/spin_glass.hpp"
#include "kernels/common/spin_glass_physics.hpp"
#include "kernels/ea3d_metropolis/update.hpp"
#include "tests/catch.hpp"
#include "tests/variants.hpp"

using namespace spinbench;

namespace {

const Variant& single_spin() {
  const Variant* variant = Registry::instance().variant("ea3d_metropolis", "single_spin", "cpu");
  REQUIRE(variant != nullptr);
  return *variant;
}

Params glass(const Variant& variant, std::int64_t L, std::int64_t systems, std::int64_t replicas,
             const std::string& word, double beta) {
  Params params = defaults(variant);
  params.set("L", L);
  params.set("systems", systems);
  params.set("replicas", replicas);
  params.set("word", word);
  params.set("beta", beta);
  return params;
}

}  // namespace

TEST_CASE("The start of the oracle and its observables are those of the bits that the seed gives") {
  for (const char* couplings : {"bimodal", "sample"}) {
    Params params = glass(single_spin(), 6, 2, 3, "32", 0.5);
    params.set("couplings", std::string(couplings));
    const auto oracle = single_spin().make(params, 9);
    const SpinGlassObserver observer(SpinGlassShape::of(3, params), RandomBonds::of(couplings, 0.5, 9));
    const SpinGlassBits bits = observer.start();
    CHECK(compare(observer.configuration(bits), oracle->configuration()).same);
    const Observables found = observer.observe(bits), expected = oracle->observe();
    for (const Observable& one : expected.all()) {
      REQUIRE(found.of(one.name).size() == one.values.size());
      for (std::size_t i = 0; i < one.values.size(); ++i)
        REQUIRE(found.of(one.name)[i] == Approx(one.values[i]).margin(1e-12));
    }
  }
}

TEST_CASE("Realizations do not depend on the words that hold them") {
  const auto start = [](const char* word, std::int64_t systems) {
    return single_spin().make(glass(single_spin(), 4, systems, 2, word, 0.5), 3)->observe().of("energy");
  };
  const auto singly = start("1", 64);
  CHECK(start("32", 2) == singly);
  CHECK(start("64", 1) == singly);
}

TEST_CASE("Equal seeds make equal runs, however sweeps are batched; others do not; replicas part") {
  const Params params = glass(single_spin(), 6, 1, 2, "32", 0.9);
  const auto one = single_spin().make(params, 3), same = single_spin().make(params, 3),
             other = single_spin().make(params, 4);
  one->sweep(5);
  for (int i = 0; i < 5; ++i) same->sweep(1);
  other->sweep(5);
  CHECK(compare(one->configuration(), same->configuration()).same);
  CHECK(!compare(one->configuration(), other->configuration()).same);
  for (const double q : one->observe().of("overlap")) CHECK(std::fabs(q) < 0.9);
}

namespace {

/// Every place of a layout is one site, and its neighbours are those of the site.
template <class Layout>
void require_lattice(std::uint32_t L) {
  const Layout layout{L};
  const SpinGlassShape shape{3, L, 1, 1, 32};
  std::vector<int> seen(shape.sites());
  for (std::uint32_t colour = 0; colour < 2; ++colour)
    for (std::uint32_t i = 0; i < layout.words(); ++i) {
      const ea3d::Site s = layout.site(i, colour);
      REQUIRE((s.x + s.y + s.z) % 2 == colour);
      REQUIRE(layout.index(s) == i);
      ++seen[s.number(L)];
      const ea3d::Neighbours n = layout.neighbours(i, s);
      const std::uint32_t next[3] = {n.px, n.py, n.pz}, last[3] = {n.mx, n.my, n.mz};
      for (int d = 0; d < 3; ++d) {
        const auto at = [&](std::uint32_t word) { return layout.site(word, 1 - colour).number(L); };
        REQUIRE(at(next[d]) == shape.next(s.number(L), d));
        REQUIRE(shape.next(at(last[d]), d) == s.number(L));
      }
      REQUIRE(ea3d::stream_place(layout, L, 0, i, s, n.mz, colour).number == pair_stream<3>(s.number(L), colour, L));
    }
  REQUIRE(seen == std::vector<int>(shape.sites(), 1));
}

}  // namespace

TEST_CASE("Each layout has every site once, and its neighbours are the site's") {
  for (const std::uint32_t L : {4u, 6u, 8u, 10u, 12u, 16u, 30u}) {
    require_lattice<ea3d::Standard>(L);
    require_lattice<ea3d::Sliced>(L);
    if (std::has_single_bit(L)) require_lattice<ea3d::Bitwise>(L);
  }
}

TEST_CASE("All layouts hold the oracle's spins, to the bit") {
  for (const Variant& variant : Registry::instance().variants()) {
    if (variant.kernel != "ea3d_metropolis" || variant.backend != "cpu" || variant.oracle.empty()) continue;
    if (variant.name != "standard" && variant.name != "bitwise" && variant.name != "sliced") continue;
    for (const char* generator : {"minstd", "mt19937", "philox4x32", "sfc32"})
      for (const int L : {4, 6, 8, 10, 16})
        for (const int replicas : {1, 4, 5}) {
          Params params = defaults(variant);
          params.set("L", std::int64_t{L});
          params.set("systems", std::int64_t{L < 10 ? 3 : 1});
          params.set("replicas", std::int64_t{replicas});
          params.set("rng", std::string(generator));
          if (!variant.unsupported(params, {}).empty()) continue;
          Params oracle_params = glass(single_spin(), L, L < 10 ? 3 : 1, replicas, "32", params.real("beta"));
          oracle_params.set("rng", std::string(generator));
          const auto simulation = variant.make(params, 5), oracle = single_spin().make(oracle_params, 5);
          const int sweeps = L < 10 ? 50 : 8;
          oracle->sweep(sweeps);
          simulation->sweep(1);
          simulation->sweep(sweeps - 1);
          INFO(variant.name << " " << params.name());
          REQUIRE(compare(simulation->configuration(), oracle->configuration()).same);
        }
  }
}
