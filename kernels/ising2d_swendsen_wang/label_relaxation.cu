// Labels inside tiles, then relaxation across: kernels/common/clusters/gpu_inside_tiles.cuh, gpu_across_tiles.cuh.
//
// Bound: that of hierarchical_sewing, and 2 / tile of 16 B a site for each round of the relaxation, at tile = 16 2 B or
// 0.4 ps, and a barrier of the grid: a round for about each tile that the longest way through a cluster crosses. Held
// on an H100 at L = 10240 and T_c, self_label inside: 1,110 ps (1,035 to 1,163), 0.3% of memory's limit, and 366 with
// tiles of 32 (results/recorded/h100-weigel2015-clusters.json).
#include "kernels/common/clusters/gpu_tiled_swendsen_wang.cuh"

namespace spinbench::clusters {
namespace {

const Register<Variant> label_relaxation_2d{tiled_swendsen_wang<Relaxation<2>>(
    "labels inside tiles, which spread over bonds between them until nothing changes", "Weigel 2011")};

}  // namespace
}  // namespace spinbench::clusters
