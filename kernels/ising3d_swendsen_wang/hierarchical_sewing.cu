// Labels inside tiles, then sewing, level by level: kernels/common/clusters/gpu_inside_tiles.cuh, gpu_across_tiles.cuh.
//
// Bound: a block of Philox a site and 3 / tile more for the seams, at tile = 8 some 140 operations, 9 ps at the 14.8
// T/s of an H200; memory 10 B, and for the seams 3 / tile of 10 B, 2.9 ps. Verified by HIP on an H100 and an H200
// (results/recorded/verified/h100-hip-clusters.json, h200-hip-ising3d_swendsen_wang.json); its time is not recorded.
#include "kernels/common/clusters/gpu_tiled_swendsen_wang.cuh"

namespace spinbench::clusters {
namespace {

const Register<Variant> hierarchical_sewing_3d{tiled_swendsen_wang<Sewing<3>>(
    "labels inside tiles, which are sewn two by two to ones of twice the side", "Weigel 2011")};

}  // namespace
}  // namespace spinbench::clusters
