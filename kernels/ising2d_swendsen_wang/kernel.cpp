// The kernel ising2d_swendsen_wang: cluster updates of Swendsen and Wang of the ferromagnetic Ising model on the square
// lattice with periodic boundaries, and of the Potts models of 3 and 4 states: H = -J sum_<ij> (2 delta(s_i, s_j) - 1),
// J = 1, which for two states is H = -J sum_<ij> s_i s_j.
#include <algorithm>
#include <cstdint>
#include <string>

#include "interface/registry.hpp"
#include "kernels/common/axes.hpp"

namespace spinbench::clusters {
namespace {

/// A core that takes the clusters as fast as it can.
Kernel::Reference on_one_core(const Params& params) {
  Params serial;
  serial.set("L", std::min<std::int64_t>(params.integer("L"), 4096));
  serial.set("q", params.at("q"));
  serial.set("rng", std::string("philox4x32"));
  serial.set("threads", std::int64_t{1});
  serial.set("isa", std::string("widest"));
  serial.set("beta", beta_of(params));
  return {"union_find", "cpu", serial};
}

const Register<Kernel> kernel_registered{{
    .name = "ising2d_swendsen_wang",
    .title = "2D Ising and Potts models, cluster updates of Swendsen and Wang",
    .unit = "flip",
    .sources = {"R. H. Swendsen, J.-S. Wang, Phys. Rev. Lett. 58, 86 (1987)",
                "M. Weigel, Phys. Rev. E 84, 036709 (2011)"},
    .reference = on_one_core,
}};

}  // namespace
}  // namespace spinbench::clusters
