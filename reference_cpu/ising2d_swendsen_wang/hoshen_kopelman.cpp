// The oracle of the kernel ising2d_swendsen_wang: reference_cpu/common/hoshen_kopelman.hpp.
#include "reference_cpu/common/hoshen_kopelman.hpp"

namespace spinbench {
namespace {

const Register<Variant> registered{hoshen_kopelman_variant<2>()};

}  // namespace
}  // namespace spinbench
