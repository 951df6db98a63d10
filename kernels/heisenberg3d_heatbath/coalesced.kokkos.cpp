// The heat bath with one work item a site in Kokkos; kernels/common/heisenberg/kokkos_sites.hpp has it, heat_bath.hpp
// the rule.
#include "kernels/common/heisenberg/kokkos_sites.hpp"
#include "kernels/heisenberg3d_heatbath/physics.hpp"

namespace spinbench::heisenberg {
namespace {

const Register<Variant> registered{
    of_heat_bath(kokkos_sites_variant<3, HeatBath>(), "Weigel 2015, Heisenberg spin glass")};

}  // namespace
}  // namespace spinbench::heisenberg
