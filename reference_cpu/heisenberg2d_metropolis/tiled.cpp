// The oracle of the double checkerboard on the square lattice.
// H = -sum_<ij> s_i . s_j, |s_i| = 1.
#include "reference_cpu/common/heisenberg.hpp"

namespace spinbench::heisenberg {
namespace {

const Register<Variant> registered{tiled_variant<2>()};

}  // namespace
}  // namespace spinbench::heisenberg
