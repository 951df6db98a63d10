// What a timed simulation may look like: the band in which energies and magnetisations of a right run must lie.
//
// From all spins up the energy rises to that of equilibrium. What is left of the start after t sweeps is bounded by
// min(1, 3 t^-0.46) of the way, the decay at the critical point of the square lattice (the exponent is (1 - alpha) /
// (nu z) = 1 / 2.17), faster elsewhere, where t counts the visits of all tiles and goes slower towards high
// temperature, as nearly every attempt is accepted; there the energy also overshoots, by less than 0.2 of the way.
// Fluctuations get eight sigma and what Bernstein's inequality adds for rare large steps, 1e-14 a value.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

#include "kernels/common/axes.hpp"
#include "kernels/common/formatted.hpp"
#include "kernels/common/ising_physics.hpp"
#include "kernels/common/rng/generators.hpp"
#include "kernels/common/statistics.hpp"

namespace spinbench {
namespace {

constexpr double gate = 8, overshoot = 0.3, biased_share = 0.05;

/// Of energies per spin.
struct Band {
  double low = 0, high = 0;
};

/// What equilibrium is like, as far as it is known.
struct Equilibrium {
  Band energy;
  double variance = 0;  ///< of the energy of a spin, at most; times the number of spins
};

/// A bond is at most as satisfied as if all spins around it were up, at least as in the plane through it (Griffiths).
Equilibrium cubic_bounds(double beta, double energy_of_plane) {
  const double up = std::exp(-2 * beta) / std::cosh(10 * beta);
  Equilibrium result;
  result.energy = {-3 * (1 - up) / (1 + up), 1.5 * energy_of_plane};
  // No specific heat of a cubic lattice is known to be larger near the critical point; at low temperature ten times
  // what single flips make.
  result.variance = std::min(60.0, 1440 * std::exp(-12 * beta));
  return result;
}

double expectation(const std::vector<ExactSolution::Expectation>& all, const std::string& name) {
  for (const auto& one : all)
    if (one.observable == name) return one.value;
  return 0;
}

Equilibrium equilibrium_of(int dimensions, const Params& params) {
  const double beta = beta_of(params);
  for (const char* model : dimensions == 2 ? std::vector{"ising2d"} : std::vector{"ising3d", "ising2d"}) {
    const ExactSolution* solution = Registry::instance().exact_solution(model);
    const auto values = solution != nullptr ? solution->at(params) : std::vector<ExactSolution::Expectation>{};
    if (values.empty()) continue;
    const double energy = expectation(values, "energy");
    if (dimensions == 3 && std::string(model) == "ising2d") return cubic_bounds(beta, energy);
    return {{energy, energy}, expectation(values, "specific_heat") / (beta * beta)};
  }
  const double most = dimensions;
  return {{-most, most}, 60};
}

/// Eight sigma of the mean over `spins`, and Bernstein's term for steps of four excitations.
double fluctuation(const Equilibrium& equilibrium, int dimensions, double spins) {
  return gate * std::sqrt(equilibrium.variance / spins) + gate * gate / 3 * 4 * 4 * dimensions / spins;
}

/// What is left of the way from the start after `steps`.
double left_of_start(double beta, double steps) {
  const double t = steps * std::min(1.0, beta / 0.4);
  return t > 0 ? std::min(1.0, 3 * std::pow(t, -0.46)) : 1;
}

Band energy_band(const Equilibrium& equilibrium, int dimensions, double beta, double steps, double spins, bool biased) {
  const double ground = -dimensions, left = left_of_start(beta, steps);
  const double width = fluctuation(equilibrium, dimensions, spins);
  const double low = equilibrium.energy.low, high = equilibrium.energy.high;
  const double extra = biased ? biased_share * std::fabs(high) : 0;
  return {std::max(ground, low - left * (low - ground) - width - extra) - 1e-12,
          std::min(-ground, high + overshoot * left * (high - ground) + width + extra) + 1e-12};
}

/// The largest magnetisation, of either sign. It is small after many sweeps well above the critical temperature only.
double most_magnetisation(int dimensions, double beta, double steps, double spins, bool biased) {
  const double critical = dimensions == 2 ? 0.4406867935097715 : 0.221654626;
  const double distance = 1 - beta / critical;
  if (distance < 0.1 || steps * std::min(1.0, beta / 0.4) < 2000) return 1 + 1e-12;
  // Twice the susceptibility C+ distance^-gamma, C+ = 0.96 and 1.1.
  const double susceptibility = 2 * std::pow(distance, dimensions == 2 ? -1.75 : -1.4);
  return std::min(1.0, gate * std::sqrt(susceptibility / spins) + (biased ? biased_share : 0)) + 1e-12;
}

bool is_biased(const Params& params) { return params.has("rng") && !unbiased_sibling(params.word("rng")).empty(); }

}  // namespace

std::vector<Check> look_at_ising(int dimensions, const Params& params, Simulation& simulation, double sweeps) {
  const Observables seen = simulation.observe();
  const std::vector<double>&energies = seen.of("energy"), &magnetisations = seen.of("magnetisation");
  const double spins = sites_of(params, dimensions), beta = beta_of(params);
  const double replicas = static_cast<double>(energies.size());
  const double steps = sweeps / simulation.sweep_granularity();
  const bool biased = is_biased(params);
  const Equilibrium equilibrium = equilibrium_of(dimensions, params);
  const Band each = energy_band(equilibrium, dimensions, beta, steps, spins, biased);
  const Band all = energy_band(equilibrium, dimensions, beta, steps, spins * replicas, biased);
  const double magnetisation = most_magnetisation(dimensions, beta, steps, spins, biased);

  Check check;
  check.name = "look";
  check.kind = Check::Kind::self;
  check.code_path = simulation.code_path();
  const auto is_inside = [](const Band& band, double value) { return value >= band.low && value <= band.high; };
  for (std::size_t r = 0; r < energies.size(); ++r) {
    // Comparisons that NaN fails.
    if (is_inside(each, energies[r]) && std::fabs(magnetisations[r]) <= magnetisation) continue;
    check.detail = formatted("after %.0f sweeps replica %.0f has energy %.9g and magnetisation %.9g", sweeps,
                             static_cast<double>(r), energies[r], magnetisations[r]) +
                   formatted("; allowed are energies from %.6g to %.6g, magnetisations up to %.6g", each.low, each.high,
                             magnetisation);
    return {check};
  }
  const double mean = energies.empty() ? std::nan("") : mean_of(energies);
  check.passed = is_inside(all, mean);
  check.detail =
      formatted("after %.0f sweeps the energy is %.9g; %.6g to %.6g are allowed", sweeps, mean, all.low, all.high);
  return {check};
}

}  // namespace spinbench
