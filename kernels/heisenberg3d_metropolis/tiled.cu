// The double checkerboard on the simple cubic lattice; kernels/common/heisenberg/gpu_tiles.cuh has it.
#include "kernels/common/heisenberg/gpu_tiles.cuh"

namespace spinbench::heisenberg {
namespace {

const Register<Variant> tiled_3d{tiles_variant<3>()};

}  // namespace
}  // namespace spinbench::heisenberg
