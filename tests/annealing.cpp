// Population annealing: the resampling exactly, one replica, histories, temperatures that are chosen, and reweighting.
#include "tests/annealing.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "kernels/ising2d_metropolis/multispin.hpp"
#include "kernels/ising2d_population_annealing/annealed.hpp"
#include "kernels/ising2d_population_annealing/axes.hpp"
#include "kernels/ising2d_population_annealing/host_population.hpp"
#include "kernels/ising2d_population_annealing/physics.hpp"
#include "kernels/ising2d_population_annealing/reweighting.hpp"
#include "reference_cpu/common/multispin_plain.hpp"
#include "reference_cpu/common/streams.hpp"
#include "reference_cpu/exact/ising2d.hpp"
#include "reference_cpu/exact/ising2d_energies.hpp"
#include "reference_cpu/ising2d_metropolis/plane.hpp"

using namespace spinbench;
using namespace spinbench::annealing;

namespace {

/// Of the lattice of 4 x 4 sites, by level: a resampling asks for nothing else.
std::vector<double> levels_at(double beta) {
  const exact::EnergyDistribution found = exact::energies_of_ising2d(4, beta);
  std::vector<double> result(17, 0.0);
  for (std::size_t i = 0; i < found.probability.size(); ++i)
    result.at(static_cast<std::size_t>((found.first + 32) / 4) + i) = found.probability[i];
  return result;
}

/// The mean number of copies of each replica over all random bits: of the copies made before it the number grows by one
/// at most, from some value of the bits on.
std::vector<double> mean_copies(const std::vector<std::uint32_t>& levels, const std::vector<std::uint64_t>& weights) {
  const auto before = [&](std::size_t r, std::uint64_t offset) {
    const std::vector<std::uint32_t> copies = copies_of_population(levels, weights, offset).copies;
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i < r; ++i) sum += copies[i];
    return sum;
  };
  std::vector<double> ends;
  for (std::size_t r = 0; r <= levels.size(); ++r) {
    const std::uint32_t least = before(r, 0);
    std::uint64_t low = 0, high = one_copy;
    while (high - low > 1) {
      const std::uint64_t middle = (low + high) / 2;
      (before(r, middle) == least ? low : high) = middle;
    }
    if (high < one_copy) REQUIRE(before(r, one_copy - 1) == least + 1);
    ends.push_back(least + std::ldexp(static_cast<double>(one_copy - high), -copy_digits));
  }
  std::vector<double> result;
  for (std::size_t r = 0; r < levels.size(); ++r) result.push_back(ends[r + 1] - ends[r]);
  return result;
}

/// What a new annealing starts from.
ising2d::Lattice<std::int8_t> drawn(std::uint32_t L, std::uint64_t seed, std::uint64_t annealing) {
  ising2d::Lattice<std::int8_t> result(L);
  std::uint32_t number = 0;
  for (std::uint32_t colour = 0; colour < 2; ++colour)
    for (std::uint32_t y = 0; y < L; ++y)
      for (std::uint32_t i = 0; i < L / 2; ++i, ++number)
        if ((start_words(start_key(seed), annealing, 0, number / 128).word[number / 32 % 4] >> number % 32 & 1) != 0)
          result.flip(2 * i + (y + colour) % 2, y);
  return result;
}

}  // namespace

TEST_CASE("resampling takes the Boltzmann distribution of one temperature to that of the next", "[annealing]") {
  const double beta = 0.35, next = 0.42;
  const std::vector<double> pi = levels_at(beta), wanted = levels_at(next);
  const Schedule schedule({next - beta});
  std::mt19937_64 engine(4);
  std::normal_distribution<double> normal;
  std::vector<double> f;
  double scale = 0, mean = 0;
  for (std::size_t l = 0; l < pi.size(); ++l) {
    f.push_back(normal(engine));
    mean += wanted[l] * f[l], scale += wanted[l] * std::fabs(f[l]);
  }
  const double ratio = std::exp(16 * (exact::ising2d(4, next).log_z - exact::ising2d(4, beta).log_z));
  for (const std::size_t replicas : {1, 2, 3}) {
    // Over all populations: the mean weight times the mean of f over those that it makes.
    double sum = 0;
    std::vector<std::uint32_t> levels(replicas, 0);
    for (bool left = true; left;) {
      double probability = 1, copied = 0;
      for (const std::uint32_t level : levels) probability *= pi[level];
      if (probability > 0) {
        const std::vector<double> copies = mean_copies(levels, schedule.weights(0));
        const Resampled found = copies_of_population(levels, schedule.weights(0), 0);
        for (std::size_t r = 0; r < replicas; ++r) copied += copies[r] * f[levels[r]];
        const double n = static_cast<double>(replicas);
        sum += probability * std::ldexp(static_cast<double>(found.total), -copy_digits) / n *
               std::exp(-(next - beta) * (4.0 * found.least - 32)) * copied / n;
      }
      std::size_t r = 0;
      while (r < replicas && ++levels[r] == pi.size()) levels[r++] = 0;
      left = r < replicas;
    }
    INFO(replicas);
    CHECK(std::fabs(sum / ratio - mean) < 1e-9 * scale);
  }
}

