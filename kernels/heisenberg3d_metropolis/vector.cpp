// The colour-by-colour update of the simple cubic lattice on a CPU's vectors; kernels/common/heisenberg/host_rows.hpp
// has it.
#include "kernels/common/heisenberg/host_rows.hpp"

namespace spinbench::heisenberg {
namespace {

const Register<Variant> registered{rows_variant<3>()};

}  // namespace
}  // namespace spinbench::heisenberg
