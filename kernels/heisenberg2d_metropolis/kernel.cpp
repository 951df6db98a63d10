// The kernel heisenberg2d_metropolis: single-spin Metropolis updates of the classical Heisenberg ferromagnet on the
// square lattice, H = -sum_<ij> s_i . s_j, |s_i| = 1, periodic boundaries.
#include <algorithm>
#include <cstdint>
#include <string>

#include "interface/registry.hpp"
#include "kernels/common/axes.hpp"

namespace spinbench::heisenberg {
namespace {

/// The paper's serial code; in double, as fast there as in float, where the case is in double.
Kernel::Reference in_row_order(const Params& params) {
  Params serial;
  serial.set("L", std::min<std::int64_t>(params.integer("L"), 4096));
  serial.set("precision", std::string(params.word("precision") == "double" ? "double" : "float"));
  serial.set("rng", std::string("lcg32_random"));
  serial.set("beta", beta_of(params));
  return {"row_order", "cpu", serial};
}

const Register<Kernel> kernel_registered{{
    .name = "heisenberg2d_metropolis",
    .title = "2D Heisenberg model, single-spin Metropolis",
    .unit = "flip",
    .sources = {"M. Weigel, J. Comput. Phys. 231, 3064 (2012), section 4"},
    .reference = in_row_order,
}};

}  // namespace
}  // namespace spinbench::heisenberg
