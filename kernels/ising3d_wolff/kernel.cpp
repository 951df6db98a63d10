// The kernel ising3d_wolff: single-cluster updates of Wolff of the ferromagnetic Ising model on the simple cubic
// lattice with periodic boundaries, H = -J sum_<ij> s_i s_j, J = 1. What is counted are spins of clusters.
#include <algorithm>
#include <cstdint>
#include <string>

#include "interface/registry.hpp"
#include "kernels/common/axes.hpp"

namespace spinbench::clusters {
namespace {

/// The paper's code for one core.
Kernel::Reference in_a_list(const Params& params) {
  Params serial;
  serial.set("L", std::min<std::int64_t>(params.integer("L"), 256));
  serial.set("rng", std::string("lcg64_random"));
  serial.set("beta", beta_of(params));
  // A time with measurements refers to one with them.
  serial.set("measure", std::string(params.has("measure") ? params.word("measure") : "none"));
  return {"list", "cpu", serial};
}

const Register<Kernel> kernel_registered{{
    .name = "ising3d_wolff",
    .title = "3D Ising model, single-cluster updates of Wolff",
    .unit = "flip",
    .sources = {"U. Wolff, Phys. Rev. Lett. 62, 361 (1989)", "Y. Komura, Y. Okabe, J. Comput. Phys. 231, 1209 (2012)"},
    .reference = in_a_list,
}};

}  // namespace
}  // namespace spinbench::clusters
