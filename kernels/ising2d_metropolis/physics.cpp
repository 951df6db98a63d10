#include "kernels/ising2d_metropolis/physics.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "kernels/common/axes.hpp"
#include "kernels/common/cases.hpp"
#include "kernels/common/ising_physics.hpp"
#include "kernels/common/realizations_check.hpp"
#include "kernels/common/turns_check.hpp"
#include "kernels/ising2d_metropolis/multispin.hpp"
#include "kernels/ising2d_metropolis/multispin_tiled.hpp"
#include "kernels/ising2d_metropolis/slabs_physics.hpp"

namespace spinbench::ising2d {
namespace {

// Above, a spin flips less than once in 3e6 attempts, of which a GPU makes enough. On a core what excitations of more
// than one spin do must be seen as well: at 0.6 energies show a neighbour that is wrong in one column of eight, at 2
// nothing but the thresholds.
constexpr double largest_beta = 1.9, largest_beta_on_a_core = 0.6;

/// Where a lattice of some hundred sites a side would take thousands of sweeps to forget.
bool is_critical(const Params& params) { return correlation_length(2, beta_of(params)) > 12; }

PhysicsCase at_size(const CheckContext& context, Params params, std::int64_t L) {
  PhysicsCase chosen;
  params.set("L", L);
  const double most = is_parallel(context.device) ? largest_beta : largest_beta_on_a_core;
  if (beta_of(params) > most) params.set("beta", most);
  chosen.params = params;
  chosen.note = beta_note(params, context.params, "where spins flip often enough to be counted");
  return chosen;
}

std::vector<Check> check(const CheckContext& context, const PhysicsCase& chosen) {
  return check_ising(context, 2, chosen);
}

/// The same for an oracle of several realizations.
std::vector<Check> check_oracle(const CheckContext& context, const PhysicsCase& chosen) {
  std::vector<Check> checks = check(context, chosen);
  for (Check& apart : check_realizations(context, chosen.params)) checks.push_back(std::move(apart));
  return checks;
}

/// On a core the number of sweeps that a precision takes goes like the relaxation time and hardly depends on anything
/// else: a lattice of 8 x 8 is best near the critical point and as good as others away from it.
std::int64_t site_by_site_L(const CheckContext& context) {
  if (is_parallel(context.device)) return is_critical(context.params) ? 64 : 256;
  return std::min<std::int64_t>(context.params.integer("L"), 8);
}

/// Near the critical point many lattices side by side do what one large one cannot.
constexpr std::int64_t many = 64;

}  // namespace

std::vector<Check> sequential_physics(const CheckContext& context) {
  PhysicsCase chosen = at_size(context, context.params, site_by_site_L(context));
  chosen.starts_slowly = true;
  chosen.one_sequence = true;
  chosen.turns = {context.params};
  return check(context, chosen);
}

std::vector<Check> checkerboard_physics(const CheckContext& context) {
  PhysicsCase chosen = at_size(context, context.params, site_by_site_L(context));
  if (context.variant.oracle.empty()) chosen.turns = {context.params};
  return check(context, chosen);
}

std::vector<Check> tiled_physics(const CheckContext& context) {
  Params params = context.params;
  const bool parallel = is_parallel(context.device), critical = is_critical(params);
  const std::int64_t L = parallel ? (critical ? 64 : 256) : 8;
  if (context.variant.oracle.empty()) params.set("tile", std::min<std::int64_t>(params.integer("tile"), 4));
  if (!parallel) params.set("k", fewer_hits(params, 2));
  const std::int64_t tile = params.integer("tile");
  PhysicsCase chosen = at_size(context, params, round_up(L, 2 * tile));
  chosen.tile = static_cast<double>(tile);
  if (context.variant.oracle.empty()) chosen.turns = with_each_turn(context.params, 4 * context.params.integer("tile"));
  chosen.hits = params.real("k");
  return check(context, chosen);
}

std::vector<Check> multispin_physics(const CheckContext& context) {
  Params params = context.params;
  const std::int64_t wanted = params.integer("L");
  const bool critical = is_critical(params);
  // The case's own lattice where it is small, or two columns of its tiles; one column near the critical point.
  std::vector<std::int64_t> sizes = {512, 256, 384, 320, 192, 128, 64};
  if (critical) sizes = {64, 128, 192, 256};
  if (!critical && wanted <= 512) sizes.insert(sizes.begin(), wanted);
  const std::int64_t L = size_with_same_tile<MultispinModel>(params, sizes);
  params.set("words", static_cast<std::int64_t>(multispin_words(params)));
  if (critical) params.set("realizations", std::max(params.integer("realizations"), many * 256 * 256 / (L * L)));
  return check(context, at_size(context, params, L));
}

std::vector<Check> host_multispin_physics(const CheckContext& context) {
  Params params = context.params;
  const std::int64_t L = is_critical(params) ? 64 : size_with_same_tile<MultispinModel>(params, {256, 128, 192, 64});
  params.set("words", static_cast<std::int64_t>(multispin_words(params)));
  params.set("realizations", std::int64_t{1});
  if (params.has("threads")) params.set("threads", std::int64_t{1});
  return check(context, at_size(context, params, L));
}

std::vector<Check> slabs_physics(const CheckContext& context, const std::function<bool(const Params&)>& admits) {
  Params params = context.params;
  params.set("words", static_cast<std::int64_t>(multispin_words(params)));
  // The smallest lattice that the ranks can share, from where it is worth to be asked for its spins.
  for (const std::int64_t L : {64, 128, 256, 512, 1024, 2048, 4096}) {
    params.set("L", L);
    if (L >= (is_critical(params) ? 64 : 256) && admits(params)) break;
  }
  return check(context, at_size(context, params, params.integer("L")));
}

std::vector<Check> plain_multispin_physics(const CheckContext& context) {
  Params params = context.params;
  // Words need not be full: it draws as many for few spins as for 32.
  params.set("words", static_cast<std::int64_t>(multispin_words(params)));
  params.set("realizations", proved_realizations(params));
  PhysicsCase chosen = at_size(context, params, is_critical(params) ? 32 : 64);
  chosen.turns = {context.params};
  return check_oracle(context, chosen);
}

std::vector<Check> multispin_tiled_physics(const CheckContext& context) {
  Params params = context.params;
  const bool critical = is_critical(params);
  const std::int64_t words = multispin_tiled_words(params);
  // Two coarse tiles a row; near the critical point bands one thread wide, on many lattices.
  std::int64_t L = (critical ? 32 : 128) * words, rows = params.integer("rows");
  if (critical) {
    rows = std::min(rows, L / 2);
    params.set("realizations", std::max(params.integer("realizations"), many * 256 * 256 / (L * L)));
  }
  params.set("words", words);
  params.set("rows", rows);
  L = round_up(L, 2 * rows);
  PhysicsCase chosen = at_size(context, params, L);
  chosen.tile = static_cast<double>(rows);
  chosen.hits = params.real("k");
  return check(context, chosen);
}

std::vector<Check> plain_multispin_tiled_physics(const CheckContext& context) {
  Params params = context.params;
  const std::int64_t L = is_critical(params) ? 32 : 64, rows = std::min<std::int64_t>(params.integer("rows"), L / 4);
  // Bands that stay frozen for long would slow down what is slow already.
  params.set("k", fewer_hits(params, 2));
  params.set("realizations", proved_realizations(params));
  params.set("words", std::int64_t{2});
  params.set("rows", rows);
  PhysicsCase chosen = at_size(context, params, L);
  chosen.tile = static_cast<double>(rows);
  Params hits = chosen.params;
  hits.set("k", context.params.integer("k"));
  chosen.turns = with_each_turn(hits, L);
  chosen.turns.front() = with_each_turn(context.params, L).front();
  chosen.hits = params.real("k");
  return check_oracle(context, chosen);
}

std::vector<Check> look(const Params& params, Simulation& simulation, double sweeps) {
  return look_at_ising(2, params, simulation, sweeps);
}

}  // namespace spinbench::ising2d
