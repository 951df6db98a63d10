// The bit-sliced update of `multispin` on a lattice that ranks share, a slab of layers each
// (kernels/common/host_slabs.hpp). kernels/ising3d_metropolis/multispin.hpp states layout and tiles.
// H = -J sum_<ij> s_i s_j, J = 1.
#include "interface/registry.hpp"
#include "kernels/common/host_slabs.hpp"
#include "kernels/ising3d_metropolis/axes.hpp"
#include "kernels/ising3d_metropolis/multispin.hpp"
#include "kernels/ising3d_metropolis/multispin_host.hpp"
#include "kernels/ising3d_metropolis/physics.hpp"

namespace spinbench::ising3d {
namespace {

struct SharedModel : MultispinModel {
  static HostMultispinRule<Thresholds> rule(const std::string& rng) { return host_multispin_rule(rng); }
};

std::vector<Check> physics(const CheckContext& context) {
  return slabs_physics(context,
                       [](const Params& params) { return HostSlabs<SharedModel>::unsupported(params).empty(); });
}

const RegisterRanked part{host_slabs<SharedModel>()};
const Register<Variant> registered{host_slabs_variant<SharedModel>("a slab of layers each", axis_shared_L(),
                                                                   axis_rng("mwc64x"), axis_beta(), {physics, look})};

}  // namespace
}  // namespace spinbench::ising3d
