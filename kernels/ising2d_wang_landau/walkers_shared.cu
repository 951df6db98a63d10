// Wang-Landau walkers in shared memory, a block a group: kernels/common/flat/gpu_shared.cuh.
#include "kernels/ising2d_wang_landau/gpu_walks.cuh"

namespace spinbench::wang_landau {
namespace {

const Register<Variant> walkers_shared{gpu_variant<InSharedMemory>(50688)};

}  // namespace
}  // namespace spinbench::wang_landau
