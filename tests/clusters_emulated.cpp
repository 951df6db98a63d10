// What the GPU's cluster kernels do, on a device that this host plays (tests/emulated): the same spins as the oracles
// to the bit, and right clusters of any bonds.
#define SPINBENCH_GPU_BACKEND "emulated"
#define SPINBENCH_GPU_NAMESPACE on_host
#include "tests/clusters_emulated.hpp"

#include "kernels/common/clusters/gpu_run_labels.cuh"
#include "kernels/common/clusters/gpu_site_labels.cuh"
#include "kernels/common/clusters/gpu_swendsen_wang.cuh"
#include "kernels/common/clusters/gpu_wolff_by_labelling.cuh"
#include "kernels/common/clusters/gpu_wolff_front.cuh"
#include "kernels/common/clusters/gpu_wolff_queue.cuh"

namespace {

using namespace spinbench;
using namespace spinbench::clusters;

/// A few blocks, so that a front has more spins than there are threads.
struct FewStoppers : Stoppers {
  static constexpr unsigned blocks = 3, threads = 4;
};
struct FewThreads : CooperativeBarrier {
  static constexpr unsigned blocks = 3, threads = 4;
};

}  // namespace

TEST_CASE("Emulated: labels of the GPU's kernels are those of a walk through each cluster", "[clusters][emulated]") {
  require_right_labels({check_labels_of<2, SiteLabels<2>>(5000), check_labels_of<3, SiteLabels<3>>(5000)});
  require_right_labels({check_labels_of<2, RunLabels<2>>(13000), check_labels_of<3, RunLabels<3>>(13000)});
}

TEST_CASE("Emulated: Swendsen-Wang updates of the GPU's kernels hold the spins of the oracle", "[clusters][emulated]") {
  compare(gpu_swendsen_wang<2, SiteLabels<2>>("", ""), {2, 7, 20}, 0.44, {2, 3}, 4);
  compare(gpu_swendsen_wang<3, SiteLabels<3>>("", ""), {2, 5, 8}, 0.22, {2, 4}, 4);
  compare(gpu_swendsen_wang<2, RunLabels<2>>("", ""), {2, 7, 64, 68}, 0.44, {2, 3}, 4);
  compare(gpu_swendsen_wang<3, RunLabels<3>>("", ""), {2, 5, 16, 20, 33}, 0.22, {2, 4}, 4);
}

TEST_CASE("Emulated: Wolff updates of the GPU's kernels hold the spins of the oracle", "[clusters][emulated]") {
  compare(gpu_wolff<2, ByLabelling<2>>("", ""), {2, 7, 68}, 0.44, {2}, 4);
  compare(gpu_wolff<3, ByLabelling<3>>("", ""), {2, 5, 20}, 0.22, {2}, 4);
  compare(gpu_wolff<2, Front<2, FewStoppers>>("", ""), {2, 7, 16}, 0.44, {2}, 4);
  compare(gpu_wolff<3, Front<3, FewThreads>>("", ""), {2, 6}, 0.22, {2}, 4);
  compare(gpu_wolff<2, Queue<2, 32, 2>>("", ""), {2, 7, 64}, 0.44, {2}, 4);
  compare(gpu_wolff<3, Queue<3, 32, 2>>("", ""), {2, 16}, 0.22, {2}, 4);
}
