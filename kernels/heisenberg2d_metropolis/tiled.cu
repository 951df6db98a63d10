// The double checkerboard on the square lattice; kernels/common/heisenberg/gpu_tiles.cuh has it.
#include "kernels/common/heisenberg/gpu_tiles.cuh"

namespace spinbench::heisenberg {
namespace {

const Register<Variant> tiled_2d{tiles_variant<2>()};

}  // namespace
}  // namespace spinbench::heisenberg
