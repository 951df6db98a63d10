// Labels tile by tile in shared memory: kernels/common/clusters/gpu_tile_labels.cuh.
#include "kernels/common/clusters/gpu_swendsen_wang.cuh"
#include "kernels/common/clusters/gpu_tile_labels.cuh"

namespace spinbench::clusters {
namespace {

const Register<Variant> registered{gpu_swendsen_wang<3, TileLabels<3>>(
    "union-find in tiles, bonds drawn again between them, coins kept in the labels", "this suite")};

}  // namespace
}  // namespace spinbench::clusters
