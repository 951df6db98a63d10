// Label equivalence without iteration: kernels/common/clusters/gpu_komura_labels.cuh.
//
// Bound: a block of Philox a site, some 100 operations, 7 ps at the 14.8 T/s of an H200; memory 29 B and what chains
// of links take, 6 ps. Verified by HIP on an H100 (results/recorded/verified/h100-hip-clusters.json); its time is not
// recorded.
#include "kernels/common/clusters/gpu_komura_labels.cuh"
#include "kernels/common/clusters/gpu_swendsen_wang.cuh"

namespace spinbench::clusters {
namespace {

const Register<Variant> komura_3d{
    gpu_swendsen_wang<3, KomuraLabels<3>>("label equivalence without iteration, a site a thread", "Komura 2015")};

}  // namespace
}  // namespace spinbench::clusters
