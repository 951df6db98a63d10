// What the GPU's cluster kernels do, on a device that this host plays (tests/emulated): the same spins as the oracles
// to the bit, and right clusters of any bonds.
// Of "ising2d_swendsen_wang", "ising3d_swendsen_wang", "ising2d_wolff" and "ising3d_wolff": a build without one of them
// (SPINBENCH_KERNELS) leaves this file out, since their names stand here.
#define SPINBENCH_GPU_BACKEND "emulated"
#define SPINBENCH_GPU_NAMESPACE on_host
#include "tests/clusters_emulated.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "kernels/common/clusters/gpu_run_labels.cuh"
#include "kernels/common/clusters/gpu_site_labels.cuh"
#include "kernels/common/clusters/gpu_swendsen_wang.cuh"
#include "kernels/common/clusters/gpu_tile_codes.cuh"
#include "kernels/common/clusters/gpu_wolff_by_labelling.cuh"
#include "kernels/common/clusters/gpu_wolff_front.cuh"
#include "kernels/common/clusters/gpu_wolff_lattices.cuh"
#include "kernels/common/clusters/gpu_wolff_queue.cuh"
#include "kernels/common/statistics.hpp"
#include "tests/emulated/few_threads.hpp"

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

/// An update counts the spins that it flips, and they are the work of one.
void require_counted_update(Simulation& simulation, double counted_before) {
  const std::vector<std::int8_t> spins = simulation.configuration().signs();
  simulation.sweep(1);
  const std::vector<std::int8_t> after = simulation.configuration().signs();
  double flipped = 0;
  for (std::size_t i = 0; i < spins.size(); ++i) flipped += after[i] == -spins[i];
  REQUIRE(*simulation.units_done() - counted_before == flipped);
  REQUIRE(simulation.work_per_sweep().units == flipped);
}

/// Energies of lattices that were drawn by an equilibration each, against the exact one; what is left there is spins.
void require_equilibrium(const Variant& variant, std::int64_t L, double beta, double exact, int seeds) {
  Params params = defaults(variant);
  params.set("L", L);
  params.set("beta", beta);
  std::vector<double> energies;
  for (int seed = 1; seed <= seeds; ++seed) {
    const auto simulation = variant.make(params, static_cast<std::uint64_t>(seed));
    simulation->sweep(2);
    const auto before = simulation->units_done();
    dynamic_cast<Equilibrates&>(*simulation).equilibrate({});
    REQUIRE(simulation->units_done() == before);
    const std::vector<std::int8_t> spins = simulation->configuration().signs();
    const double up = static_cast<double>(std::count(spins.begin(), spins.end(), std::int8_t{1})),
                 down = static_cast<double>(std::count(spins.begin(), spins.end(), std::int8_t{-1}));
    // Whatever else a state's byte held would be neither.
    REQUIRE(up + down == static_cast<double>(spins.size()));
    const Observables seen = simulation->observe();
    REQUIRE(seen.of("magnetisation").front() == (up - down) / static_cast<double>(spins.size()));
    energies.push_back(seen.of("energy").front());
    // Updates go on from there, and count what they flip.
    require_counted_update(*simulation, *before);
  }
  const MeanEstimate mean = mean_with_error(energies);
  INFO(variant.kernel << "/" << variant.name << ": " << mean.value << " +- " << mean.sigma << ", " << exact);
  CHECK(mean.sigma < 0.08);
  CHECK(std::fabs(mean.value - exact) < 5 * mean.sigma);
}

void require_equilibrated_alike(const Variant& wanted, const Variant& found, std::int64_t L) {
  Params params = defaults(wanted);
  params.set("L", L);
  const auto one = wanted.make(params, 8), other = found.make(params, 8);
  for (const int sweeps : {2, 5}) {
    for (Simulation* each : {one.get(), other.get()}) {
      each->sweep(sweeps);
      dynamic_cast<Equilibrates&>(*each).equilibrate({});
    }
    INFO(found.kernel << "/" << found.name);
    require_same(*one, *other);
    for (Simulation* each : {one.get(), other.get()}) each->sweep(3);
    require_same(*one, *other);
    REQUIRE(one->units_done() == other->units_done());
    REQUIRE(one->work_per_sweep().units == other->work_per_sweep().units);
  }
}

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

