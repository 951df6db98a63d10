// Colours apart in planes of a checkerboard, any even L; places by two divisions. Memory, four replicas and philox4x32:
// 72 B for 128 flips (update.hpp); minstd adds 8 B of states. A warp's neighbours along y and z are as coalesced as its
// own words, of those along x one is the same word and one the next.
//
// H = -J sum_<ij> J_ij s_i s_j, J = 1, J_ij = +-1.
#include "kernels/ea3d_metropolis/gpu_layout.cuh"

namespace spinbench::ea3d::inline SPINBENCH_GPU_NAMESPACE {

namespace {

const Register<Variant> standard_registered{gpu_layout_variant<LinearLaunch<Standard>>("Lulli 2015, section 2")};

}  // namespace

}  // namespace spinbench::ea3d::SPINBENCH_GPU_NAMESPACE
