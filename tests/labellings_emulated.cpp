// The labellings of Weigel 2011 and Komura 2015 on a device that this host plays (tests/emulated): the same spins as
// the oracle to the bit, and right clusters of any bonds.
#define SPINBENCH_GPU_BACKEND "emulated"
#define SPINBENCH_GPU_NAMESPACE on_host
#include "kernels/common/clusters/gpu_komura_labels.cuh"
#include "kernels/common/clusters/gpu_swendsen_wang.cuh"
#include "tests/clusters_emulated.hpp"

namespace {

using namespace spinbench;
using namespace spinbench::clusters;

}  // namespace

TEST_CASE("Emulated: labels of Komura are those of a walk through each cluster", "[clusters][emulated]") {
  require_right_labels({check_labels_of<2, KomuraLabels<2>>(5000), check_labels_of<3, KomuraLabels<3>>(5000)});
}

TEST_CASE("Emulated: Swendsen-Wang updates by the papers' labellings hold the spins of the oracle",
          "[clusters][emulated]") {
  compare(gpu_swendsen_wang<2, KomuraLabels<2>>("", ""), {2, 7, 20}, 0.44, {2, 3}, 4);
  compare(gpu_swendsen_wang<3, KomuraLabels<3>>("", ""), {2, 5, 8}, 0.22, {2, 4}, 4);
}
