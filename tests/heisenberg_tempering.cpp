// Parallel tempering of Heisenberg spin glasses on hosts: the operator of exchanges, energies as whole numbers,
// histories, and the oracle's bits.
#include "tests/heisenberg_tempering.hpp"

#include <cmath>
#include <numeric>
#include <span>
#include <vector>

#include "kernels/heisenberg3d_parallel_tempering/exchange.hpp"
#include "kernels/heisenberg3d_parallel_tempering/tempered_vectors.hpp"
#include "kernels/heisenberg3d_parallel_tempering/work.hpp"

using namespace spinbench;
using namespace spinbench::vector_tempering;

TEST_CASE("an exchange of vectors moves energies and copies of its pair, and no others", "[vector_tempering]") {
  constexpr std::uint32_t replicas = 4, realizations = 2;
  const std::vector<double> betas = {0.5, 1, 1.5, 2};
  std::vector<std::int64_t> energies(replicas * realizations);
  std::vector<std::uint32_t> copies(energies.size());
  // The colder one has the larger energy: always.
  std::iota(energies.begin(), energies.end(), 0);
  std::iota(copies.begin(), copies.end(), 0u);
  const Exchanges state{replicas, 7, betas.data(), energies.data(), copies.data()};
  CHECK(exchange_pair(state, 1, 0, 0));
  // A pair of the other turn, and one that is none.
  CHECK_FALSE(exchange_pair(state, 1, 1, 0));
  CHECK_FALSE(exchange_pair(state, 1, 3, 1));
  for (std::size_t i = 0; i < copies.size(); ++i) {
    const std::size_t from = i == 4 ? 5 : i == 5 ? 4 : i;
    REQUIRE(copies[i] == from);
    REQUIRE(energies[i] == static_cast<std::int64_t>(from));
  }
}

TEST_CASE("exchanges of vectors are accepted with the probability that their energies give", "[vector_tempering]") {
  constexpr std::uint32_t many = 4000;
  const std::vector<double> betas = {0.5, 0.8};
  for (const double gap : {-3.0, -1.0, 0.5}) {  // E_hot - E_cold, in J: the last one is the usual one
    std::vector<std::int64_t> energies;
    std::vector<std::uint32_t> copies;
    for (std::uint32_t r = 0; r < many; ++r) {
      energies.insert(energies.end(), {static_cast<std::int64_t>(std::ldexp(gap, 32)), 0});
      copies.insert(copies.end(), {0u, 1u});
    }
    const Exchanges state{2, 11, betas.data(), energies.data(), copies.data()};
    int accepted = 0;
    for (std::uint32_t r = 0; r < many; ++r) accepted += exchange_pair(state, r, 0, 2);
    const double wanted = std::min(1.0, std::exp((betas[0] - betas[1]) * gap));
    CHECK(std::fabs(accepted - many * wanted) <= 4 * std::sqrt(many * wanted * (1 - wanted)));
  }
}

TEST_CASE("a site's energy is rounded to the nearest unit, whatever its sign", "[vector_tempering]") {
  for (const double product : {0.0, 1.0, -1.0, 0.3, -0.7, 51.9, -51.9, 1e-10, -1e-10, 0x1p-34, 0x1.8p-32, -0x1.8p-32}) {
    const Vector3<double> spin{1, 0, 0}, field{product, 5, 7};
    CHECK(heisenberg::fixed_energy(spin, field) == std::llrint(std::ldexp(-product, 32)));
  }
  const Vector3<float> spin{0.6f, 0, 0.8f}, field{1.5f, 2, -0.25f};
  CHECK(heisenberg::fixed_energy(spin, field) ==
        std::llrint(std::ldexp(-(double{0.6f} * 1.5 - double{0.8f} * 0.25), 32)));
}

TEST_CASE("replicas of vectors on a host hold the oracle's spins", "[vector_tempering]") {
  int decided_apart = 0;
  for (const char* rng : {"philox4x32", "lcg32_random"})
    for (const char* precision : {"float", "double"})
      for (const std::int64_t L : {4, 6}) {
        Params params = vector_tempering_case(L, 2, 5, rng, precision);
        if (L == 6) params.set("couplings", std::string("ferromagnet"));
        params.set("threads", std::int64_t{L == 4 ? 1 : 3});
        INFO(params.name());
        const auto found = make_vector_tempering("vector", params, 8),
                   wanted = make_vector_tempering("checkerboard", params, 8);
        for (const int steps : {1, 2, 10}) {
          found->sweep(steps * found->sweep_granularity());
          wanted->sweep(steps * wanted->sweep_granularity());
          REQUIRE(is_same_vector_tempering(*found, *wanted));
        }
        // Some were accepted and some refused, and each realization by itself.
        const Observables seen = wanted->observe();
        double accepted = 0;
        for (const double count : seen.of("accepted")) accepted += count;
        CHECK(accepted > 0);
        CHECK(accepted < 13 * 2 * 2);
        const std::vector<double>& places = seen.of("place");
        decided_apart += !std::equal(places.begin(), places.begin() + 5, places.begin() + 5);
      }
  CHECK(decided_apart > 4);
}

