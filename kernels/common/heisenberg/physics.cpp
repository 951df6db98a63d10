#include "kernels/common/heisenberg/physics.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <string>

#include "kernels/common/axes.hpp"
#include "kernels/common/cases.hpp"
#include "kernels/common/formatted.hpp"
#include "kernels/common/gates.hpp"
#include "kernels/common/heisenberg/axes.hpp"
#include "kernels/common/heisenberg/disorder_check.hpp"
#include "kernels/common/heisenberg/glass_series.hpp"
#include "kernels/common/ising_physics.hpp"
#include "kernels/common/rng/generators.hpp"
#include "kernels/common/statistics.hpp"
#include "kernels/common/thermal_check.hpp"
#include "kernels/common/turns_check.hpp"

namespace spinbench::heisenberg {
namespace {

/// Where the series is exact to 1e-6 and better; in a random field that leaves out what averages to zero alone.
double hottest(int dimensions, const Params& params) {
  const double beta = dimensions == 2 ? 0.3 : 0.2, field = field_of(params);
  return field > 0 ? std::min(beta, 0.1 / field) : beta;
}

/// Beyond, a direction drawn at random is accepted too seldom, and a sample of couplings begins to freeze.
double coldest(const Params& params) { return has_couplings(params) ? 1 : 2; }

constexpr int least_measurements = 256;

ThermalCase thermal_case(int dimensions, const Params& params, double ground, const ThermalValues& exact,
                         double relaxation) {
  ThermalCase what;
  what.params = params;
  what.spins = sites_of(params, dimensions);
  what.beta = beta_of(params);
  what.energy = exact.energy;
  what.specific_heat = exact.specific_heat;
  what.ground = ground;
  // No excitation is smallest: spins share the heat in parts of this size.
  what.quantum = 1 / what.beta;
  // The shift of the energy where beta is off by a part: all Boltzmann factors hang on it.
  what.response = exact.specific_heat / what.beta;
  what.relaxation = relaxation;
  what.tau = relaxation / 2;
  return what;
}

ThermalValues series_of_sample(const Params& params, std::uint64_t seed, double field) {
  return glass_series(GaussianBonds::of(params.word("couplings"), seed), RandomFields::of(field, seed),
                      static_cast<std::uint32_t>(params.integer("L")), beta_of(params));
}

ThermalValues known(int dimensions, const Params& params, std::uint64_t seed) {
  if (has_couplings(params)) return series_of_sample(params, seed, field_of(params));
  const std::string model = dimensions == 2 ? "heisenberg2d" : "heisenberg3d";
  ThermalValues result;
  const ExactSolution* solution = Registry::instance().exact_solution(model);
  if (solution == nullptr) throw std::runtime_error("this build has no exact solution of " + model);
  const auto values = solution->at(params);
  if (values.empty()) throw std::runtime_error("no energy of " + model + " is known at " + params.name());
  for (const auto& one : values) (one.observable == "energy" ? result.energy : result.specific_heat) = one.value;
  if (field_of(params) == 0) return result;
  // What the fields bring, since the ferromagnet's own series goes further.
  const ThermalValues with = series_of_sample(params, seed, field_of(params)),
                      without = series_of_sample(params, seed, 0);
  return {result.energy + with.energy - without.energy,
          result.specific_heat + with.specific_heat - without.specific_heat};
}

/// Of the energy of the start, all spins along z.
double energy_of_start(int dimensions, const Params& params, std::uint64_t seed) {
  if (!has_couplings(params)) return -dimensions;
  const GaussianBonds bonds = GaussianBonds::of(params.word("couplings"), seed);
  const auto sites = static_cast<std::uint64_t>(sites_of(params, dimensions));
  double sum = 0;
  for (std::uint64_t bond = 0; bond < 3 * sites; ++bond) sum += bonds.coupling<double>(bond);
  return -sum / static_cast<double>(sites);
}

std::vector<Check> thermal(const CheckContext& context, int dimensions, Params params, double share,
                           double relaxation) {
  params.set("rng", rng::unbiased_by_the_same_code(params.word("rng")));
  return context.once(params.name() + formatted(" thermal %.6g s", share * context.seconds), [&] {
    const auto simulation = context.variant.make(params, context.seed);
    // Errors of an energy are symmetric whatever it is counted from: from far below, where it is no count.
    const double ground =
        std::min(energy_of_start(dimensions, params, context.seed), -1.0 * dimensions) - 2 * field_of(params);
    return check_thermal(*simulation,
                         thermal_case(dimensions, params, ground, known(dimensions, params, context.seed), relaxation),
                         {share * context.seconds, context.gate_sigmas});
  });
}

/// The mean of `values`, which is 0, gated as the energy is.
Check check_zero(const std::string& name, const std::vector<double>& values, const Simulation& simulation,
                 double gate_sigmas) {
  const MeanEstimate mean = mean_to_judge(values);
  const auto count = static_cast<double>(values.size());
  Check check;
  check.name = name;
  // It is 0 at any temperature: whatever factors are off by, it proves none.
  check.kind = Check::Kind::support;
  check.code_path = simulation.code_path();
  check.numeric = true;
  check.value = mean.value;
  check.sigma = mean.sigma;
  // A comparison that NaN fails.
  check.passed =
      check.sigma > 0 && std::fabs(mean.value) <= student_gate(gate_sigmas, count / (12 * mean.tau + 1)) * check.sigma;
  return check;
}

/// Whether all that is held to an oracle is a law, as rounding of float_fast leaves no more of a heat bath.
bool is_held_to_a_law(const CheckContext& context) {
  const Oracle& oracle = context.variant.oracle;
  return !oracle.empty() && oracle.agreement_of(context.params).kind == Agreement::Kind::law;
}

/// Of what no other bits can be held to: "moves", at the sizes of its physics, and of an oracle at its own, by a hit of
/// each spin; and by a sweep of over-relaxation, where there are any, in the difference that one makes to a run. Near
/// infinite temperature, where no energy tells a beta in time, that is all which is proved.
std::vector<Check> moves(const CheckContext& context, const PhysicsCases& what) {
  std::vector<Params> cases(2, what.base);
  cases[0].set("L", what.series_L);
  cases[1].set("L", what.callen_L);
  // What follows an oracle by law may be as large as a card: a small lattice on its path in its place.
  if (!is_held_to_a_law(context)) {
    cases.insert(cases.begin(), context.params);
  } else {
    const auto path = [&](const Params& one) { return context.variant.make(one, context.seed)->code_path(); };
    const auto admits = [&](const Params& one) {
      return !context.variant.unsupported || context.variant.unsupported(one, context.device).empty();
    };
    std::vector<std::int64_t> sizes(76);
    std::generate(sizes.begin(), sizes.end(), [L = 8]() mutable { return L += 2; });
    add_on_path(cases, what.base, path(context.params), sizes, path, admits);
  }
  const bool relaxes = Mixture::of(context.params).of_relaxation > 0;
  for (Params& one : cases) {
    if (one.has("k")) one.set("k", std::int64_t{1});
    if (one.has("n_hb")) one.set("n_hb", std::int64_t{1}), one.set("n_or", std::int64_t{0});
  }
  std::vector<Check> result = check_moves(context, cases);
  if (!relaxes) return result;
  // Hot: spins lie anyhow to their fields.
  for (Params& one : cases) one.set("n_or", std::int64_t{1}), one.set("beta", 0.01);
  const auto with_sweeps = [&](std::int64_t n_or) {
    return [&context, n_or](Params one, std::uint64_t seed) {
      one.set("n_or", n_or);
      return turned_in_a_step(context.variant, one, seed);
    };
  };
  for (Check& check : check_difference(context, "moves by over-relaxation", cases, with_sweeps(0), with_sweeps(1)))
    result.push_back(std::move(check));
  return result;
}

double overlap(const Configuration& a, const Configuration& b) {
  double sum = 0;
  for (std::uint64_t i = 0; i < 3 * a.spins; ++i) sum += a.value(i) * b.value(i);
  return sum / static_cast<double>(a.spins);
}

/// By how much, at least, the mean of `differences` shifts where all Boltzmann factors are off by a part: what beta
/// makes of a mean is its covariance with the energy of all spins. The covariance is measured: less what chance may
/// add.
double response_of(const std::vector<double>& differences, const std::vector<double>& energies, double beta,
                   double spins) {
  const double difference = mean_of(differences), energy = mean_of(energies);
  std::vector<double> products;
  for (std::size_t i = 0; i < energies.size(); ++i)
    products.push_back((differences[i] - difference) * (energies[i] - energy));
  const MeanEstimate covariance = mean_to_judge(products);
  return beta * spins * (covariance.value - power_sigmas * covariance.sigma);
}

}  // namespace

std::vector<Check> check_symmetries(Simulation& simulation, const std::string& name, int spacing, double seconds,
                                    double gate_sigmas) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  const int step = simulation.sweep_granularity(), apart = (spacing + step - 1) / step * step;
  simulation.sweep(4 * apart);
  std::vector<double> overlaps, chiralities;
  Configuration last = simulation.configuration();
  do {
    simulation.sweep(apart);
    Configuration now = simulation.configuration();
    overlaps.push_back(overlap(last, now));
    chiralities.push_back(simulation.observe().of("chirality").front());
    last = std::move(now);
  } while (overlaps.size() < least_measurements ||
           std::chrono::duration<double>(Clock::now() - start).count() < seconds);
  std::vector<Check> result = {check_zero("overlap", overlaps, simulation, gate_sigmas),
                               check_zero("chirality", chiralities, simulation, gate_sigmas)};
  for (Check& check : result)
    check.detail = name + formatted(": %zu measurements, %d sweeps apart", overlaps.size(), apart);
  return result;
}

