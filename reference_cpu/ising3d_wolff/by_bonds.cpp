// The oracle of the kernel ising3d_wolff: reference_cpu/common/wolff.hpp.
#include "reference_cpu/common/wolff.hpp"

namespace spinbench {
namespace {

const Register<Variant> registered{wolff_by_bonds_variant<3>()};

}  // namespace
}  // namespace spinbench
