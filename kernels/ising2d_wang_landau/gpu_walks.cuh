// Wang-Landau walkers on a device: groups that share an estimate, in shared memory; and walkers with an estimate each,
// in global memory.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kernels/common/flat/gpu_fixed_weights.cuh"
#include "kernels/ising2d_wang_landau/variant.hpp"

namespace spinbench::wang_landau::inline SPINBENCH_GPU_NAMESPACE {

using flat::AllLevels, flat::FixedWeights, flat::GpuWalkers, flat::OneWindow, flat::SharedWalk, flat::WalkerGrid;

/// What is added to log2 g, in units of 2^-40, whether it falls as 1 / t already, and else the sweeps since it was
/// halved last.
struct Increment {
  std::uint64_t value;
  std::uint32_t falls, sweeps;

  /// At the end of a sweep: whether it may be halved, if all of so many levels were seen.
  __device__ __forceinline__ bool may_halve(std::uint32_t levels, std::uint32_t sites) {
    return falls == 0 && (++sweeps >= sweeps_of_increment(levels, sites) || planted(Mutant::flat_hasty));
  }
  /// After a sweep, where the estimate has taken up `attempts`; `all_seen` since it was halved last. So many levels
  /// have states.
  __device__ __forceinline__ void fall(bool all_seen, std::uint64_t attempts, std::uint32_t reached) {
    const std::uint64_t least = first_increment * reached / attempts;
    if (all_seen) value /= 2, sweeps = 0;
    if (all_seen && value <= least) falls = 1;
    if (falls != 0) value = least;
  }
};

__device__ __forceinline__ bool has_states(const WalkerGrid& grid, std::uint32_t level) {
  return level != 1 && level != grid.sites - 1;
}

/// Estimates on the device: of each group, one after the other, or level by level, where a walker has its own.
struct Estimates {
  std::int64_t* sums;  ///< log2 g in units of 2^-40
  std::uint8_t* seen;  ///< levels that were visited since the increment was halved last
  Increment* increments;
};

/// The law of `epochs` and `windows`: a block is a group. Each thread keeps its levels, and all keep the increment.
template <class Bounds>
struct SharedEstimate {
  static constexpr bool estimates = true;

  Estimates all;
  std::uint64_t attempts;  ///< of the group
  Bounds bounds;
  std::int64_t* sums = nullptr;
  std::uint8_t* seen = nullptr;
  Increment increment{};

