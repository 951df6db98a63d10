// The double checkerboard on the simple cubic lattice; kernels/common/heisenberg/gpu_tiles.cuh has it.
#include "kernels/common/heisenberg/gpu_tiles.cuh"

namespace spinbench::heisenberg {
namespace {

const Register<Variant> registered{tiles_variant<3>()};

}  // namespace
}  // namespace spinbench::heisenberg
