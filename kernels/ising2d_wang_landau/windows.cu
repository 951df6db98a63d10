// Wang-Landau walkers in windows of energy that exchange them: kernels/common/flat/gpu_windows.cuh.
#include "kernels/ising2d_wang_landau/gpu_walks.cuh"

namespace spinbench::wang_landau {
namespace {

const Register<Variant> windows{gpu_variant<InWindows>(50688)};

}  // namespace
}  // namespace spinbench::wang_landau
