// What tests of the parallel tempering of spin glasses share, in two dimensions and three: small cases, and what must
// agree.
#pragma once

#include <cmath>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "interface/registry.hpp"
#include "interface/resumable.hpp"
#include "kernels/common/glass_tempering/tempered_glass.hpp"
#include "kernels/common/statistics.hpp"
#include "tests/catch.hpp"
#include "tests/same_spins.hpp"
#include "tests/variants.hpp"

namespace spinbench {

/// The variants of a kernel on the host.
class GlassTempering {
 public:
  explicit GlassTempering(std::string kernel) : kernel_(std::move(kernel)) {}

  const Variant& variant(const std::string& name) const {
    const Variant* found = Registry::instance().variant(kernel_, name, "cpu");
    REQUIRE(found != nullptr);
    return *found;
  }

  /// Replicas in fours and alone, several systems, and energies near enough that exchanges are accepted and refused.
  Params small_case(std::int64_t L, std::int64_t systems, std::int64_t replicas, const char* rng) const {
    Params params = defaults(variant("single_spin"));
    params.set("L", L);
    params.set("systems", systems);
    params.set("replicas", replicas);
    params.set("exchange", std::int64_t{2});
    params.set("rng", std::string(rng));
    params.set("beta_low", 0.3);
    params.set("beta_high", 0.9);
    return params;
  }

  std::unique_ptr<Simulation> make(const std::string& name, const Params& params, std::uint64_t seed) const {
    const Variant& of = variant(name);
    Params own = defaults(of);
    for (const auto& [axis, value] : params.entries())
      if (own.has(axis)) own.set(axis, value);
    return of.make(own, seed);
  }

