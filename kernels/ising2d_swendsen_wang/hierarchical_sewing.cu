// Labels inside tiles, then sewing, level by level: kernels/common/clusters/gpu_inside_tiles.cuh, gpu_across_tiles.cuh.
//
// Bound: two blocks of Philox a site and 2 / tile more for the seams, at tile = 16 some 210 operations, 14 ps at the
// 14.8 T/s of an H200; memory 10 B, and for the seams 2 / tile of 10 B, 2.3 ps. With inside = bfs or union_find one
// thread walks through a tile, and the latency of shared memory decides. Held on an H100 at L = 10240 and T_c: 38.1 ps
// with self_label, 9% of memory's limit, 114 with union_find, 206 with bfs
// (results/recorded/h100-weigel2015-clusters.json).
#include "kernels/common/clusters/gpu_tiled_swendsen_wang.cuh"

namespace spinbench::clusters {
namespace {

const Register<Variant> hierarchical_sewing_2d{tiled_swendsen_wang<Sewing<2>>(
    "labels inside tiles, which are sewn two by two to ones of twice the side", "Weigel 2011")};

}  // namespace
}  // namespace spinbench::clusters
