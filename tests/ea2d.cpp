// The Edwards-Anderson kernel in two dimensions: variants of the host against the oracle, what GPUs do with columns in
// registers step by step, and errors over words.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "backends/cpu/isa.hpp"
#include "interface/registry.hpp"
#include "kernels/common/spin_glass.hpp"
#include "kernels/common/spin_glass_physics.hpp"
#include "kernels/ea2d_metropolis/axes.hpp"
#include "kernels/ea2d_metropolis/columns.hpp"
#include "reference_cpu/exact/spin_glass.hpp"
#include "tests/catch.hpp"
#include "tests/variants.hpp"

using namespace spinbench;

namespace {

const Variant& host_variant(const char* name) {
  const Variant* variant = Registry::instance().variant("ea2d_metropolis", name, "cpu");
  REQUIRE(variant != nullptr);
  return *variant;
}

/// The oracle's configuration of the same case.
Configuration by_oracle(const Params& params, std::uint64_t seed, int sweeps) {
  const Variant& oracle = host_variant("single_spin");
  Params same;
  for (const Axis& axis : oracle.axes)
    same.set(axis.name, params.has(axis.name) ? params.at(axis.name) : axis.fallback);
  const auto simulation = oracle.make(same, seed);
  simulation->sweep(sweeps);
  return simulation->configuration();
}

void check_by_oracle(const Variant& variant, const Params& params) {
  INFO(variant.name << "/" << params.name());
  const int sweeps = 3 * static_cast<int>(params.integer("k"));
  const auto simulation = variant.make(params, 5);
  simulation->sweep(sweeps / 3);
  simulation->sweep(2 * sweeps / 3);
  CHECK(compare(simulation->configuration(), by_oracle(params, 5, sweeps)).same);
}

/// All lanes of a lattice one after the other.
template <int L, int W>
class ColumnsOnHost {
 public:
  ColumnsOnHost(const SpinGlassObserver& observer, std::uint64_t seed, std::uint32_t system)
      : observer_(observer), seed_(seed), system_(system), spins_(observer.start()) {}

  /// A visit of `hits` sweeps, which begins at half-sweep `position`.
  void visit(int hits, std::uint64_t position) {
    std::vector<ea2d::ColumnBonds<L, W>> columns(L);
    for (std::uint32_t x = 0; x < L; ++x)
      columns[x].start(
          x, [&](std::uint32_t column, std::uint32_t place, int w) { return spin(site(place, column), w); },
          [&](std::uint32_t column, std::uint32_t place, int d, int w) { return coupling(site(place, column), d, w); });
    for (std::uint64_t half = position; half < position + 2 * static_cast<std::uint64_t>(hits); half += 2) {
      half_sweep<0>(columns, half);
      half_sweep<1>(columns, half + 1);
    }
    for (std::uint32_t x = 0; x < L; ++x)
      columns[x].finish([&](std::uint32_t place, int w) { return coupling(site(place, x), 1, w); },
                        [&](std::uint32_t place, int w, std::uint32_t word) { spin(site(place, x), w) = word; });
  }
  const SpinGlassBits& spins() const { return spins_; }

 private:
  static std::uint32_t site(std::uint32_t place, std::uint32_t x) { return ea2d::site_at(place * L + x, L); }
  std::uint32_t& spin(std::uint32_t site, int w) {
    return spins_[(system_ * W + static_cast<std::uint32_t>(w)) * std::size_t{L * L} + site];
  }
  std::uint32_t coupling(std::uint32_t site, int d, int w) const {
    return observer_.couplings()[((system_ * W + static_cast<std::uint32_t>(w)) * std::size_t{L * L} + site) * 2 +
                                 static_cast<std::uint32_t>(d)];
  }

  template <int Colour>
  void half_sweep(std::vector<ea2d::ColumnBonds<L, W>>& columns, std::uint64_t half) {
    const auto thresholds = SquareThresholds::at(1);
    for (std::uint32_t x = 0; x < L; ++x)
      for (int i = 0; i < L / 2; ++i) {
        const std::uint64_t stream = system_ * std::uint64_t{L * L / 2} +
                                     pair_stream<2>(site(2 * static_cast<std::uint32_t>(i) + Colour, x), Colour, L);
        rng::Philox4x32::Stream numbers({seed_}, stream, half);
        columns[x].template attempt<Colour, PlainLogic>(i, AllowedCosts<std::uint32_t>::of(numbers.next(), thresholds));
      }
    const auto before = columns;
    for (std::uint32_t x = 0; x < L; ++x)
      columns[x].template hand_over<Colour>([&](int i, int w) { return before[(x + L - 1) % L].right[i][w]; },
                                            [&](int i, int w) { return before[(x + 1) % L].left[i][w]; });
  }

