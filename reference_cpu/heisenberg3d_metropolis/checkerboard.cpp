// The oracle of the variants that go colour by colour on the simple cubic lattice.
// H = -sum_<ij> J_ij s_i . s_j, |s_i| = 1.
#include "reference_cpu/common/heisenberg.hpp"

namespace spinbench::heisenberg {
namespace {

const Register<Variant> registered{checkerboard_variant<3>()};

}  // namespace
}  // namespace spinbench::heisenberg
