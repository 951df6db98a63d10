// The heat bath of the Heisenberg model on a host: its rule, what its vectors and a device's threads do with it, and
// what is known of its averages.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/heisenberg/axes.hpp"
#include "kernels/common/heisenberg/random_fields.hpp"
#include "kernels/common/heisenberg/sites.hpp"
#include "kernels/common/rng/philox4x32.hpp"
#include "kernels/common/statistics.hpp"
#include "kernels/heisenberg3d_heatbath/physics.hpp"
#include "reference_cpu/common/streams.hpp"
#include "tests/catch.hpp"
#include "tests/variants.hpp"

using namespace spinbench;

namespace {

using Axes = std::vector<std::pair<std::string, AxisValue>>;

std::unique_ptr<Simulation> made(const std::string& kernel, const std::string& name, const Axes& axes) {
  const Variant* variant = Registry::instance().variant(kernel, name, "cpu");
  REQUIRE(variant != nullptr);
  Params params = defaults(*variant);
  for (const auto& [axis, value] : axes)
    if (params.has(axis)) params.set(axis, value);
  return variant->make(params, 1);
}

/// A function of the hardware of a GPU: a host's, off by its documented error drawn at random (CUDA C++ Programming
/// Guide, intrinsic functions, and PTX ISA: 2^-22 relative, sine and cosine 2^-20.5).
struct Rough {
  static float error() {
    static std::mt19937 random(7);
    return std::uniform_real_distribution<float>(-1, 1)(random);
  }
  static float near(float exact) { return exact * (1 + 0x1p-22f * error()); }
  static float root(float x) { return near(std::sqrt(x)); }
  static float inverse_root(float x) { return near(1 / std::sqrt(x)); }
  static float cosine(float x) { return std::cos(x) + 6.8e-7f * error(); }
  static float sine(float x) { return std::sin(x) + 6.8e-7f * error(); }
  static float power_of_two(float x) { return near(std::exp2(x)); }
  static float log_two(float x) { return std::log2(x) + 0x1p-22f * error(); }
  static float quotient(float a, float b) { return near(a / b); }
};
struct RoughMath {
  using Real = float;
  using Functions = Rough;
};

/// A device's memory and streams of two words a pair, played by vectors.
struct Played {
  std::uint32_t L;
  std::vector<float> spins, couplings, fields;
  heisenberg::LatticeView<float> view;

  Played(std::uint32_t side, double field, std::uint64_t seed, bool is_glass = true)
      : L(side), spins(3 * sites()), couplings(is_glass ? 3 * sites() : 0), fields(field > 0 ? 3 * sites() : 0) {
    view = {{spins.data(), 1, sites()},
            {is_glass ? couplings.data() : nullptr, 1, sites()},
            {fields.empty() ? nullptr : fields.data(), 1, sites()},
            {true, L}};
    const GaussianBonds bonds = GaussianBonds::of("gaussian", seed);
    for (std::size_t site = 0; site < sites(); ++site) {
      const std::size_t place = view.order(heisenberg::Place<3>::of_number(site, L));
      view.spins.store(place, {0, 0, 1});
      for (int d = 0; is_glass && d < 3; ++d) view.couplings.at(place, d) = bonds.coupling<float>(3 * site + d);
      if (field > 0) view.fields.store(place, RandomFields::of(field, seed).at<float>(site));
    }
  }
  std::size_t sites() const { return std::size_t{L} * L * L; }
};

/// The oracle's streams as a device's threads open them.
template <class Generator>
struct PlayedTable {
  Streams<Generator>& streams;
  std::uint64_t drawn;

