// Labels site by site in global memory: kernels/common/clusters/gpu_site_labels.cuh.
#include "kernels/common/clusters/gpu_site_labels.cuh"
#include "kernels/common/clusters/gpu_swendsen_wang.cuh"

namespace spinbench::clusters {
namespace {

const Register<Variant> registered{gpu_swendsen_wang<3, SiteLabels<3>>(
    "union-find with atomics in global memory, a site a thread", "Playne, Hawick 2018")};

}  // namespace
}  // namespace spinbench::clusters
