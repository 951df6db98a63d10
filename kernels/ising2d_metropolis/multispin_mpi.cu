// `multispin` on a lattice that the devices of several ranks share, a slab of rows each: the same streams, decisions
// and bits as on one. kernels/ising2d_metropolis/multispin_mpi.cpp is the same on CPUs.
//
// H = -J sum_<ij> s_i s_j, J = 1. Memory: 3/8 byte a flip; of a slab of 131072 x 32768 one row in 32768 leaves it.
#include "kernels/ising2d_metropolis/axes.hpp"
#include "kernels/ising2d_metropolis/gpu_multispin_slab.cuh"
#include "kernels/ising2d_metropolis/physics.hpp"
#include "kernels/ising2d_metropolis/slabs_physics.hpp"

namespace spinbench::ising2d::inline SPINBENCH_GPU_NAMESPACE {

namespace {

using Slabs = DeviceSlabs<SquareSlabs>;

std::vector<Check> device_slabs_physics(const CheckContext& context) {
  return slabs_physics(context, [](const Params& params) { return Slabs::unsupported(params).empty(); });
}

const RegisterRanked slabs_part{Slabs::ranked()};
const Register<Variant> slabs_registered{
    Slabs::variant("a slab of rows each", axis_shared_L(), axis_beta(), {device_slabs_physics, look})};

}  // namespace

}  // namespace spinbench::ising2d::SPINBENCH_GPU_NAMESPACE
