#include "kernels/common/clusters/wolff.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/common/clusters/physics.hpp"
#include "kernels/common/ising_physics.hpp"

namespace spinbench::clusters {
namespace {

constexpr double critical_beta[] = {0.4406867935097715, 0.221654626};

/// The cluster's size against the magnetisation.
double excess_cluster(const Observables& seen, const ClusterCase&) {
  const double m = seen.of("magnetisation").front();
  return seen.of("cluster").front() - m * m;
}

template <int Dimensions>
std::vector<Check> physics(const CheckContext& context) {
  ClusterCase what = exact_case(context, Dimensions, std::min<std::int64_t>(context.params.integer("L"), 8));
  // As many clusters as make a sweep, and some more.
  what.relaxation = 3 * sites_of(what.params, Dimensions) / expected_cluster(Dimensions, what.params);
  return check_clusters(context, what, {{"cluster", excess_cluster}});
}

template <int Dimensions>
std::vector<Params> bit_cases(const Params& params) {
  std::vector<std::int64_t> sizes = Dimensions == 2 ? std::vector<std::int64_t>{64, 2, 7, 36, 132, 256}
                                                    : std::vector<std::int64_t>{16, 2, 5, 12, 36, 48};
  const std::int64_t L = params.integer("L"), most = Dimensions == 2 ? 1024 : 96;
  if (L <= most && std::find(sizes.begin(), sizes.end(), L) == sizes.end()) sizes.push_back(L);
  std::vector<Params> result;
  for (const std::int64_t one : sizes) {
    result.push_back(params);
    result.back().set("L", one);
  }
  return result;
}

/// Looks as after so many sweeps of all sites.
template <int Dimensions>
std::vector<Check> look(const Params& params, Simulation& simulation, double) {
  const double spins = simulation.units_done().value_or(0);
  return look_at_ising(Dimensions, params, simulation, spins / sites_of(params, Dimensions));
}

}  // namespace

double expected_cluster(int dimensions, const Params& params) {
  const double beta = beta_of(params), sites = sites_of(params, dimensions);
  if (beta > critical_beta[dimensions - 2] * (1 + 1e-9)) return 0.5 * sites;
  const double length = std::min(params.real("L"), 2.5 * correlation_length(dimensions, beta));
  return std::clamp(std::pow(length, dimensions == 2 ? 1.75 : 1.97), 1.0, sites);
}

Observables with_cluster(const Seen& seen, int dimensions, double sites, double cluster) {
  const Observables spins = as_observables(seen, dimensions, sites, 2, false);
  return {{"energy", spins.of("energy")}, {"magnetisation", spins.of("magnetisation")}, {"cluster", {cluster / sites}}};
}

std::vector<Params> wolff_bit_cases_2d(const Params& params, const Device&) { return bit_cases<2>(params); }
std::vector<Params> wolff_bit_cases_3d(const Params& params, const Device&) { return bit_cases<3>(params); }
std::vector<Check> wolff_physics_2d(const CheckContext& context) { return physics<2>(context); }
std::vector<Check> wolff_physics_3d(const CheckContext& context) { return physics<3>(context); }
std::vector<Check> wolff_look_2d(const Params& params, Simulation& simulation, double updates) {
  return look<2>(params, simulation, updates);
}
std::vector<Check> wolff_look_3d(const Params& params, Simulation& simulation, double updates) {
  return look<3>(params, simulation, updates);
}

}  // namespace spinbench::clusters
