// SM of Bernaschi 2011: a ring of three planes in shared memory, one of which is updated: half of the threads wait
// while the others do their colour.
//
// H = -sum_<ij> J_ij s_i . s_j, J_ij Gaussian.
#include "kernels/heisenberg3d_overrelaxation/gpu_boxes.cuh"

namespace spinbench::overrelaxation::inline SPINBENCH_GPU_NAMESPACE {

namespace {

const Register<Variant> shared3_registered{
    gpu_boxes_variant<1>("shared3", "three planes in shared memory, one updated", "Bernaschi 2011, SM")};

}  // namespace

}  // namespace spinbench::overrelaxation::SPINBENCH_GPU_NAMESPACE
