// The heat bath colour by colour on a CPU's vectors; kernels/common/heisenberg/host_rows.hpp has it, heat_bath.hpp the
// rule.
#include "kernels/common/heisenberg/host_rows.hpp"
#include "kernels/heisenberg3d_heatbath/physics.hpp"

namespace spinbench::heisenberg {
namespace {

const Register<Variant> registered{of_heat_bath(rows_variant<3, HeatBath>(), "this suite, after Weigel 2015")};

}  // namespace
}  // namespace spinbench::heisenberg
