// Parallel tempering of Heisenberg spin glasses on hosts: the operator of exchanges, energies as whole numbers,
// histories, and the oracle's bits.
#include "tests/heisenberg_tempering.hpp"

#include <array>
#include <cmath>
#include <numbers>
#include <numeric>
#include <span>
#include <vector>

#include "kernels/common/tempering/walks.hpp"
#include "kernels/heisenberg3d_parallel_tempering/exchange.hpp"
#include "kernels/heisenberg3d_parallel_tempering/overlaps.hpp"
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

TEST_CASE("overlaps of vectors are those of their sites and bonds, and rotations leave them", "[vector_tempering]") {
  constexpr std::uint32_t L = 4, sites = L * L * L;
  std::vector<double> one, other, turned;
  for (std::uint32_t i = 0; i < sites; ++i) {
    const double a = 0.7 * i * i, b = 2.3 * i + 1;
    one.insert(one.end(), {std::sin(a), std::cos(a), 0});
    other.insert(other.end(), {0, std::cos(b), std::sin(b)});
    turned.insert(turned.end(), {std::cos(b), std::sin(b), 0});
  }
  const auto dot = [](const std::vector<double>& spins, std::size_t i, std::size_t k) {
    return spins[3 * i] * spins[3 * k] + spins[3 * i + 1] * spins[3 * k + 1] + spins[3 * i + 2] * spins[3 * k + 2];
  };
  double squared = 0, links = 0, squares = 0;
  for (std::size_t m = 0; m < 3; ++m)
    for (std::size_t n = 0; n < 3; ++n) {
      double q = 0;
      for (std::size_t i = 0; i < sites; ++i) q += one[3 * i + m] * other[3 * i + n] / sites;
      squared += q * q;
    }
  for (std::size_t z = 0; z < L; ++z)
    for (std::size_t y = 0; y < L; ++y)
      for (std::size_t x = 0; x < L; ++x)
        for (const auto& [dx, dy, dz] : {std::array<std::size_t, 3>{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}) {
          const std::size_t i = (z * L + y) * L + x, k = ((z + dz) % L * L + (y + dy) % L) * L + (x + dx) % L;
          links += dot(one, i, k) * dot(other, i, k) / (3 * sites);
          squares += (std::pow(dot(one, i, k), 2) + std::pow(dot(other, i, k), 2)) / (6 * sites);
        }
  for (const std::vector<double>& second : {other, turned}) {
    const Overlaps found = overlaps(one.data(), second.data(), L);
    CHECK(found.squared == Approx(squared));
    CHECK(found.links == Approx(links));
    CHECK(found.squares == Approx(squares));
  }
  CHECK(squared > 1e-3);
  std::vector<float> aligned(3 * sites);
  for (std::size_t i = 2; i < aligned.size(); i += 3) aligned[i] = 1;
  const Overlaps whole = overlaps(aligned.data(), aligned.data(), L);
  CHECK(whole.squared == 1);
  CHECK(energy_by_links(whole, 2) == 0);
}

TEST_CASE("what an experiment keeps of two copies of vectors is the oracle's", "[vector_tempering]") {
  for (const char* precision : {"float", "double"}) {
    Params params = vector_tempering_case(4, 2, 6, "philox4x32", precision);
    params.set("copies", std::int64_t{2});
    REQUIRE(tempering_unsupported(params).empty());
    const auto found = make_vector_tempering("vector", params, 5),
               wanted = make_vector_tempering("checkerboard", params, 5);
    const int step = found->sweep_granularity();
    const Series seen = found->series("tempering", 3, 2 * step);
    REQUIRE(seen.values == wanted->series("tempering", 3, 2 * step).values);
    REQUIRE(is_same_vector_tempering(*found, *wanted));
    const VectorColumns columns = VectorColumns::of(params);
    REQUIRE(seen.replicas == columns.count());
    REQUIRE(columns.temperatures == 3);
    const Observables now = found->observe();
    const std::vector<double>&betas = now.of("beta"), &energies = now.of("energy"), &places = now.of("place");
    for (std::size_t i = 0; i < 6; ++i) CHECK(betas[i] == Approx(0.5 + 0.25 * static_cast<double>(i / 2)));
    const double* const last = seen.values.data() + 2 * columns.count();
    for (std::size_t r = 0; r < 2; ++r)
      for (std::size_t t = 0; t < 3; ++t)
        CHECK(last[columns.energy(r, t)] == Approx((energies[6 * r + 2 * t] + energies[6 * r + 2 * t + 1]) / 2));
    for (std::size_t i = 0; i < columns.places(); ++i)
      REQUIRE(last[columns.place(i)] == static_cast<double>(static_cast<int>(places[i]) / 2));
    // Copies of one temperature are exchanged whenever they are tried, three times here; others are not.
    const std::vector<double>& accepted = now.of("accepted");
    CHECK(accepted[0] == 3 * 2);
    CHECK(accepted[1] < 3 * 2);
    CHECK(last[columns.accepted(0)] == accepted[1]);
  }
}

TEST_CASE("two copies of hot vectors have the overlap of the series, and the energy that their links tell",
          "[vector_tempering]") {
  Params params = vector_tempering_case(8, 16, 4, "philox4x32");
  params.set("copies", std::int64_t{2});
  params.set("beta_low", 0.2);
  params.set("beta_high", 0.3);
  const auto hot = make_vector_tempering("vector", params, 6);
  const int step = hot->sweep_granularity();
  hot->sweep(20 * step);
  const Series series = hot->series("tempering", 100, step);
  const VectorColumns columns = VectorColumns::of(params);
  for (const std::size_t t : {0, 1}) {
    const double beta = t == 0 ? 0.2 : 0.3;
    // N [<q^2>] = 1 + 6 w + 30 w^2 + 150 w^3, by walks of up to three bonds that do not cross themselves; w is the mean
    // of (coth x - 1/x)^2, x = beta J. What is left out is of order w^4, below 1e-4 here.
    double w = 0;
    for (int i = -400; i < 400; ++i) {
      const double J = (i + 0.5) / 50, x = beta * J;
      w += std::pow(1 / std::tanh(x) - 1 / x, 2) * std::exp(-J * J / 2) / std::sqrt(2 * std::numbers::pi) / 50;
    }
    const double known = 1 + w * (6 + w * (30 + w * 150));
    const MeanEstimate square = tempering::mean_over_samples(series, columns.realizations,
                                                             [&](std::size_t r) { return columns.overlap(r, t); }),
                       excess = tempering::mean_over_samples(series, columns.realizations,
                                                             [&](std::size_t r) { return columns.excess(r, t); });
    CHECK(512 * square.sigma < 0.03);
    CHECK(std::fabs(512 * square.value - known) < 4 * 512 * square.sigma);
    // The energy is -beta, nearly.
    CHECK(excess.sigma < 0.02 * beta);
    CHECK(std::fabs(excess.value) < 4 * excess.sigma);
  }
}

TEST_CASE("a case of tempered vectors that cannot run says why", "[vector_tempering]") {
  const auto reason = [](const char* axis, AxisValue value) {
    Params params = vector_tempering_case(4, 2, 3, "philox4x32");
    params.set(axis, value);
    return tempering_unsupported(params);
  };
  CHECK(reason("replicas", std::int64_t{4}).empty());
  CHECK(reason("copies", std::int64_t{2}).find("replicas is 3") != std::string::npos);
  CHECK(reason("beta_low", 1.5).find("beta_low is 1.5") != std::string::npos);
  CHECK(reason("exchange", std::int64_t{4}).find("n_hb + n_or = 3") != std::string::npos);
  CHECK(reason("realizations", std::int64_t{30000}).find("90000") != std::string::npos);
  CHECK(reason("L", std::int64_t{5}).find("5") != std::string::npos);
  // Proofs run, of the nearest temperatures and of two copies, too.
  Params near = vector_tempering_case(16, 2, 10, "philox4x32");
  near.set("beta_high", std::nextafter(near.real("beta_low"), 1.0));
  Params two = vector_tempering_case(16, 2, 10, "philox4x32");
  two.set("copies", std::int64_t{2});
  for (const Params& one : {near, two})
    for (const Params& proof : tempering_bit_cases(one, Device{})) CHECK(tempering_unsupported(proof).empty());
}
