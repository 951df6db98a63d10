#include "kernels/common/thermal_check.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <limits>

#include "kernels/common/formatted.hpp"
#include "kernels/common/gates.hpp"
#include "kernels/common/statistics.hpp"

namespace spinbench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int most_spacing = 1000;
constexpr double equilibration = 12;  // relaxation times
constexpr double enough_specific_heat = 0.05;
constexpr double enough_independent = 1000;
constexpr std::size_t most_blocks = 2048, least_blocks = 64, many_replicas = 128, most_entries = std::size_t{1} << 20;

class Timer {
 public:
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  Clock::time_point start_ = Clock::now();
};

/// Averages over consecutive blocks of a series of unknown length. Blocks double whenever there are too many.
class Blocks {
 public:
  void add(double value) {
    sum_ += value;
    if (++in_block_ < length_) return;
    means_.push_back(sum_ / static_cast<double>(length_));
    sum_ = 0, in_block_ = 0;
    if (means_.size() < 2 * most_blocks) return;
    for (std::size_t i = 0; i < most_blocks; ++i) means_[i] = (means_[2 * i] + means_[2 * i + 1]) / 2;
    means_.resize(most_blocks);
    length_ *= 2;
  }
  const std::vector<double>& means() const { return means_; }
  double length() const { return static_cast<double>(length_); }

 private:
  std::vector<double> means_;
  std::size_t length_ = 1, in_block_ = 0;
  double sum_ = 0;
};

/// A mean with an error, and how well that error is known.
struct Judged {
  double value = 0, sigma = 0, freedom = 0;
};

Judged over_blocks(const Blocks& blocks) {
  // Whether energies are anticorrelated few values cannot tell.
  const bool few = blocks.means().size() < most_blocks / 2;
  const MeanEstimate mean = few ? mean_to_judge(blocks.means()) : mean_with_error(blocks.means());
  // The window of the autocorrelation time, at least 3 blocks and else 6 times that time, decides how far it scatters.
  const double window = std::max(3.0, 6 * mean.tau);
  return {mean.value, mean.sigma, static_cast<double>(blocks.means().size()) / (2 * window + 1)};
}

Judged over_replicas(const std::vector<double>& sums, double measurements) {
  const double count = static_cast<double>(sums.size());
  double mean = 0, squares = 0;
  for (const double sum : sums) mean += sum / measurements / count;
  for (const double sum : sums) squares += (sum / measurements - mean) * (sum / measurements - mean);
  return {mean, std::sqrt(squares / (count * (count - 1))), count - 1};
}

/// What was measured so far: of each replica, and the averages over them through time. Energies are counted from the
/// exact one, so that the variance keeps its digits.
class Record {
 public:
  Record(double origin, std::size_t replicas) : origin_(origin), first_(replicas), second_(replicas) {}

  void add(const Series& series) {
    const std::size_t replicas = first_.size();
    for (std::size_t i = 0; i + replicas <= series.values.size(); i += replicas) {
      double first = 0, second = 0;
      for (std::size_t r = 0; r < replicas; ++r) {
        const double e = series.values[i + r] - origin_;
        first_[r] += e, second_[r] += e * e;
        first += e, second += e * e;
        constant_ = constant_ && series.values[i + r] == series.values[0];
      }
      constant_ = constant_ && (measurements_ == 0 || series.values[i] == seen_);
      seen_ = series.values[i];
      first_blocks_.add(first / static_cast<double>(replicas));
      second_blocks_.add(second / static_cast<double>(replicas));
      ++measurements_;
    }
  }

  bool by_replicas() const { return first_.size() >= many_replicas; }
  bool can_be_judged() const {
    return measurements_ > 0 && (by_replicas() || first_blocks_.means().size() >= least_blocks);
  }
  /// Whether errors that are not known well are no longer those of few measurements, of which they ask for 12
  /// autocorrelation times five times over.
  bool has_many() const { return by_replicas() || measured() >= static_cast<double>(16 * least_blocks); }
  Judged energy() const { return by_replicas() ? over_replicas(first_, measured()) : over_blocks(first_blocks_); }
  Judged square() const { return by_replicas() ? over_replicas(second_, measured()) : over_blocks(second_blocks_); }
  double measured() const { return static_cast<double>(measurements_); }
  double entries() const { return measured() * static_cast<double>(first_.size()); }
  std::size_t replicas() const { return first_.size(); }
  double mean_of(std::size_t replica) const { return first_[replica] / measured(); }
  /// Whether the energy was the same at all times in all replicas, and which.
  bool is_constant() const { return constant_; }
  double last() const { return seen_; }

