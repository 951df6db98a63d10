// Site after site: the case to which speed-ups refer. H = -sum_<ij> J_ij s_i . s_j - sum_i h_i . s_i, |s_i| = 1.
#include "kernels/heisenberg3d_heatbath/physics.hpp"
#include "reference_cpu/common/heisenberg.hpp"

namespace spinbench::heisenberg {
namespace {

const Register<Variant> registered{of_heat_bath(row_order_variant<3, HeatBath>(), "this suite, after Weigel 2015")};

}  // namespace
}  // namespace spinbench::heisenberg