Check check_callen(Simulation& simulation, int dimensions, const Params& params, int equilibration, double seconds,
                   double gate_sigmas) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  const int step = simulation.sweep_granularity();
  simulation.sweep((equilibration + step - 1) / step * step);
  std::vector<double> energies, differences;
  do {
    simulation.sweep(step);
    const Observables seen = simulation.observe();
    energies.push_back(seen.of("energy").front());
    differences.push_back(energies.back() - seen.of("callen_energy").front());
  } while (differences.size() < least_measurements ||
           std::chrono::duration<double>(Clock::now() - start).count() < seconds);
  const MeanEstimate mean = mean_to_judge(differences);
  const double freedom = static_cast<double>(differences.size()) / (2 * std::max(3.0, 6 * mean.tau) + 1);
  const double average = mean_of(energies), gate = student_gate(gate_sigmas, freedom);
  const double response = response_of(differences, energies, beta_of(params), sites_of(params, dimensions));
  const double factor_error =
      response > 0 ? (gate + power_sigmas) * mean.sigma / response : std::numeric_limits<double>::infinity();
  Check check;
  check.name = "callen";
  check.kind = Check::Kind::physics;
  check.code_path = simulation.code_path();
  check.numeric = true;
  check.value = average;
  check.expected = average - mean.value;
  check.sigma = mean.sigma;
  check.detail = params.name() +
                 formatted(": -<h (coth x - 1/x)> / 2 beside the energy, %zu measurements, %d sweeps apart, tau %.3g; ",
                           differences.size(), step, mean.tau) +
                 sensitivity(factor_error);
  // A comparison that NaN fails.
  check.passed = mean.sigma > 0 && std::fabs(mean.value) <= gate * mean.sigma;
  if (!(factor_error <= coarsest_factor_error)) prove_no_physics(check);
  return check;
}

