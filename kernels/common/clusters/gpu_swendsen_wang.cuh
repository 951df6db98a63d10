// Swendsen-Wang updates on the device: whatever labels the clusters, then one kernel that gives each site its root's
// state.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "interface/simulation.hpp"
#include "kernels/common/clusters/gpu_states.cuh"
#include "kernels/common/code_path.hpp"

namespace spinbench::clusters::inline SPINBENCH_GPU_NAMESPACE {

inline constexpr int colour_threads = 256;

/// Gives each site the state of its cluster, four sites a thread. Memory holds whole fours.
template <int Dimensions>
__global__ void __launch_bounds__(colour_threads)
    colour_sites(std::uint32_t sites, const std::uint32_t* keys, std::uint8_t* states) {
  const std::uint32_t first = 4 * (blockIdx.x * colour_threads + threadIdx.x);
  if (first >= sites) return;
  const SettledKeys links{keys};
  std::uint32_t key[4];
  if (first + 4 <= sites) {
    const uint4 found = *reinterpret_cast<const uint4*>(keys + first);
    key[0] = found.x, key[1] = found.y, key[2] = found.z, key[3] = found.w;
  } else {
    for (std::uint32_t k = 0; k < 4; ++k) key[k] = first + k < sites ? keys[first + k] : keys[first];
  }
  std::uint32_t root = 0, packed = 0, before = ~key[0];
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    if (key[k] != before) root = planted(Mutant::tiles_coin_by_label) ? key[k] : root_of(links, key[k]);
    before = key[k];
    packed |= (root & state_mask) << (8 * k);
  }
  if (first + 4 <= sites)
    *reinterpret_cast<std::uint32_t*>(states + first) = packed;
  else
    for (std::uint32_t k = 0; first + k < sites; ++k) states[first + k] = static_cast<std::uint8_t>(packed >> (8 * k));
}

template <int Dimensions>
void colour_by_keys(GpuStates<Dimensions>& states, const std::uint32_t* keys) {
  const std::uint32_t sites = states.extents().sites();
  gpu::launch(colour_sites<Dimensions>, blocks_of((sites + 3) / 4), dim3(colour_threads), sites, keys, states.data());
}

/// As Simulation::code_path().
template <class Labels>
std::string swendsen_wang_path(const Extents& n) {
  return Labels::path(n).where(n.sites() % 4 != 0, "fours not whole").text();
}

/// `Labels`: SiteLabels, RunLabels, which have keys; CodedTiles, which colour sites.
template <class Rng, int Dimensions, class Labels>
class GpuSwendsenWang final : public Simulation {
 public:
  GpuSwendsenWang(const Params& params, std::uint64_t seed)
      : rng_(params.word("rng")),
        threshold_(bond_threshold(beta_of(params))),
        states_(Extents::cube(Dimensions, static_cast<std::uint32_t>(params.integer("L"))),
                static_cast<std::uint32_t>(params.integer("q"))),
        labels_(states_.extents()),
        numbers_{Rng::setup(seed, 0, rng::Seeding::random), {states_.extents().sites()}, 0} {}

  std::string code_path() const override { return swendsen_wang_path<Labels>(states_.extents()); }

  void sweep(int count) override {
    for (int i = 0; i < count; ++i) {
      if constexpr (requires { labels_.keys(); }) {
        labels_.label(bonds());
        colour_by_keys(states_, labels_.keys());
      } else {
        labels_.colour(bonds(), states_.data());
      }
      if (!planted(Mutant::clusters_update_stands) || i + 1 == count) ++numbers_.update;
    }
  }

  Observables observe() override {
    Seen seen = states_.see();
    see_clusters(labels_, bonds(), seen);
    return as_observables(seen, Dimensions, states_.extents().sites(), states_.q(), true);
  }

  Series series(const std::string& observable, int measurements, int spacing) override {
    if (observable != "energy" && observable != "magnetisation")
      return Simulation::series(observable, measurements, spacing);
    return states_.series(observable, measurements, [&] { sweep(spacing); });
  }

  Configuration configuration() override { return states_.configuration(); }
  std::vector<Check> self_check() override {
    return {once_a_device<Labels>([] { return check_labels_of<Dimensions, Labels>(); })};
  }

  Work work_per_sweep() const override {
    // Of the bonds; in three dimensions a coin comes with them, on the plane the coins of the clusters are few.
    constexpr double words = Dimensions == 2 ? 2 : 4;
    const rng::Facts facts = rng::facts_of(rng_);
    if constexpr (requires { Labels::bytes_moved_a_site(); })
      return labelling_work(states_.extents().sites(), words, facts, Labels::bytes_moved_a_site());
    else
      return labelling_work(states_.extents().sites(), words, facts);
  }

 private:
  DrawnBonds<Rng, Dimensions> bonds() const {
    return {states_.extents(), states_.data(), threshold_, states_.q(), numbers_};
  }

  std::string rng_;
  std::uint32_t threshold_;
  GpuStates<Dimensions> states_;
  Labels labels_;
  UpdateNumbers<Rng, Dimensions> numbers_;
};

/// The variant that labels by `Labels`, for the kernel of that many dimensions.
template <int Dimensions, class Labels>
Variant gpu_swendsen_wang(const std::string& title, const std::string& source) {
  Variant v = followed_swendsen_wang_variant(Dimensions, Labels::name, SPINBENCH_GPU_BACKEND);
  v.title = title;
  v.source = source;
  v.memory_bytes = [](const Params& params) {
    return (Labels::bytes_a_site() + 1) * sites_of(params, Dimensions) + 1e6;
  };
  v.make = [](const Params& params, std::uint64_t seed) -> std::unique_ptr<Simulation> {
    return rng::with_generator_of<has_blocks>(
        params.word("rng"), [&](auto tag, rng::Seeding) -> std::unique_ptr<Simulation> {
          return std::make_unique<GpuSwendsenWang<typename decltype(tag)::type, Dimensions, Labels>>(params, seed);
        });
  };
  return v;
}

}  // namespace spinbench::clusters::SPINBENCH_GPU_NAMESPACE
