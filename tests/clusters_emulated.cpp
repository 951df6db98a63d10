// What the GPU's cluster kernels do, on a device that this host plays (tests/emulated): the same spins as the oracles
// to the bit, and right clusters of any bonds.
#define SPINBENCH_GPU_BACKEND "emulated"
#define SPINBENCH_GPU_NAMESPACE on_host
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kernels/common/clusters/gpu_run_labels.cuh"
#include "kernels/common/clusters/gpu_site_labels.cuh"
#include "kernels/common/clusters/gpu_swendsen_wang.cuh"
#include "kernels/common/clusters/gpu_wolff_by_labelling.cuh"
#include "kernels/common/clusters/gpu_wolff_front.cuh"
#include "kernels/common/clusters/gpu_wolff_queue.cuh"
#include "tests/catch.hpp"
#include "tests/same_spins.hpp"
#include "tests/variants.hpp"

namespace {

using namespace spinbench;
using namespace spinbench::clusters;

/// Each of the lattices, by some updates, against the variant's oracle.
void compare(const Variant& variant, const std::vector<std::int64_t>& sizes, double beta,
             const std::vector<std::int64_t>& states, int updates) {
  const Variant* oracle = Registry::instance().variant(variant.kernel, variant.oracle.variant, "cpu");
  REQUIRE(oracle != nullptr);
  for (const std::int64_t L : sizes)
    for (const std::int64_t q : states) {
      Params params = defaults(variant), serial = defaults(*oracle);
      for (Params* one : {&params, &serial}) {
        one->set("L", L);
        one->set("beta", beta);
        if (one->has("q")) one->set("q", q);
      }
      REQUIRE(variant.unsupported(params, Device{}).empty());
      const auto found = variant.make(params, 21), wanted = oracle->make(serial, 21);
      for (const int count : {1, 2, updates}) {
        found->sweep(count);
        wanted->sweep(count);
        INFO(variant.kernel << "/" << variant.name << "/" << params.name());
        const Observables seen = found->observe(), expected = wanted->observe();
        for (const Observable& one : expected.all()) REQUIRE(seen.of(one.name) == one.values);
        require_same(*found, *wanted);
        REQUIRE(found->units_done() == wanted->units_done());
      }
      REQUIRE(found->series("energy", 3, 2).values == series_in_turns(*wanted, "energy", 3, 2).values);
    }
}

void require_right_labels(const std::vector<Check>& checks) {
  for (const Check& check : checks) {
    INFO(check.detail);
    REQUIRE(check.passed);
  }
  REQUIRE(!checks.empty());
}

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
