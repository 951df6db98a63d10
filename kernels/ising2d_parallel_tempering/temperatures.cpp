#include "kernels/ising2d_parallel_tempering/temperatures.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "kernels/common/tempering/exchange.hpp"
#include "kernels/common/tempering/judged.hpp"

namespace spinbench::tempering {
namespace {

constexpr int rounds = 4, exchanges_of_first_round = 100, exchanges_before = 20;

/// Standard deviations of the energy per spin at each temperature, by so many exchanges.
std::vector<double> deviations_of(Tempered& simulation, int exchanges) {
  const int step = simulation.sweep_granularity();
  simulation.sweep(exchanges_before * step);
  const std::size_t count = simulation.betas().size();
  std::vector<double> first(count), second(count);
  for (int i = 0; i < exchanges; ++i) {
    simulation.sweep(step);
    const Observables seen = simulation.observe();
    const std::vector<double>& energies = seen.of("energy");
    for (std::size_t t = 0; t < count; ++t) first[t] += energies[t], second[t] += energies[t] * energies[t];
  }
  std::vector<double> result(count);
  for (std::size_t t = 0; t < count; ++t) {
    const double mean = first[t] / exchanges;
    result[t] = std::sqrt(std::max(second[t] / exchanges - mean * mean, 1e-300));
  }
  return result;
}

/// Each with half of its neighbours: what was measured scatters, and varies little from one to the next.
std::vector<double> smoothed(const std::vector<double>& values) {
  std::vector<double> result = values;
  for (std::size_t i = 1; i + 1 < values.size(); ++i) result[i] = values[i] / 2 + (values[i - 1] + values[i + 1]) / 4;
  return result;
}

}  // namespace

std::vector<double> equally_overlapping(const std::vector<double>& betas, const std::vector<double>& deviations) {
  const std::size_t count = betas.size();
  std::vector<double> length(count), result = betas;
  for (std::size_t i = 1; i < count; ++i)
    length[i] = length[i - 1] + (betas[i] - betas[i - 1]) * (deviations[i] + deviations[i - 1]) / 2;
  for (std::size_t i = 1; i + 1 < count; ++i) {
    const double wanted = length.back() * static_cast<double>(i) / static_cast<double>(count - 1);
    const std::size_t at =
        static_cast<std::size_t>(std::upper_bound(length.begin(), length.end(), wanted) - length.begin());
    const std::size_t behind = std::clamp<std::size_t>(at, 1, count - 1);
    const double share = (wanted - length[behind - 1]) / (length[behind] - length[behind - 1]);
    result[i] = betas[behind - 1] + share * (betas[behind] - betas[behind - 1]);
  }
  return result;
}

void adapt(Tempered& simulation) {
  for (int round = 0; round < rounds; ++round)
    simulation.set_betas(equally_overlapping(simulation.betas(),
                                             smoothed(deviations_of(simulation, exchanges_of_first_round << round))));
}

std::unique_ptr<Simulation> at_temperatures_of(const Params& params, std::unique_ptr<Tempered> made) {
  if (params.word("temperatures") == "adaptive") adapt(*made);
  return made;
}

Observables by_temperature(const std::vector<double>& betas, const std::vector<double>& energies,
                           const std::vector<double>& magnetisations, const std::vector<std::uint32_t>& place,
                           const std::vector<std::int64_t>& accepted) {
  Observable energy{"energy", energies}, magnetisation{"magnetisation", magnetisations};
  for (std::size_t r = 0; r < place.size(); ++r) {
    energy.values[place[r]] = energies[r];
    magnetisation.values[place[r]] = magnetisations[r];
  }
  const Observable places{"place", {place.begin(), place.end()}};
  Observable counts{"accepted", {}};
  for (const std::int64_t count : accepted) counts.values.push_back(static_cast<double>(count));
  Observable all{"tempering", energy.values};
  for (const Observable* one : {&places, static_cast<const Observable*>(&counts)})
    all.values.insert(all.values.end(), one->values.begin(), one->values.end());
  return {std::move(energy), std::move(magnetisation), places, counts, all, {"beta", betas}};
}

std::vector<Check> check_state(const std::vector<double>& betas, const std::vector<std::uint32_t>& place,
                               const std::vector<std::uint32_t>& replica, const std::vector<std::int64_t>& accepted,
                               std::uint64_t exchanges, const std::vector<std::int64_t>& tracked,
                               const std::vector<std::int64_t>& energies) {
  bool permutation = place.size() == betas.size() && std::is_sorted(betas.begin(), betas.end());
  for (std::size_t i = 0; permutation && i < replica.size(); ++i)
    permutation = replica[i] < place.size() && place[replica[i]] == i;
  bool possible = true;
  std::string counts;
  for (std::uint32_t i = 0; i < accepted.size(); ++i) {
    const auto tried = static_cast<std::int64_t>(tries(i, exchanges));
    possible = possible && accepted[i] >= 0 && accepted[i] <= tried;
    counts += (i == 0 ? "" : " ") + std::to_string(accepted[i]) + "/" + std::to_string(tried);
  }
  std::vector<Check> result = {
      named("temperatures", permutation, "each temperature belongs to one replica"),
      named("exchanges", possible,
            "accepted of those tried after " + std::to_string(exchanges) + " exchanges: " + counts)};
  bool same = tracked.size() == energies.size();
  std::string different;
  for (std::size_t r = 0; same && r < energies.size(); ++r) {
    if (tracked[r] == energies[r]) continue;
    same = false;
    different = ": that of replica " + std::to_string(r) + " is " + std::to_string(tracked[r]) + ", not " +
                std::to_string(energies[r]);
  }
  result.push_back(
      named("tracked_energy", same, "energies that exchanges see against the configuration's" + different));
  return result;
}

}  // namespace spinbench::tempering
