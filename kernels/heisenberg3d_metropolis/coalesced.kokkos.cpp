// The variant coalesced on the simple cubic lattice in Kokkos; kernels/common/heisenberg/kokkos_sites.hpp has it.
#include "kernels/common/heisenberg/kokkos_sites.hpp"

namespace spinbench::heisenberg {
namespace {

const Register<Variant> registered{kokkos_sites_variant<3>()};

}  // namespace
}  // namespace spinbench::heisenberg
