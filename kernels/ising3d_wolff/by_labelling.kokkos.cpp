// All clusters labelled site by site, one flipped, in Kokkos: kernels/common/clusters/kokkos_wolff.hpp.
#include "kernels/common/clusters/kokkos_wolff.hpp"

namespace spinbench::clusters {
namespace {

const Register<Variant> kokkos_by_labelling_3d{on_kokkos::kokkos_wolff<3>()};

}  // namespace
}  // namespace spinbench::clusters
