// The physics check that every model with known energies can use: a run in equilibrium against the exact energy and
// specific heat. It always comes to a decision in the time that it is given, and says what it could have seen.
//
// How it decides. Spins all up is the start; twelve relaxation times are thrown away. Errors are those that a right
// simulation would have: the variance of the energy is the exact one (it gives the specific heat), times the integrated
// autocorrelation time that was found, from up to 2048 consecutive blocks, or, with 128 replicas and more, from the
// scatter of the replicas. Where excitations of the ground state are rare the energy is no Gaussian variable but a
// count: the deviation is that of a Poisson variable of the same mean and variance. An error that stands on few blocks
// or replicas widens the gate as Student's t asks. So both checks of a right simulation fail with the probability of
// a Gaussian beyond the gate: at 4 sigma 6.3e-5 each, 0.13 of 2,000 checks, and two or more of 2,000 with 0.8%.
//
// How long it goes on. A Boltzmann factor that is off by `delta` shifts the energy by `response * delta`. The run ends
// where that shift is seen with 99.9% for delta = 1e-3, gate + 3.09 sigma, or where its time is over; the detail says
// which delta it would have seen with 99.9%. Where that is more than 0.1, or the specific heat is not known to 30%,
// what passed is Check::Kind::support: it refuses gross errors and proves no physics. Energies whose errors cannot be
// told since they never forget are refused where a hundred of the expected relaxation times were measured; a run that
// was too short for those, or for anything to move in it, is such a support, too.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "interface/registry.hpp"

namespace spinbench {

/// A case on which a simulation is checked, and what is known of it. Energies are per spin, in units of J.
struct ThermalCase {
  Params params;
  double beta = 0;             ///< units of 1/J
  double spins = 0;            ///< of a replica
  double energy = 0;           ///< exact
  double specific_heat = 0;    ///< exact; beta^2 spins (<e^2> - <e>^2)
  double ground = 0;           ///< the lowest energy
  bool starts_lowest = false;  ///< the start has that energy, which every sweep in the mean raises
  double quantum = 0;          ///< energy of the smallest excitation of the ground state, of the whole replica
  double response = 0;         ///< change of the energy for a relative change of all Boltzmann factors
  double relaxation = 1;       ///< time in which a deviation of the energy decays by e, in steps of the granularity
  double tau = 0.5;            ///< integrated autocorrelation time of the energy, in the same; a guess will do
  std::string note;            ///< where and why this is not the case that was asked for; "" where it is
};

/// What a check may take, and what is enough.
struct ThermalBudget {
  double seconds = 10;
  double gate_sigmas = 4;
  double factor_error = 1e-3;  ///< of a Boltzmann factor, that must be found in 99.9%
};

/// Of a Boltzmann factor: a check that would miss more than that proves no physics.
constexpr double coarsest_factor_error = 0.1;

/// Beyond the gate, so that a shift is seen with 99.9%: a Gaussian lies above -3.09 in so many cases.
constexpr double power_sigmas = 3.09;

/// For a detail: the error of a Boltzmann factor that a check would see with 99.9%. NaN and infinity are gross ones.
std::string sensitivity(double factor_error);

/// Makes a check that passed a Check::Kind::support, and says why; one that failed stays what it is.
void prove_no_physics(Check& check);

/// The checks "energy" and "specific_heat" of a simulation that is at its start, of Check::Kind::physics (or support,
/// as above) and with its code path. Uses the observable "energy". What the simulation throws is passed on.
std::vector<Check> check_thermal(Simulation& simulation, const ThermalCase& what, const ThermalBudget& budget);

}  // namespace spinbench
