// Labels tile by tile in shared memory: kernels/common/clusters/gpu_run_labels.cuh.
//
// Bound: two random words a site and some for roots, with Philox about 55 operations, 4 ps at the 14.8 T/s of an H200;
// memory 10 B, 2.3 ps. Held there at L = 4096 16.7 ps, at 16384 14.3, 28%; README.md says where the rest goes.
#include "kernels/common/clusters/gpu_run_labels.cuh"
#include "kernels/common/clusters/gpu_swendsen_wang.cuh"

namespace spinbench::clusters {
namespace {

const Register<Variant> best_2d{gpu_swendsen_wang<2, RunLabels<2>>(
    "union-find of runs in tiles, bonds drawn again between them, coins kept in the labels", "this suite")};

}  // namespace
}  // namespace spinbench::clusters