  const SpinGlassObserver& observer_;
  std::uint64_t seed_;
  std::uint32_t system_;
  SpinGlassBits spins_;
};

template <int L, int W>
void check_columns() {
  Params params = defaults(host_variant("multispin"));
  params.set("L", std::int64_t{L});
  params.set("word", std::to_string(32 * W));
  params.set("systems", std::int64_t{2});
  params.set("k", std::int64_t{3});
  const SpinGlassShape shape = SpinGlassShape::of(2, params);
  const SpinGlassObserver observer(shape, RandomBonds::of("bimodal", 1, 7));
  SpinGlassBits all = observer.start();
  for (std::uint32_t system = 0; system < 2; ++system) {
    ColumnsOnHost<L, W> columns(observer, 7, system);
    for (std::uint64_t visit = 0; visit < 3; ++visit) columns.visit(3, 6 * visit);
    const std::size_t words = std::size_t{W} * L * L;
    std::copy_n(columns.spins().begin() + static_cast<std::ptrdiff_t>(system * words), words,
                all.begin() + static_cast<std::ptrdiff_t>(system * words));
  }
  CHECK(compare(observer.configuration(all), by_oracle(params, 7, 9)).same);
}

/// The mean energy at T = 5 over time and all realizations, and its error: over words, and as it would come out over
/// realizations.
struct MeanEnergy {
  double value = 0, over_words = 0, over_realizations = 0;
};
MeanEnergy energy_at_5(const char* numbers, std::uint64_t seed) {
  Params params = defaults(host_variant("multispin"));
  params.set("L", std::int64_t{8});
  params.set("systems", std::int64_t{20});
  params.set("k", std::int64_t{4});
  params.set("beta", 0.2);
  params.set("numbers", std::string(numbers));
  const auto simulation = host_variant("multispin").make(params, seed);
  simulation->sweep(40);
  std::vector<double> means(20 * 64);
  constexpr int measurements = 100;
  for (int i = 0; i < measurements; ++i) {
    simulation->sweep(4);
    const std::vector<double> energies = simulation->observe().of("energy");
    for (std::size_t lattice = 0; lattice < means.size(); ++lattice) means[lattice] += energies[lattice] / measurements;
  }
  const auto error_of = [](const std::vector<double>& values, double& mean) {
    mean = 0;
    double squares = 0;
    for (const double value : values) mean += value / static_cast<double>(values.size());
    for (const double value : values) squares += (value - mean) * (value - mean);
    return std::sqrt(squares / static_cast<double>(values.size() * (values.size() - 1)));
  };
  MeanEnergy result;
  result.over_realizations = error_of(means, result.value);
  result.over_words = error_of(word_means(SpinGlassShape::of(2, params), means), result.value);
  return result;
}

}  // namespace

TEST_CASE("Square glasses in vectors and in plain words hold the oracle's bits") {
  for (const std::string rng : {"philox4x32", "sfc32", "mwc64x"})
    for (const std::int64_t L : {4, 6, 16})
      for (const std::string word : {"32", "64", "128"}) {
        Params params = defaults(host_variant("multispin"));
        params.set("L", L);
        params.set("word", word);
        params.set("rng", rng);
        params.set("systems", std::int64_t{L == 16 ? 3 : 19});
        params.set("k", std::int64_t{L == 6 ? 4 : 3});
        check_by_oracle(host_variant("multispin"), params);
        if (word != "128") {
          Params plain = defaults(host_variant("multispin_plain"));
          for (const char* axis : {"L", "word", "rng", "k"}) plain.set(axis, params.at(axis));
          plain.set("systems", std::int64_t{2});
          check_by_oracle(host_variant("multispin_plain"), plain);
        }
      }
}

