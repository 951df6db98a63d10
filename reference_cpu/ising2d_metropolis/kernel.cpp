// The kernel ising2d_metropolis: single-spin-flip Metropolis updates of the two-dimensional ferromagnetic Ising model,
// H = -J sum_<ij> s_i s_j, J = 1, periodic boundaries; and the cases on which its variants are checked.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/ising2d_metropolis/multispin.hpp"
#include "reference_cpu/common/cases.hpp"
#include "reference_cpu/exact/ising2d.hpp"
#include "reference_cpu/ising2d_metropolis/kernel.hpp"

namespace spinbench::ising2d {
namespace {

constexpr double beta_c = 0.4406867935097715;

/// The largest lattice that reaches equilibrium and a precision of 2e-4 in seconds. Near beta_c the autocorrelation
/// time grows like L^2.2, and on a CPU the time goes with N as well.
Params physics_case(const Params& params, const std::string& backend) {
  Params result = params;
  const bool critical = std::fabs(params.real("beta") / beta_c - 1) < 0.05;
  const bool serial = is_serial(backend);
  std::int64_t L = critical ? (serial ? 16 : 32) : (serial ? 64 : 256);
  const std::int64_t wanted = params.integer("L");
  // In parallel a sweep of fewer than 64 x 64 sites is all latency, so that its precision would cost minutes.
  L = serial ? std::min(L, wanted) : std::min(L, std::max<std::int64_t>(wanted, 64));
  if (params.has("tile")) L = fit_tiles(result, L, serial, critical ? 8 : params.integer("tile"));
  if (params.has("words")) {
    // Full words ask for 64 sites, where near beta_c one lattice is too slow on a GPU: many stand in for long runs.
    result.set("words", static_cast<std::int64_t>(multispin_words(params)));
    if (serial) {
      result.set("realizations", std::int64_t{1});
      // The plain oracle takes words that are not full; bit by bit it is too slow for more than 8 sites near beta_c.
      L = params.has("threads") ? 64 : std::max<std::int64_t>(critical ? 8 : L, multispin_words(params));
      if (params.has("threads")) result.set("threads", std::int64_t{1});
    } else {
      if (critical) result.set("realizations", std::max<std::int64_t>(params.integer("realizations"), 2048));
      L = round_up(L, 64);
    }
  }
  result.set("L", L);
  return result;
}

std::vector<Params> bit_cases(const Params& params) {
  std::vector<std::int64_t> sizes = {64, 130};
  Params small = params;
  if (params.has("tile")) {
    const std::int64_t tile = params.integer("tile");
    sizes = {4 * tile, 6 * tile};
    small.set("k", fewer_hits(params, 6));
  }
  if (params.has("sites")) sizes.back() = round_up(sizes.back(), params.integer("sites"));
  if (params.has("words")) {
    // The words of a thread are chosen for the whole case; a row of 64 sites makes tall tiles, one of 256 wide ones.
    sizes = {64, 256};
    small.set("words", static_cast<std::int64_t>(multispin_words(params)));
    small.set("realizations", std::min<std::int64_t>(params.integer("realizations"), 3));
  }
  return at_sizes(small, sizes);
}

}  // namespace

Kernel metropolis_kernel() {
  return {
      .name = "ising2d_metropolis",
      .title = "2D Ising model, single-spin-flip Metropolis",
      .unit = "flip",
      .sources = {"M. Weigel, J. Comput. Phys. 231, 3064 (2012)", "M. Weigel, Simulating spin models on GPU: a tour, talk at LSU (2015)"},
      .exact =
          [](const Params& params) -> std::optional<Exact> {
            const exact::Ising2d value = exact::ising2d(params.integer("L"), params.real("beta"));
            return Exact{value.energy, value.specific_heat};
          },
      .physics_case = physics_case,
      .bit_cases = bit_cases,
      .known_bias = known_bias,
      .reference = [](const Params& params) { return in_row_order(params, 4096); },
  };
}

namespace {

const Register<Kernel> registered{metropolis_kernel()};

}  // namespace
}  // namespace spinbench::ising2d
