// The front of the cluster in a cooperative launch: kernels/common/clusters/gpu_wolff_front.cuh.
#include "kernels/common/clusters/gpu_wolff_front.cuh"

namespace spinbench::clusters {
namespace {

const Register<Variant> registered{
    gpu_wolff<3, Front<3, CooperativeBarrier>>("the front in parallel, with the barrier of a cooperative launch",
                                               "Komura, Okabe 2012, section 4, with today's barrier")};

}  // namespace
}  // namespace spinbench::clusters
