// Wang-Landau walkers in global memory, each with its own estimate.
#include "kernels/ising2d_wang_landau/gpu_walks.cuh"

namespace spinbench::wang_landau {
namespace {

const Register<Variant> walkers_global{gpu_variant<InGlobalMemory>(8448)};

}  // namespace
}  // namespace spinbench::wang_landau