TEST_CASE("Emulated: Wolff updates of many lattices at once hold the spins of the oracle", "[clusters][emulated]") {
  // Odd sides, whose lattices have gaps between them; parts of tiles; several tiles.
  compare(gpu_wolff_by_labelling<2>("", ""), {2, 7, 64, 68}, 0.44, {2}, 4, "", 3);
  compare(gpu_wolff_by_labelling<2>("", ""), {130}, 0.44, {2}, 2, "", 2);
  compare(gpu_wolff_by_labelling<3>("", ""), {2, 5, 16, 33}, 0.22, {2}, 2, "", 3);
  // Clusters inside a tile.
  compare(gpu_wolff_by_labelling<2>("", ""), {5, 68}, 0.2, {2}, 4, "", 5);
  // More than one block of threads begins the updates of.
  compare(gpu_wolff_by_labelling<2>("", ""), {3}, 0.44, {2}, 1, "", 260);
  compare(gpu_wolff_by_labelling<2>("", ""), {2, 4, 7, 68}, 0.44, {2}, 2, "observables", 3);
  compare(gpu_wolff_by_labelling<3>("", ""), {4, 5, 20}, 0.22, {2}, 2, "observables", 3);
}

TEST_CASE("Emulated: a lattice of many is the same whatever their number, and the first is one alone",
          "[clusters][emulated]") {
  const auto check = [](const Variant& variant, std::int64_t L) {
    std::vector<std::vector<std::int8_t>> found;
    std::set<std::string> paths;
    for (const std::int64_t lattices : {1, 2, 5}) {
      Params params = defaults(variant);
      params.set("L", L);
      params.set("lattices", lattices);
      const auto simulation = variant.make(params, 12);
      paths.insert(simulation->code_path());
      simulation->sweep(3);
      dynamic_cast<Equilibrates&>(*simulation).equilibrate({});
      simulation->sweep(2);
      found.push_back(simulation->configuration().signs());
      REQUIRE(simulation->observe().replicas() == static_cast<std::size_t>(lattices));
      for (const Check& one : variant.look(params, *simulation, 5)) CHECK(one.passed);
    }
    CHECK(paths.size() == 2);
    CHECK(std::equal(found[0].begin(), found[0].end(), found[1].begin()));
    CHECK(std::equal(found[1].begin(), found[1].end(), found[2].begin()));
    const auto lattice = [&](std::size_t r) {
      const auto first = found[2].begin() + static_cast<std::ptrdiff_t>(r * found[0].size());
      return std::vector<std::int8_t>(first, first + static_cast<std::ptrdiff_t>(found[0].size()));
    };
    for (std::size_t b = 1; b < 5; ++b)
      for (std::size_t a = 0; a < b; ++a) CHECK(lattice(a) != lattice(b));
  };
  check(gpu_wolff_by_labelling<2>("", ""), 13);
  check(gpu_wolff_by_labelling<3>("", ""), 6);
}

TEST_CASE("Emulated: many lattices are equilibrated each by words of its own", "[clusters][emulated]") {
  const auto check = [](const Variant& variant, std::int64_t L, double beta, double exact) {
    Params params = defaults(variant);
    params.set("L", L);
    params.set("beta", beta);
    params.set("lattices", std::int64_t{60});
    const auto simulation = variant.make(params, 2);
    simulation->sweep(2);
    const auto before = simulation->units_done();
    dynamic_cast<Equilibrates&>(*simulation).equilibrate({});
    REQUIRE(simulation->units_done() == before);
    const MeanEstimate mean = mean_with_error(simulation->observe().of("energy"));
    INFO(variant.kernel << ": " << mean.value << " +- " << mean.sigma << ", " << exact);
    CHECK(mean.sigma < 0.08);
    CHECK(std::fabs(mean.value - exact) < 5 * mean.sigma);
    require_counted_update(*simulation, *before);
  };
  check(gpu_wolff_by_labelling<2>("", ""), 8, 0.4406867935097715, -1.491589107440);
  check(gpu_wolff_by_labelling<3>("", ""), 4, 0.221654626, -1.29322794089553);
}

TEST_CASE("Emulated: who looks twice at what was measured of many lattices sees the same", "[clusters][emulated]") {
  const Variant variant = gpu_wolff_by_labelling<2>("", "");
  Params params = defaults(variant);
  params.set("L", std::int64_t{8});
  params.set("lattices", std::int64_t{3});
  params.set("measure", std::string("observables"));
  const auto simulation = variant.make(params, 1);
  for (int turn = 0; turn < 2; ++turn) {
    simulation->sweep(5);
    const std::vector<double> energies = simulation->observe().of("measured_energy");
    REQUIRE(energies.size() == 3);
    CHECK(simulation->observe().of("measured_energy") == energies);
  }
}