  auto open(std::uint64_t pair, std::uint64_t) const { return streams.load(pair, drawn); }
  void close(std::uint64_t pair, const typename Generator::Stream& stream) const { streams.store(pair, stream); }
};

/// Steps of a sweep of the heat bath with the arithmetic of Math, and one of over-relaxation where `relax`. `known`:
/// threads know the lattice as one whose colours lie apart, and have `spins` sites each.
template <class Math>
void play(Played& lattice, int steps, bool relax, float beta, bool known = true, std::uint32_t spins = 1) {
  using heisenberg::HeatBath;
  rng::with_generator_of<heisenberg::generators_of_sites>("lcg32_random", [&](auto tag, rng::Seeding seeding) {
    using Generator = typename decltype(tag)::type;
    const auto pairs = static_cast<std::uint32_t>(lattice.sites() / 2);
    Streams<Generator> streams(1, pairs, seeding);
    std::uint64_t drawn = 0;
    const auto apart = [&](std::uint32_t colour) {
      return known ? heisenberg::ApartView<float>::of<3>(lattice.view, colour) : heisenberg::ApartView<float>();
    };
    const std::uint32_t L = lattice.L;
    const auto for_each_column = [&](auto&& use) {
      for (std::uint32_t n = 0; n < pairs; ++n)
        if (const std::uint32_t y = n / L % L; y % spins == 0) use(n, y, std::min(spins, L - y));
    };
    for (int half = 0; half < 2 * steps; ++half, drawn += HeatBath::words<Generator>) {
      if (spins > 1)
        for_each_column([&](std::uint32_t first, std::uint32_t y, std::uint32_t count) {
          heisenberg::update_along_y<Math, Generator, HeatBath>(apart(static_cast<std::uint32_t>(half & 1)),
                                                                PlayedTable<Generator>{streams, drawn}, beta, first, y,
                                                                count);
        });
      for (std::uint32_t pair = 0; pair < pairs && spins == 1; ++pair)
        heisenberg::update_in_pair<3, Math, Generator, HeatBath>(
            lattice.view, apart(static_cast<std::uint32_t>(half & 1)), PlayedTable<Generator>{streams, drawn}, beta,
            pair, static_cast<std::uint32_t>(half & 1));
    }
    for (std::uint32_t colour = 0; colour < (relax ? 2u : 0u); ++colour) {
      if (spins > 1)
        for_each_column([&](std::uint32_t first, std::uint32_t y, std::uint32_t count) {
          heisenberg::relax_along_y<HeatBath>(apart(colour), first, y, count);
        });
      for (std::uint32_t pair = 0; pair < pairs && spins == 1; ++pair)
        heisenberg::relax_in_pair<3, HeatBath>(lattice.view, apart(colour), pair, colour);
    }
  });
}

}  // namespace

TEST_CASE("the heat bath's rule is its formula, to rounding", "[heisenberg]") {
  const Check check = heisenberg::check_heat_bath();
  INFO(check.detail);
  CHECK(check.passed);
}

TEST_CASE("the hardware's functions make the heat bath's cosine to some 1e-6", "[heisenberg]") {
  for (const float x : {1e-9f, 1e-3f, 0.06f, 0.063f, 0.5f, 3.0f, 30.0f, 500.0f})
    for (std::uint32_t i = 0; i < 2000; ++i) {
      const std::uint32_t word = i == 0 ? 0 : i == 1 ? 0xFFFFFFFFu : rng::philox_at<10>(1, i, 0).word[0];
      const double found = heisenberg::fast_heat_bath_cosine<Rough>(word, x);
      const double exact = heisenberg::heat_bath_cosine<double>(word, x);
      INFO("x = " << x << ", word " << word);
      REQUIRE(std::fabs(found - exact) < 1.2e-5);
    }
}

TEST_CASE("vectors and threads make the heat bath's bits", "[heisenberg]") {
  for (const char* precision : {"float", "double"})
    for (const char* rng : {"lcg32_random", "philox4x32", "mwc64x"})
      for (const char* couplings : {"gaussian", "ferromagnet"})
        for (const double field : {0.0, 0.5})
          for (const std::int64_t L : {2, 10}) {
            const Axes axes = {{"L", L},
                               {"n_hb", std::int64_t{2}},
                               {"n_or", std::int64_t{3}},
                               {"field", field},
                               {"precision", std::string(precision)},
                               {"rng", std::string(rng)},
                               {"couplings", std::string(couplings)},
                               {"threads", std::int64_t{2}}};
            const auto found = made("heisenberg3d_heatbath", "vector", axes);
            const auto wanted = made("heisenberg3d_heatbath", "checkerboard", axes);
            found->sweep(10), found->sweep(5), wanted->sweep(15);
            INFO(precision << " " << rng << " L=" << L << " " << couplings << " field " << field);
            CHECK(compare(found->configuration(), wanted->configuration()).difference == "");
            const Observables expected = wanted->observe(), seen = found->observe();
            for (const Observable& one : expected.all())
              CHECK(std::fabs(seen.of(one.name).front() - one.values.front()) < 1e-12);
          }
}

