// The bit-sliced update of ising2d_metropolis/multispin on a population: a realization is a replica, and all have the
// thresholds of the step at hand, which are in memory.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "kernels/common/cases.hpp"
#include "kernels/common/multispin_work.hpp"
#include "kernels/ising2d_metropolis/gpu_multispin_colours.cuh"
#include "kernels/ising2d_population_annealing/gpu_population.cuh"

namespace spinbench::annealing::inline SPINBENCH_GPU_NAMESPACE {

using ising2d::ColourShape, ising2d::MultispinPlanes, ising2d::MultispinThresholds;

/// One temperature for all realizations, in memory.
struct ThresholdsNow {
  const MultispinThresholds* now;
};
__device__ __forceinline__ MultispinThresholds thresholds_of(const ThresholdsNow& all, std::uint32_t) {
  return *all.now;
}

/// The spins as bits, as the resampling wants them.
struct BitLattices {
  MultispinPlanes planes;

  __device__ void set(std::uint32_t replica, std::uint32_t number, std::uint32_t word) const {
    planes.plane(replica, 0)[number] = word;
  }
  __device__ int unsatisfied(std::uint32_t replica, std::uint32_t lane, std::uint32_t lanes) const {
    const std::uint32_t *const even = planes.plane(replica, 0), *const odd = planes.plane(replica, 1);
    const auto words = static_cast<std::uint32_t>(planes.plane_words());
    int bonds = 0;
    for (std::uint32_t word = lane; word < words; word += lanes) bonds += unsatisfied_of_word(planes, even, odd, word);
    return bonds;
  }
};

inline MultispinPlanes planes_of(const Params& params) {
  return {nullptr, side_of(params), side_of(params) / 64, replicas_of(params)};
}

/// As Simulation::code_path().
inline std::string multispin_path(const Params& params) {
  const MultispinTile tile = ising2d::multispin_tile(bit_sliced_lattices(params));
  return ColourShape(planes_of(params), tile).code_path() + ", " + resampling_path(replicas_of(params));
}

template <class Rng, int Across, int Down>
class MultispinPopulation final : public GpuPopulation<BitLattices, MultispinThresholds> {
 public:
  MultispinPopulation(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : GpuPopulation(params, seed, 2 * theta_of(params)),
        path_(multispin_path(params)),
        lattice_(side_of(params), replicas_of(params)),
        shape_(lattice_.planes(), {Across, Down}),
        streams_(seed, 0, seeding, StreamsInOrder{side_of(params)}),
        keys_(seed) {
    gpu::synchronize();
  }

  std::string code_path() const override { return path_; }
  Configuration configuration() override { return lattice_.configuration(); }

  Work work_per_sweep() const override {
    const double sites = lattice_.sites();
    Work work = multispin_work_at(schedule().betas(), MultispinThresholds::at, sites, Across * Down, multispin2d_cost,
                                  Rng::facts);
    work.memory_bytes = sites * 3 / 8 + resampling_bytes(sites / 8 / replicas());
    work.footprint_bytes = sites / 8;
    work.dependent_launches = launches_a_sweep(2 * theta());
    return work;
  }

 private:
  BitLattices lattices() const override { return {lattice_.planes()}; }
  uint4* packs() const override { return reinterpret_cast<uint4*>(lattice_.planes().words); }
  std::uint32_t packs_a_replica() const override { return sites() / 128; }
  void enqueue_sweeps(int sweeps) override {
    for (int half = 0; half < 2 * sweeps; ++half)
      launcher()(ising2d::update_colour<Rng, Across, Down, ThresholdsNow>, shape_.blocks, shape_.block,
                 lattice_.planes(), shape_.grid, static_cast<std::uint32_t>(half & 1),
                 HalfSweeps<Rng>{streams_.table(launcher(), static_cast<std::uint32_t>(half)), keys_},
                 ThresholdsNow{thresholds()});
    streams_.advance(2 * static_cast<std::uint64_t>(sweeps));
  }
  void save_updates(StateWriter& to) override {
    save_buffer(to, lattice_.words()), save_buffer(to, streams_.attempts());
  }
  void restore_updates(StateReader& from) override {
    restore_buffer(from, lattice_.words()), restore_buffer(from, streams_.attempts());
  }

  std::string path_;
  GpuMultispinLattice<2> lattice_;
  ColourShape shape_;
  GpuStreams<Rng> streams_;
  PhiloxKeys keys_;
};

/// As Variant::unsupported.
inline std::string multispin_population_unsupported(const Params& params) {
  if (const std::string launch = launch_unsupported(params); !launch.empty()) return launch;
  if (const std::string other = multispin_unsupported(params, 64); !other.empty()) return other;
  const MultispinTile tile = ising2d::multispin_tile(bit_sliced_lattices(params));
  return tile.words() == 8
             ? ""
             : "population annealing is built for tiles of 8 words on GPUs, which populations fill, not for " +
                   std::to_string(tile.words()) + ": take words=8";
}

inline std::unique_ptr<Simulation> make_multispin_population(const Params& params, std::uint64_t seed) {
  const MultispinTile tile = ising2d::multispin_tile(bit_sliced_lattices(params));
  return rng::with_generator_of<of_bits>(params.word("rng"), [&](auto tag, rng::Seeding seeding) {
    using Rng = typename decltype(tag)::type;
    return with_built_tile<BuiltTile<1, 8>, BuiltTile<2, 4>, BuiltTile<4, 2>>(
        tile, [&](auto built) -> std::unique_ptr<Simulation> {
          return at_temperatures_of(
              params, std::make_unique<MultispinPopulation<Rng, built.across, built.down>>(params, seed, seeding));
        });
  });
}

/// As Variant::bit_cases: the case's own path with as few replicas as have it, and a column of tiles with few.
inline std::vector<Params> multispin_population_cases(const Params& params, const Device&) {
  Params small = few_steps(params);
  small.set("theta", std::min<std::int64_t>(params.integer("theta"), 2));
  std::vector<Params> result = at_sizes(small, {64, 128});
  for (const std::int64_t replicas : populations_like(params.integer("replicas"))) {
    small.set("replicas", replicas);
    add_on_path(result, small, multispin_path(params), {64, 128, 192, 256}, multispin_path,
                [](const Params& one) { return multispin_unsupported(one, 64).empty(); });
  }
  return result;
}

}  // namespace spinbench::annealing::SPINBENCH_GPU_NAMESPACE