TEST_CASE("Emulated: more lattices than a launch has blocks for are refused in one line", "[clusters][emulated]") {
  const Variant variant = gpu_wolff_by_labelling<2>("", "");
  Params params = defaults(variant);
  params.set("L", std::int64_t{64});
  params.set("lattices", std::int64_t{65536});
  CHECK(variant.unsupported(params, Device{}).empty());
  params.set("L", std::int64_t{1025});
  CHECK(variant.unsupported(params, Device{}) ==
        "so many lattices of that size take more blocks than the 16777215 of a launch");
  // Tiles that are not full take as much memory as others.
  params.set("L", std::int64_t{65});
  CHECK(variant.memory_bytes(params) > 65536.0 * 4 * 64 * 64);
}

TEST_CASE("Emulated: Wolff updates of the GPU's kernels are equilibrated without a trace of it",
          "[clusters][emulated]") {
  // As tests/clusters.cpp has them.
  require_equilibrium(gpu_wolff<2, ByLabelling<2>>("", ""), 8, 0.4406867935097715, -1.491589107440, 60);
  require_equilibrium(gpu_wolff<3, ByLabelling<3>>("", ""), 4, 0.221654626, -1.29322794089553, 60);
  // The others draw the same.
  require_equilibrated_alike(gpu_wolff<2, ByLabelling<2>>("", ""), gpu_wolff<2, Front<2, FewStoppers>>("", ""), 16);
  require_equilibrated_alike(gpu_wolff<2, ByLabelling<2>>("", ""), gpu_wolff<2, Queue<2, 32, 2>>("", ""), 16);
  require_equilibrated_alike(gpu_wolff<3, ByLabelling<3>>("", ""), gpu_wolff<3, Front<3, FewThreads>>("", ""), 6);
  require_equilibrated_alike(gpu_wolff<3, ByLabelling<3>>("", ""), gpu_wolff<3, Queue<3, 32, 2>>("", ""), 6);
  // Sites that are no whole fours.
  for (const std::int64_t L : {3, 5}) {
    const Variant variant = gpu_wolff<2, Queue<2, 32, 2>>("", "");
    Params params = defaults(variant);
    params.set("L", L);
    const auto simulation = variant.make(params, 4);
    dynamic_cast<Equilibrates&>(*simulation).equilibrate({});
    simulation->sweep(20);
    REQUIRE(simulation->configuration().signs().size() == static_cast<std::size_t>(L * L));
    for (const Check& check : variant.look(params, *simulation, 20)) CHECK(check.passed);
  }
}

TEST_CASE("Emulated: fronts of more spins than there are threads take them all", "[clusters][emulated]") {
  require_right_labels(Front<2, FewStoppers>::self_check<2>());
  require_right_labels(Front<2, FewThreads>::self_check<2>());
  require_right_labels(Front<3, FewThreads>::self_check<3>());
  require_right_labels(Queue<2, 32>::self_check<2>());
  require_right_labels(Queue<3, 32>::self_check<3>());
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

TEST_CASE("Emulated: the code path of tiles in space tells how they lie along each direction", "[clusters][emulated]") {
  const auto path = [](std::int64_t L) {
    return swendsen_wang_path<RunLabels<3>>(Extents::cube(3, static_cast<std::uint32_t>(L)));
  };
  REQUIRE(path(16) == "tiles across one, the last a part, tiles down one");
  REQUIRE(path(24) == "tiles across one, the last a part, tiles down two, the last a part");
  REQUIRE(path(40) == "tiles across two, the last a part, tiles down several, the last a part");
  REQUIRE(path(48) == "tiles across two, the last a part, tiles down several");
  REQUIRE(path(256) == "tiles across several, tiles down several");
  REQUIRE(swendsen_wang_path<CodedTiles<2>>(Extents::cube(2, 256)) == "tiles across several");
  // Even lattices of no whole eights are followed.
  const Variant variant = gpu_swendsen_wang<3, RunLabels<3>>("", "");
  for (std::int64_t L = 2; L <= 812; L += L < 160 ? 1 : 8) {
    Params params = defaults(variant);
    params.set("L", L);
    const std::vector<Params> cases = variant.bit_cases(params, Device{});
    INFO(L);
    CHECK(
        std::any_of(cases.begin(), cases.end(), [&](const Params& one) { return path(one.integer("L")) == path(L); }));
  }
}
