#include "kernels/ising2d_parallel_tempering/axes.hpp"

#include "kernels/common/tempering/tempered.hpp"
#include "kernels/ising2d_metropolis/axes.hpp"
#include "kernels/ising2d_metropolis/multispin.hpp"

namespace spinbench::tempering {
namespace {

/// Of the set, where what is declared of the work stands.
double middle(const Params& params) { return (params.real("beta_low") + params.real("beta_high")) / 2; }

}  // namespace

Axis axis_L(std::int64_t fallback) { return spinbench::axis_L(fallback, 16384); }

Axis axis_replicas() {
  return Axis::integer("replicas", 20, 2, 128, "lattices, each at an inverse temperature of its own");
}

Axis axis_exchange() { return Axis::integer("exchange", 100, 1, 1000, "sweeps from one exchange to the next"); }

Axis axis_k() { return Axis::integer("k", 10, 1, 1000, "hits per visit of a tile, which divide exchange"); }

Axis axis_temperatures() {
  Axis axis = Axis::word("temperatures", "equal", {"equal", "adaptive"},
                         "inverse temperatures at equal distances, or moved until all exchanges are as often accepted");
  // What moves them runs before the first sweep that counts.
  axis.selects_code = false;
  return axis;
}

Axis axis_beta_low() {
  return Axis::real("beta_low", 0.1, 1e-6, 10, "inverse temperature of the hottest replica, units of 1/J");
}

Axis axis_beta_high() {
  return Axis::real("beta_high", 0.15, 1e-6, 10, "inverse temperature of the coldest replica, units of 1/J");
}

Axis axis_words() { return spinbench::axis_words(0); }

Axis axis_rng(rng::GeneratorSet set, const std::string& fallback) {
  return Axis::word("rng", fallback, rng::names_of(set), "random number generator");
}

std::vector<Axis> with_tempering(std::vector<Axis> own) {
  for (Axis& axis :
       std::vector<Axis>{axis_replicas(), axis_exchange(), axis_temperatures(), axis_beta_low(), axis_beta_high()})
    own.push_back(std::move(axis));
  return own;
}

std::string tempering_unsupported(const Params& params) {
  if (const std::string why = temperatures_unsupported(params); !why.empty()) return why;
  return ising2d::hits_unsupported(params, "exchange", "between exchanges");
}

std::string tiled_unsupported(const Params& params) {
  const std::string other = tempering_unsupported(params);
  return other.empty() ? ising2d::square_lattice_unsupported(params) : other;
}

std::string multispin_unsupported(const Params& params, std::int64_t unit) {
  const std::string other = tempering_unsupported(params);
  return other.empty() ? ising2d::multispin_unsupported(bit_sliced_lattices(params), unit) : other;
}

Params one_lattice(const Params& params) { return ising2d::one_replica(params, middle(params)); }

Params bit_sliced_lattices(const Params& params) { return ising2d::bit_sliced_replicas(params, middle(params)); }

}  // namespace spinbench::tempering
