// The paper's serial CPU code on the simple cubic lattice: the case to which speed-ups refer.
// H = -sum_<ij> J_ij s_i . s_j, |s_i| = 1.
#include "reference_cpu/common/heisenberg.hpp"

namespace spinbench::heisenberg {
namespace {

const Register<Variant> registered{row_order_variant<3>()};

}  // namespace
}  // namespace spinbench::heisenberg
