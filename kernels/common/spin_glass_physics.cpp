#include "kernels/common/spin_glass_physics.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>

#include "kernels/common/axes.hpp"
#include "kernels/common/formatted.hpp"
#include "kernels/common/gates.hpp"
#include "kernels/common/rng/generators.hpp"
#include "kernels/common/statistics.hpp"
#include "kernels/common/turns_check.hpp"

namespace spinbench {
namespace {

constexpr int trial = 16;
/// Of lattices whose mean scatters with their couplings, whatever the time.
constexpr int enough_of_disorder = 200;
/// Of one sample, in all independent words together: its energy is known to 2e-4 then.
constexpr double enough_of_sample = 1 << 20;
constexpr int least_of_sample = 1 << 12;
/// Of one lattice among all, in units of their scatter.
constexpr double apart = 8;
/// Attempts that a core does spin by spin in a second.
constexpr double attempts_in_a_second = 5e7;

/// Sums over time.
struct Sums {
  std::vector<double> of_lattices;
  int measurements = 0;

  void add(const Series& series) {
    of_lattices.resize(series.replicas);
    for (std::size_t i = 0; i < series.values.size(); ++i) of_lattices[i % series.replicas] += series.values[i];
    measurements += static_cast<int>(series.measurements());
  }
  std::vector<double> means() const {
    std::vector<double> result = of_lattices;
    for (double& value : result) value /= measurements;
    return result;
  }
};

/// The one furthest from the middle, in units of a Gaussian's sigma by the median of all distances; NaN is furthest.
struct Outlier {
  std::size_t number = 0;
  double sigmas = 0;
};
Outlier furthest(const std::vector<double>& values) {
  const auto median = [](std::vector<double> all) {
    std::nth_element(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2), all.end());
    return all[all.size() / 2];
  };
  Outlier result;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (std::isnan(values[i])) return {i, INFINITY};
  const double middle = median(values);
  std::vector<double> distances;
  for (const double value : values) distances.push_back(std::fabs(value - middle));
  result.number = static_cast<std::size_t>(std::max_element(distances.begin(), distances.end()) - distances.begin());
  // What all lattices agree on to rounding has no scatter to be measured by.
  result.sigmas = distances[result.number] / std::max(1.4826 * median(distances), 1e-9);
  return result;
}

}  // namespace

std::vector<double> word_means(const SpinGlassShape& shape, const std::vector<double>& of_lattices) {
  std::vector<double> result(std::size_t{shape.systems} * shape.replicas);
  for (std::size_t lattice = 0; lattice < of_lattices.size(); ++lattice) {
    const std::size_t word = lattice / shape.replicas / shape.word, replica = lattice % shape.replicas;
    result[word * shape.replicas + replica] += of_lattices[lattice] / shape.word;
  }
  return result;
}

Check check_spin_glass_energy(Simulation& simulation, int dimensions, const SpinGlassCase& what, double seconds,
                              double gate_sigmas) {
  const SpinGlassShape shape = SpinGlassShape::of(dimensions, what.params);
  const int step = simulation.sweep_granularity(), spacing = step * ((what.relaxation + step - 1) / step);
  using Clock = std::chrono::steady_clock;
  simulation.sweep(20 * spacing);
  const auto start = Clock::now();
  Sums sums;
  sums.add(simulation.series("energy", trial, spacing));
  const double each = std::chrono::duration<double>(Clock::now() - start).count() / trial;
  const bool one_sample = what.params.word("couplings") == "sample";
  const double enough =
      one_sample ? std::max<double>(least_of_sample, enough_of_sample / (1.0 * shape.systems * shape.replicas))
                 : enough_of_disorder;
  const double affordable = std::clamp(seconds / std::max(each, 1e-9), 1.0 * trial, enough);
  // Series of many lattices are long: some at a time.
  for (int left = static_cast<int>(affordable); left > 0;) {
    const int count = std::min(left, std::max(1, static_cast<int>(4e6 / static_cast<double>(shape.lattices()))));
    sums.add(simulation.series("energy", count, spacing));
    left -= count;
  }

  std::vector<double> units = word_means(shape, sums.means());
  // Replicas share couplings: on average over these a word is one value.
  if (!one_sample) {
    std::vector<double> words(shape.systems);
    for (std::size_t i = 0; i < units.size(); ++i) words[i / shape.replicas] += units[i] / shape.replicas;
    units = words;
  }
  const double mean = mean_of(units), freedom = static_cast<double>(units.size()) - 1;
  double squares = 0;
  for (const double unit : units) squares += (unit - mean) * (unit - mean);
  Check check;
  check.name = what.name;
  check.kind = Check::Kind::physics;
  check.code_path = simulation.code_path();
  check.numeric = true;
  check.value = mean;
  check.expected = what.energy;
  check.sigma = std::sqrt(squares / freedom / static_cast<double>(units.size()));
  check.detail = what.params.name() + formatted(": %d measurements, %d sweeps apart, error over %zu %s",
                                                sums.measurements, spacing, units.size(), "independent words");
  // Comparisons that NaN fails.
  check.passed = std::fabs(mean - what.energy) <= student_gate(gate_sigmas, freedom) * check.sigma;
  const Outlier worst = furthest(sums.means());
  if (!(worst.sigmas <= apart)) {
    check.passed = false;
    check.detail += formatted("; lattice %zu stands apart by %.1f of their scatter", worst.number, worst.sigmas);
  }
  return check;
}

