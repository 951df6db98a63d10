// Multicanonical walkers in global memory, as in the program of Gross et al. 2018.
#include "kernels/ising2d_multicanonical/gpu_walks.cuh"

namespace spinbench::multicanonical {
namespace {

const Register<Variant> walkers_global{gpu_variant<InGlobalMemory>()};

}  // namespace
}  // namespace spinbench::multicanonical
