// The variants naive and coalesced on the simple cubic lattice; kernels/common/heisenberg/gpu_sites.cuh has them.
#include "kernels/common/heisenberg/gpu_sites.cuh"

namespace spinbench::heisenberg {
namespace {

const Register<Variant> naive_3d{naive_variant<3>()}, coalesced_3d{coalesced_variant<3>()};

}  // namespace
}  // namespace spinbench::heisenberg