 private:
  double origin_, seen_ = 0;
  bool constant_ = true;
  std::uint64_t measurements_ = 0;
  std::vector<double> first_, second_;  ///< sums, by replica
  Blocks first_blocks_, second_blocks_;
};

/// Everything that is found from a record.
struct Findings {
  double energy = 0, sigma = 0, energy_gate = 0, energy_deviation = 0;
  double specific_heat = 0, specific_heat_sigma = 0, specific_heat_gate = 0, specific_heat_deviation = 0;
  double tau = 0.5;            ///< in measurements
  double factor_error = 0;     ///< of a Boltzmann factor that would be seen in 99.9%
  double excitations = 0;      ///< of the ground state, that were expected
  double freedom = 0;          ///< degrees of, of the errors
  double worst_deviation = 0;  ///< of a replica
  std::size_t worst = 0;
  bool finite = false;
};

/// How far `excess` over the ground state is from `expected` where its error would be `sigma`, in sigmas.
double excess_deviation(double excess, double expected, double sigma) {
  if (!(expected > 0)) return (excess - expected) / sigma;
  const double count = expected * expected / (sigma * sigma);
  return poisson_deviation(count * std::max(excess, 0.0) / expected, count);
}

/// The same for one replica, whose excess is a count, too.
void find_worst_replica(const Record& record, const ThermalCase& what, double sigma_of_one, Findings& found) {
  for (std::size_t r = 0; r < record.replicas(); ++r) {
    const double deviation =
        excess_deviation(record.mean_of(r) + what.energy - what.ground, what.energy - what.ground, sigma_of_one);
    if (std::fabs(deviation) <= std::fabs(found.worst_deviation)) continue;
    found.worst_deviation = deviation;
    found.worst = r;
  }
}

Findings judge(const Record& record, const ThermalCase& what, const ThermalBudget& budget, double bias) {
  Findings found;
  Judged first = record.energy(), second = record.square();
  found.finite = std::isfinite(first.value) && std::isfinite(first.sigma) && std::isfinite(second.value) &&
                 std::isfinite(second.sigma);
  if (!found.finite) return found;
  const double factor = what.beta * what.beta * what.spins, exact_variance = what.specific_heat / factor;
  const bool moves = !record.is_constant();
  // The averages of equal values differ by their rounding, which says nothing.
  if (!moves) first.freedom = second.freedom = record.entries();
  const double variance = moves ? std::max(second.value - first.value * first.value, 0.0) : 0;
  // The error of a right simulation. Where nothing happened the values may as well be independent.
  const double independent = std::sqrt(exact_variance / record.entries());
  const double scale = variance > 0 ? first.sigma / std::sqrt(variance / record.entries()) : 1;
  found.sigma = scale * independent;
  found.tau = scale * scale / 2;
  found.energy = first.value + what.energy;
  found.excitations = (what.energy - what.ground) * what.spins * record.entries() / what.quantum;
  found.freedom = std::min(first.freedom, second.freedom);
  found.energy_gate = student_gate(budget.gate_sigmas, first.freedom);
  // What is left of the start could shift the energy by that much, towards it.
  const double shifted = first.value + std::clamp(-first.value, what.starts_lowest ? 0 : -bias, bias);
  found.energy_deviation =
      excess_deviation(shifted + what.energy - what.ground, what.energy - what.ground, found.sigma);
  found.factor_error = (found.energy_gate + power_sigmas) * found.sigma / what.response;

  // A sum of squares scatters by a relative error, so that it is compared as a count is.
  const double square = what.quantum / what.spins * what.quantum / what.spins;
  const double count = moves && second.sigma > 0 ? std::pow(second.value / second.sigma, 2) : 0;
  const double expected =
      count > 0 ? count * exact_variance / std::max(variance, 1e-300) : record.entries() * exact_variance / square;
  found.specific_heat = factor * variance;
  found.specific_heat_sigma = what.specific_heat / std::sqrt(std::max(count > 0 ? count : expected, 1e-300));
  // Squares have longer tails than counts: seen with 2,000 energies of L = 8, deviations of 4 sigma 20 times as often.
  found.specific_heat_gate =
      student_gate(budget.gate_sigmas, second.freedom) * (1 + 3 / std::sqrt(std::max(count, 1.0)));
  found.specific_heat_deviation = poisson_deviation(count, expected);
  if (record.replicas() > 1)
    find_worst_replica(record, what, found.sigma * std::sqrt(static_cast<double>(record.replicas())), found);
  return found;
}

bool is_enough(const Record& record, const Findings& found, const ThermalCase& what, const ThermalBudget& budget) {
  // The estimate of the error scatters: a little more than it asks for.
  return found.factor_error <= 0.95 * budget.factor_error &&
         found.specific_heat_sigma <= enough_specific_heat * what.specific_heat &&
         record.entries() / std::max(2 * found.tau, 1.0) >= enough_independent;
}