std::vector<Check> check_heisenberg(const CheckContext& context, const PhysicsCases& what) {
  const auto at = [&](std::int64_t L, double beta) {
    Params params = what.base;
    // On lattices as small threads wait for each other, and for the machine's other work, most of the time.
    if (params.has("threads")) params.set("threads", std::int64_t{1});
    params.set("L", L);
    params.set("beta", beta);
    return params;
  };
  const bool has_law = context.params.has("couplings");
  std::vector<Check> result =
      check_disorder(context, {has_law ? context.params.word("couplings") : "ferromagnet", field_of(context.params),
                               static_cast<std::uint64_t>(sites_of(context.params, what.dimensions))});
  const auto add = [&result](const std::vector<Check>& checks) {
    result.insert(result.end(), checks.begin(), checks.end());
  };
  if (context.variant.oracle.empty() || is_held_to_a_law(context)) add(moves(context, what));
  for (const Check& check : result)
    if (!check.passed) return result;
  const double beta = std::min(beta_of(context.params), coldest(context.params));
  const bool torus = what.takes_side_2 && what.dimensions == 2;
  const double share = torus ? 0.3 : 0.5;
  if (torus) add(thermal(context, 2, at(2, beta), 0.4, 4));
  const Params hot = at(what.series_L, std::min(beta, hottest(what.dimensions, context.params)));
  add(thermal(context, what.dimensions, hot, share, 2));
  const bool symmetric = has_couplings(context.params) && field_of(context.params) == 0;
  if (symmetric)
    add(context.once(hot.name() + " symmetries", [&] {
      const auto simulation = context.variant.make(hot, context.seed);
      return check_symmetries(*simulation, hot.name(), 20, 0.1 * context.seconds, context.gate_sigmas);
    }));
  const Params callen = at(what.callen_L, beta);
  add(context.once(callen.name() + " callen", [&]() -> std::vector<Check> {
    const auto simulation = context.variant.make(callen, context.seed);
    // Diffusion of spins across the lattice, by attempts of which one in about beta h is accepted.
    const double time = static_cast<double>(what.callen_L * what.callen_L) * (1 + 4 * beta);
    const double left = symmetric ? 0.2 : 0.3;
    return {check_callen(*simulation, what.dimensions, callen, static_cast<int>(4 * time), left * context.seconds,
                         context.gate_sigmas)};
  }));
  return result;
}