TEST_CASE("copies differ from their mean by less than one, and are as many as there were replicas", "[annealing]") {
  std::mt19937_64 engine(5);
  for (const std::uint32_t replicas : {1u, 7u, 1000u, 1u << 17}) {
    std::normal_distribution<double> level(1000, 40);
    std::vector<std::uint32_t> levels(replicas);
    for (std::uint32_t& one : levels) one = static_cast<std::uint32_t>(level(engine));
    const Schedule schedule({0.01});
    const std::uint64_t offset = engine() % one_copy;
    const Resampled found = copies_of_population(levels, schedule.weights(0), offset);
    double total = 0;
    for (const std::uint32_t one : levels) total += std::exp(-0.04 * (one - static_cast<double>(found.least)));
    CHECK(std::ldexp(static_cast<double>(found.total), -copy_digits) == Approx(total).epsilon(1e-9));
    std::uint64_t sum = 0;
    double worst = 0;
    for (std::uint32_t r = 0; r < replicas; ++r) {
      const double mean = replicas * std::exp(-0.04 * (levels[r] - static_cast<double>(found.least))) / total;
      worst = std::max(worst, std::fabs(found.copies[r] - mean));
      sum += found.copies[r];
    }
    CHECK(sum == replicas);
    CHECK(worst < 1 + 1e-6);
  }
}

TEST_CASE("a population of one is plain Metropolis, to the bit", "[annealing]") {
  const std::uint64_t seed = 11;
  for (const char* name : {"multispin_plain", "multispin"}) {
    Params params = small_annealing("multispin_plain", "philox4x32");
    params.set("replicas", std::int64_t{1});
    const auto found = make_annealing(name, params, seed);
    const auto tile = ising2d::multispin_tile(bit_sliced_lattices(params));
    std::uint64_t half = 0;
    for (std::uint64_t annealing = 0; annealing < 2; ++annealing) {
      auto lattice = drawn(64, seed, annealing);
      for (const double beta : equal_betas(params)) {
        MultispinDecisions<ising2d::Plane> decisions(64, tile, beta);
        const auto setup = rng::Philox4x32::setup(seed, 0, rng::Seeding::random);
        for (int i = 0; i < 4; ++i, ++half)
          for (std::uint32_t y = 0; y < 64; y += tile.down) {
            rng::Philox4x32::Stream stream(setup, y / tile.down, half * multispin_draws);
            decisions.update(lattice, 0, y, 0, static_cast<std::uint32_t>(i & 1), stream);
          }
        found->sweep(2);
        INFO(name << " " << beta);
        REQUIRE(compare(found->configuration(), lattice.configuration()).same);
      }
    }
  }
}

TEST_CASE("equal seeds give equal populations, however steps are batched; others give others", "[annealing]") {
  for (const char* name : {"row_order", "tiled", "multispin_plain", "multispin"}) {
    const bool tiled = std::string(name) == "tiled";
    const Params params = small_annealing(tiled ? "tiled" : "multispin_plain", "philox4x32");
    Params own = params;
    if (tiled) own.set("tile", std::int64_t{16});
    INFO(name);
    const auto once = make_annealing(name, own, 3), parts = make_annealing(name, own, 3),
               other = make_annealing(name, own, 4);
    const int step = once->sweep_granularity();
    once->sweep(10 * step);
    for (const int part : {1, 6, 3}) parts->sweep(part * step);
    other->sweep(10 * step);
    require_same_annealing(*parts, *once);
    REQUIRE(once->observe().of("moved").front() > 0);
    require_annealing_resumes([&] { return make_annealing(name, own, 3); });
    REQUIRE_FALSE(same_spins(*other, *once));
    REQUIRE(other->observe().of("family") != once->observe().of("family"));
  }
}

