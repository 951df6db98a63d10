// What the GPU's cluster kernels do, on a device that this host plays (tests/emulated): the same spins as the oracles
// to the bit, and right clusters of any bonds.
#define SPINBENCH_GPU_BACKEND "emulated"
#define SPINBENCH_GPU_NAMESPACE on_host
#include "tests/clusters_emulated.hpp"

#include <algorithm>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <utility>

#include "kernels/common/clusters/gpu_run_labels.cuh"
#include "kernels/common/clusters/gpu_site_labels.cuh"
#include "kernels/common/clusters/gpu_swendsen_wang.cuh"
#include "kernels/common/clusters/gpu_tile_codes.cuh"
#include "kernels/common/clusters/gpu_wolff_by_labelling.cuh"
#include "kernels/common/clusters/gpu_wolff_front.cuh"
#include "kernels/common/clusters/gpu_wolff_queue.cuh"

namespace {

using namespace spinbench;
using namespace spinbench::clusters;

/// Labels that are their own place, joined as keys are; others may change them while one looks.
struct HalvingPlaces : Places {
  static constexpr bool halves = true;
  std::uint32_t next(std::uint32_t label) const {
    emulated::Block::current()->maybe_yield();
    return Places::next(label);
  }
};

void join_own_pair(std::uint32_t* links, const std::uint32_t* pairs, unsigned way) {
  const std::uint32_t a = pairs[2 * threadIdx.x], b = pairs[2 * threadIdx.x + 1];
  if (way == 0) unite(Places{links}, a, b);
  if (way == 1) unite_from_both_sides(Places{links}, a, b);
  if (way == 2) unite_from_both_sides(HalvingPlaces{links}, a, b);
}

/// The smallest label of each cluster, by going over all links and pairs until nothing changes.
std::vector<std::uint32_t> roots_of(const std::vector<std::uint32_t>& links, const std::vector<std::uint32_t>& pairs) {
  std::vector<std::uint32_t> result(links.size());
  std::iota(result.begin(), result.end(), 0u);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> bonds;
  for (std::uint32_t i = 0; i < links.size(); ++i) bonds.emplace_back(i, links[i]);
  for (std::size_t i = 0; i < pairs.size(); i += 2) bonds.emplace_back(pairs[i], pairs[i + 1]);
  for (std::size_t pass = 0; pass < links.size(); ++pass)
    for (const auto& [a, b] : bonds) result[a] = result[b] = std::min(result[a], result[b]);
  return result;
}

/// Keys that others may change while one looks.
struct BusyKeys : Keys {
  std::uint32_t next(std::uint32_t label) const {
    emulated::Block::current()->maybe_yield();
    return Keys::next(label);
  }
};

/// Keys of tiles' roots that were joined: each is its own or leads to a smaller one's.
struct JoinedTiles {
  std::vector<std::uint32_t> keys, wanted;

  template <class Below>
  JoinedTiles(std::uint32_t roots, Below&& below) {
    for (std::uint32_t i = 0; i < roots; ++i) {
      const std::uint32_t link = i > 0 && below(4) > 0 ? below(i) : i;
      keys.push_back(key_of(link));
      wanted.push_back(link == i ? key_of(i) : wanted[link]);
    }
  }
  static std::uint32_t key_of(std::uint32_t site) { return site << state_bits | (site * 7 & state_mask); }
};

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
  require_right_labels({check_labels_of<3, RunLabels<3>>(13000)});
  require_right_labels({check_labels_of<2, CodedTiles<2>>(13000), check_labels_of<3, CodedTiles<3>>(13000)});
  require_right_labels({ByCodes::check_flips_of(13000)});
}

TEST_CASE("Emulated: labels that many threads join at once end in one cluster each", "[clusters][emulated]") {
  std::mt19937 random(5);
  const auto below = [&](std::uint32_t limit) { return static_cast<std::uint32_t>(random() % limit); };
  for (unsigned turn = 0; turn < 150000; ++turn) {
    std::vector<std::uint32_t> links(4 + below(9)), pairs(2 * (2 + below(12)));
    for (std::uint32_t i = 0; i < links.size(); ++i) links[i] = i > 0 && below(2) == 0 ? below(i) : i;
    for (std::uint32_t& one : pairs) one = below(static_cast<std::uint32_t>(links.size()));
    const std::vector<std::uint32_t> wanted = roots_of(links, pairs);
    const auto join = [&] { join_own_pair(links.data(), pairs.data(), turn % 3); };
    emulated::Block(dim3(1), dim3(turn), dim3(static_cast<unsigned>(pairs.size() / 2)), join, nullptr).run();
    for (std::uint32_t i = 0; i < links.size(); ++i) {
      std::uint32_t root = i;
      while (links[root] != root) root = links[root];
      REQUIRE(root == wanted[i]);
    }
  }
}

