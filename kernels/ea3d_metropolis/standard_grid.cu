// The places of standard with x, y, z from threads and blocks: no division, and blocks as L makes them.
//
// H = -J sum_<ij> J_ij s_i s_j, J = 1, J_ij = +-1.
#include "kernels/ea3d_metropolis/gpu_layout.cuh"

namespace spinbench::ea3d::inline SPINBENCH_GPU_NAMESPACE {

namespace {

const Register<Variant> standard_grid_registered{gpu_layout_variant<GridLaunch<Standard>>("Lulli 2015, Appendix A")};

}  // namespace

}  // namespace spinbench::ea3d::SPINBENCH_GPU_NAMESPACE
