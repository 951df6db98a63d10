// All clusters labelled, one flipped: kernels/common/clusters/gpu_wolff_by_labelling.cuh.
#include "kernels/common/clusters/gpu_wolff_by_labelling.cuh"

namespace spinbench::clusters {
namespace {

const Register<Variant> registered{
    gpu_wolff<2, ByLabelling<2>>("all clusters labelled in tiles, the one of a random site flipped", "this suite")};

}  // namespace
}  // namespace spinbench::clusters
