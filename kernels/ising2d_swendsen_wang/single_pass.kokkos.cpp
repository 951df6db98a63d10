// Labels site by site, in Kokkos: kernels/common/clusters/kokkos_swendsen_wang.hpp.
#include "kernels/common/clusters/kokkos_swendsen_wang.hpp"

namespace spinbench::clusters {
namespace {

const Register<Variant> kokkos_single_pass_2d{on_kokkos::kokkos_swendsen_wang<2>()};

}  // namespace
}  // namespace spinbench::clusters
