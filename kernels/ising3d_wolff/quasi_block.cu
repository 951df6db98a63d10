// The front of the cluster in 32 blocks of 32 threads: kernels/common/clusters/gpu_wolff_front.cuh.
#include "kernels/common/clusters/gpu_wolff_front.cuh"

namespace spinbench::clusters {
namespace {

const Register<Variant> registered{gpu_wolff<3, Front<3, Stoppers>>(
    "the front in parallel, 32 blocks of 32 threads held together by an array of stoppers",
    "Komura, Okabe 2012, sections 3 and 4")};

}  // namespace
}  // namespace spinbench::clusters