  __device__ static std::int32_t weight(std::int64_t sum) {
    return static_cast<std::int32_t>(sum >> (flat::sum_digits - flat::weight_digits));
  }
  __device__ void begin(const WalkerGrid& grid, const SharedWalk& shared) {
    bounds.enter();
    sums = all.sums + static_cast<std::size_t>(blockIdx.x) * grid.levels;
    seen = all.seen + static_cast<std::size_t>(blockIdx.x) * grid.levels;
    increment = all.increments[blockIdx.x];
    for (std::uint32_t level = threadIdx.x; level < grid.levels; level += grid.block)
      shared.log2_g[level] = weight(sums[level]);
  }
  __device__ void end_epoch(const WalkerGrid& grid, const SharedWalk& shared) {
    for (std::uint32_t level = threadIdx.x; level < grid.levels; level += grid.block) {
      const std::uint32_t visits = shared.visits[level];
      if (visits == 0) continue;
      const std::int64_t sum = sums[level] + static_cast<std::int64_t>(increment.value * visits);
      const bool strange = planted(Mutant::windows_foreign_estimate) && blockIdx.x + 1 < gridDim.x;
      sums[strange ? level + grid.levels : level] = sum;
      shared.log2_g[level] = weight(sum);
      seen[level] = 1;
      if (!planted(Mutant::flat_visits_kept)) shared.visits[level] = 0;
    }
  }
  __device__ void end_sweep(const WalkerGrid& grid) {
    attempts += static_cast<std::uint64_t>(grid.block) * grid.sites;
    bool all_seen = increment.may_halve(bounds.width(grid), grid.sites);
    if (all_seen) {
      for (std::uint32_t level = threadIdx.x; level < grid.levels; level += grid.block)
        all_seen = all_seen && (seen[level] != 0 || !has_states(grid, level) || !bounds.has(level));
      all_seen = gpu::all_of_block(all_seen);
      for (std::uint32_t level = threadIdx.x; all_seen && level < grid.levels; level += grid.block)
        if (!planted(Mutant::flat_seen_kept)) seen[level] = 0;
    }
    increment.fall(all_seen, attempts, bounds.reached(grid));
  }
  __device__ void end(const WalkerGrid&, const SharedWalk&) const {
    if (threadIdx.x == 0) all.increments[blockIdx.x] = increment;
  }
};

/// The law of `serial`: a thread is a walker, whose estimate lies beside those of the others, level by level.
template <class Rng>
__global__ void walk_with_own_estimates(WalkerGrid grid, std::uint32_t* spins, std::uint32_t* followed,
                                        const SPINBENCH_CONSTANT_ARGUMENT PhiloxKeys keys, Estimates estimates,
                                        std::uint64_t attempts, std::uint32_t sweeps) {
  const std::uint32_t walker = blockIdx.x * grid.block + threadIdx.x;
  if (walker >= grid.walkers) return;
  std::uint32_t* const own = spins + static_cast<std::size_t>(blockIdx.x) * grid.words * grid.block + threadIdx.x;
  std::int64_t* const sums = estimates.sums + walker;
  std::uint8_t* const seen = estimates.seen + walker;
  const std::size_t stride = grid.walkers, stranger = planted(Mutant::flat_foreign_estimate) && walker > 0 ? 1 : 0;
  Increment increment = estimates.increments[walker];
  std::uint32_t level = followed[walker];
  std::int64_t here = sums[level * stride];
  for (std::uint32_t sweep = 0; sweep < sweeps; ++sweep) {
    for (const std::uint64_t end = attempts + grid.sites; attempts < end; attempts += 4) {
      const rng::Block4x32 sites = flat::four_words<Rng>(keys, flat::site_stream, attempts);
      const rng::Block4x32 words = flat::four_words<Rng>(keys, flat::stream_of(walker), attempts);
      for (int j = 0; j < 4; ++j) {
        const flat::SitePlaces at = flat::places_of(grid, flat::site_of(sites.word[j], grid.sites), grid.block);
        const std::uint32_t before = own[at.own / 32];
        const std::uint32_t to = level + static_cast<std::uint32_t>(flat::step_of(own, at, before));
        const std::int64_t there = sums[to * stride];
        constexpr int shift = flat::sum_digits - flat::weight_digits;
        if (flat::goes(static_cast<std::int32_t>((there >> shift) - (here >> shift)), words.word[j])) {
          own[at.own / 32] = before ^ 1u << (at.own & 31);
          level = to;
          here = there;
        }
        here += static_cast<std::int64_t>(increment.value);
        sums[level * stride - stranger] = here;
        if (increment.falls == 0) seen[level * stride] = 1;
      }
    }
    bool all_seen = increment.may_halve(grid.levels, grid.sites);
    for (std::uint32_t one = 0; all_seen && one < grid.levels; ++one)
      all_seen = seen[one * stride] != 0 || !has_states(grid, one);
    for (std::uint32_t one = 0; all_seen && one < grid.levels; ++one)
      if (!planted(Mutant::flat_seen_kept)) seen[one * stride] = 0;
    increment.fall(all_seen, attempts, grid.levels - 2);
  }
  estimates.increments[walker] = increment;
  followed[walker] = level;
}

template <class Rng, class Bounds>
struct SharedMemory {
  using Weights = FixedWeights<Bounds>;
  using Estimate = SharedEstimate<Bounds>;
  static constexpr std::int64_t most = 128;

  static std::uint32_t block(const Params& params) { return static_cast<std::uint32_t>(params.integer("group")); }
  static std::string unsupported(const WalkerGrid& grid) {
    if (grid.block > flat::most_block)
      return "a block has at most " + std::to_string(flat::most_block) + " walkers: take a smaller group";
    return flat::shared_unsupported(grid, "group");
  }
  static std::uint32_t estimates(const WalkerGrid& grid) { return grid.blocks(); }
  static Work work(const Params& params) { return flat::shared_work(params); }
  static void prepare(const WalkerGrid& grid) {
    gpu::allow_shared_bytes(flat::walk<Rng, Estimate>, flat::shared_bytes(grid));
    gpu::allow_shared_bytes(flat::walk<Rng, Weights>, flat::shared_bytes(grid));
  }
  static void enqueue(const GpuWalkers& walkers, const Estimates& estimates, const Params& params,
                      std::uint64_t attempts, int sweeps) {
    const WalkerGrid& grid = walkers.grid();
    flat::enqueue_walks<Rng>(walkers, attempts, sweeps, [&](std::uint64_t done) {
      return Estimate{.all = estimates, .attempts = done * grid.block, .bounds = Bounds::of(params)};
    });
  }
  static void enqueue(const GpuWalkers& walkers, const Weights& weights, std::uint64_t attempts, int sweeps) {
    flat::enqueue_in_shared_memory<Rng>(walkers, weights, attempts, sweeps);
  }
  template <class Log2G>
  static void exchange(const GpuWalkers& walkers, flat::Windows windows, const Log2G& log2_g, std::uint64_t number) {
    flat::enqueue_exchange<Rng>(walkers, windows, log2_g, number);
  }
  /// Estimate after estimate.
  static std::vector<std::int64_t> ordered(const WalkerGrid&, const std::vector<std::int64_t>& sums) { return sums; }
};

template <class Rng>
struct InSharedMemory : SharedMemory<Rng, AllLevels> {
  static constexpr Law law = Law::shared;
  static constexpr const char *name = "walkers_shared",
                              *title = "a walker a thread, a block shares an estimate, all in shared memory";
};

template <class Rng>
struct InWindows : SharedMemory<Rng, OneWindow> {
  static constexpr Law law = Law::windows;
  static constexpr const char *name = "windows",
                              *title = "a walker a thread, a block in a window of energy, which exchange walkers";
};

template <class Rng>
struct InGlobalMemory {
  using Weights = FixedWeights<AllLevels>;
  static constexpr Law law = Law::own;
  static constexpr const char *name = "walkers_global", *title =
                                                            "a walker a thread, each with its own estimate, all in "
                                                            "global memory";
  static constexpr std::int64_t most = 256;

