// Each bug that can be planted in the GPU's cluster kernels is found, on a device that this host plays: by clusters of
// sets of bonds, as self_check() does, or by spins that are not the oracle's.
// Of "ising2d_swendsen_wang", "ising3d_swendsen_wang", "ising2d_wolff" and "ising3d_wolff": a build without one of them
// (SPINBENCH_KERNELS) leaves this file out, since their names stand here.
#define SPINBENCH_GPU_BACKEND "emulated"
#define SPINBENCH_GPU_NAMESPACE on_host
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/common/clusters/gpu_komura_labels.cuh"
#include "kernels/common/clusters/gpu_run_labels.cuh"
#include "kernels/common/clusters/gpu_swendsen_wang.cuh"
#include "kernels/common/clusters/gpu_tile_codes.cuh"
#include "kernels/common/clusters/gpu_tiled_swendsen_wang.cuh"
#include "kernels/common/clusters/gpu_wolff_by_labelling.cuh"
#include "kernels/common/clusters/gpu_wolff_front.cuh"
#include "kernels/common/clusters/gpu_wolff_lattices.cuh"
#include "kernels/common/clusters/gpu_wolff_queue.cuh"
#include "tests/emulated/few_threads.hpp"
#include "tests/emulated/planted.hpp"
#include "tests/same_spins.hpp"
#include "tests/variants.hpp"

