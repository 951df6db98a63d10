// Each bug that can be planted in the GPU's walkers in the space of energies is found, on a device that this host
// plays.
#define SPINBENCH_GPU_BACKEND "emulated"
#define SPINBENCH_GPU_NAMESPACE on_host
#include <string>
#include <vector>

#include "kernels/ising2d_multicanonical/gpu_walks.cuh"
#include "kernels/ising2d_wang_landau/gpu_walks.cuh"
#include "tests/emulated/planted.hpp"
#include "tests/flat_emulated.hpp"

namespace {

using namespace spinbench;

/// Three blocks, the last of which is in part where it may be; some sweeps. Where increments fall, so few walkers that
/// a sweep does not show them all levels.
bool multicanonical_shared() {
  static const Variant variant = multicanonical::gpu_variant<multicanonical::InSharedMemory>();
  return walks_as_its_oracle(variant, with(walkers_at(8, 70), "block", std::int64_t{32}));
}
bool multicanonical_global() {
  static const Variant variant = multicanonical::gpu_variant<multicanonical::InGlobalMemory>();
  return walks_as_its_oracle(variant, walkers_at(8, 70));
}
bool wang_landau_shared() {
  static const Variant variant = wang_landau::gpu_variant<wang_landau::InSharedMemory>(0);
  return walks_as_its_oracle(variant, with(walkers_at(4, 6), "group", std::int64_t{2}), {1, 1, 400});
}
bool wang_landau_global() {
  static const Variant variant = wang_landau::gpu_variant<wang_landau::InGlobalMemory>(0);
  return walks_as_its_oracle(variant, walkers_at(4, 70), {1, 1, 300});
}

bool wang_landau_windows() {
  static const Variant variant = wang_landau::gpu_variant<wang_landau::InWindows>(0);
  const Params few = with(with(walkers_at(8, 24), "group", std::int64_t{4}), "windows", std::int64_t{3});
  return walks_as_its_oracle(variant, with(few, "exchange", std::int64_t{1}), {1, 1, 30});
}

std::vector<Planted> all() {
  return {
      {SPINBENCH_PLANTED(flat_counts_turns), {multicanonical_shared, multicanonical_global}},
      {SPINBENCH_PLANTED(flat_foreign_estimate), {wang_landau_global}},
      {SPINBENCH_PLANTED(flat_last_block_lost), {multicanonical_shared}},
      {SPINBENCH_PLANTED(flat_words_of_first), {multicanonical_shared, multicanonical_global}},
      {SPINBENCH_PLANTED(flat_row_not_closed), {multicanonical_shared, wang_landau_shared}},
      {SPINBENCH_PLANTED(flat_visits_kept), {wang_landau_shared}},
      {SPINBENCH_PLANTED(flat_seen_kept), {wang_landau_shared, wang_landau_global}},
      {SPINBENCH_PLANTED(flat_foreign_visits),
       {multicanonical_shared, multicanonical_global, wang_landau_shared, wang_landau_global, wang_landau_windows}},
      {SPINBENCH_PLANTED(flat_hasty), {wang_landau_shared, wang_landau_global, wang_landau_windows}},
      {SPINBENCH_PLANTED(windows_foreign_estimate), {wang_landau_windows}},
      {SPINBENCH_PLANTED(windows_rise_of_one), {wang_landau_windows}},
      {SPINBENCH_PLANTED(windows_edge_closed), {wang_landau_windows}},
      {SPINBENCH_PLANTED(windows_level_kept), {wang_landau_windows}},
  };
}

}  // namespace

TEST_CASE("Emulated: every bug in the GPU's walkers is found, and nothing without one", "[mutants]") {
  check_all_found(all());
}

TEST_CASE("Emulated: no bug in the GPU's walkers is left out", "[mutants]") {
  check_none_left_out(all(), {"_multicanonical", "_wang_landau"});
}
