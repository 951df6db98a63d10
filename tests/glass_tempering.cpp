// Parallel tempering of spin glasses on hosts: the operator of exchanges, histories, and the oracle's bits.
#include "tests/glass_tempering.hpp"

#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "bench/verify/verify.hpp"
#include "kernels/ea3d_parallel_tempering/exchange.hpp"
#include "reference_cpu/exact/ising3d.hpp"

using namespace spinbench;
using namespace spinbench::glass_tempering;

namespace {

const GlassTempering cubic("ea3d_parallel_tempering");

/// The states of the square sample of 4 x 4 sites by their energies.
const std::map<int, double> states = {{-20, 36},  {-16, 328}, {-12, 1876}, {-8, 7008}, {-4, 14472}, {0, 18096},
                                      {4, 14472}, {8, 7008},  {12, 1876},  {16, 328},  {20, 36}};

/// The share of the words by which exchange_pair() exchanges replicas of these energies.
double probability(double beta, double next, int energy, int next_energy) {
  return std::ldexp(static_cast<double>(tempering::exchange_threshold(beta, next, energy - next_energy)), -32);
}

/// Another one, but for the overlaps that it keeps.
class WrongOverlaps final : public Simulation {
 public:
  WrongOverlaps(std::unique_ptr<Simulation> right, const GlassColumns& columns)
      : right_(std::move(right)), columns_(columns) {}

  std::string code_path() const override { return right_->code_path(); }
  void sweep(int count) override { right_->sweep(count); }
  int sweep_granularity() const override { return right_->sweep_granularity(); }
  Observables observe() override { return right_->observe(); }
  Series series(const std::string& observable, int measurements, int spacing) override {
    Series result = right_->series(observable, measurements, spacing);
    if (observable == "tempering") result.values.at(columns_.overlap(0, 1)) += 1e-3;
    return result;
  }
  Configuration configuration() override { return right_->configuration(); }
  Work work_per_sweep() const override { return right_->work_per_sweep(); }

 private:
  std::unique_ptr<Simulation> right_;
  GlassColumns columns_;
};

}  // namespace

TEST_CASE("exchanges of a spin glass are in balance between any two states of two replicas", "[glass_tempering]") {
  const double beta = 0.4, next = 1.0;
  double z = 0;
  for (const auto& [e, n] : states)
    for (const auto& [f, m] : states) z += n * m * std::exp(-beta * e - next * f);
  const auto weight = [&](int e, int f) { return states.at(e) * states.at(f) * std::exp(-beta * e - next * f) / z; };
  for (const auto& [e, n] : states)
    for (const auto& [f, m] : states) {
      const double up = probability(beta, next, e, f), down = probability(beta, next, f, e);
      // As many go as come. Thresholds are cut after 32 bits.
      CHECK(std::fabs(weight(e, f) * up - weight(f, e) * down) < 3e-10 * std::max(weight(e, f), weight(f, e)));
      CHECK(std::max(up, down) == 1);
    }
}