namespace {

using namespace spinbench;
using namespace spinbench::clusters;

template <int Dimensions, class Labels>
bool labels_right() {
  return check_labels_of<Dimensions, Labels>(4100).passed;
}

/// After three updates in a call; at `beta` where that is given, of so many lattices.
bool holds_the_oracles_spins(const Variant& variant, std::int64_t L, double beta = 0, std::int64_t lattices = 1) {
  const Variant* oracle = Registry::instance().variant(variant.kernel, variant.oracle.variant, "cpu");
  REQUIRE(oracle != nullptr);
  Params params = defaults(variant), serial = defaults(*oracle);
  for (Params* one : {&params, &serial}) {
    one->set("L", L);
    if (beta > 0) one->set("beta", beta);
    if (lattices > 1) one->set("lattices", lattices);
  }
  const auto found = variant.make(params, 21), wanted = oracle->make(serial, 21);
  found->sweep(3);
  wanted->sweep(3);
  return same_spins(*found, *wanted);
}

/// The same of what was measured after each.
bool measures_as_the_oracle(const Variant& variant, std::int64_t L) {
  const Variant* oracle = Registry::instance().variant(variant.kernel, variant.oracle.variant, "cpu");
  REQUIRE(oracle != nullptr);
  Params params = defaults(variant), serial = defaults(*oracle);
  for (Params* one : {&params, &serial}) {
    one->set("L", L);
    one->set("measure", std::string("observables"));
  }
  const auto found = variant.make(params, 21), wanted = oracle->make(serial, 21);
  found->sweep(3);
  wanted->sweep(3);
  const Observables seen = found->observe(), expected = wanted->observe();
  REQUIRE(same_spins(*found, *wanted));
  return seen.of("measured_energy") == expected.of("measured_energy") &&
         seen.of("measured_magnetisation") == expected.of("measured_magnetisation");
}

template <int Dimensions, class Inside>
using Sewn = TiledLabels<Sewing<Dimensions>, Inside, 8>;
template <int Dimensions>
using Relaxed = TiledLabels<Relaxation<Dimensions, 64, 3>, SelfLabel, 4>;

bool best_holds() { return holds_the_oracles_spins(gpu_swendsen_wang<2, CodedTiles<2>>("", ""), 68); }

bool front_holds() { return holds_the_oracles_spins(gpu_wolff<2, Front<2, FewStoppers>>("", ""), 16); }
bool queue_holds() { return holds_the_oracles_spins(gpu_wolff<3, Queue<3, 32, 2>>("", ""), 16); }

/// In space blocks look for the site themselves, but what was flipped before is noted by the same threads.
bool many_count_3d() {
  const Variant variant = gpu_wolff_by_labelling<3>("", "");
  Params params = defaults(variant);
  params.set("L", std::int64_t{2});
  params.set("lattices", std::int64_t{300});
  const auto simulation = variant.make(params, 21);
  simulation->sweep(2);
  const double before = *simulation->units_done();
  simulation->sweep(1);
  double last = 0;
  for (const double part : simulation->observe().of("cluster")) last += 8 * part;
  return last == *simulation->units_done() - before;
}
bool many_hold_2d() { return holds_the_oracles_spins(gpu_wolff_by_labelling<2>("", ""), 68, 0, 3); }
bool many_hold_3d() { return holds_the_oracles_spins(gpu_wolff_by_labelling<3>("", ""), 20, 0, 3); }

std::vector<Planted> all() {
  return {
      {SPINBENCH_PLANTED(sites_wrap_lost),
       {labels_right<2, SiteLabels<2>>, labels_right<3, SiteLabels<3>>, labels_right<2, KomuraLabels<2>>,
        labels_right<3, KomuraLabels<3>>}},
      {SPINBENCH_PLANTED(sites_second_bond_lost),
       {labels_right<2, SiteLabels<2>>, labels_right<2, KomuraLabels<2>>, labels_right<3, KomuraLabels<3>>}},
      {SPINBENCH_PLANTED(seam_line_lost),
       {labels_right<2, Sewn<2, SelfLabel>>, labels_right<2, Relaxed<2>>, labels_right<3, Sewn<3, SelfLabel>>,
        labels_right<3, Relaxed<3>>}},
      {SPINBENCH_PLANTED(seam_wrap_lost),
       {labels_right<2, Sewn<2, SelfLabel>>, labels_right<2, Relaxed<2>>, labels_right<3, Sewn<3, SelfLabel>>,
        labels_right<3, Relaxed<3>>}},
      {SPINBENCH_PLANTED(sewing_level_lost),
       {labels_right<2, Sewn<2, SelfLabel>>, labels_right<3, Sewn<3, SelfLabel>>}},
      {SPINBENCH_PLANTED(relaxation_few_rounds), {labels_right<2, Relaxed<2>>, labels_right<3, Relaxed<3>>}},
      {SPINBENCH_PLANTED(self_label_few_rounds),
       {labels_right<2, Sewn<2, SelfLabel>>, labels_right<3, Sewn<3, SelfLabel>>}},
      {SPINBENCH_PLANTED(search_forwards),
       {labels_right<2, Sewn<2, BreadthFirst>>, labels_right<3, Sewn<3, BreadthFirst>>}},
      {SPINBENCH_PLANTED(tile_union_of_sites),
       {labels_right<2, Sewn<2, TileUnionFind>>, labels_right<3, Sewn<3, TileUnionFind>>}},
      {SPINBENCH_PLANTED(tiles_border_lost), {labels_right<2, CodedTiles<2>>, labels_right<3, RunLabels<3>>}},
      {SPINBENCH_PLANTED(tiles_wrap_lost), {labels_right<2, CodedTiles<2>>, labels_right<3, RunLabels<3>>}},
      {SPINBENCH_PLANTED(tiles_seam_once), {labels_right<2, CodedTiles<2>>, labels_right<3, RunLabels<3>>}},
      {SPINBENCH_PLANTED(tiles_bond_twice), {labels_right<2, CodedTiles<2>>, labels_right<3, RunLabels<3>>}},
      {SPINBENCH_PLANTED(codes_top_row),
       {best_holds, [] { return holds_the_oracles_spins(gpu_wolff<2, ByLabelling<2>>("", ""), 200); }}},
      {SPINBENCH_PLANTED(codes_seed_unmarked),
       {[] { return holds_the_oracles_spins(gpu_wolff<2, ByLabelling<2>>("", ""), 68, 0.2); },
        [] { return ByCodes::check_flips_of(13000).passed; }}},
      {SPINBENCH_PLANTED(runs_one_join_a_run), {labels_right<2, CodedTiles<2>>, labels_right<3, RunLabels<3>>}},
      {SPINBENCH_PLANTED(runs_pairs_lost), {labels_right<2, CodedTiles<2>>, labels_right<3, RunLabels<3>>}},
      {SPINBENCH_PLANTED(runs_pairs_beyond), {labels_right<3, RunLabels<3>>}},
      {SPINBENCH_PLANTED(tiles_coin_by_label), {best_holds}},
      {SPINBENCH_PLANTED(clusters_update_stands),
       {best_holds, [] { return holds_the_oracles_spins(gpu_wolff<2, ByLabelling<2>>("", ""), 68); }}},
      {SPINBENCH_PLANTED(clusters_hot),
       {best_holds, [] { return holds_the_oracles_spins(gpu_swendsen_wang<3, CodedTiles<3>>("", ""), 33); },
        [] { return holds_the_oracles_spins(gpu_wolff<2, ByLabelling<2>>("", ""), 68); },
        [] { return holds_the_oracles_spins(gpu_wolff<3, Queue<3, 32, 2>>("", ""), 16); }}},
      {SPINBENCH_PLANTED(front_bond_twice), {front_holds, queue_holds}},
      {SPINBENCH_PLANTED(front_wrap_lost), {front_holds, queue_holds}},
      {SPINBENCH_PLANTED(wolff_front_cut),
       {front_holds, [] { return holds_the_oracles_spins(gpu_wolff<2, Front<2, FewThreads>>("", ""), 16); },
        [] { return Front<2, FewThreads>::self_check<2>().front().passed; },
        [] { return Front<3, FewStoppers>::self_check<3>().front().passed; },
        [] { return Queue<2, 32, 2>::self_check<2>().front().passed; },
        [] { return Queue<3, 32, 2>::self_check<3>().front().passed; }}},
      {SPINBENCH_PLANTED(wolff_block_front_cut),
       {front_holds, [] { return holds_the_oracles_spins(gpu_wolff<3, Front<3, FewStoppers>>("", ""), 6); }}},
      {SPINBENCH_PLANTED(queue_alone_only),
       {[] { return holds_the_oracles_spins(gpu_wolff<2, Queue<2, 32, 2>>("", ""), 64); }}},
      {SPINBENCH_PLANTED(wolff_measures_last_row_less),
       {[] { return measures_as_the_oracle(gpu_wolff<2, ByLabelling<2>>("", ""), 68); },
        [] { return measures_as_the_oracle(gpu_wolff<3, Queue<3, 32, 2>>("", ""), 16); }}},
      {SPINBENCH_PLANTED(wolff_measures_stale),
       {[] { return measures_as_the_oracle(gpu_wolff<2, Front<2, FewStoppers>>("", ""), 16); },
        [] { return measures_as_the_oracle(gpu_wolff<3, ByLabelling<3>>("", ""), 20); }}},
      {SPINBENCH_PLANTED(lattices_one_seed), {many_hold_2d, many_hold_3d}},
      {SPINBENCH_PLANTED(lattices_share_words), {many_hold_2d, many_hold_3d}},
      {SPINBENCH_PLANTED(lattices_of_one_block),
       {[] { return holds_the_oracles_spins(gpu_wolff_by_labelling<2>("", ""), 7, 0, 300); }, many_count_3d}},
  };
}

}  // namespace

TEST_CASE("Emulated: every bug in the GPU's cluster kernels is found, and nothing without one", "[mutants]") {
  check_all_found(all());
}

TEST_CASE("Emulated: no bug in the GPU's cluster kernels is left out", "[mutants]") {
  check_none_left_out(all(), {"_swendsen_wang", "_wolff"});
}
