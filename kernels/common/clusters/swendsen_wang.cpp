#include "kernels/common/clusters/swendsen_wang.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/common/clusters/physics.hpp"
#include "kernels/common/ising_physics.hpp"

namespace spinbench::clusters {
namespace {

constexpr double critical_beta[] = {0.4406867935097715, 0.221654626};

/// Active bonds against the energy.
double excess_bonds(const Observables& seen, const ClusterCase& what) {
  const double p = -std::expm1(-2 * beta_of(what.params));
  return seen.of("active_bonds").front() - p * (1 - seen.of("energy").front() / what.dimensions) / 2;
}

/// Cluster sizes against the magnetisation.
double excess_squares(const Observables& seen, const ClusterCase& what) {
  const double m = seen.of("magnetisation").front(), others = what.params.real("q") - 1;
  return seen.of("cluster_squares").front() / others - m * m;
}

template <int Dimensions>
std::vector<Check> physics(const CheckContext& context) {
  // A core takes as long for an update as it has sites; an accelerator waits for its launches on small lattices.
  const std::int64_t L = is_parallel(context.device) ? 64 : 16;
  ClusterCase what = exact_case(context, Dimensions, std::min(context.params.integer("L"), L));
  what.relaxation = 2 * std::pow(what.params.real("L"), Dimensions == 2 ? 0.25 : 0.5);
  return check_clusters(context, what, {{"active_bonds", excess_bonds}, {"cluster_squares", excess_squares}});
}

template <int Dimensions>
std::vector<Check> look(const Params& params, Simulation& simulation, double sweeps) {
  if (is_ising(params)) return look_at_ising(Dimensions, params, simulation, sweeps);
  const double energy = simulation.observe().of("energy").front(), states = params.real("q");
  // Between the ground state and equal shares of all states: a bond is then 1 - 2 / q, with variance 4 (q - 1) / q^2.
  const double most = Dimensions * (1 - 2 / states) +
                      6 * std::sqrt(4 * Dimensions * (states - 1) / sites_of(params, Dimensions)) / states;
  Check check;
  check.name = "look";
  check.code_path = simulation.code_path();
  check.passed = energy >= -Dimensions && energy <= most;
  check.detail = "after " + std::to_string(sweeps) + " updates the energy is " + std::to_string(energy) + "; at most " +
                 std::to_string(most) + " is allowed";
  return {check};
}

}  // namespace

Axis axis_L(int dimensions) { return dimensions == 2 ? spinbench::axis_L(1024, 23170) : spinbench::axis_L(64, 812); }

Axis axis_q() { return Axis::integer("q", 2, 2, 4, "states of a spin: 2 is the Ising model, more are Potts models"); }

Axis axis_rng() {
  return Axis::word("rng", "philox4x32", rng::names_of(has_blocks), "generator whose words can be made at any place");
}

Axis axis_inside() {
  return Axis::word("inside", "self_label", {"bfs", "self_label", "union_find"},
                    "labelling inside tiles: breadth-first search, labels that spread, union-find");
}

Axis axis_beta(int dimensions) { return spinbench::axis_beta(critical_beta[dimensions - 2]); }

std::string generator_unsupported(const Params& params) {
  if (rng::is_of(has_blocks, params.word("rng"))) return "";
  return "cluster updates key their numbers by place and are not built for " + params.word("rng") + ": take " +
         rng::one_of(has_blocks);
}

Configuration as_configuration(const std::vector<std::uint8_t>& states, std::uint32_t q) {
  std::vector<std::int8_t> values(states.size());
  std::transform(states.begin(), states.end(), values.begin(),
                 [q](std::uint8_t state) { return static_cast<std::int8_t>(q == 2 ? 1 - 2 * state : state); });
  return Configuration(values);
}

Observables as_observables(const Seen& seen, int dimensions, double sites, std::uint32_t q, bool of_clusters) {
  const double bonds = dimensions * sites, states = q;
  const double energy = (bonds - 2 * static_cast<double>(seen.equal_bonds)) / sites;
  const double magnetisation = (states * static_cast<double>(seen.up) / sites - 1) / (states - 1);
  if (!of_clusters) return {{"energy", {energy}}, {"magnetisation", {magnetisation}}};
  return {{"energy", {energy}},
          {"magnetisation", {magnetisation}},
          {"active_bonds", {static_cast<double>(seen.active_bonds) / bonds}},
          {"cluster_squares", {seen.cluster_squares / sites / sites}},
          {"clusters", {seen.clusters / sites}}};
}

Variant swendsen_wang_variant(int dimensions, const std::string& name, const std::string& backend) {
  Variant v;
  v.kernel = dimensions == 2 ? "ising2d_swendsen_wang" : "ising3d_swendsen_wang";
  v.name = name;
  v.backend = backend;
  v.axes = {axis_L(dimensions), axis_q(), axis_rng(), axis_beta(dimensions)};
  v.oracle = "hoshen_kopelman";
  v.unsupported = [](const Params& params, const Device&) { return generator_unsupported(params); };
  // Rows of more than one word of 64 sites, whole ones and not, run other code than small ones; so do tiles of a GPU
  // that are cut along one direction and whole along the others.
  v.bit_cases = [dimensions](const Params& params, const Device&) {
    return dimensions == 2 ? odd_and_tiled(2, params, 2048) : odd_and_tiled(3, params, 160, {72, 80, 128});
  };
  v.physics = dimensions == 2 ? physics<2> : physics<3>;
  v.look = dimensions == 2 ? look<2> : look<3>;
  return v;
}

Variant followed_swendsen_wang_variant(int dimensions, const std::string& name, const std::string& backend) {
  Variant v = swendsen_wang_variant(dimensions, name, backend);
  v.follower = Oracle("union_find");
  v.follower.params = [](const Params& params, const Device&) {
    Params host = params;
    host.set("threads", std::int64_t{0});
    host.set("isa", std::string("widest"));
    return host;
  };
  return v;
}

Work labelling_work(double sites, double words_a_site, const rng::Facts& facts, double bytes_a_site) {
  Work work;
  work.units = sites;
  work.random_words = words_a_site * sites;
  work.multiply_adds = work.random_words * facts.multiply_adds;
  work.logic_ops = work.random_words * facts.logic_ops;
  work.issue_slots = work.random_words * facts.issue_slots();
  work.footprint_bytes = (sizeof(std::uint32_t) + 1) * sites;
  work.memory_bytes = bytes_a_site * sites;
  return work;
}

}  // namespace spinbench::clusters
