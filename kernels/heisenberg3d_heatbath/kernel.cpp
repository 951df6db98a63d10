// The kernel heisenberg3d_heatbath: heat-bath updates of the classical Heisenberg model on the simple cubic lattice, H
// = -sum_<ij> J_ij s_i . s_j - sum_i h_i . s_i, |s_i| = 1, periodic boundaries; J_ij normally distributed, or all 1;
// random fields h_i normally distributed, or none. n_hb sweeps of the heat bath take turns with n_or of
// over-relaxation.
#include <algorithm>
#include <cstdint>
#include <string>

#include "interface/registry.hpp"
#include "kernels/common/axes.hpp"

namespace spinbench::heisenberg {
namespace {

/// The serial code, in double where the case is in double.
Kernel::Reference in_row_order(const Params& params) {
  Params serial;
  serial.set("L", std::min<std::int64_t>(params.integer("L"), 128));
  for (const char* axis : {"n_hb", "n_or", "couplings", "field"}) serial.set(axis, params.at(axis));
  serial.set("precision", std::string(params.word("precision") == "double" ? "double" : "float"));
  serial.set("rng", std::string("lcg32_random"));
  serial.set("beta", beta_of(params));
  return {"row_order", "cpu", serial};
}

const Register<Kernel> kernel_registered{{
    .name = "heisenberg3d_heatbath",
    .title = "3D Heisenberg model, heat bath and over-relaxation",
    .unit = "flip",
    .sources = {"M. Weigel, GPU computing tour (2015), slides \"Heisenberg spin glass\"",
                "M. Bernaschi, G. Parisi, L. Parisi, Comput. Phys. Commun. 182, 1265 (2011), for the model"},
    .reference = in_row_order,
}};

}  // namespace
}  // namespace spinbench::heisenberg
