#include "kernels/ising3d_metropolis/physics.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "kernels/common/axes.hpp"
#include "kernels/common/cases.hpp"
#include "kernels/common/ising_physics.hpp"
#include "kernels/common/realizations_check.hpp"
#include "kernels/common/turns_check.hpp"
#include "kernels/ising3d_metropolis/multispin.hpp"

namespace spinbench::ising3d {
namespace {

/// Up to here an exact solution knows large lattices.
constexpr double high_temperature = 0.15;

/// Above, hardly any excitation has more than one spin, and a core's energies show no wrong neighbour.
constexpr double largest_beta = 0.4;

PhysicsCase at(const CheckContext& context, Params params, std::int64_t L, double most, const char* why) {
  PhysicsCase chosen;
  params.set("L", L);
  if (beta_of(params) > most) params.set("beta", most);
  chosen.params = params;
  chosen.note = beta_note(params, context.params, why);
  return chosen;
}

PhysicsCase at_high_temperature(const CheckContext& context, const Params& params, std::int64_t L) {
  return at(context, params, L, high_temperature, "the nearest of which an exact energy is known at that size");
}

PhysicsCase site_by_site(const CheckContext& context, const Params& params) {
  if (is_parallel(context.device)) return at_high_temperature(context, params, 64);
  if (beta_of(params) <= high_temperature) return at_high_temperature(context, params, 16);
  return at(context, params, 4, largest_beta, "where spins flip often enough to be counted");
}

}  // namespace

std::vector<Check> sequential_physics(const CheckContext& context) {
  PhysicsCase chosen = site_by_site(context, context.params);
  chosen.starts_slowly = true;
  chosen.one_sequence = true;
  chosen.turns = {context.params};
  return check_ising(context, 3, chosen);
}

std::vector<Check> checkerboard_physics(const CheckContext& context) {
  PhysicsCase chosen = site_by_site(context, context.params);
  if (context.variant.oracle.empty()) chosen.turns = {context.params};
  return check_ising(context, 3, chosen);
}

std::vector<Check> tiled_physics(const CheckContext& context) {
  Params params = context.params;
  const bool oracle = context.variant.oracle.empty(), known = beta_of(params) <= high_temperature;
  if (oracle) params.set("tile", std::min<std::int64_t>(params.integer("tile"), known ? 8 : 2));
  if (!is_parallel(context.device)) params.set("k", fewer_hits(params, 2));
  const std::int64_t tile = params.integer("tile");
  PhysicsCase chosen = oracle ? site_by_site(context, params)
                              : at_high_temperature(context, params, is_parallel(context.device) ? 64 : 32);
  chosen.tile = static_cast<double>(tile);
  if (context.variant.oracle.empty()) chosen.turns = with_each_turn(context.params, 4 * context.params.integer("tile"));
  chosen.hits = params.real("k");
  return check_ising(context, 3, chosen);
}

std::vector<Check> multispin_physics(const CheckContext& context) {
  Params params = context.params;
  // The case's own lattice where it is small, or two columns of its tiles.
  std::vector<std::int64_t> sizes = {256, 192, 128, 64};
  if (params.integer("L") <= 256) sizes.insert(sizes.begin(), params.integer("L"));
  const std::int64_t L = size_with_same_tile<MultispinModel>(params, sizes);
  params.set("words", static_cast<std::int64_t>(multispin_tile(params).words()));
  return check_ising(context, 3, at_high_temperature(context, params, L));
}

std::vector<Check> host_multispin_physics(const CheckContext& context) {
  Params params = context.params;
  const std::int64_t L = size_with_same_tile<MultispinModel>(params, {128, 64});
  params.set("words", static_cast<std::int64_t>(multispin_tile(params).words()));
  params.set("realizations", std::int64_t{1});
  params.set("threads", std::int64_t{1});
  return check_ising(context, 3, at_high_temperature(context, params, L));
}

std::vector<Check> slabs_physics(const CheckContext& context, const std::function<bool(const Params&)>& admits) {
  Params params = context.params;
  params.set("words", static_cast<std::int64_t>(multispin_tile(params).words()));
  // The smallest lattice that the ranks can share; tiles are numbers to them.
  std::int64_t L = 64;
  for (params.set("L", L); !admits(params) && L < 512;) params.set("L", L += 64);
  return check_ising(context, 3, at_high_temperature(context, params, L));
}

std::vector<Check> plain_multispin_physics(const CheckContext& context) {
  Params params = context.params;
  const bool known = beta_of(params) <= high_temperature;
  params.set("words", known ? static_cast<std::int64_t>(multispin_tile(params).words()) : std::int64_t{4});
  params.set("realizations", proved_realizations(params));
  PhysicsCase chosen = known ? at_high_temperature(context, params, 32)
                             : at(context, params, 4, largest_beta, "where spins flip often enough to be counted");
  chosen.turns = {context.params};
  std::vector<Check> checks = check_ising(context, 3, chosen);
  for (Check& apart : check_realizations(context, chosen.params)) checks.push_back(std::move(apart));
  return checks;
}

std::vector<Check> look(const Params& params, Simulation& simulation, double sweeps) {
  return look_at_ising(3, params, simulation, sweeps);
}

}  // namespace spinbench::ising3d