TEST_CASE("until its first exchange a replica is the heat bath at its temperature, to the bit", "[vector_tempering]") {
  Params params = vector_tempering_case(6, 1, 2, "philox4x32");
  params.set("exchange", std::int64_t{30});
  const auto replicas = make_vector_tempering("vector", params, 5);
  replicas->sweep(30);
  const Variant* variant = Registry::instance().variant("heisenberg3d_heatbath", "checkerboard", "cpu");
  REQUIRE(variant != nullptr);
  Params one = defaults(*variant);
  for (const char* axis : {"L", "n_hb", "n_or", "couplings", "precision", "rng"}) one.set(axis, params.at(axis));
  one.set("beta", params.real("beta_low"));
  const auto alone = variant->make(one, 5);
  alone->sweep(30);
  const Configuration all = replicas->configuration(), wanted = alone->configuration();
  // The exchange that follows may have taken it to the other temperature.
  const std::size_t from = replicas->observe().of("place").front() == 0 ? 0 : wanted.bytes.size();
  REQUIRE(std::equal(wanted.bytes.begin(), wanted.bytes.end(), all.bytes.begin() + static_cast<std::ptrdiff_t>(from)));
}

TEST_CASE("tempered vectors go on from what was kept, and equal seeds give equal histories", "[vector_tempering]") {
  for (const char* name : {"checkerboard", "vector"})
    for (const char* rng : {"philox4x32", "lcg32_random"}) {
      const Params params = vector_tempering_case(4, 2, 3, rng);
      const auto once = make_vector_tempering(name, params, 3), parts = make_vector_tempering(name, params, 3),
                 other = make_vector_tempering(name, params, 4);
      const int step = once->sweep_granularity();
      for (const int part : {1, 4}) parts->sweep(part * step);
      once->sweep(5 * step);
      other->sweep(2 * step);
      REQUIRE(is_same_vector_tempering(*parts, *once));
      REQUIRE_FALSE(same_spins(*other, *once));
      dynamic_cast<tempering::Tempered&>(*once).set_betas({0.4, 0.5, 0.9});
      once->sweep(step);
      StateWriter kept;
      dynamic_cast<Resumable&>(*once).save(kept);
      const auto later = make_vector_tempering(name, params, 3);
      later->sweep(3 * step);
      StateReader reader(kept.bytes());
      dynamic_cast<Resumable&>(*later).restore(reader);
      REQUIRE_NOTHROW(reader.finish());
      for (Simulation* one : {once.get(), later.get()}) one->sweep(4 * step);
      REQUIRE(is_same_vector_tempering(*later, *once));
      StateReader cut(std::span(kept.bytes()).first(kept.bytes().size() - 1));
      REQUIRE_THROWS(dynamic_cast<Resumable&>(*later).restore(cut));
    }
}

TEST_CASE("a case of tempered vectors that cannot run says why", "[vector_tempering]") {
  const auto reason = [](const char* axis, AxisValue value) {
    Params params = vector_tempering_case(4, 2, 3, "philox4x32");
    params.set(axis, value);
    return tempering_unsupported(params);
  };
  CHECK(reason("replicas", std::int64_t{4}).empty());
  CHECK(reason("beta_low", 1.5).find("beta_low is 1.5") != std::string::npos);
  CHECK(reason("exchange", std::int64_t{4}).find("n_hb + n_or = 3") != std::string::npos);
  CHECK(reason("realizations", std::int64_t{30000}).find("90000") != std::string::npos);
  CHECK(reason("L", std::int64_t{5}).find("5") != std::string::npos);
  // Proofs run, of the nearest temperatures, too.
  Params near = vector_tempering_case(16, 2, 10, "philox4x32");
  near.set("beta_high", std::nextafter(near.real("beta_low"), 1.0));
  for (const Params& proof : tempering_bit_cases(near, Device{})) CHECK(tempering_unsupported(proof).empty());
}
