// Many independent lattices updated at once by labelling (gpu_wolff_by_labelling.cuh): each launch is for all of them,
// each lattice has a cluster of its own, from a site and with random words of its own (LatticePlan). A lattice of a
// batch takes the bytes and the operations that one alone does, and a share of a launch.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernels/common/clusters/gpu_lattice_states.cuh"
#include "kernels/common/clusters/gpu_wolff_by_labelling.cuh"

namespace spinbench::clusters::inline SPINBENCH_GPU_NAMESPACE {

/// Begins an update of each lattice: what was flipped before the last one, and the site of its cluster.
template <class Numbers>
__global__ void __launch_bounds__(count_threads)
    begin_updates(Numbers numbers, std::uint32_t lattices, FlipCount* counts, std::uint32_t* seeds) {
  if (planted(Mutant::lattices_of_one_block) && blockIdx.x > 0) return;
  const std::uint32_t lattice = blockIdx.x * count_threads + threadIdx.x;
  if (lattice >= lattices) return;
  counts[lattice].before = counts[lattice].all;
  numbers.plan.lattice = lattice;
  seeds[lattice] = numbers.seed_site();
}

/// OneCluster of each lattice.
template <class Tile, class Bonds>
struct ClusterOfEach : OneCluster<Bonds> {
  const std::uint32_t* seeds;

  __device__ void enter(std::uint32_t lattice) {
    Bonds::enter(lattice);
    const SiteInTiles seed = SiteInTiles::of<Tile>(this->n, seeds[lattice]);
    this->tile = seed.tile, this->place = seed.place, this->key += lattice;
  }
};

/// ByCodes of each lattice.
class CodesOfEach {
 public:
  using One = ByCodes;
  explicit CodesOfEach(const Batch& n) : tiles_(n), keys_(n.lattices) {}

  static double bytes(const Extents& n) { return Tiles::bytes(n); }
  static double blocks(const Extents& n) { return Tiles::blocks(n); }

  template <class Bonds>
  void enqueue(std::uint8_t* states, const Bonds& bonds, const std::uint32_t* seeds, FlipCount* counts) {
    tiles_.code(ClusterOfEach<Tile, Bonds>{{bonds, 0, 0, keys_.data()}, seeds});
    gpu::launch(flip_tiles<Tile, Batch>, tiles_.grid(), dim3(colour_tile_threads), bonds.n, tiles_.codes(),
                tiles_.faces(), tiles_.tile_keys(), keys_.data(), states, counts);
  }

 private:
  using Tile = RunTile<2>;
  using Tiles = CodedTiles<2, Tile, Batch>;

  Tiles tiles_;
  gpu::Buffer<std::uint32_t> keys_;
};

/// ByLabels of each lattice.
template <int Dimensions>
class LabelsOfEach {
 public:
  using One = ByLabels<Dimensions>;
  explicit LabelsOfEach(const Batch& n) : labels_(n) {}

  static double bytes(const Extents& n) { return sizeof(std::uint32_t) * (n.sites() + 3.0); }
  static double blocks(const Extents& n) { return std::max<double>(Labels::blocks(n), flip_blocks(n)); }

  /// (Blocks look for their seed themselves.)
  template <class Bonds>
  void enqueue(std::uint8_t* states, const Bonds& bonds, const std::uint32_t*, FlipCount* counts) {
    labels_.label(bonds);
    gpu::launch(flip_cluster<Bonds>, dim3(flip_blocks(bonds.n) * bonds.n.lattices), dim3(flip_threads), bonds,
                labels_.keys(), states, counts);
  }

 private:
  using Labels = RunLabels<Dimensions, RunTile<Dimensions>, Batch>;

  Labels labels_;
};

/// Codes where they take less time, as of one.
template <int Dimensions>
using OfEach = std::conditional_t<Dimensions == 2, CodesOfEach, LabelsOfEach<Dimensions>>;

/// Brings each lattice near equilibrium with words of its own, all at once, in memory that is given back: by codes,
/// since site by site each would need launches of its own. Waits.
template <int Dimensions>
void equilibrate_each(const LatticeStates<Dimensions>& states, const Params& params, std::uint64_t seed,
                      const std::function<bool()>& is_over) {
  using Rng = rng::Philox4x32;  // as equilibrate_states()
  using Bonds = DrawnBonds<Rng, Dimensions, Batch>;
  const Batch& n = states.batch();
  CodedTiles<Dimensions, RunTile<Dimensions>, Batch> tiles(n);
  Bonds bonds{n,
              states.data(),
              bond_threshold(beta_of(params)),
              2,
              {Rng::setup(equilibration_seed(seed), 0, rng::Seeding::random), {{n.sites()}}, 0}};
  const auto updates = static_cast<std::uint64_t>(equilibration_updates(Dimensions, params));
  for (; bonds.numbers.update < updates && !(is_over && is_over()); ++bonds.numbers.update)
    tiles.colour(bonds, states.data());
  gpu::synchronize();
}

/// GpuWolff of several lattices.
template <class Rng, int Dimensions>
class GpuWolffLattices final : public Simulation, public Equilibrates {
 public:
  using Growth = OfEach<Dimensions>;

  GpuWolffLattices(const Params& params, std::uint64_t seed, const Batch& n)
      : params_(params),
        seed_(seed),
        threshold_(bond_threshold(beta_of(params))),
        states_(n),
        growth_(n),
        measured_(n, measures_updates(params)),
        counts_(n.lattices),
        seeds_(n.lattices),
        numbers_{Rng::setup(seed, 0, rng::Seeding::random), {{n.sites()}}, 0} {
    counts_.fill_zero();
    seeds_.fill_zero();
  }