TEST_CASE("Square glasses whose realizations have their own numbers hold the oracle's bits") {
  for (const std::string rng : {"philox4x32_7", "sfc32"})
    for (const std::string word : {"32", "128"}) {
      Params params = defaults(host_variant("multispin"));
      params.set("L", std::int64_t{6});
      params.set("word", word);
      params.set("rng", rng);
      params.set("numbers", std::string("own"));
      params.set("systems", std::int64_t{5});
      params.set("k", std::int64_t{4});
      check_by_oracle(host_variant("multispin"), params);
    }
}

TEST_CASE("The serial code of square glasses holds the oracle's bits") {
  for (const std::string rng : {"lcg32_random", "philox4x32", "mwc64x"}) {
    Params params = defaults(host_variant("serial"));
    params.set("L", std::int64_t{6});
    params.set("realizations", std::int64_t{35});
    params.set("rng", rng);
    params.set("k", std::int64_t{3});
    const auto simulation = host_variant("serial").make(params, 5);
    simulation->sweep(9);
    CHECK(compare(simulation->configuration(), by_oracle(ea2d::in_words_of_one(params), 5, 9)).same);
  }
}

TEST_CASE("The paper's generator keeps its state from visit to visit") {
  Params params = defaults(host_variant("multispin_plain"));
  params.set("rng", std::string("lcg32_random"));
  params.set("systems", std::int64_t{2});
  params.set("k", std::int64_t{5});
  check_by_oracle(host_variant("multispin_plain"), params);
}

TEST_CASE("Every instruction set of this host holds the oracle's bits of a square glass") {
  for (const cpu::Isa isa : cpu::isas()) {
    Params params = defaults(host_variant("multispin"));
    params.set("isa", std::string(cpu::word_of(isa)));
    params.set("L", std::int64_t{6});
    params.set("systems", std::int64_t{17});
    params.set("k", std::int64_t{2});
    check_by_oracle(host_variant("multispin"), params);
  }
}

TEST_CASE("Columns of bonds, as GPUs keep them in registers, hold the oracle's bits") {
  check_columns<16, 1>();
  check_columns<16, 2>();
  check_columns<8, 4>();
}

TEST_CASE("Bits flip by the bonds as energies say") {
  for (int allowed = 0; allowed <= 2; ++allowed) {
    const auto all_if = [](bool holds) { return holds ? ~0u : 0u; };
    const AllowedCosts<std::uint32_t> costs{all_if(allowed >= 1), all_if(allowed >= 2), 0};
    for (std::uint32_t bonds = 0; bonds < 16; ++bonds) {
      const auto bit = [bonds](int n) { return bonds >> n & 1u; };
      const int unsatisfied = static_cast<int>(bit(0) + bit(1) + bit(2) + bit(3)), field = 4 - 2 * unsatisfied;
      const std::uint32_t flips =
          square_flips_of_bonds<PlainLogic, std::uint32_t>(bit(0), bit(1), bit(2), bit(3), costs) & 1u;
      CHECK(flips == static_cast<std::uint32_t>(field <= 0 || field / 2 <= allowed));
    }
  }
}

TEST_CASE("Errors are those over words, where realizations share random numbers: over these they come out too small",
          "[slow]") {
  // The scatter of the mean from seed to seed tells which is right.
  const double exact = *exact::bimodal_energy(2, 8, 0.2);
  for (const std::string numbers : {"shared", "own"}) {
    constexpr int seeds = 24;
    double scatter = 0, of_words = 0, of_realizations = 0;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
      const MeanEnergy mean = energy_at_5(numbers.c_str(), seed);
      scatter += (mean.value - exact) * (mean.value - exact) / seeds;
      of_words += mean.over_words * mean.over_words / seeds;
      of_realizations += mean.over_realizations * mean.over_realizations / seeds;
    }
    INFO(numbers << ": scatter " << std::sqrt(scatter) << ", error over words " << std::sqrt(of_words)
                 << ", over realizations " << std::sqrt(of_realizations));
    // chi^2 of 24 degrees of freedom lies beyond these with a probability of 2e-4.
    CHECK(scatter / of_words > 0.3);
    CHECK(scatter / of_words < 2.5);
    if (numbers == "shared") CHECK(of_words > 4 * of_realizations);
    if (numbers == "own") CHECK(of_words < 2 * of_realizations);
  }
}
