// The kernel heisenberg3d_metropolis: single-spin Metropolis updates of the classical Heisenberg model on the simple
// cubic lattice, H = -sum_<ij> J_ij s_i . s_j, |s_i| = 1, periodic boundaries; J_ij normally distributed, or all 1.
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
  serial.set("L", std::min<std::int64_t>(params.integer("L"), 128));
  serial.set("couplings", params.word("couplings"));
  serial.set("precision", std::string(params.word("precision") == "double" ? "double" : "float"));
  serial.set("rng", std::string("lcg32_random"));
  serial.set("beta", beta_of(params));
  return {"row_order", "cpu", serial};
}

const Register<Kernel> kernel_registered{{
    .name = "heisenberg3d_metropolis",
    .title = "3D Heisenberg model, single-spin Metropolis",
    .unit = "flip",
    .sources = {"M. Weigel, J. Comput. Phys. 231, 3064 (2012), section 4",
                "M. Bernaschi, G. Parisi, L. Parisi, Comput. Phys. Commun. 182, 1265 (2011)"},
    .reference = in_row_order,
}};

}  // namespace
}  // namespace spinbench::heisenberg
