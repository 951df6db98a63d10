// The oracle of the kernel ising2d_wolff: reference_cpu/common/wolff.hpp.
#include "reference_cpu/common/wolff.hpp"

namespace spinbench {
namespace {

const Register<Variant> registered{wolff_by_bonds_variant<2>()};

}  // namespace
}  // namespace spinbench
