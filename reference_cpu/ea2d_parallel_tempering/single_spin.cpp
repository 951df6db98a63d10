// The oracle of the spin glass in two dimensions; reference_cpu/common/tempered_single_spins.hpp.
// H = -J sum_<ij> J_ij s_i s_j, J = 1, J_ij = +-1.
#include "interface/registry.hpp"
#include "reference_cpu/common/tempered_single_spins.hpp"

namespace spinbench::glass_tempering {
namespace {

const Register<Variant> registered{single_spins<2>("ea2d_parallel_tempering")};

}  // namespace
}  // namespace spinbench::glass_tempering
