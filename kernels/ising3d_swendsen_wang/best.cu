// Labels tile by tile in shared memory: kernels/common/clusters/gpu_run_labels.cuh.
#include "kernels/common/clusters/gpu_run_labels.cuh"
#include "kernels/common/clusters/gpu_swendsen_wang.cuh"

namespace spinbench::clusters {
namespace {

const Register<Variant> best_3d{gpu_swendsen_wang<3, RunLabels<3>>(
    "union-find of runs in tiles, bonds drawn again between them, coins kept in the labels", "this suite")};

}  // namespace
}  // namespace spinbench::clusters
