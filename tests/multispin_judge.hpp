// How the tests of the bit-sliced updates judge what a simulation did.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "interface/registry.hpp"
#include "tests/catch.hpp"

namespace spinbench {

/// `params` with `realizations` lattices of side L, by tiles of `words` words.
inline Params shaped(Params params, std::int64_t L, std::int64_t realizations, std::int64_t words,
                     const std::string& generator, double beta) {
  params.set("L", L);
  params.set("realizations", realizations);
  params.set("words", words);
  params.set("rng", generator);
  params.set("beta", beta);
  return params;
}

/// Runs `sweeps` sweeps and counts them in `attempts`, of the first `correlated` the products of outcomes too, which
/// takes most of the time. Then each of `classes` classes of spins must have flipped as often as it must, to an error
/// below `resolution`, and the decisions of no pair of `pairs` may be correlated.
template <class Attempts, class Pairs>
void judge(const Variant& variant, const Params& params, Attempts& attempts, const Pairs& pairs, int classes,
           int sweeps, int correlated, double resolution) {
  const auto simulation = variant.make(params, 11);
  simulation->sweep(20);
  std::vector<std::int8_t> before = simulation->configuration().signs();
  for (int i = 0; i < sweeps; ++i) {
    simulation->sweep(1);
    std::vector<std::int8_t> after = simulation->configuration().signs();
    attempts.add(before, after, i < correlated);
    before = std::move(after);
  }
  INFO(variant.name << "/" << variant.backend << "/" << params.name());
  CHECK(attempts.free_always_flip());
  for (int n = 0; n < classes; ++n) {
    double sigma = 0;
    const double off = attempts.off(static_cast<std::size_t>(n), sigma);
    INFO("unsatisfied bonds " << n << ", off by " << off << " sigma of " << sigma);
    CHECK(sigma < resolution);
    CHECK(std::fabs(off) < 4.5);
  }
  for (std::size_t p = 0; p < std::size(pairs); ++p) {
    INFO("decisions of " << pairs[p].name);
    CHECK(std::fabs(attempts.correlation(p)) < 4.5);
  }
}

}  // namespace spinbench
