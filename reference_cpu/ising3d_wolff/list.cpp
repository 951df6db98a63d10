// The serial code of the kernel ising3d_wolff, to which speed-ups refer: reference_cpu/common/wolff.hpp.
#include "reference_cpu/common/wolff.hpp"

namespace spinbench {
namespace {

const Register<Variant> registered{wolff_list_variant<3>()};

}  // namespace
}  // namespace spinbench