TEST_CASE("bit-sliced populations on a host are the oracle's", "[annealing]") {
  for (const int words : {1, 8})
    for (const std::int64_t threads : {1, 3})
      for (const char* temperatures : {"equal", "adaptive"}) {
        Params params = small_annealing("multispin_plain", "mwc64x");
        params.set("words", std::int64_t{words});
        params.set("threads", threads);
        params.set("temperatures", std::string(temperatures));
        params.set("overlap", 0.6);
        if (words == 8) params.set("L", std::int64_t{128});
        const auto found = make_annealing("multispin", params, 8),
                   wanted = make_annealing("multispin_plain", params, 8);
        for (const int steps : {1, 6}) {
          found->sweep(steps * found->sweep_granularity());
          wanted->sweep(steps * wanted->sweep_granularity());
          require_same_annealing(*found, *wanted);
        }
      }
}

TEST_CASE("temperatures are chosen so that neighbouring histograms overlap as asked", "[annealing]") {
  const std::int64_t L = 16;
  Params params = small_annealing("multispin_plain", "mwc64x");
  params.set("L", L);
  params.set("replicas", std::int64_t{2000});
  params.set("theta", std::int64_t{4});
  params.set("temperatures", std::string("adaptive"));
  params.set("beta_high", 0.4);
  params.set("overlap", 0.8);
  const auto made = make_annealing("multispin_plain", params, 6);
  std::vector<double> betas = dynamic_cast<Annealed&>(*made).schedule().betas();
  CHECK(betas.back() == 0.4);
  // The last step is as wide as is left.
  betas.pop_back();
  REQUIRE(betas.size() > 4);
  for (std::size_t s = 0; s + 1 < betas.size(); ++s) {
    const auto a = exact::energies_of_ising2d(L, betas[s]), b = exact::energies_of_ising2d(L, betas[s + 1]);
    double common = 0;
    for (std::size_t i = 0; i < a.probability.size(); ++i) {
      const std::int64_t j = (a.first - b.first) / 4 + static_cast<std::int64_t>(i);
      if (j >= 0 && j < static_cast<std::int64_t>(b.probability.size()))
        common += std::min(a.probability[i], b.probability[static_cast<std::size_t>(j)]);
    }
    INFO(s << " at beta " << betas[s]);
    CHECK(std::fabs(common - 0.8) < 0.04);
  }
}

TEST_CASE("multi-histogram reweighting gives exact means from exact histograms", "[annealing]") {
  const std::int64_t L = 16;
  std::vector<WeighedHistogram> all;
  for (const double beta : {0.2, 0.3, 0.38, 0.44, 0.5}) {
    WeighedHistogram one{beta, 256 * exact::ising2d(L, beta).log_z, std::vector<std::uint32_t>(257, 0)};
    const auto found = exact::energies_of_ising2d(L, beta);
    for (std::size_t i = 0; i < found.probability.size(); ++i)
      one.histogram.at(static_cast<std::size_t>((found.first + 512) / 4) + i) =
          static_cast<std::uint32_t>(std::lround(1e9 * found.probability[i]));
    all.push_back(one);
  }
  const std::vector<double> density = log_density(all, 256);
  for (const double beta : {0.25, 0.4, 0.47}) {
    const auto found = reweight(density, 256, beta);
    const auto wanted = exact::ising2d(L, beta);
    CHECK(found.energy == Approx(wanted.energy).epsilon(1e-5));
    CHECK(found.specific_heat == Approx(wanted.specific_heat).epsilon(1e-4));
  }
}

TEST_CASE("annealings that are judged pass where they are right", "[annealing]") {
  Params params = small_annealing("multispin_plain", "philox4x32");
  params.set("L", std::int64_t{8});
  params.set("replicas", std::int64_t{20});
  params.set("theta", std::int64_t{1});
  params.set("steps", std::int64_t{10});
  params.set("beta_high", 0.4);
  const auto made = make_annealing("row_order", params, 9);
  Series series = made->series("annealing", 10 * 400, 1);
  for (const Check& check : judge_annealings(series, 10, 8, 4, "right")) {
    INFO(check.detail);
    CHECK(check.passed);
  }
  // Weights of an energy that is a hundredth of the spins off.
  for (std::size_t m = 0; m < series.measurements(); ++m) {
    double& log_q = series.values[m * series.replicas + column_log_q];
    log_q += 0.01 * series.values[m * series.replicas + column_beta] * 64;
  }
  CHECK_FALSE(judge_annealings(series, 10, 8, 4, "wrong").back().passed);
}
