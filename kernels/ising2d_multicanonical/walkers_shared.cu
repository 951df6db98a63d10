// Multicanonical walkers in shared memory: kernels/common/flat/gpu_shared.cuh.
#include "kernels/ising2d_multicanonical/gpu_walks.cuh"

namespace spinbench::multicanonical {
namespace {

const Register<Variant> walkers_shared{gpu_variant<InSharedMemory>()};

}  // namespace
}  // namespace spinbench::multicanonical
