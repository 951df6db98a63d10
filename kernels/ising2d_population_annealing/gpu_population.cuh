// What the variants of ising2d_population_annealing on a GPU have in common: steps of a resampling and sweeps, all on
// the device and from a graph, and what is seen of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "kernels/common/code_path.hpp"
#include "kernels/common/gpu_saved.cuh"
#include "kernels/common/gpu_steps.cuh"
#include "kernels/ising2d_population_annealing/annealed.hpp"
#include "kernels/ising2d_population_annealing/axes.hpp"
#include "kernels/ising2d_population_annealing/gpu_resampling.cuh"

namespace spinbench::annealing::inline SPINBENCH_GPU_NAMESPACE {

/// What decides how the resampling runs, as part of Simulation::code_path().
inline std::string resampling_path(std::uint32_t replicas) {
  const std::uint32_t blocks = (replicas + resampling_threads - 1) / resampling_threads;
  return CodePath()
      .count("blocks of replicas", blocks)
      .where(replicas % resampling_threads != 0, "the last one in part")
      .where(blocks > summing_threads + 1, "summed in several turns")
      .text();
}

/// Populations that have this path, few replicas first, for who looks for small cases.
inline std::vector<std::int64_t> populations_like(std::int64_t replicas) {
  std::vector<std::int64_t> result;
  for (const std::int64_t few : {24, 256, 272, 512, 528, 544, 560, 576, 768, 8704, 8720, 8736, 8752, 8768, 8960})
    if (few < replicas &&
        resampling_path(static_cast<std::uint32_t>(few)) == resampling_path(static_cast<std::uint32_t>(replicas)))
      result.push_back(few);
  if (replicas <= 1024) result.push_back(replicas);
  return result;
}

/// What bit cases have in common: few replicas and steps, at the start's temperatures, so that a second annealing
/// begins.
inline Params few_steps(Params params) {
  params.set("temperatures", std::string("equal"));
  params.set("steps", std::int64_t{3});
  params.set("beta_high", std::min(params.real("beta_high"), 0.06));
  params.set("replicas", std::min<std::int64_t>(params.integer("replicas"), 24));
  return params;
}

/// `Lattices`: the spins as draw_population() and count_levels() want them. `Thresholds`: of the updates.
template <class Lattices, class Thresholds>
class GpuPopulation : public Annealed {
 public:
  /// `launches`: of the sweeps of a step.
  GpuPopulation(const Params& params, std::uint64_t seed, int launches)
      : Annealed(params, equal_betas(params)),
        seed_(seed),
        launch_(params.word("launch")),
        steps_a_graph_(std::clamp(96 / (launches + own_launches), 2, 16)),
        place_(1),
        copies_(levels_of(sites())),
        level_(replicas()),
        family_(replicas()),
        first_copy_(replicas()),
        freed_(replicas()),
        source_(replicas()),
        block_copies_(blocks()),
        block_freed_(blocks()),
        now_(1) {
    source_.fill_zero();
    begin();
  }

  Place place() const override {
    const DevicePlace at = fetched(place_).front();
    return {at.annealing, at.step};
  }
  std::vector<std::uint32_t> histogram(std::uint32_t steps) const override {
    const std::size_t count = levels_of(sites());
    std::vector<std::uint32_t> all = fetched(histograms_);
    const auto first = all.begin() + static_cast<std::ptrdiff_t>(steps * count);
    return {first, first + static_cast<std::ptrdiff_t>(count)};
  }

 protected:
  const gpu::Launcher& launcher() const { return runner_->launcher(); }
  /// Of the sweeps at hand.
  const Thresholds* thresholds() const { return now_.data(); }

  /// What a step asks of memory beside its sweeps, over its sweeps.
  double resampling_bytes(double bytes_a_replica) const {
    const double R = replicas();
    return R * (bytes_a_replica * (1 + 2 * moved_share()) + 32) / theta();
  }
  /// Launches of a sweep that wait for the one before, where those of a step's sweeps are `of_sweeps`.
  double launches_a_sweep(int of_sweeps) const { return (of_sweeps + static_cast<double>(own_launches)) / theta(); }

 private:
  static constexpr int own_launches = 8;

  virtual Lattices lattices() const = 0;
  virtual uint4* packs() const = 0;
  virtual std::uint32_t packs_a_replica() const = 0;
  /// theta sweeps of each replica; counts what they draw.
  virtual void enqueue_sweeps(int sweeps) = 0;
  virtual void save_updates(StateWriter& to) = 0;
  virtual void restore_updates(StateReader& from) = 0;

  std::uint32_t blocks() const { return (replicas() + resampling_threads - 1) / resampling_threads; }
  /// Of draw_population(), whose threads go from one piece of work to the next.
  static std::uint32_t blocks_of_draws(std::uint64_t work) {
    constexpr std::uint32_t a_block = 4 * resampling_threads;
    return static_cast<std::uint32_t>(std::clamp<std::uint64_t>((work + a_block - 1) / a_block, 1, 8192));
  }

  DevicePopulation population() const {
    return {replicas(),           levels_of(sites()),    reach_,
            start_key(seed_),     resampling_key(seed_), place_.data(),
            outcomes_.data(),     weights_.data(),       histograms_.data(),
            copies_.data(),       level_.data(),         family_.data(),
            first_copy_.data(),   freed_.data(),         source_.data(),
            block_copies_.data(), block_freed_.data()};
  }

