// SM4P of Bernaschi 2011: a ring of four planes in shared memory, two of which are updated: colour 0 of both, which
// each thread has in one of them, then colour 1, and that `hits` times before the next two (Table 3).
//
// H = -sum_<ij> J_ij s_i . s_j, J_ij Gaussian.
#include "kernels/heisenberg3d_overrelaxation/gpu_boxes.cuh"

namespace spinbench::overrelaxation::inline SPINBENCH_GPU_NAMESPACE {

namespace {

const Register<Variant> shared4_registered{
    gpu_boxes_variant<2>("shared4", "four planes in shared memory, two updated together", "Bernaschi 2011, SM4P")};

}  // namespace

}  // namespace spinbench::overrelaxation::SPINBENCH_GPU_NAMESPACE
