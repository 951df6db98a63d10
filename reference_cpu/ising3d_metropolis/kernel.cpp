// The kernel ising3d_metropolis: single-spin-flip Metropolis updates of the three-dimensional ferromagnetic Ising model
// on the simple cubic lattice, H = -J sum_<ij> s_i s_j, J = 1, periodic boundaries; and the cases on which its variants
// are checked. K_c = 0.221654626(5) (A. M. Ferrenberg, J. Xu, D. P. Landau, Phys. Rev. E 97, 043301 (2018)).
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/ising3d_metropolis/multispin.hpp"
#include "reference_cpu/common/cases.hpp"
#include "reference_cpu/exact/ising3d.hpp"

namespace spinbench::ising3d {
namespace {

/// At high temperature a lattice that is as good as infinite. Beyond the series only L = 4 is known. There a GPU is all
/// latency and reaches no precision in minutes, `multispin` has no full words, and its oracle, which draws as many
/// words for two spins as for 32, takes nearly a minute at K_c. These are checked where the series ends: beta enters by
/// the thresholds alone, which the comparison of bits sees at the beta that was asked for; what the oracle does with
/// them at K_c a test counts, attempt by attempt.
Params physics_case(const Params& params, const std::string& backend) {
  Params result = params;
  const bool series = params.real("beta") <= exact::ising3d_largest_beta, bits = params.has("words");
  const bool serial = is_serial(backend), small = serial && !bits;
  std::int64_t L = small ? 16 : 64;
  if (!series && small) L = 4;
  if (!series && !small) result.set("beta", exact::ising3d_largest_beta);
  if (params.has("tile")) L = fit_tiles(result, L, serial, series ? 8 : 2);
  if (bits) {
    result.set("words", static_cast<std::int64_t>(multispin_tile(params).words()));
    result.set("realizations", std::int64_t{1});
  }
  if (params.has("threads")) result.set("threads", std::int64_t{1});
  result.set("L", L);
  return result;
}

std::vector<Params> bit_cases(const Params& params) {
  if (params.has("words")) {
    // The tile is that of the case: rows of 64 sites make it one word wide, two take rows of 128.
    const MultispinTile tile = multispin_tile(params);
    Params small = params;
    small.set("words", static_cast<std::int64_t>(tile.words()));
    small.set("realizations", std::min<std::int64_t>(params.integer("realizations"), 3));
    return at_sizes(small, {tile.across == 2 ? 128 : 64});
  }
  if (!params.has("tile")) return at_sizes(params, {16, 22});
  const std::int64_t tile = params.integer("tile");
  Params small = params;
  small.set("k", fewer_hits(params, 6));
  return at_sizes(small, {2 * tile, 4 * tile});
}

const Register<Kernel> registered{{
    .name = "ising3d_metropolis",
    .title = "3D Ising model, single-spin-flip Metropolis",
    .unit = "flip",
    .sources = {"M. Weigel, J. Comput. Phys. 231, 3064 (2012)"},
    .exact = [](const Params& params) -> std::optional<Exact> {
      const auto value = exact::ising3d(params.integer("L"), params.real("beta"));
      if (!value) return std::nullopt;
      return Exact{value->energy, value->specific_heat};
    },
    .physics_case = physics_case,
    .bit_cases = bit_cases,
    .known_bias = known_bias,
    .reference = [](const Params& params) { return in_row_order(params, 256); },
}};

}  // namespace
}  // namespace spinbench::ising3d