Check check_of(const Simulation& simulation, const char* name, const std::string& detail) {
  Check check;
  check.name = name;
  check.kind = Check::Kind::physics;
  check.detail = detail;
  check.code_path = simulation.code_path();
  return check;
}

std::vector<Check> both_failed(const Simulation& simulation, const std::string& why) {
  return {check_of(simulation, "energy", why), check_of(simulation, "specific_heat", why)};
}

std::vector<Check> both_unjudged(const Simulation& simulation, const std::string& why) {
  std::vector<Check> checks = both_failed(simulation, why);
  for (Check& check : checks) check.passed = true, prove_no_physics(check);
  return checks;
}

// Fewer degrees make a gate that nothing would fail; a machine that is too slow for them gets more time, and one that
// is so busy that there are too few measurements to be judged at all still more: neither says anything of the
// simulation.
constexpr double least_freedom = 5, most_overtime = 4, most_patience = 100;

/// What does not know the specific heat to that proves no physics.
constexpr double coarsest_specific_heat = 0.3;

// Of a right simulation an energy forgets within its relaxation time or half of that, and errors ask for 60 times what
// it forgets in: where fewer relaxation times were seen it is the time that was short, and no fault. So it is where
// nothing moved in less than one.
constexpr double enough_to_forget = 100;

void decide(Check& check, double value, double expected, double sigma, double deviation, double gate) {
  check.numeric = true;
  check.value = value;
  check.expected = expected;
  check.sigma = sigma;
  check.passed = std::fabs(deviation) <= gate;
  if (!check.passed) check.detail += formatted("; off by %.3g sigma, %.3g are allowed", std::fabs(deviation), gate);
}

// A replica that stands still or runs wild is far off; one of many right ones is off by some sigmas.
constexpr double replica_margin = 5;

std::vector<Check> checks_of(const Simulation& simulation, const Record& record, const Findings& found,
                             const ThermalCase& what, const std::string& run, int spacing) {
  std::string detail =
      run + formatted("%.0f measurements of %.0f replicas, %d sweeps apart, tau %.3g sweeps", record.measured(),
                      static_cast<double>(record.replicas()), spacing, found.tau * spacing);
  if (found.excitations < 1000)
    detail += formatted("; %.3g excitations of the ground state were expected", found.excitations);
  Check energy = check_of(simulation, "energy", detail + "; " + sensitivity(found.factor_error));
  decide(energy, found.energy, what.energy, found.sigma, found.energy_deviation, found.energy_gate);
  if (record.is_constant())
    energy.detail += formatted(
        energy.passed ? "; the energy stayed at %.9g" : "; the energy stayed at %.9g: nothing moves", record.last());
  if (std::fabs(found.worst_deviation) > found.energy_gate + replica_margin) {
    energy.passed = false;
    energy.detail += formatted("; replica %.0f is off by %.3g sigma", static_cast<double>(found.worst),
                               std::fabs(found.worst_deviation));
  }
  Check specific_heat = check_of(simulation, "specific_heat", detail);
  decide(specific_heat, found.specific_heat, what.specific_heat, found.specific_heat_sigma,
         found.specific_heat_deviation, found.specific_heat_gate);
  const bool is_sharp = found.factor_error <= coarsest_factor_error &&
                        found.specific_heat_sigma <= coarsest_specific_heat * what.specific_heat;
  for (Check* const check : {&energy, &specific_heat})
    if (!is_sharp) prove_no_physics(*check);
  return {energy, specific_heat};
}

/// A simulation that is swept and measured against the clock.
class Run {
 public:
  Run(Simulation& simulation, const ThermalCase& what, const ThermalBudget& budget)
      : simulation_(simulation), what_(what), budget_(budget), step_(simulation.sweep_granularity()) {}

  /// Gives back by how much what is left of the start may shift the energy.
  double equilibrate() {
    const double wanted = std::ceil(equilibration * what_.relaxation) + 20;
    // Never more than half of the time, in pieces between which the clock is looked at.
    double done = 0;
    for (double piece = 1; done < wanted && timer_.seconds() < 0.5 * budget_.seconds; piece *= 2) {
      const int steps = static_cast<int>(std::min({piece, wanted - done, 1e6}));
      simulation_.sweep(steps * step_);
      simulation_.observe();  // waits
      done += steps;
    }
    relaxed_ = done / what_.relaxation;
    return done < wanted ? (what_.energy - what_.ground) * std::exp(-relaxed_) : 0;
  }

