// The serial code of the kernel ising2d_wolff, to which speed-ups refer: reference_cpu/common/wolff.hpp.
#include "reference_cpu/common/wolff.hpp"

namespace spinbench {
namespace {

const Register<Variant> registered{wolff_list_variant<2>()};

}  // namespace
}  // namespace spinbench
