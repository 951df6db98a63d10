#include "kernels/common/clusters/wolff.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "kernels/common/clusters/physics.hpp"
#include "kernels/common/ising_physics.hpp"
#include "kernels/common/realizations_check.hpp"

namespace spinbench::clusters {
namespace {

constexpr double critical_beta[] = {0.4406867935097715, 0.221654626};

/// Lattices of small cases that are compared to the bit and of cases of physics: more than threads of a block begin an
/// update of, and as many as errors are taken over replicas for.
constexpr std::int64_t many_small = 300, many_measured = 128;

/// The cluster's size against the magnetisation, in the mean over lattices.
double excess_cluster(const Observables& seen, const ClusterCase&) {
  const std::vector<double>&clusters = seen.of("cluster"), &m = seen.of("magnetisation");
  double sum = 0;
  for (std::size_t i = 0; i < m.size(); ++i) sum += clusters[i] - m[i] * m[i];
  return sum / static_cast<double>(m.size());
}

/// The check "lattices" of a variant that is held to no other's bits: that no two of them are alike, each of which may
/// be right alone. At a temperature at which clusters are small, after eight of them and more a site.
std::vector<Check> check_lattices(const CheckContext& context, int dimensions, Params params) {
  const std::int64_t lattices = std::min<std::int64_t>(lattices_of(context.params), 16);
  if (lattices < 2) return {};
  params.set("lattices", lattices);
  params.set("L", std::int64_t{dimensions == 2 ? 16 : 8});
  params.set("beta", beta_of_realizations);
  return context.once("lattices " + params.name(), [&] {
    const auto simulation = context.variant.make(params, context.seed);
    simulation->sweep(8 * static_cast<int>(sites_of(params, dimensions)));
    Check check = judge_realizations(simulation->configuration(), static_cast<std::uint64_t>(lattices),
                                     most_susceptibility(dimensions, beta_of_realizations));
    check.name = "lattices";
    check.detail = params.name() + ", lattices as realizations: " + check.detail;
    check.code_path = simulation->code_path();
    return std::vector<Check>{std::move(check)};
  });
}

template <int Dimensions>
std::vector<Check> physics(const CheckContext& context) {
  ClusterCase what = exact_case(context, Dimensions, std::min<std::int64_t>(context.params.integer("L"), 8));
  // As many clusters as make a sweep, and some more.
  what.relaxation = 3 * sites_of(what.params, Dimensions) / expected_cluster(Dimensions, what.params);
  const bool is_oracle = context.variant.oracle.empty();
  if (lattices_of(what.params) > 1)
    what.params.set("lattices", std::min<std::int64_t>(lattices_of(what.params), is_oracle ? 2 : many_measured));
  std::vector<Check> checks = check_clusters(context, what, {{"cluster", excess_cluster}});
  if (is_oracle)
    for (Check& check : check_lattices(context, Dimensions, what.params)) checks.push_back(std::move(check));
  return checks;
}

/// Looks as after so many sweeps of all sites of all lattices.
template <int Dimensions>
std::vector<Check> look(const Params& params, Simulation& simulation, double) {
  const double spins = simulation.units_done().value_or(0);
  return look_at_ising(Dimensions, params, simulation,
                       spins / sites_of(params, Dimensions) / static_cast<double>(lattices_of(params)));
}

}  // namespace

double expected_cluster(int dimensions, const Params& params) {
  const double beta = beta_of(params), sites = sites_of(params, dimensions);
  if (beta > critical_beta[dimensions - 2] * (1 + 1e-9)) return 0.5 * sites;
  const double length = std::min(params.real("L"), 2.5 * correlation_length(dimensions, beta));
  // <m^2> L^(2 beta / nu) at the critical point: 1.091 by the exact value at L = 16, in space 1.4 by that at L = 4.
  return std::clamp(dimensions == 2 ? 1.091 * std::pow(length, 1.75) : 1.4 * std::pow(length, 1.964), 1.0, sites);
}

Axis axis_lattices() {
  return Axis::integer("lattices", 1, 1, 1 << 16, "independent lattices that are updated side by side");
}

std::int64_t lattices_of(const Params& params) { return params.has("lattices") ? params.integer("lattices") : 1; }

Axis axis_measure_updates() {
  return Axis::word("measure", "none", {"none", "observables"},
                    "energy and magnetisation measured after each update, or nothing");
}

bool measures_updates(const Params& params) { return params.has("measure") && params.word("measure") != "none"; }

Observables with_cluster(const Seen& seen, int dimensions, double sites, double cluster,
                         const MeasuredUpdates& measured) {
  return with_clusters({{seen, cluster, measured}}, dimensions, sites);
}

Observables with_clusters(const std::vector<SeenCluster>& each, int dimensions, double sites) {
  Observable energy{"energy", {}}, magnetisation{"magnetisation", {}}, cluster{"cluster", {}},
      measured_energy{"measured_energy", {}}, measured_magnetisation{"measured_magnetisation", {}};
  for (const SeenCluster& one : each) {
    const Observables spins = as_observables(one.seen, dimensions, sites, 2, false);
    energy.values.push_back(spins.of("energy").front());
    magnetisation.values.push_back(spins.of("magnetisation").front());
    cluster.values.push_back(one.cluster / sites);
    if (one.measured.updates == 0) continue;
    const double all = sites * static_cast<double>(one.measured.updates);
    measured_energy.values.push_back(dimensions - 2 * static_cast<double>(one.measured.equal_bonds) / all);
    measured_magnetisation.values.push_back(static_cast<double>(one.measured.excess) / all);
  }
  if (measured_energy.values.empty()) return {energy, magnetisation, cluster};
  return {energy, magnetisation, cluster, measured_energy, measured_magnetisation};
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
    const std::int64_t lattices = lattices_of(params), most = lattices > 1 ? 512 : 1024;
    std::vector<Params> cases = dimensions == 2 ? odd_and_tiled(2, params, most) : odd_and_tiled(3, params, 96);
    if (lattices > 1)
      for (Params& one : cases)
        one.set("lattices", std::min<std::int64_t>(lattices, one.integer("L") <= 7 ? many_small : 3));
    return cases;
  };
  return v;
}

}  // namespace spinbench::clusters
