// The oracle of the variants that go colour by colour on the square lattice.
// H = -sum_<ij> s_i . s_j, |s_i| = 1.
#include "reference_cpu/common/heisenberg.hpp"

namespace spinbench::heisenberg {
namespace {

const Register<Variant> registered{checkerboard_variant<2>()};

}  // namespace
}  // namespace spinbench::heisenberg
