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
  // <m^2> L^(2 beta / nu) at the critical point: 1.091 by the exact value at L = 16, in space 1.4 by that at L = 4.
  return std::clamp(dimensions == 2 ? 1.091 * std::pow(length, 1.75) : 1.4 * std::pow(length, 1.964), 1.0, sites);
}

Axis axis_measure_updates() {
  return Axis::word("measure", "none", {"none", "observables"},
                    "energy and magnetisation measured after each update, or nothing");
}

bool measures_updates(const Params& params) { return params.has("measure") && params.word("measure") != "none"; }

Observables with_cluster(const Seen& seen, int dimensions, double sites, double cluster,
                         const MeasuredUpdates& measured) {
  const Observables spins = as_observables(seen, dimensions, sites, 2, false);
  const Observable energy{"energy", spins.of("energy")}, magnetisation{"magnetisation", spins.of("magnetisation")};
  if (measured.updates == 0) return {energy, magnetisation, {"cluster", {cluster / sites}}};
  const double all = sites * static_cast<double>(measured.updates);
  return {energy,
          magnetisation,
          {"cluster", {cluster / sites}},
          {"measured_energy", {dimensions - 2 * static_cast<double>(measured.equal_bonds) / all}},
          {"measured_magnetisation", {static_cast<double>(measured.excess) / all}}};
}

Variant wolff_variant(int dimensions, const std::string& name, const std::string& backend) {
  Variant v;
  v.kernel = dimensions == 2 ? "ising2d_wolff" : "ising3d_wolff";
  v.name = name;
  v.backend = backend;
  v.axes = {axis_L(dimensions), axis_rng(), axis_beta(dimensions)};
  v.unsupported = [](const Params& params, const Device&) { return generator_unsupported(params); };
  v.physics = dimensions == 2 ? physics<2> : physics<3>;
  v.look = dimensions == 2 ? look<2> : look<3>;
  return v;
}

Variant parallel_wolff_variant(int dimensions, const std::string& name, const std::string& backend) {
  Variant v = wolff_variant(dimensions, name, backend);
  v.oracle = "by_bonds";
  // A front takes as long as its steps wait for each other: milliseconds, whatever the cluster.
  v.oracle.agreement.sweeps = 300;
  v.bit_cases = [dimensions](const Params& params, const Device&) {
    return dimensions == 2 ? odd_and_tiled(2, params, 1024) : odd_and_tiled(3, params, 96);
  };
  return v;
}

}  // namespace spinbench::clusters