  /// The spacing that makes the error smallest in a given time, for energies with autocorrelation exp(-t / tau): their
  /// variance is multiplied by coth(spacing / 2 tau) over the number of measurements.
  void choose_spacing() {
    const auto cost = [this](int count, int steps) {
      double best = std::numeric_limits<double>::infinity();
      for (int i = 0; i < 3; ++i) {
        const Timer timer;
        simulation_.series("energy", count, steps * step_);
        best = std::min(best, timer.seconds() / count);
      }
      return best;
    };
    simulation_.series("energy", 1, step_);  // pays for what is set up on first use
    const int count = std::clamp(static_cast<int>(2e-3 / cost(1, 1)), 1, 64);
    const double one = cost(count, 1), four = cost(count, 4);
    const double sweep = std::max((four - one) / 3, 1e-2 * one), measure = std::max(one - sweep, 0.0);
    const auto price = [&](int steps) { return (measure + steps * sweep) / std::tanh(steps / (2 * what_.tau)); };
    while (steps_ < most_spacing && price(steps_ + 1) < price(steps_)) ++steps_;
    turn_seconds_ = measure + steps_ * sweep;
  }

  /// Measures for about that long; gives back the clock after it.
  double measure(Record& record, double seconds) {
    const double wanted =
        std::clamp(seconds / turn_seconds_, 1.0, static_cast<double>(most_entries / record.replicas()) + 1);
    const Timer timer;
    record.add(simulation_.series("energy", static_cast<int>(wanted), spacing()));
    turn_seconds_ = std::max(timer.seconds() / std::floor(wanted), 1e-9);
    return timer_.seconds();
  }

  int spacing() const { return steps_ * step_; }
  /// Relaxation times from the first to the last of so many measurements.
  double relaxations(double measurements) const { return measurements * steps_ / what_.relaxation; }
  double seconds() const { return timer_.seconds(); }
  /// Relaxation times that were thrown away.
  double relaxed() const { return relaxed_; }

 private:
  Simulation& simulation_;
  const ThermalCase& what_;
  const ThermalBudget& budget_;
  int step_, steps_ = 1;
  double turn_seconds_ = 1e-6, relaxed_ = 0;
  Timer timer_;
};

}  // namespace

std::string sensitivity(double factor_error) {
  // Beyond that, effects are no longer proportional to the error.
  if (!(factor_error < 0.3)) return "would see gross errors of a Boltzmann factor only";
  return formatted("would see a Boltzmann factor off by %.2g%%", 100 * factor_error);
}

void prove_no_physics(Check& check) {
  if (!check.passed || check.kind == Check::Kind::support) return;
  check.kind = Check::Kind::support;
  check.detail += "; too coarse to prove the physics";
}

std::vector<Check> check_thermal(Simulation& simulation, const ThermalCase& what, const ThermalBudget& budget) {
  Run run(simulation, what, budget);
  const double bias = run.equilibrate();
  run.choose_spacing();
  const std::size_t replicas = simulation.observe().of("energy").size();
  Record record(what.energy, std::max<std::size_t>(replicas, 1));
  Findings found;
  double piece = 1e-3;
  for (double now = run.seconds();
       now < (record.has_many() || found.freedom >= least_freedom ? most_overtime : most_patience) * budget.seconds;) {
    now = run.measure(record, std::min(piece, std::max(0.95 * budget.seconds - now, 1e-3)));
    piece = std::min(1.5 * piece, 0.5);
    if (!record.can_be_judged()) continue;
    found = judge(record, what, budget, bias);
    if (!found.finite) return both_failed(simulation, "the energy is not a finite number");
    if (found.freedom < least_freedom) continue;
    if (now >= 0.95 * budget.seconds || is_enough(record, found, what, budget)) break;
  }
  const double relaxations = run.relaxations(record.measured());
  const bool forgets = found.freedom >= least_freedom;
  if (!forgets && !record.has_many())
    return both_failed(simulation,
                       formatted("no more than %.0f measurements in %.3g s: the machine is too busy for a proof",
                                 record.measured(), run.seconds()));
  if (!forgets && relaxations >= enough_to_forget)
    return both_failed(simulation,
                       formatted("the energy never forgets: its autocorrelation time is %.3g of %.0f measurements",
                                 found.tau, record.measured()));
  if (!forgets || (record.is_constant() && relaxations < 1))
    return both_unjudged(simulation,
                         what.params.name() + formatted(": too short, %.0f measurements over %.3g relaxation times",
                                                        record.measured(), relaxations));
  std::string where = what.params.name() + ": " + (what.note.empty() ? "" : what.note + "; ");
  if (bias > 0) where += formatted("only %.3g relaxation times after the start; ", run.relaxed());
  return checks_of(simulation, record, found, what, where, run.spacing());
}

}  // namespace spinbench
