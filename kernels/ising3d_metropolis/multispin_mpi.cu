// `multispin` on a cubic lattice that the devices of several ranks share, a slab of layers each: the same streams,
// decisions and bits as on one. kernels/ising3d_metropolis/multispin_mpi.cpp is the same on CPUs.
//
// H = -J sum_<ij> s_i s_j, J = 1. Memory: 3/8 byte a flip; of a slab of 1024 layers one a colour leaves it either way.
#include "kernels/ising3d_metropolis/axes.hpp"
#include "kernels/ising3d_metropolis/gpu_multispin_slab.cuh"
#include "kernels/ising3d_metropolis/physics.hpp"

namespace spinbench::ising3d::inline SPINBENCH_GPU_NAMESPACE {

namespace {

using Slabs = DeviceSlabs<CubicSlabs>;

std::vector<Check> device_slabs_physics(const CheckContext& context) {
  return slabs_physics(context, [](const Params& params) { return Slabs::unsupported(params).empty(); });
}

const RegisterRanked slabs_part{Slabs::ranked()};
const Register<Variant> slabs_registered{
    Slabs::variant("a slab of layers each", axis_shared_L(), axis_beta(), {device_slabs_physics, look})};

}  // namespace

}  // namespace spinbench::ising3d::SPINBENCH_GPU_NAMESPACE