  void do_steps(int steps) override {
    runner_->run(steps, [this](int some) {
      for (int i = 0; i < some; ++i) enqueue_step();
    });
  }
  void enqueue_step() {
    const DevicePopulation all = population();
    const Lattices spins = lattices();
    const std::uint32_t words = sites() / 32;
    constexpr std::uint32_t most_warps = resampling_threads / gpu::least_warp_lanes, least_warps = most_warps / 2;
    const dim3 block(resampling_threads), by_warp((replicas() + least_warps - 1) / least_warps), by_replica(blocks());
    gpu::launch(draw_population<Lattices>, dim3(blocks_of_draws(std::uint64_t{replicas()} * words / 4)), block, all,
                spins, words);
    gpu::launch(count_levels<Lattices>, by_warp, block, all, spins, true);
    gpu::launch(plan_resampling<Thresholds>, dim3(1), dim3(plan_threads), all, of_step_.data(), now_.data());
    gpu::launch(sum_copies<DevicePopulation>, by_replica, block, all);
    gpu::launch(count_copies<DevicePopulation>, by_replica, block, all);
    gpu::launch(place_copies<DevicePopulation>, by_replica, block, all);
    gpu::launch(move_replicas<DevicePopulation>, by_warp, block, all, packs(), packs_a_replica());
    enqueue_sweeps(theta());
    gpu::launch(count_levels<Lattices>, by_warp, block, all, spins, false);
  }

  template <class T>
  static void fit(gpu::Buffer<T>& buffer, const std::vector<T>& values) {
    if (buffer.size() != values.size()) buffer = gpu::Buffer<T>(values.size());
    buffer.copy_from(values.data(), values.size());
  }

  void begin() override {
    gpu::synchronize();
    set_tables();
    place_.copy_from(std::vector<DevicePlace>{{0, 0, 0, schedule().steps(), 0}}.data(), 1);
    level_.fill_zero();
    std::vector<std::uint32_t> families(replicas());
    std::iota(families.begin(), families.end(), 0u);
    family_.copy_from(families.data(), families.size());
  }
  void lengthen() override {
    DevicePlace at = fetched(place_).front();
    const std::vector<std::uint32_t> last = histogram(at.step);
    set_tables();
    std::vector<std::uint32_t> all(histograms_.size(), 0);
    std::copy(last.begin(), last.end(), all.begin() + static_cast<std::ptrdiff_t>(at.step * last.size()));
    histograms_.copy_from(all.data(), all.size());
    at.steps = schedule().steps();
    place_.copy_from(&at, 1);
  }
  /// Of the schedule as it is now. Graphs hold where tables lie, so they are recorded anew where one has moved.
  void set_tables() {
    const std::uint32_t steps = schedule().steps();
    std::size_t reach = 0;
    for (std::uint32_t s = 0; s < steps; ++s) reach = std::max(reach, schedule().weights(s).size());
    reach = std::min<std::size_t>(reach, levels_of(sites()));
    std::vector<std::uint64_t> weights(reach * steps, 0);
    std::vector<Thresholds> thresholds;
    for (std::uint32_t s = 0; s < steps; ++s) {
      const std::vector<std::uint64_t>& own = schedule().weights(s);
      std::copy_n(own.begin(), std::min(own.size(), reach), weights.begin() + static_cast<std::ptrdiff_t>(s * reach));
      thresholds.push_back(Thresholds::at(schedule().betas()[s]));
    }
    reach_ = static_cast<std::uint32_t>(reach);
    fit(weights_, weights);
    fit(of_step_, thresholds);
    fit(histograms_, std::vector<std::uint32_t>((steps + std::size_t{1}) * levels_of(sites()), 0));
    fit(outcomes_, std::vector<StepOutcome>(steps, StepOutcome{}));
    runner_.emplace(launch_, steps_a_graph_);
  }

  StepOutcome outcome(std::uint32_t step) const override { return fetched(outcomes_)[step]; }
  std::uint64_t moved() const override { return fetched(place_).front().moved; }
  std::vector<std::uint32_t> levels() const override { return fetched(level_); }
  std::vector<std::uint32_t> families() const override { return fetched(family_); }
  void save_population(StateWriter& to) override {
    save_buffer(to, place_), save_buffer(to, level_), save_buffer(to, family_), save_buffer(to, histograms_);
    save_buffer(to, outcomes_);
    save_updates(to);
  }
  void restore_population(StateReader& from) override {
    restore_buffer(from, place_), restore_buffer(from, level_), restore_buffer(from, family_);
    restore_buffer(from, histograms_), restore_buffer(from, outcomes_);
    restore_updates(from);
  }

  std::uint64_t seed_;
  std::string launch_;
  int steps_a_graph_;
  std::uint32_t reach_ = 0;
  gpu::Buffer<DevicePlace> place_;
  gpu::Buffer<StepOutcome> outcomes_;
  gpu::Buffer<std::uint64_t> weights_, copies_;
  gpu::Buffer<std::uint32_t> histograms_, level_, family_, first_copy_, freed_, source_;
  gpu::Buffer<std::int64_t> block_copies_;
  gpu::Buffer<std::uint32_t> block_freed_;
  gpu::Buffer<Thresholds> of_step_, now_;
  std::optional<StepRunner> runner_;
};

}  // namespace spinbench::annealing::SPINBENCH_GPU_NAMESPACE
