// Planes of one colour across the lattice's diagonal: three neighbours lie in the plane above, three in the one below,
// one of them at the same number. Memory as standard, of two planes of neighbours in place of three.
//
// H = -J sum_<ij> J_ij s_i s_j, J = 1, J_ij = +-1.
#include "kernels/ea3d_metropolis/gpu_layout.cuh"

namespace spinbench::ea3d::inline SPINBENCH_GPU_NAMESPACE {

namespace {

const Register<Variant> sliced_registered{
    gpu_layout_variant<LinearLaunch<Sliced>>("Lulli 2015, section 2, eqs. (4) and (5)")};

}  // namespace

}  // namespace spinbench::ea3d::SPINBENCH_GPU_NAMESPACE