 private:
  std::string kernel_;
};

/// Whether there are the same spins, places and exchanges, to the bit, and nothing that one finds wrong with itself.
inline bool is_same_glass_tempering(Simulation& found, Simulation& wanted) {
  if (!same_spins(found, wanted)) return false;
  const Observables seen = found.observe(), expected = wanted.observe();
  for (const char* name : {"energy", "place", "accepted", "beta"})
    if (seen.of(name) != expected.of(name)) return false;
  for (Simulation* one : {&found, &wanted})
    for (const Check& check : one->self_check())
      if (!check.passed) return false;
  return true;
}

/// After so many exchanges, one number after the other.
inline bool holds_the_oracles_spins(Simulation& found, Simulation& wanted, const std::vector<int>& exchanges) {
  bool same = true;
  for (const int count : exchanges) {
    for (Simulation* one : {&found, &wanted}) one->sweep(count * one->sweep_granularity());
    same = same && is_same_glass_tempering(found, wanted);
  }
  return same;
}

/// `name` holds the oracle's spins; some exchanges are accepted, and each realization decides by itself.
inline void check_holds_the_oracles_spins(const GlassTempering& glass, const std::string& name, const char* rng) {
  for (const std::int64_t replicas : {2, 5}) {
    Params params = glass.small_case(replicas == 2 ? 6 : 4, 2, replicas, rng);
    if (replicas == 2) params.set("beta_high", 0.4);
    INFO(params.name());
    const auto found = glass.make(name, params, 8), wanted = glass.make("single_spin", params, 8);
    REQUIRE(holds_the_oracles_spins(*found, *wanted, {1, 2, 10}));
    const std::vector<double> places = found->observe().of("place");
    bool differ = false;
    for (std::size_t i = 0; i < places.size(); ++i)
      differ = differ || places[i] != places[i % static_cast<std::size_t>(replicas)];
    CHECK(differ);
  }
}

/// It goes on from what was kept, and equal seeds give equal histories.
inline void check_goes_on(const GlassTempering& glass, const std::string& name, const char* rng) {
  const Params params = glass.small_case(4, 1, 3, rng);
  const auto once = glass.make(name, params, 3), parts = glass.make(name, params, 3),
             other = glass.make(name, params, 4);
  const int step = once->sweep_granularity();
  for (const int part : {1, 4}) parts->sweep(part * step);
  once->sweep(5 * step);
  other->sweep(2 * step);
  REQUIRE(is_same_glass_tempering(*parts, *once));
  REQUIRE_FALSE(same_spins(*other, *once));
  StateWriter kept;
  dynamic_cast<Resumable&>(*once).save(kept);
  const auto later = glass.make(name, params, 3);
  later->sweep(3 * step);
  StateReader reader(kept.bytes());
  dynamic_cast<Resumable&>(*later).restore(reader);
  REQUIRE_NOTHROW(reader.finish());
  for (Simulation* one : {once.get(), later.get()}) one->sweep(4 * step);
  REQUIRE(is_same_glass_tempering(*later, *once));
  StateReader cut(std::span(kept.bytes()).first(kept.bytes().size() - 1));
  REQUIRE_THROWS(dynamic_cast<Resumable&>(*later).restore(cut));
}

/// What an experiment keeps of two copies at each temperature is the oracle's.
inline void check_keeps_what_the_oracle_does(const GlassTempering& glass, const std::string& name) {
  Params params = glass.small_case(4, 2, 6, "philox4x32");
  params.set("copies", std::int64_t{2});
  const auto found = glass.make(name, params, 5), wanted = glass.make("single_spin", params, 5);
  const int step = found->sweep_granularity();
  const Series seen = found->series("tempering", 3, step);
  REQUIRE(seen.values == wanted->series("tempering", 3, step).values);
  REQUIRE(is_same_glass_tempering(*found, *wanted));
  const auto columns = glass_tempering::GlassColumns::of(params);
  REQUIRE(seen.replicas == columns.count());
  REQUIRE(columns.temperatures == 3);
  const Observables now = found->observe();
  const std::vector<double>&betas = now.of("beta"), &energies = now.of("energy"), &places = now.of("place");
  for (std::size_t i = 0; i < 6; ++i) CHECK(betas[i] == Approx(0.3 * static_cast<double>(i / 2 + 1)));
  CHECK(betas[2] == betas[3]);
  const double* const last = seen.values.data() + 2 * columns.count();
  // Of the second word, at the coldest temperature.
  double mean = 0;
  for (std::size_t realization = 32; realization < 64; ++realization)
    mean += (energies[6 * realization + 4] + energies[6 * realization + 5]) / 64;
  CHECK(last[columns.energy(1, 2)] == Approx(mean));
  for (std::size_t i = 0; i < columns.places(); ++i)
    REQUIRE(last[columns.place(i)] == static_cast<double>(static_cast<int>(places[i]) / 2));
  // Copies of one temperature are exchanged whenever they are tried, which others are not.
  const std::vector<double>& accepted = now.of("accepted");
  CHECK(accepted[0] == 2 * 64);
  CHECK(accepted[1] < 64);
  CHECK(last[columns.accepted(0)] == accepted[1]);
}

/// N [<q^2>] = 1 + c1 w + c2 w^2 + c3 w^3, w = tanh(beta)^2, with the numbers c of walks that do not cross themselves;
/// what is left out is of order w^4, below 1e-4 here. `systems` words of side `L`, of so many `sites`.
inline void check_overlap_of_hot_copies(const GlassTempering& glass, const std::string& name, std::int64_t L,
                                        double sites, std::int64_t systems, const std::vector<double>& walks) {
  Params params = glass.small_case(L, systems, 4, "philox4x32");
  params.set("copies", std::int64_t{2});
  params.set("beta_low", 0.1);
  params.set("beta_high", 0.15);
  const auto hot = glass.make(name, params, 6);
  const int step = hot->sweep_granularity();
  hot->sweep(20 * step);
  const Series series = hot->series("tempering", 200, step);
  const auto columns = glass_tempering::GlassColumns::of(params);
  for (const std::size_t t : {0, 1}) {
    std::vector<double> squares(series.measurements());
    for (std::size_t m = 0; m < squares.size(); ++m)
      for (std::size_t word = 0; word < columns.words; ++word)
        squares[m] +=
            sites * series.values[m * series.replicas + columns.overlap(word, t)] / static_cast<double>(columns.words);
    const MeanEstimate square = mean_with_error(squares);
    const double w = std::pow(std::tanh(t == 0 ? 0.1 : 0.15), 2);
    const double known = 1 + w * (walks[0] + w * (walks[1] + w * walks[2]));
    CHECK(square.sigma < 0.03);
    CHECK(std::fabs(square.value - known) < 4 * square.sigma);
  }
}

}  // namespace spinbench
