// The oracle of the variants that go colour by colour. H = -sum_<ij> J_ij s_i . s_j, |s_i| = 1.
#include "kernels/common/heisenberg/heat_bath.hpp"
#include "reference_cpu/common/heisenberg.hpp"

namespace spinbench::heisenberg {
namespace {

Variant variant() {
  Variant result = checkerboard_variant<3, HeatBath>();
  result.source = "this suite";
  return result;
}

const Register<Variant> registered{variant()};

}  // namespace
}  // namespace spinbench::heisenberg