  static std::uint32_t block(const Params&) { return 64; }
  static std::string unsupported(const WalkerGrid&) { return ""; }
  static std::uint32_t estimates(const WalkerGrid& grid) { return grid.walkers; }
  /// log2 g is read where an attempt leads, and written where it ends.
  static Work work(const Params& params) { return flat::work_in_memory(params, 16); }
  static void prepare(const WalkerGrid&) {}
  static void enqueue(const GpuWalkers& walkers, const Estimates& estimates, const Params&, std::uint64_t attempts,
                      int sweeps) {
    const WalkerGrid& grid = walkers.grid();
    gpu::launch(walk_with_own_estimates<Rng>, dim3(grid.blocks()), dim3(grid.block), grid, walkers.spins(),
                walkers.followed(), walkers.keys(), estimates, attempts, static_cast<std::uint32_t>(sweeps));
  }
  static void enqueue(const GpuWalkers& walkers, const Weights& weights, std::uint64_t attempts, int sweeps) {
    flat::enqueue_in_global_memory<Rng>(walkers, weights, attempts, sweeps);
  }
  static std::vector<std::int64_t> ordered(const WalkerGrid& grid, const std::vector<std::int64_t>& sums) {
    const std::size_t observed = std::min<std::size_t>(grid.walkers, most_observed);
    std::vector<std::int64_t> result(observed * grid.levels);
    for (std::size_t walker = 0; walker < observed; ++walker)
      for (std::size_t level = 0; level < grid.levels; ++level)
        result[walker * grid.levels + level] = sums[level * grid.walkers + walker];
    return result;
  }
};

template <class Memory>
class GpuWalks final : public Simulation, public Adapts, public Resumable {
 public:
  GpuWalks(const Params& params, std::uint64_t seed)
      : params_(params),
        windows_(flat::windows_of(params)),
        walkers_(started(params, seed)),
        sums_(std::size_t{Memory::estimates(walkers_.grid())} * walkers_.grid().levels),
        seen_(sums_.size()),
        increments_(Memory::estimates(walkers_.grid())) {
    sums_.fill_zero();
    seen_.fill_zero();
    const std::uint64_t first = first_increment / (Memory::law == Law::own ? 1 : walkers_.grid().block);
    const std::vector<Increment> increments(increments_.size(), Increment{first, 0, 0});
    increments_.copy_from(increments.data(), increments.size());
    Memory::prepare(walkers_.grid());
  }

  std::string code_path() const override { return flat::path_of(walkers_.grid()); }
  void sweep(int count) override {
    if constexpr (Memory::law != Law::windows) return walk(count);
    const auto interval = static_cast<std::uint64_t>(params_.integer("exchange"));
    for (int left = count; left > 0;) {
      const std::uint64_t done = sweeps_ % interval;
      const int part = static_cast<int>(std::min<std::uint64_t>(static_cast<std::uint64_t>(left), interval - done));
      walk(part);
      left -= part;
      if (sweeps_ % interval == 0) exchange(sweeps_ / interval - 1);
    }
  }
  Observables observe() override {
    if (!produces()) return observables(windows_, walkers_.levels(), walkers_.words(), estimates(), runs());
    return observables(windows_, walkers_.levels(), walkers_.words(), fetched(log2_g_), fetched(visits_));
  }
  void equilibrated() override {
    if (produces()) return;
    const std::vector<std::int32_t> log2_g = standing_weights(windows_, walkers_.levels(), estimates());
    make_production();
    log2_g_.copy_from(log2_g.data(), log2_g.size());
    visits_.fill_zero();
  }
  Configuration configuration() override { return flat::configuration(walkers_.levels(), walkers_.words()); }
  Work work_per_sweep() const override { return Memory::work(params_); }
  std::vector<Check> self_check() override { return {walkers_.check()}; }

