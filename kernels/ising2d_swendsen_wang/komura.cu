// Label equivalence without iteration: kernels/common/clusters/gpu_komura_labels.cuh.
//
// Bound: two blocks of Philox a site, some 200 operations, 14 ps at the 14.8 T/s of an H200; memory 29 B and what
// chains of links take, 6 ps. Held on an H100 at L = 10240 and T_c: 74.0 ps, 4% of memory's limit
// (results/recorded/h100-weigel2015-clusters.json).
#include "kernels/common/clusters/gpu_komura_labels.cuh"
#include "kernels/common/clusters/gpu_swendsen_wang.cuh"

namespace spinbench::clusters {
namespace {

const Register<Variant> komura_2d{
    gpu_swendsen_wang<2, KomuraLabels<2>>("label equivalence without iteration, a site a thread", "Komura 2015")};

}  // namespace
}  // namespace spinbench::clusters
