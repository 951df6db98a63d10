// The kernel ising2d_metropolis: single-spin-flip Metropolis updates of the two-dimensional ferromagnetic Ising model,
// H = -J sum_<ij> s_i s_j, J = 1, periodic boundaries; and the cases on which its variants are checked.
#include "reference_cpu/ising2d_metropolis/kernel.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/ising2d_metropolis/multispin.hpp"
#include "kernels/ising2d_metropolis/multispin_tiled.hpp"
#include "reference_cpu/common/cases.hpp"
#include "reference_cpu/exact/ising2d.hpp"

namespace spinbench::ising2d {
namespace {

constexpr double beta_c = 0.4406867935097715;

/// physics_case() for coarse tiles of bit-sliced lattices: two of them a row at least, but where near beta_c that would
/// be too large a lattice. There bands of the smallest words stand in, on as many lattices as replace long runs.
Params tiled_physics_case(const Params& params, bool critical, bool serial) {
  Params result = params;
  const std::int64_t wanted = params.integer("L"), words = serial || critical ? 2 : multispin_tiled_words(params);
  std::int64_t rows = params.integer("rows"), L = 128 * words;
  if (serial) {
    L = critical ? 16 : 64;
    // Bands of half a lattice that stay frozen for long would slow down what is slow already.
    result.set("k", fewer_hits(params, critical ? 2 : 4));
    result.set("realizations", std::int64_t{1});
  } else if (critical) {
    L = 64;
    result.set("realizations", std::max<std::int64_t>(params.integer("realizations"), 2048));
  }
  if (serial || critical) rows = std::min(rows, serial && critical ? L / 2 : L / 4);
  if (wanted < L) L = wanted, rows = std::min(rows, wanted / 2);
  result.set("words", words);
  result.set("rows", rows);
  result.set("L", round_up(L, 2 * rows));
  return result;
}

/// The largest lattice that reaches equilibrium and a precision of 2e-4 in seconds. Near beta_c the autocorrelation
/// time grows like L^2.2, and on a CPU the time goes with N as well.
Params physics_case(const Params& params, const std::string& backend) {
  Params result = params;
  const bool critical = std::fabs(params.real("beta") / beta_c - 1) < 0.05;
  const bool serial = is_serial(backend);
  std::int64_t L = critical ? (serial ? 16 : 32) : (serial ? 64 : 256);
  const std::int64_t wanted = params.integer("L");
  if (params.has("rows")) return tiled_physics_case(params, critical, serial);
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
  if (params.has("rows")) {
    // A band one thread wide, and two tiles a row.
    const std::int64_t words = multispin_tiled_words(params), pair = 2 * params.integer("rows");
    small.set("words", words);
    small.set("k", fewer_hits(params, 6));
    small.set("realizations", std::min<std::int64_t>(params.integer("realizations"), 3));
    sizes = {round_up(32 * words, pair), round_up(128 * words, pair)};
  } else if (params.has("words")) {
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
      .sources = {"M. Weigel, J. Comput. Phys. 231, 3064 (2012)",
                  "M. Weigel, Simulating spin models on GPU: a tour, talk at LSU (2015)"},
      .exact = [](const Params& params) -> std::optional<Exact> {
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
