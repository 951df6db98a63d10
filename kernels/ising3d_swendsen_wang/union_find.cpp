// Swendsen-Wang updates on a host, by union-find in slabs: kernels/common/clusters/host_swendsen_wang.hpp.
#include "kernels/common/clusters/host_swendsen_wang.hpp"

namespace spinbench::clusters {
namespace {

const Register<Variant> registered{host_swendsen_wang<3>()};

}  // namespace
}  // namespace spinbench::clusters