TEST_CASE("a device's threads make the serial code's bits", "[heisenberg]") {
  for (const std::uint32_t L : {4u, 10u})
    for (const auto& [field, couplings] : {std::pair{0.0, "gaussian"}, {0.3, "gaussian"}, {0.0, "ferromagnet"}})
      for (const std::uint32_t spins : {0u, 1u, 2u, 3u, 4u, 10u}) {
        const bool known = spins > 0;
        if (spins > L) continue;
        INFO("L " << L << ", field " << field << ", " << couplings
                  << (known ? ", colours known to lie apart, sites a thread " : "") << spins);
        Played found(L, field, 1, couplings == std::string("gaussian"));
        play<heisenberg::Exactly<float>>(found, 4, true, 0.7f, known, std::max(spins, 1u));
        const auto wanted = made("heisenberg3d_heatbath", "checkerboard",
                                 {{"L", std::int64_t{L}},
                                  {"n_hb", std::int64_t{4}},
                                  {"n_or", std::int64_t{1}},
                                  {"field", field},
                                  {"couplings", std::string(couplings)}});
        wanted->sweep(5);
        const Configuration expected = wanted->configuration();
        heisenberg::Sums sums;
        for (std::size_t site = 0; site < found.sites(); ++site) {
          const std::size_t place = found.view.order(heisenberg::Place<3>::of_number(site, L));
          for (int n = 0; n < 3; ++n) REQUIRE(found.view.spins.at(place, n) == expected.value(3 * site + n));
          heisenberg::add_site<3>(sums, found.view, site, 0.7);
        }
        const Observables seen = heisenberg::observables(sums, static_cast<double>(found.sites())),
                          sought = wanted->observe();
        for (const Observable& one : sought.all())
          CHECK(std::fabs(seen.of(one.name).front() - one.values.front()) < 1e-12);
      }
}

TEST_CASE("a divisor's quotients are those of a division", "[heisenberg]") {
  for (std::uint32_t d = 2; d <= 1030; ++d)
    for (const std::uint32_t n :
         {0u, 1u, d - 1, d, d + 1, 7 * d - 1, 7 * d, 0x7FFFFFFFu / d * d - 1, 0x7FFFFFFFu / d * d, 0x7FFFFFFFu})
      REQUIRE(heisenberg::Divisor(d).quotient_of(n) == n / d);
  for (const std::uint32_t d : {0x3FFFFFFFu, 0x40000000u, 0x7FFFFFFFu, 0x80000000u})
    for (const std::uint32_t n : {d / 2, d - 2, d - 1, 0x7FFFFFFFu})
      REQUIRE(heisenberg::Divisor(d).quotient_of(n) == n / d);
}

TEST_CASE("the hardware's functions keep spins near for some sweeps", "[heisenberg]") {
  Played exact(32, 0, 1), rough(32, 0, 1);
  play<heisenberg::Exactly<float>>(exact, 5, false, 0.7f);
  play<RoughMath>(rough, 5, false, 0.7f);
  std::size_t apart = 0;
  for (std::size_t i = 0; i < exact.sites(); ++i) {
    float most = 0;
    for (std::size_t n = 0; n < 3; ++n)
      most = std::max(most, std::fabs(exact.spins[n * exact.sites() + i] - rough.spins[n * exact.sites() + i]));
    apart += most > 1e-3f;
  }
  CHECK(static_cast<double>(apart) <= 2e-3 * static_cast<double>(exact.sites()));
  CHECK(exact.spins != rough.spins);
}