  /// What was learned is in the weights, once they stand.
  void save(StateWriter& to) override {
    to.put(produces()), to.put(sweeps_);
    walkers_.save(to);
    if (produces())
      save_buffer(to, log2_g_), save_buffer(to, visits_);
    else
      save_buffer(to, sums_), save_buffer(to, seen_), save_buffer(to, increments_);
  }
  void restore(StateReader& from) override {
    bool produces = false;
    from.take(produces), from.take(sweeps_);
    walkers_.restore(from);
    if (produces) {
      make_production();
      restore_buffer(from, log2_g_), restore_buffer(from, visits_);
    } else {
      log2_g_ = {}, visits_ = {};
      restore_buffer(from, sums_), restore_buffer(from, seen_), restore_buffer(from, increments_);
    }
  }

 private:
  static GpuWalkers started(const Params& params, std::uint64_t seed) {
    const flat::Levels levels = flat::levels_of(params);
    const auto walkers = static_cast<std::uint32_t>(params.integer("walkers")), block = Memory::block(params);
    if (Memory::law != Law::windows) return {levels, walkers, block, seed};
    return {levels, walkers, block, seed, flat::start_in(flat::windows_of(params), levels, walkers, block, seed)};
  }

  /// Room for weights that stand, and for visits.
  void make_production() {
    log2_g_ = gpu::Buffer<std::int32_t>(std::size_t{windows_.count} * walkers_.grid().levels);
    visits_ = gpu::Buffer<std::int64_t>(sets_of(runs()) * log2_g_.size());
  }
  /// Whether weights stand.
  bool produces() const { return visits_.size() > 0; }
  std::size_t runs() const { return increments_.size() / windows_.count; }

  void walk(int sweeps) {
    const std::uint64_t attempts = sweeps_ * walkers_.grid().sites;
    if (produces()) {
      typename Memory::Weights weights{log2_g_.data(), visits_.data(), sets_of(runs()), {}};
      if constexpr (Memory::law == Law::windows) weights.bounds = OneWindow::of(params_);
      Memory::enqueue(walkers_, weights, attempts, sweeps);
    } else {
      Memory::enqueue(walkers_, {sums_.data(), seen_.data(), increments_.data()}, params_, attempts, sweeps);
    }
    sweeps_ += static_cast<std::uint64_t>(sweeps);
  }
  void exchange(std::uint64_t number) {
    const std::uint32_t levels = walkers_.grid().levels;
    if constexpr (Memory::law == Law::windows) {
      if (produces())
        Memory::exchange(walkers_, windows_, flat::WeightsOfWindow{log2_g_.data(), levels, windows_.count}, number);
      else
        Memory::exchange(walkers_, windows_, flat::EstimateOfGroup{sums_.data(), levels}, number);
    }
  }
  std::vector<std::int64_t> estimates() const { return Memory::ordered(walkers_.grid(), fetched(sums_)); }

  Params params_;
  flat::Windows windows_;
  GpuWalkers walkers_;
  gpu::Buffer<std::int64_t> sums_;
  gpu::Buffer<std::uint8_t> seen_;
  gpu::Buffer<Increment> increments_;
  gpu::Buffer<std::int32_t> log2_g_;  ///< in production, window after window
  gpu::Buffer<std::int64_t> visits_;  ///< then, set after set, window after window
  std::uint64_t sweeps_ = 0;
};

template <template <class> class Memory>
Variant gpu_variant(std::int64_t walkers) {
  using Any = Memory<rng::Philox4x32_7>;
  Variant v = variant(Any::law, Any::name, SPINBENCH_GPU_BACKEND, Any::title, Any::most, walkers, 384);
  flat::set_memory<Memory, GpuWalks>(v, most_sets);
  // What windows cannot do anywhere is told first: the grid's bound counts whole runs.
  if (Any::law == Law::windows)
    v.unsupported = [of_memory = v.unsupported](const Params& params, const Device& device) {
      if (const std::string reason = unsupported(params); !reason.empty()) return reason;
      const std::string reason = flat::exchange_unsupported(params);
      return reason.empty() ? of_memory(params, device) : reason;
    };
  v.memory_bytes = [of_walkers = v.memory_bytes](const Params& params) {
    const auto grid = WalkerGrid::of_case<Any>(params);
    return of_walkers(params) + 9.0 * Any::estimates(grid) * grid.levels;
  };
  v.bit_cases = [](const Params& params, const Device&) { return bit_cases(Any::law, params, Any::block(params)); };
  return v;
}

}  // namespace spinbench::wang_landau::SPINBENCH_GPU_NAMESPACE