  std::string code_path() const override {
    const std::string measured = measured_.path();
    return Growth::One::path(n()).with("several lattices").where(!measured.empty(), measured).text();
  }

  void sweep(int count) override {
    for (int i = 0; i < count; ++i) {
      gpu::launch(begin_updates<Numbers>, blocks_of(n().lattices), dim3(count_threads), numbers_, n().lattices,
                  counts_.data(), seeds_.data());
      if (planted(Mutant::wolff_measures_stale)) measured_.enqueue(states_);
      growth_.enqueue(states_.data(), bonds(), seeds_.data(), counts_.data());
      if (!planted(Mutant::wolff_measures_stale)) measured_.enqueue(states_);
      if (!planted(Mutant::clusters_update_stands) || i + 1 == count) ++numbers_.update;
    }
  }

  void equilibrate(const std::function<bool()>& is_over) override {
    equilibrate_each(states_, params_, seed_, is_over);
    mean_ = {flipped(), static_cast<double>(numbers_.update)};
  }

  Observables observe() override {
    const std::vector<Seen> seen = states_.see();
    const std::vector<FlipCount> found = counted();
    const std::vector<MeasuredUpdates> measured = measured_.measured();
    std::vector<SeenCluster> each;
    for (std::size_t i = 0; i < seen.size(); ++i)
      each.push_back({seen[i], static_cast<double>(found[i].all - found[i].before), measured[i]});
    return with_clusters(each, Dimensions, n().sites());
  }
  Series series(const std::string& observable, int measurements, int spacing) override {
    if (observable != "energy" && observable != "magnetisation")
      return Simulation::series(observable, measurements, spacing);
    return states_.series(observable, measurements, [&] { sweep(spacing); });
  }

  Configuration configuration() override { return states_.configuration(); }
  std::optional<double> units_done() const override { return flipped(); }
  std::vector<Check> self_check() override { return Growth::One::template self_check<Dimensions>(); }

  /// Of the spins of all lattices' clusters.
  Work work_per_sweep() const override {
    Work work;
    work.units =
        mean_.of(flipped(), static_cast<double>(numbers_.update), n().lattices * expected_cluster(Dimensions, params_));
    return work;
  }

 private:
  using Bonds = DrawnBonds<Rng, Dimensions, Batch>;
  using Numbers = UpdateNumbers<Rng, Dimensions, typename Bonds::Plan>;

  const Batch& n() const { return states_.batch(); }
  Bonds bonds() const { return {n(), states_.data(), threshold_, 2, numbers_}; }
  std::vector<FlipCount> counted() const {
    std::vector<FlipCount> found(n().lattices);
    counts_.copy_to(found.data(), found.size());
    return found;
  }
  double flipped() const {
    double all = 0;
    for (const FlipCount& one : counted()) all += static_cast<double>(one.all);
    return all;
  }

  Params params_;
  std::uint64_t seed_;
  std::uint32_t threshold_;
  LatticeStates<Dimensions> states_;
  Growth growth_;
  MeasuredLattices<Dimensions> measured_;
  gpu::Buffer<FlipCount> counts_;
  gpu::Buffer<std::uint32_t> seeds_;
  Numbers numbers_;
  MeanSince mean_;
};

template <int Dimensions>
Batch batch_of(const Params& params) {
  return {Extents::cube(Dimensions, static_cast<std::uint32_t>(params.integer("L"))),
          static_cast<std::uint32_t>(params.integer("lattices"))};
}

/// The variant `by_labelling`, of one lattice and of several.
template <int Dimensions>
Variant gpu_wolff_by_labelling(const std::string& title, const std::string& source) {
  const Variant one = gpu_wolff<Dimensions, ByLabelling<Dimensions>>(title, source);
  Variant v = one;
  v.axes.insert(v.axes.begin() + 1, axis_lattices());
  v.unsupported = [one](const Params& params, const Device& device) -> std::string {
    const std::string reason = one.unsupported(params, device);
    const Batch n = batch_of<Dimensions>(params);
    using Equilibration = CodedTiles<Dimensions, RunTile<Dimensions>, Batch>;
    const double blocks = std::max(OfEach<Dimensions>::blocks(n), Equilibration::blocks(n)) * n.lattices;
    if (!reason.empty() || n.lattices == 1 || blocks <= most_blocks_of_all) return reason;
    return "so many lattices of that size take more blocks than the " +
           std::to_string(static_cast<int>(most_blocks_of_all)) + " of a launch";
  };
  v.memory_bytes = [one](const Params& params) {
    const Batch n = batch_of<Dimensions>(params);
    if (n.lattices == 1) return one.memory_bytes(params);
    using Equilibration = CodedTiles<Dimensions, RunTile<Dimensions>, Batch>;
    const double each = OfEach<Dimensions>::bytes(n) + Equilibration::bytes(n) + n.stride() + 128;
    return each * n.lattices + 1e7;
  };
  v.make = [one](const Params& params, std::uint64_t seed) -> std::unique_ptr<Simulation> {
    const Batch n = batch_of<Dimensions>(params);
    if (n.lattices == 1) return one.make(params, seed);
    return rng::with_generator_of<has_blocks>(
        params.word("rng"), [&](auto tag, rng::Seeding) -> std::unique_ptr<Simulation> {
          return std::make_unique<GpuWolffLattices<typename decltype(tag)::type, Dimensions>>(params, seed, n);
        });
  };
  return v;
}

}  // namespace spinbench::clusters::SPINBENCH_GPU_NAMESPACE
