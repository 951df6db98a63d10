// The kernel ea3d_metropolis: single-spin-flip Metropolis updates of the three-dimensional Edwards-Anderson spin glass
// with bimodal couplings, H = -J sum_<ij> J_ij s_i s_j, J = 1, J_ij = +-1, periodic boundaries, many realizations of
// the couplings and several replicas of each side by side. T_c = 1.1019(29) (M. Baity-Jesi et al., Phys. Rev. B 88,
// 224416 (2013)).
#include "interface/registry.hpp"
#include "kernels/common/axes.hpp"

namespace spinbench::ea3d {
namespace {

/// One lattice, spin by spin, each with a number of its own. Of one size for all: a figure has thirty, and a core takes
/// as long for a flip from L = 8 to 128 (13.5 to 14.7 ns on a Xeon, the least at 32).
Kernel::Reference single_spin(const Params& params) {
  Params serial;
  serial.set("L", std::int64_t{32});
  serial.set("systems", std::int64_t{1});
  serial.set("replicas", std::int64_t{1});
  serial.set("word", std::string("1"));
  serial.set("couplings", std::string("bimodal"));
  serial.set("rng", std::string("minstd"));
  serial.set("beta", beta_of(params));
  return {"single_spin", "cpu", serial};
}

const Register<Kernel> kernel_registered{{
    .name = "ea3d_metropolis",
    .title = "3D Edwards-Anderson spin glass, single-spin-flip Metropolis",
    .unit = "flip",
    .times_in_ps = true,
    .sources = {"M. Lulli, M. Bernaschi, G. Parisi, Comput. Phys. Commun. 196, 290 (2015)"},
    .reference = single_spin,
}};

}  // namespace
}  // namespace spinbench::ea3d
