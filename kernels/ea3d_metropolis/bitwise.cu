// The same places as standard for L a power of two, with shifts and masks in place of divisions (after Bernaschi,
// Parisi, Parisi 2011). Memory as standard.
//
// H = -J sum_<ij> J_ij s_i s_j, J = 1, J_ij = +-1.
#include "kernels/ea3d_metropolis/gpu_layout.cuh"

namespace spinbench::ea3d::inline SPINBENCH_GPU_NAMESPACE {

namespace {

const Register<Variant> bitwise_registered{gpu_layout_variant<LinearLaunch<Bitwise>>("Lulli 2015, section 2")};

}  // namespace

}  // namespace spinbench::ea3d::SPINBENCH_GPU_NAMESPACE
