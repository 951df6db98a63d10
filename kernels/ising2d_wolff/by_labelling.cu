// All clusters labelled, one flipped, of one lattice or of each of many:
// kernels/common/clusters/gpu_wolff_lattices.cuh.
#include "kernels/common/clusters/gpu_wolff_lattices.cuh"

namespace spinbench::clusters {
namespace {

const Register<Variant> by_labelling_2d{
    gpu_wolff_by_labelling<2>("all clusters labelled in tiles, the one of a random site flipped", "this suite")};

}  // namespace
}  // namespace spinbench::clusters
