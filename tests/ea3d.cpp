// The Edwards-Anderson kernel in three dimensions: the oracle against what is known of it.
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/spin_glass.hpp"
#include "kernels/common/spin_glass_physics.hpp"
#include "kernels/ea3d_metropolis/axes.hpp"
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