std::vector<Params> turns_of_words(int dimensions, const Params& params, std::int64_t small) {
  std::vector<Params> result(2, params);
  result.back().set("L", small);
  if (params.has("k")) result = with_each_turn(params, small);
  for (Params& one : result) {
    const SpinGlassShape shape = SpinGlassShape::of(dimensions, one);
    const double of_system = shape.flips_a_sweep() / shape.systems * (one.has("k") ? one.real("k") : 1);
    one.set("systems", std::clamp<std::int64_t>(static_cast<std::int64_t>(attempts_in_a_second / of_system), 1,
                                                std::int64_t{shape.systems}));
  }
  return result;
}

std::vector<Check> check_spin_glass(const CheckContext& context, const SpinGlassPhysics& what) {
  std::vector<Check> result = check_turns(context, what.turns);
  for (const Check& check : result)
    if (!check.passed) return result;
  const ExactSolution* solution = Registry::instance().exact_solution(what.dimensions == 2 ? "ea2d" : "ea3d");
  std::vector<SpinGlassCase> cases;
  const auto add = [&](const std::string& name, const std::string& couplings, std::int64_t L, std::int64_t systems,
                       double beta, int relaxation) {
    SpinGlassCase one{name, what.base, 0, relaxation};
    one.params.set("couplings", couplings);
    one.params.set("L", L);
    one.params.set("systems", systems);
    // Where the case counts them so: of another number of them the proof is the same.
    if (what.base.has("realizations")) one.params.set("realizations", systems);
    one.params.set("beta", beta);
    if (what.base.has("rng")) one.params.set("rng", rng::unbiased_by_the_same_code(what.base.word("rng")));
    for (const auto& value : solution->at(one.params))
      if (value.observable == "energy") one.energy = value.value;
    cases.push_back(one);
  };
  // beta enters by thresholds alone, which comparisons with the oracle see at the case's own.
  if (what.sample_L != 0) add("energy of a sample", "sample", what.sample_L, what.sample_systems, 0.5, 4);
  if (what.nishimori_L != 0)
    add("nishimori energy", "nishimori", what.nishimori_L, what.nishimori_systems,
        std::min(what.hottest, beta_of(context.params)), 4);
  for (const SpinGlassCase& one : cases) {
    const auto& checks = context.once(one.params.name(), [&]() -> std::vector<Check> {
      const auto simulation = context.variant.make(one.params, context.seed);
      return {check_spin_glass_energy(*simulation, what.dimensions, one, context.seconds / 4, context.gate_sigmas)};
    });
    result.insert(result.end(), checks.begin(), checks.end());
  }
  return result;
}

std::vector<Check> look_at_spin_glass(int dimensions, const Params& params, Simulation& simulation, double sweeps) {
  const SpinGlassShape shape = SpinGlassShape::of(dimensions, params);
  // Overlaps of all pairs of replicas take ten times as long, and say nothing here.
  const std::vector<double> energies = simulation.series("energy", 1, 0).values;
  const double beta = beta_of(params), lowest = -dimensions - 1e-12;
  // A start at random has energy 0 on average, of independent bonds.
  const double width = 8 * std::sqrt(dimensions / static_cast<double>(shape.sites()));
  // Ten sweeps bring more than half of the energy of a lattice without loops, -tanh(beta) a bond.
  const double fallen = 0.5 * dimensions * std::tanh(std::min(beta, 0.5)) * std::min(1.0, sweeps / 10);
  const double highest = width - fallen;
  Check check;
  check.name = "look";
  check.kind = Check::Kind::self;
  check.code_path = simulation.code_path();
  for (std::size_t i = 0; i < energies.size(); ++i) {
    // Comparisons that NaN fails.
    if (energies[i] >= lowest && energies[i] <= highest) continue;
    check.detail = formatted("after %.0f sweeps lattice %zu has energy %.9g; %.6g to %.6g are allowed", sweeps, i,
                             energies[i], lowest, highest);
    return {check};
  }
  const double mean = energies.empty() ? std::nan("") : mean_of(energies);
  check.passed = mean >= lowest && mean <= highest;
  check.detail =
      formatted("after %.0f sweeps the energy is %.9g; %.6g to %.6g are allowed", sweeps, mean, lowest, highest);
  return {check};
}

}  // namespace spinbench