std::vector<Check> look_at_heisenberg(int dimensions, const Params& params, Simulation& simulation, double sweeps) {
  const Observables seen = simulation.observe();
  const double sites = sites_of(params, dimensions), energy = seen.of("energy").front();
  const double norm = seen.of("norm_distance").front();
  const std::string& precision = params.word("precision");
  // Over-relaxation adds its roundings to those of a spin that the rule drew.
  const double growth = std::sqrt(1.0 + Mixture::of(params).of_relaxation), field = field_of(params);
  const double longest = growth * (precision == "double" ? 1e-15 : precision == "float" ? 2e-7 : 2e-6);
  // Of independent bonds: a third of the square of the coupling each, on average; at the start of a field its whole.
  const double highest = 8 * std::sqrt((dimensions + field * field) / 3.0 / sites);
  // Couplings of a sample may be satisfied better than those of a ferromagnet: two and a half each would be a wonder.
  // Along its field a spin has 1.6 standard deviations of a component, on average.
  const double lowest =
      (has_couplings(params) ? -2.5 * dimensions : -dimensions * (sweeps >= 1 && field == 0 ? 1 - 1e-5 : 1)) -
      2 * field;
  Check check;
  check.name = "look";
  check.kind = Check::Kind::self;
  check.code_path = simulation.code_path();
  // Comparisons that NaN fails.
  check.passed = energy >= lowest - 1e-9 && energy <= highest && norm <= longest;
  check.detail =
      formatted("after %.0f sweeps the energy is %.9g; %.6g to %.6g are allowed; |s| is off by %.3g, %.0e are", sweeps,
                energy, lowest, highest, norm, longest);
  return {check};
}

template <int dimensions>
std::vector<Check> site_by_site_physics(const CheckContext& context) {
  const bool parallel = is_parallel(context.device);
  PhysicsCases what;
  what.dimensions = dimensions;
  what.base = context.params;
  what.takes_side_2 = !has_couplings(context.params);
  what.series_L = dimensions == 2 ? (parallel ? 512 : 8) : (parallel ? 64 : 8);
  what.callen_L = dimensions == 2 ? 8 : 4;
  return check_heisenberg(context, what);
}

template <int dimensions>
std::vector<Check> tiled_physics(const CheckContext& context) {
  const bool parallel = is_parallel(context.device);
  PhysicsCases what;
  what.dimensions = dimensions;
  what.base = context.params;
  what.base.set("k", fewer_hits(context.params, parallel ? 4 : 2));
  // An oracle takes small tiles, which are numbers to it.
  if (context.variant.oracle.empty()) what.base.set("tile", std::min<std::int64_t>(context.params.integer("tile"), 4));
  const std::int64_t two = 2 * what.base.integer("tile");
  what.series_L = round_up(dimensions == 2 ? (parallel ? 512 : 8) : (parallel ? 64 : 8), two);
  what.callen_L = round_up(dimensions == 2 ? 8 : 4, two);
  return check_heisenberg(context, what);
}

template <int dimensions>
std::vector<Params> site_bit_cases(const Params& params, const Device&) {
  return at_sizes(params,
                  dimensions == 2 ? std::vector<std::int64_t>{4, 34, 128} : std::vector<std::int64_t>{4, 10, 32});
}

template <int dimensions>
std::vector<Params> tiled_bit_cases(const Params& params, const Device&) {
  Params small = params;
  small.set("k", fewer_hits(params, 3));
  std::vector<Params> result(2, small);
  for (std::size_t i = 0; i < 2; ++i) result[i].set("L", (i == 0 ? 4 : 2) * params.integer("tile"));
  // In so many hits rounding of float_fast turns decisions, and their neighbours', until nothing can be compared.
  if (params.integer("k") > small.integer("k") && params.word("precision") != "float_fast") {
    result.push_back(result.back());
    result.back().set("k", params.integer("k"));
  }
  return result;
}

template std::vector<Check> site_by_site_physics<2>(const CheckContext&);
template std::vector<Check> site_by_site_physics<3>(const CheckContext&);
template std::vector<Check> tiled_physics<2>(const CheckContext&);
template std::vector<Check> tiled_physics<3>(const CheckContext&);
template std::vector<Params> site_bit_cases<2>(const Params&, const Device&);
template std::vector<Params> site_bit_cases<3>(const Params&, const Device&);

template std::vector<Params> tiled_bit_cases<2>(const Params&, const Device&);
template std::vector<Params> tiled_bit_cases<3>(const Params&, const Device&);

}  // namespace spinbench::heisenberg
