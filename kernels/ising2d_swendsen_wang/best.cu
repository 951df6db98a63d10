// Codes tile by tile in shared memory: kernels/common/clusters/gpu_tile_codes.cuh.
//
// Bound: two random words a site and some for roots, with Philox about 55 operations, 4 ps at the 14.8 T/s of an H200;
// memory 4.75 B, 1 ps. docs/kernels/ising2d_swendsen_wang.md says what was seen there, and where the rest goes.
#include "kernels/common/clusters/gpu_swendsen_wang.cuh"
#include "kernels/common/clusters/gpu_tile_codes.cuh"

namespace spinbench::clusters {
namespace {

const Register<Variant> best_2d{gpu_swendsen_wang<2, CodedTiles<2>>(
    "union-find of runs in tiles, a byte a site for what they say, then union-find of the tiles' borders",
    "this suite")};

}  // namespace
}  // namespace spinbench::clusters
