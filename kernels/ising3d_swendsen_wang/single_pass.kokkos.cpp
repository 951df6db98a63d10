// Labels site by site, in Kokkos: kernels/common/clusters/kokkos_swendsen_wang.hpp.
#include "kernels/common/clusters/kokkos_swendsen_wang.hpp"

namespace spinbench::clusters {
namespace {

const Register<Variant> kokkos_single_pass_3d{on_kokkos::kokkos_swendsen_wang<3>()};

}  // namespace
}  // namespace spinbench::clusters
