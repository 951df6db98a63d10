// Parallel tempering of spin glasses on hosts: the operator of exchanges, histories, and the oracle's bits.
#include "tests/glass_tempering.hpp"

#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <span>
#include <vector>

#include "kernels/common/statistics.hpp"
#include "kernels/ea3d_parallel_tempering/exchange.hpp"
#include "kernels/ea3d_parallel_tempering/tempered_glass.hpp"
#include "reference_cpu/exact/ising3d.hpp"

using namespace spinbench;
using namespace spinbench::glass_tempering;

namespace {

/// The states of the square sample of 4 x 4 sites by their energies.
const std::map<int, double> states = {{-20, 36},  {-16, 328}, {-12, 1876}, {-8, 7008}, {-4, 14472}, {0, 18096},
                                      {4, 14472}, {8, 7008},  {12, 1876},  {16, 328},  {20, 36}};

/// The share of the words by which exchange_pair() exchanges replicas of these energies.
double probability(double beta, double next, int energy, int next_energy) {
  return std::ldexp(static_cast<double>(tempering::exchange_threshold(beta, next, energy - next_energy)), -32);
}

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
  for (const char* rng : {"philox4x32", "minstd"})
    for (const std::int64_t replicas : {2, 5}) {
      Params params = glass_tempering_case(replicas == 2 ? 6 : 4, 2, replicas, rng);
      if (replicas == 2) params.set("beta_high", 0.4);
      INFO(params.name());
      const auto found = make_glass_tempering("standard", params, 8),
                 wanted = make_glass_tempering("single_spin", params, 8);
      for (const int steps : {1, 2, 10}) {
        found->sweep(steps * found->sweep_granularity());
        wanted->sweep(steps * wanted->sweep_granularity());
        REQUIRE(is_same_glass_tempering(*found, *wanted));
      }
      // Some were accepted, and each realization by itself.
      const std::vector<double> places = found->observe().of("place");
      bool differ = false;
      for (std::size_t i = 0; i < places.size(); ++i)
        differ = differ || places[i] != places[i % static_cast<std::size_t>(replicas)];
      CHECK(differ);
    }
}

TEST_CASE("tempered spin glasses go on from what was kept, and equal seeds give equal histories", "[glass_tempering]") {
  for (const char* name : {"single_spin", "standard"})
    for (const char* rng : {"philox4x32", "minstd"}) {
      const Params params = glass_tempering_case(4, 1, 3, rng);
      const auto once = make_glass_tempering(name, params, 3), parts = make_glass_tempering(name, params, 3),
                 other = make_glass_tempering(name, params, 4);
      const int step = once->sweep_granularity();
      for (const int part : {1, 4}) parts->sweep(part * step);
      once->sweep(5 * step);
      other->sweep(2 * step);
      REQUIRE(is_same_glass_tempering(*parts, *once));
      REQUIRE_FALSE(same_spins(*other, *once));
      StateWriter kept;
      dynamic_cast<Resumable&>(*once).save(kept);
      const auto later = make_glass_tempering(name, params, 3);
      later->sweep(3 * step);
      StateReader reader(kept.bytes());
      dynamic_cast<Resumable&>(*later).restore(reader);
      REQUIRE_NOTHROW(reader.finish());
      for (Simulation* one : {once.get(), later.get()}) one->sweep(4 * step);
      REQUIRE(is_same_glass_tempering(*later, *once));
      StateReader cut(std::span(kept.bytes()).first(kept.bytes().size() - 1));
      REQUIRE_THROWS(dynamic_cast<Resumable&>(*later).restore(cut));
    }
}

TEST_CASE("what an experiment keeps of two copies at each temperature is the oracle's, and their overlap what is known",
          "[glass_tempering]") {
  Params params = glass_tempering_case(4, 2, 6, "philox4x32");
  params.set("copies", std::int64_t{2});
  const auto found = make_glass_tempering("standard", params, 5),
             wanted = make_glass_tempering("single_spin", params, 5);
  const int step = found->sweep_granularity();
  const Series seen = found->series("tempering", 3, step);
  REQUIRE(seen.values == wanted->series("tempering", 3, step).values);
  REQUIRE(is_same_glass_tempering(*found, *wanted));
  const GlassColumns columns = GlassColumns::of(params);
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

  // N [<q^2>] = 1 + 6 w + 30 w^2 + 150 w^3, w = tanh(beta)^2: walks that do not cross themselves, of up to three bonds;
  // what is left out is of order w^4, below 1e-4 here.
  params = glass_tempering_case(8, 4, 4, "philox4x32");
  params.set("copies", std::int64_t{2});
  params.set("beta_low", 0.1);
  params.set("beta_high", 0.15);
  const auto hot = make_glass_tempering("standard", params, 6);
  hot->sweep(20 * step);
  const Series series = hot->series("tempering", 200, step);
  const GlassColumns of_hot = GlassColumns::of(params);
  for (const std::size_t t : {0, 1}) {
    std::vector<double> squares(series.measurements());
    for (std::size_t m = 0; m < squares.size(); ++m)
      for (std::size_t word = 0; word < of_hot.words; ++word)
        squares[m] += 512 * series.values[m * series.replicas + of_hot.overlap(word, t)] / 4;
    const MeanEstimate square = mean_with_error(squares);
    const double w = std::pow(std::tanh(t == 0 ? 0.1 : 0.15), 2), known = 1 + w * (6 + w * (30 + w * 150));
    CHECK(square.sigma < 0.03);
    CHECK(std::fabs(square.value - known) < 4 * square.sigma);
  }
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