TEST_CASE("an exchange moves the spins, energies and copies of the realizations of its mask, and of no others",
          "[glass_tempering]") {
  constexpr std::uint32_t replicas = 4, systems = 2, words = 3;
  std::vector<std::uint32_t> spins(2 * replicas * systems * words);
  for (std::size_t i = 0; i < spins.size(); ++i) spins[i] = static_cast<std::uint32_t>(i * 2654435761u);
  const std::vector<std::uint32_t> before = spins;
  ea3d::GlassArrays arrays{spins.data(), nullptr, 0, words, systems, replicas, {}};
  const std::uint32_t mask = 0x80000401u;
  for (std::uint32_t i = 0; i < words; ++i) exchange_words(arrays, 1, 2, mask, i);
  for (std::uint32_t colour = 0; colour < 2; ++colour)
    for (std::uint32_t t = 0; t < replicas; ++t)
      for (std::uint32_t system = 0; system < systems; ++system)
        for (std::uint32_t i = 0; i < words; ++i) {
          const bool moved = system == 1 && (t == 2 || t == 3);
          const std::uint32_t own = before[arrays.spins_of(colour, t, system) + i],
                              other = moved ? before[arrays.spins_of(colour, 5 - t, system) + i] : own;
          REQUIRE(spins[arrays.spins_of(colour, t, system) + i] == ((own & ~mask) | (other & mask)));
        }

  const std::vector<double> betas = {0.1, 0.5, 0.9, 1.3};
  std::vector<std::int64_t> unsatisfied(systems * replicas * 32);
  std::vector<std::uint32_t> copies(unsatisfied.size());
  std::iota(unsatisfied.begin(), unsatisfied.end(), 0);
  std::iota(copies.begin(), copies.end(), 0u);
  const Exchanges state{replicas, 7, betas.data(), unsatisfied.data(), copies.data()};
  // The colder one has the larger energy: always; a pair of the other turn never.
  CHECK(exchange_pair(state, 1, 0, 5, 0));
  CHECK_FALSE(exchange_pair(state, 1, 1, 5, 0));
  CHECK_FALSE(exchange_pair(state, 1, 3, 5, 1));
  const std::size_t hot = state.entry(1, 0, 5), cold = state.entry(1, 1, 5);
  for (std::size_t i = 0; i < copies.size(); ++i) {
    const std::size_t from = i == hot ? cold : i == cold ? hot : i;
    REQUIRE(copies[i] == from);
    REQUIRE(unsatisfied[i] == static_cast<std::int64_t>(from));
  }
}

TEST_CASE("replicas of spin glasses on a host hold the oracle's spins", "[glass_tempering]") {
  for (const char* rng : {"philox4x32", "minstd"}) check_holds_the_oracles_spins(cubic, "standard", rng);
}

TEST_CASE("tempered spin glasses go on from what was kept, and equal seeds give equal histories", "[glass_tempering]") {
  for (const char* name : {"single_spin", "standard"})
    for (const char* rng : {"philox4x32", "minstd"}) check_goes_on(cubic, name, rng);
}

TEST_CASE("what an experiment keeps of two copies at each temperature is the oracle's, and their overlap what is known",
          "[glass_tempering]") {
  check_keeps_what_the_oracle_does(cubic, "standard");
  check_overlap_of_hot_copies(cubic, "standard", 8, 512, 4, {6, 30, 150});
}

TEST_CASE("what an experiment reads is compared with the oracle's before a replica is timed",
          "[glass_tempering][verification]") {
  Variant variant = cubic.variant("standard");
  variant.physics = nullptr;
  variant.bit_cases = nullptr;
  VerifyOptions options;
  options.first_bit_units = 1e4;
  Params params = defaults(variant, cubic.small_case(4, 1, 4, "philox4x32").entries());
  params.set("copies", std::int64_t{2});
  const Case c{Registry::instance().kernel(variant.kernel), &variant, Registry::instance().backend("cpu"), 0, params};
  const Verification right = Verifier(1, options).verify(c);
  INFO(right.checks.front().detail);
  CHECK(right.passed);
  variant.make = [make = variant.make](const Params& of, std::uint64_t seed) -> std::unique_ptr<Simulation> {
    return std::make_unique<WrongOverlaps>(make(of, seed), GlassColumns::of(of));
  };
  const Verification wrong = Verifier(1, options).verify(c);
  CHECK_FALSE(wrong.passed);
  bool is_named = false;
  for (const Check& check : wrong.checks)
    is_named = is_named || check.detail.find("a series of the tempering differs") != std::string::npos;
  CHECK(is_named);
}

TEST_CASE("the cubic ferromagnet's distribution of the energy has its mean and variance", "[glass_tempering]") {
  for (const double beta : {0.05, 0.2, 0.35}) {
    const auto levels = exact::energies_of_ising3d(beta);
    const auto known = exact::ising3d(4, beta).value();
    CHECK(std::accumulate(levels.probability.begin(), levels.probability.end(), 0.0) == Approx(1));
    CHECK(levels.mean() / 64 == Approx(known.energy));
    CHECK(beta * beta * levels.variance() / 64 == Approx(known.specific_heat));
  }
}