TEST_CASE("Emulated: keys of joined tiles are led to their roots by many threads at once", "[clusters][emulated]") {
  std::mt19937 random(6);
  const auto below = [&](std::uint32_t limit) { return static_cast<std::uint32_t>(random() % limit); };
  for (unsigned turn = 0; turn < 50000; ++turn) {
    JoinedTiles tiles(3 + below(14), below);
    std::vector<std::uint32_t> asked(2 + below(9)), found(asked.size());
    for (std::uint32_t& one : asked) one = below(static_cast<std::uint32_t>(tiles.keys.size()));
    const auto body = [&] {
      found[threadIdx.x] = settled_root(BusyKeys{tiles.keys.data()}, JoinedTiles::key_of(asked[threadIdx.x]));
    };
    emulated::Block(dim3(1), dim3(turn), dim3(static_cast<unsigned>(asked.size())), body, nullptr).run();
    for (std::size_t i = 0; i < asked.size(); ++i) REQUIRE(found[i] == tiles.wanted[asked[i]]);
    for (std::size_t i = 0; i < tiles.keys.size(); ++i)
      REQUIRE(root_of(SettledKeys{tiles.keys.data()}, tiles.keys[i]) == tiles.wanted[i]);
    for (const std::uint32_t one : asked) REQUIRE(tiles.keys[one] == tiles.wanted[one]);
  }
}

TEST_CASE("Emulated: Swendsen-Wang updates of the GPU's kernels hold the spins of the oracle", "[clusters][emulated]") {
  compare(gpu_swendsen_wang<2, SiteLabels<2>>("", ""), {2, 7, 20}, 0.44, {2, 3}, 4);
  compare(gpu_swendsen_wang<3, SiteLabels<3>>("", ""), {2, 5, 8}, 0.22, {2, 4}, 4);
  compare(gpu_swendsen_wang<2, CodedTiles<2>>("", ""), {2, 7, 64, 68}, 0.44, {2, 3, 4}, 4);
  // Clusters of tiles that are joined to others by way of others.
  compare(gpu_swendsen_wang<2, CodedTiles<2>>("", ""), {200}, 0.44, {2}, 2);
  compare(gpu_swendsen_wang<3, CodedTiles<3>>("", ""), {2, 5, 16, 20, 33}, 0.22, {2, 4}, 4);
}

TEST_CASE("Emulated: Wolff updates of the GPU's kernels hold the spins of the oracle", "[clusters][emulated]") {
  compare(gpu_wolff<2, ByLabelling<2>>("", ""), {2, 7, 68}, 0.44, {2}, 4);
  compare(gpu_wolff<3, ByLabelling<3>>("", ""), {2, 5, 20}, 0.22, {2}, 4);
  compare(gpu_wolff<2, Front<2, FewStoppers>>("", ""), {2, 7, 16}, 0.44, {2}, 4);
  compare(gpu_wolff<3, Front<3, FewThreads>>("", ""), {2, 6}, 0.22, {2}, 4);
  compare(gpu_wolff<2, Queue<2, 32, 2>>("", ""), {2, 7, 64}, 0.44, {2}, 4);
  compare(gpu_wolff<3, Queue<3, 32, 2>>("", ""), {2, 16}, 0.22, {2}, 4);
}

TEST_CASE("Emulated: fronts of more spins than there are threads take them all", "[clusters][emulated]") {
  require_right_labels(Front<2, FewStoppers>::self_check<2>());
  require_right_labels(Front<2, FewThreads>::self_check<2>());
  require_right_labels(Front<3, FewThreads>::self_check<3>());
}

TEST_CASE("Emulated: what is measured after the updates of the GPU's kernels is what the oracle measures",
          "[clusters][emulated]") {
  const std::string measure = "observables";
  compare(gpu_wolff<2, ByLabelling<2>>("", ""), {2, 4, 7, 68}, 0.44, {2}, 4, measure);
  compare(gpu_wolff<3, ByLabelling<3>>("", ""), {2, 4, 5, 20}, 0.22, {2}, 4, measure);
  compare(gpu_wolff<2, Front<2, FewStoppers>>("", ""), {7, 16}, 0.44, {2}, 4, measure);
  compare(gpu_wolff<3, Queue<3, 32, 2>>("", ""), {3, 16}, 0.22, {2}, 4, measure);
  const Variant variant = gpu_wolff<2, ByLabelling<2>>("", "");
  std::set<std::string> paths;
  for (const std::int64_t L : {64, 66}) {
    Params params = defaults(variant);
    params.set("L", L);
    const auto path = [&] { return variant.make(params, 1)->code_path(); };
    paths.insert(path());
    params.set("measure", measure);
    paths.insert(path());
  }
  CHECK(paths.size() >= 3);
  CHECK(std::count_if(paths.begin(), paths.end(), [](const std::string& path) {
          return path.find("measured by fours") != std::string::npos ||
                 path.find("measured site by site") != std::string::npos;
        }) == 2);
}
