// The kernel ea2d_metropolis: single-spin-flip Metropolis updates of the two-dimensional Edwards-Anderson spin glass
// with bimodal couplings, H = -J sum_<ij> J_ij s_i s_j, J = 1, J_ij = +-1, periodic boundaries, many realizations of
// the couplings side by side.
#include "interface/registry.hpp"
#include "kernels/common/axes.hpp"

namespace spinbench::ea2d {
namespace {

/// One lattice after the other, spin by spin, each with a number of its own: the paper's serial code.
Kernel::Reference serial_code(const Params& params) {
  Params serial;
  serial.set("L", params.integer("L"));
  serial.set("realizations", std::int64_t{16});
  serial.set("k", std::int64_t{100});
  serial.set("couplings", std::string("bimodal"));
  serial.set("rng", std::string("lcg32_random"));
  serial.set("beta", beta_of(params));
  return {"serial", "cpu", serial};
}

const Register<Kernel> kernel_registered{{
    .name = "ea2d_metropolis",
    .title = "2D Edwards-Anderson spin glass, single-spin-flip Metropolis",
    .unit = "flip",
    .times_in_ps = true,
    .sources = {"M. Weigel, J. Comput. Phys. 231, 3064 (2012), section 5"},
    .reference = serial_code,
}};

}  // namespace
}  // namespace spinbench::ea2d
