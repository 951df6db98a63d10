// The paper's serial CPU code on the square lattice: the case to which speed-ups refer.
// H = -sum_<ij> s_i . s_j, |s_i| = 1.
#include "reference_cpu/common/heisenberg.hpp"

namespace spinbench::heisenberg {
namespace {

const Register<Variant> registered{row_order_variant<2>()};

}  // namespace
}  // namespace spinbench::heisenberg
