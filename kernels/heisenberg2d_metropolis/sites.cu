// The variants naive and coalesced on the square lattice; kernels/common/heisenberg/gpu_sites.cuh has them.
#include "kernels/common/heisenberg/gpu_sites.cuh"

namespace spinbench::heisenberg {
namespace {

const Register<Variant> naive_2d{naive_variant<2>()}, coalesced_2d{coalesced_variant<2>()};

}  // namespace
}  // namespace spinbench::heisenberg
