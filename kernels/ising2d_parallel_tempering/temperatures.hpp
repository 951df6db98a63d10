// The inverse temperatures of a case, and what tells how a simulation walks among them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "interface/params.hpp"
#include "interface/simulation.hpp"
#include "kernels/common/tempering/tempered.hpp"

namespace spinbench::tempering {

/// Moves the inner temperatures until all exchanges are about as often accepted, by sweeps of `simulation`: where all
/// acceptances are that of overlapping Gaussian energies, a set is wanted whose neighbours are equally far apart in
/// units of the energy's standard deviation. Four rounds measure it at each temperature, each for twice as
/// long as the one before, and interpolate in between.
void adapt(Tempered& simulation);

/// `made`, with its temperatures moved where the case asks for that.
std::unique_ptr<Simulation> at_temperatures_of(const Params& params, std::unique_ptr<Tempered> made);

/// Inverse temperatures between the same ends, as far apart as `deviations` of the energy at each of `betas` ask for.
std::vector<double> equally_overlapping(const std::vector<double>& betas, const std::vector<double>& deviations);

/// As Simulation::observe() of a Tempered, from values by replica: a value for each temperature, from the hottest on,
/// but for "place", the temperature of each replica, and "accepted", the exchanges accepted since the start of
/// temperature i with i + 1; "beta" are the inverse temperatures. "tempering" is energy, place and accepted in one, for
/// series. configuration() holds replica after replica: spins stay where they are.
Observables by_temperature(const std::vector<double>& betas, const std::vector<double>& energies,
                           const std::vector<double>& magnetisations, const std::vector<std::uint32_t>& place,
                           const std::vector<std::int64_t>& accepted);

/// As Simulation::self_check() of a Tempered: the replicas' temperatures are a permutation, no pair was accepted more
/// often than tried in `exchanges` exchanges,
/// and the energies tracked are those of the configuration.
std::vector<Check> check_state(const std::vector<double>& betas, const std::vector<std::uint32_t>& place,
                               const std::vector<std::uint32_t>& replica, const std::vector<std::int64_t>& accepted,
                               std::uint64_t exchanges, const std::vector<std::int64_t>& tracked,
                               const std::vector<std::int64_t>& energies);

}  // namespace spinbench::tempering
