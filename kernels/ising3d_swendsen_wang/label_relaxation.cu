// Labels inside tiles, then relaxation across: kernels/common/clusters/gpu_inside_tiles.cuh, gpu_across_tiles.cuh.
//
// Bound: that of hierarchical_sewing, and 3 / tile of 16 B a site for each round of the relaxation, at tile = 8 6 B or
// 1.3 ps, and a barrier of the grid: a round for about each tile that the longest way through a cluster crosses.
// Verified by HIP on an H100 (results/recorded/verified/h100-hip-clusters.json); its time is not recorded.
#include "kernels/common/clusters/gpu_tiled_swendsen_wang.cuh"

namespace spinbench::clusters {
namespace {

const Register<Variant> label_relaxation_3d{tiled_swendsen_wang<Relaxation<3>>(
    "labels inside tiles, which spread over bonds between them until nothing changes", "Weigel 2011")};

}  // namespace
}  // namespace spinbench::clusters
