#include "kernels/ising2d_population_annealing/axes.hpp"

#include "kernels/ising2d_metropolis/axes.hpp"
#include "kernels/ising2d_metropolis/multispin.hpp"

namespace spinbench::annealing {

// A population needs many small lattices; their histograms have a level for each two spins.
Axis axis_L(std::int64_t fallback) { return Axis::integer("L", fallback, 4, 256, "linear size of the lattice"); }

Axis axis_replicas(std::int64_t fallback) {
  return Axis::integer("replicas", fallback, 1, 1 << 20, "lattices of the population");
}

Axis axis_theta() { return Axis::integer("theta", 10, 1, 1000, "sweeps at each temperature"); }

Axis axis_k() { return Axis::integer("k", 10, 1, 1000, "hits per visit of a tile, which divide theta"); }

Axis axis_steps() {
  return Axis::integer("steps", 100, 1, 1024, "steps of inverse temperature, where temperatures=equal");
}

Axis axis_temperatures() {
  Axis axis = Axis::word("temperatures", "equal", {"equal", "adaptive"},
                         "inverse temperatures at equal distances, or where neighbouring histograms overlap enough");
  // What chooses them runs before the first sweep that counts.
  axis.selects_code = false;
  return axis;
}

Axis axis_overlap() {
  return Axis::real("overlap", 0.85, 0.2, 0.98,
                    "share that the histograms of neighbouring temperatures have in common (temperatures=adaptive)");
}

Axis axis_beta_high() { return Axis::real("beta_high", 0.5, 1e-3, 10, "inverse temperature at the end, units of 1/J"); }

Axis axis_words() { return spinbench::axis_words(8); }

Axis axis_rng(rng::GeneratorSet set, const std::string& fallback) {
  return Axis::word("rng", fallback, rng::names_of(set), "random number generator");
}

std::vector<Axis> with_annealing(std::vector<Axis> own) {
  for (Axis& axis :
       std::vector<Axis>{axis_theta(), axis_steps(), axis_temperatures(), axis_overlap(), axis_beta_high()})
    own.push_back(std::move(axis));
  return own;
}

std::string annealing_unsupported(const Params& params) {
  if (params.integer("L") % 2 != 0)
    return "a population starts from bits by colour, which an odd L has not, but L is " +
           std::to_string(params.integer("L"));
  return ising2d::hits_unsupported(params, "theta", "at a temperature");
}

std::string tiled_unsupported(const Params& params) {
  const std::string other = annealing_unsupported(params);
  return other.empty() ? ising2d::square_lattice_unsupported(params) : other;
}

std::string multispin_unsupported(const Params& params, std::int64_t unit) {
  const std::string other = annealing_unsupported(params);
  return other.empty() ? ising2d::multispin_unsupported(bit_sliced_lattices(params), unit) : other;
}

double tables_bytes(const Params& params) {
  const double most_steps = params.word("temperatures") == "equal" ? params.real("steps") : 1024;
  return 32 * params.real("replicas") + 4 * (most_steps + 1) * sites_of(params, 2) + 2e6;
}

Params one_lattice(const Params& params) { return ising2d::one_replica(params, params.real("beta_high")); }

Params bit_sliced_lattices(const Params& params) {
  return ising2d::bit_sliced_replicas(params, params.real("beta_high"));
}

}  // namespace spinbench::annealing