namespace {

/// The energy in so many steps behind 200 others.
MeanEstimate energy_of(const std::string& kernel, int steps, const Axes& axes) {
  const auto simulation = made(kernel, "vector", axes);
  const int step = simulation->sweep_granularity();
  simulation->sweep(200 * step);
  std::vector<double> values;
  for (int i = 0; i < steps; ++i) {
    simulation->sweep(step);
    values.push_back(simulation->observe().of("energy").front());
  }
  return mean_with_error(values);
}

}  // namespace

TEST_CASE("the heat bath, its mixtures and Metropolis have one energy", "[heisenberg]") {
  const auto energy = [](const std::string& kernel, int steps, const Axes& more) {
    Axes axes = {{"L", std::int64_t{6}}, {"beta", 1.0}, {"threads", std::int64_t{1}}};
    axes.insert(axes.end(), more.begin(), more.end());
    return energy_of(kernel, steps, axes);
  };
  const MeanEstimate metropolis = energy("heisenberg3d_metropolis", 8000, {});
  for (const std::int64_t n_or : {0, 2}) {
    const MeanEstimate bath = energy("heisenberg3d_heatbath", 3000, {{"n_or", n_or}});
    INFO(bath.value << " +- " << bath.sigma << ", Metropolis " << metropolis.value << " +- " << metropolis.sigma);
    CHECK(std::fabs(bath.value - metropolis.value) < 4.5 * std::hypot(bath.sigma, metropolis.sigma));
    CHECK(std::hypot(bath.sigma, metropolis.sigma) < 0.01);
  }
}

TEST_CASE("ferromagnets at the critical point, below it and on the plane have another program's energies",
          "[heisenberg][slow]") {
  // By a program that was written apart from this one; beta_c of Deng, Bloete, Nightingale, Phys. Rev. E 72, 016128
  // (2005).
  struct Known {
    const char* kernel;
    std::int64_t L;
    double beta, energy, sigma;
    int steps;
  };
  const auto known = GENERATE(Known{"heisenberg3d_heatbath", 8, 0.693003, -1.0514, 5e-4, 8000},
                              Known{"heisenberg3d_heatbath", 8, 1.0, -1.8536, 5e-4, 8000},
                              Known{"heisenberg3d_metropolis", 8, 1.0, -1.8536, 5e-4, 20000},
                              Known{"heisenberg2d_metropolis", 32, 1.0, -0.75981, 8e-5, 10000},
                              Known{"heisenberg2d_metropolis", 32, 2.0, -1.45149, 6e-5, 10000});
  const MeanEstimate found = energy_of(known.kernel, known.steps,
                                       {{"L", known.L},
                                        {"beta", known.beta},
                                        {"couplings", std::string("ferromagnet")},
                                        {"n_or", std::int64_t{4}},
                                        {"threads", std::int64_t{1}}});
  const double sigma = std::hypot(found.sigma, known.sigma);
  INFO(known.kernel << " at beta = " << known.beta << ": " << found.value << " +- " << found.sigma);
  CHECK(std::fabs(found.value - known.energy) < 4.5 * sigma);
  CHECK(sigma < 4e-3 * std::fabs(known.energy));
}

TEST_CASE("over-relaxation keeps the energy, in a random field, too", "[heisenberg]") {
  const auto one = made("heisenberg3d_heatbath", "vector",
                        {{"L", std::int64_t{8}}, {"field", 0.5}, {"precision", std::string("double")}});
  const auto other =
      made("heisenberg3d_heatbath", "vector",
           {{"L", std::int64_t{8}}, {"n_or", std::int64_t{20}}, {"field", 0.5}, {"precision", std::string("double")}});
  one->sweep(1), other->sweep(21);
  const Observables at_start = one->observe(), now = other->observe();
  CHECK(std::fabs(at_start.of("energy").front() - now.of("energy").front()) < 1e-12);
  CHECK(at_start.of("magnetisation").front() != now.of("magnetisation").front());
}
