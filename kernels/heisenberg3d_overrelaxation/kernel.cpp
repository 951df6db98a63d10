// The kernel heisenberg3d_overrelaxation: over-relaxation of the three-dimensional Edwards-Anderson spin glass of
// classical Heisenberg spins, H = -sum_<ij> J_ij s_i . s_j with unit vectors s_i and Gaussian couplings of mean 0 and
// variance 1, on the simple cubic lattice with periodic boundaries. With the local field h_i = sum_j J_ij s_j a spin
// turns by half a turn about it, s_i -> 2 (s_i . h_i) / (h_i . h_i) h_i - s_i, which leaves the energy as it is: the
// dynamics is microcanonical, and draws no random numbers (Bernaschi, Parisi, Parisi 2011, section 4).
#include "interface/registry.hpp"
#include "kernels/heisenberg3d_overrelaxation/axes.hpp"

namespace spinbench::overrelaxation {
namespace {

Kernel::Reference serial(const Params& params) {
  Params of_serial;
  of_serial.set("L", std::int64_t{64});
  of_serial.set("precision", params.word("precision"));
  return {"serial", "cpu", of_serial};
}

const Register<Kernel> kernel_registered{{
    .name = "heisenberg3d_overrelaxation",
    .title = "3D Heisenberg spin glass, over-relaxation",
    .unit = "flip",
    .sources = {"M. Bernaschi, G. Parisi, L. Parisi, Comput. Phys. Commun. 182, 1265 (2011)"},
    .reference = serial,
}};

}  // namespace
}  // namespace spinbench::overrelaxation
