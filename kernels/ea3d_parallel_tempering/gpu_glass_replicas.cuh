// The replicas of spin glasses on a GPU: the update of ea3d_metropolis's standard layout with a temperature for each
// replica, and exchanges that no word of crosses the bus: bonds are counted, pairs decided, and spins exchanged.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "kernels/common/glass_tempering/physics.hpp"
#include "kernels/common/glass_tempering/tempered_glass.hpp"
#include "kernels/common/gpu_saved.cuh"
#include "kernels/ea3d_metropolis/gpu_layout.cuh"
#include "kernels/ea3d_parallel_tempering/exchange.hpp"
#include "kernels/ea3d_parallel_tempering/work.hpp"

namespace spinbench::glass_tempering::inline SPINBENCH_GPU_NAMESPACE {

using ea3d::GlassArrays, ea3d::Standard;

inline constexpr unsigned exchange_threads = 256;
/// Of a block, as the axis says; so many that the registers of a thread are few.
inline constexpr unsigned most_threads = 1024;

/// A thread an attempt in all replicas of a word, each at its temperature.
template <class Rng>
__global__ void __launch_bounds__(most_threads)
    update_replicas(SPINBENCH_CONSTANT_ARGUMENT const TemperedArrays arrays, Standard layout, StreamTable<Rng> streams,
                    std::uint32_t colour) {
  streams.wait_for_previous_launch();
  const std::uint32_t system = blockIdx.y + gridDim.y * blockIdx.z, i = blockIdx.x * blockDim.x + threadIdx.x;
  if (system >= arrays.systems || i >= arrays.words) return;
  const ea3d::Site site = layout.site(i, colour);
  update_site<DeviceLogic>(arrays, layout, streams.store, streams.position(), colour, system, i, site,
                           layout.neighbours(i, site));
}

/// A block a system: takes the bonds that were `counted`, and tries the exchanges of `*number`. A template, as the next
/// one, so that every file that includes this may hold a copy.
template <class State>
__global__ void __launch_bounds__(exchange_threads)
    decide_exchanges(State state, std::int64_t* counted, const std::uint64_t* number, std::uint32_t* masks,
                     std::int64_t* accepted) {
  __shared__ std::uint8_t exchanged[most_replicas * 32];
  const std::uint32_t system = blockIdx.x, all = state.replicas * 32;
  for (std::uint32_t n = threadIdx.x; n < all; n += blockDim.x) {
    const std::size_t entry = state.entry(system, 0, n);
    state.unsatisfied[entry] = counted[entry];
    counted[entry] = 0;
  }
  __syncthreads();
  const std::uint64_t now = *number;
  for (std::uint32_t n = threadIdx.x; n < all; n += blockDim.x)
    exchanged[n] = exchange_pair(state, system, n / 32, n % 32, now);
  __syncthreads();
  if (threadIdx.x >= state.replicas) return;
  const std::uint32_t at = system * state.replicas + threadIdx.x;
  const std::uint8_t* const mine = exchanged + threadIdx.x * 32;
  std::int64_t count = 0;
  for (std::uint32_t bit = 0; bit < 32; ++bit) count += mine[bit];
  masks[at] = mask_of([mine](std::uint32_t bit) { return mine[bit] != 0; });
  accepted[at] += count;
}

/// A thread a word of either colour, between all temperatures of a system; and counts the exchange.
template <class Arrays>
__global__ void exchange_spins(Arrays arrays, const std::uint32_t* masks, std::uint64_t* number) {
  const std::uint32_t system = blockIdx.y + gridDim.y * blockIdx.z, i = blockIdx.x * blockDim.x + threadIdx.x;
  if (system == 0 && i == 0) ++*number;
  if (system >= arrays.systems || i >= arrays.words) return;
  for (std::uint32_t t = 0; t + 1 < arrays.replicas; ++t)
    if (const std::uint32_t mask = masks[system * arrays.replicas + t]; mask != 0)
      exchange_words(arrays, system, t, mask, i);
}

/// The grid of a thread for each word of a colour.
struct WordGrid {
  dim3 block, grid;

  WordGrid(const GlassArrays& arrays, std::uint32_t threads)
      : block(threads),
        grid((arrays.words + threads - 1) / threads, std::min(arrays.systems, ea3d::most_blocks),
             (arrays.systems + ea3d::most_blocks - 1) / ea3d::most_blocks) {}
};

/// As Simulation::code_path(), of a case.
inline std::string replicas_path(const Params& params) {
  const GlassArrays arrays = ea3d::arrays_of(at_one_temperature(params));
  const WordGrid words(arrays, static_cast<std::uint32_t>(params.integer("block")));
  return CodePath()
      .where(words.grid.x > 1, "several blocks")
      .where(arrays.words % words.block.x != 0, "threads beyond the last site")
      .where(words.grid.z > 1, "systems in layers")
      .where(arrays.replicas >= 4, "four replicas")
      .where(arrays.replicas % 4 != 0, "single replicas")
      .count("systems", arrays.systems)
      .text();
}

template <class Rng>
class GlassReplicas final : public TemperedGlass {
 public:
  GlassReplicas(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : TemperedGlass(3, params),
        path_(replicas_path(params)),
        arrays_(ea3d::arrays_of(at_one_temperature(params))),
        layout_{arrays_.L},
        words_(arrays_, static_cast<std::uint32_t>(params.integer("block"))),
        // As many steps a graph as make it worth a replay.
        steps_a_graph_(std::clamp(32 / step(), 1, 8)),
        launch_(params.word("launch")),
        key_(tempering::exchange_key(seed)),
        spins_(arrays_.all_spins()),
        couplings_(arrays_.all_couplings()),
        states_(rng::Store<Rng>::size(streams(), 1)),
        store_{Rng::setup(seed, streams(), seeding), states_.data(), streams(), 1},
        attempts_(1),
        number_(1),
        betas_(arrays_.replicas),
        counted_(shape().lattices()),
        unsatisfied_(shape().lattices()),
        copies_(shape().lattices()),
        masks_(std::size_t{arrays_.systems} * arrays_.replicas),
        accepted_(masks_.size()) {
    arrays_.spins = spins_.data(), arrays_.couplings = couplings_.data();
    attempts_.fill_zero(), counted_.fill_zero(), unsatisfied_.fill_zero();
    std::vector<std::uint32_t> copies(copies_.size());
    for (std::size_t i = 0; i < copies.size(); ++i) copies[i] = static_cast<std::uint32_t>(i / 32 % arrays_.replicas);
    copies_.copy_from(copies.data(), copies.size());
    const auto bonds = RandomBonds::of(params.word("couplings"), params.real("beta_low"), seed);
    gpu::launch(ea3d::start_glass<Standard, Rng>, dim3(1024), dim3(256), arrays_, layout_, store_, bonds);
    temper(this->betas());
    gpu::synchronize();
  }

  std::string code_path() const override { return path_; }

  void sweep(int count) override {
    runner_->run(count / step(), [this](int steps) {
      for (int i = 0; i < steps; ++i) {
        enqueue_sweeps();
        enqueue_exchange();
      }
    });
  }

  Configuration configuration() override { return SpinGlassObserver(shape(), {}).configuration(bits()); }
  Work work_per_sweep() const override {
    Work work = tempering_work(arrays_, Rng::facts, rng::Store<Rng>::traffic(arrays_.replicas, 1), step());
    work.dependent_launches = 2 + 3.0 / step();
    return work;
  }

 private:
  std::uint64_t streams() const { return std::uint64_t{arrays_.systems} * arrays_.words; }

  SpinGlassBits bits() override { return canonical(arrays_, layout_, fetched(spins_)); }

  void enqueue_sweeps() {
    const gpu::Launcher& launcher = runner_->launcher();
    for (int half = 0; half < 2 * step(); ++half)
      launcher(update_replicas<Rng>, words_.grid, words_.block, at(arrays_, thresholds_), layout_,
               StreamTable<Rng>{store_, attempts_.data(), static_cast<std::uint32_t>(half) * arrays_.replicas,
                                launcher.chained()},
               static_cast<std::uint32_t>(half & 1));
    if (planted(Mutant::gpu_counter_stands)) return;
    if constexpr (Rng::storage != rng::Storage::own)
      gpu::launch(add_attempts<std::uint64_t>, dim3(1), dim3(1), attempts_.data(),
                  2 * static_cast<std::uint64_t>(step()) * arrays_.replicas);
  }

  void enqueue_exchange() {
    enqueue_count(ea3d::energy_blocks(shape().sites() / 2), counted_.data());
    gpu::launch(decide_exchanges<Exchanges>, dim3(arrays_.systems), dim3(exchange_threads),
                Exchanges{arrays_.replicas, key_, betas_.data(), unsatisfied_.data(), copies_.data()}, counted_.data(),
                number_.data(), masks_.data(), accepted_.data());
    gpu::launch(exchange_spins<GlassArrays>, words_.grid, words_.block, arrays_, masks_.data(), number_.data());
  }

  void enqueue_count(std::uint32_t blocks, std::int64_t* totals) {
    gpu::launch(ea3d::count_unsatisfied<Standard>, dim3(arrays_.systems * arrays_.replicas * blocks),
                dim3(ea3d::energy_threads), arrays_, layout_, blocks, totals);
  }

  std::vector<double> energies() override {
    return energies_.of(shape(), [this](std::uint32_t blocks, std::int64_t* totals) { enqueue_count(blocks, totals); });
  }
  Left left() override {
    std::vector<std::int64_t> sums(arrays_.replicas);
    const std::vector<std::int64_t> accepted = fetched(accepted_);
    for (std::size_t i = 0; i < accepted.size(); ++i) sums[i % arrays_.replicas] += accepted[i];
    sums.pop_back();
    return {by_lattice(fetched(copies_)), by_lattice(fetched(unsatisfied_)), sums, fetched(number_).front()};
  }
  void temper(const std::vector<double>& betas) override {
    gpu::synchronize();
    for (std::size_t t = 0; t < betas.size(); ++t) thresholds_.at[t] = CubicThresholds::at(betas[t]);
    betas_.copy_from(betas.data(), betas.size());
    accepted_.fill_zero();
    number_.fill_zero();
    // Thresholds are among the arguments that a graph holds.
    runner_ = std::make_unique<StepRunner>(launch_, steps_a_graph_);
  }
  void save_state(StateWriter& to) override {
    save_buffer(to, spins_), save_buffer(to, states_), save_buffer(to, attempts_), save_buffer(to, copies_);
    save_buffer(to, unsatisfied_), save_buffer(to, accepted_), save_buffer(to, number_);
  }
  void restore_state(StateReader& from) override {
    restore_buffer(from, spins_), restore_buffer(from, states_), restore_buffer(from, attempts_);
    restore_buffer(from, copies_), restore_buffer(from, unsatisfied_), restore_buffer(from, accepted_);
    restore_buffer(from, number_);
  }

  std::string path_;
  GlassArrays arrays_;
  Standard layout_;
  WordGrid words_;
  int steps_a_graph_;
  std::string launch_;
  std::unique_ptr<StepRunner> runner_;
  Thresholds thresholds_{};
  std::uint64_t key_;
  gpu::Buffer<std::uint32_t> spins_, couplings_;
  gpu::Buffer<typename rng::Store<Rng>::Element> states_;
  rng::Store<Rng> store_;
  gpu::Buffer<std::uint64_t> attempts_, number_;
  gpu::Buffer<double> betas_;
  gpu::Buffer<std::int64_t> counted_, unsatisfied_;
  gpu::Buffer<std::uint32_t> copies_, masks_;
  gpu::Buffer<std::int64_t> accepted_;
  ea3d::DeviceEnergies energies_;
};

inline std::unique_ptr<Simulation> make_glass_replicas(const Params& params, std::uint64_t seed) {
  return rng::with_generator_of<in_tempering<3>>(
      params.word("rng"), [&](auto tag, rng::Seeding seeding) -> std::unique_ptr<Simulation> {
        return std::make_unique<GlassReplicas<typename decltype(tag)::type>>(params, seed, seeding);
      });
}

/// As Variant::unsupported.
inline std::string glass_replicas_unsupported(const Params& params) {
  if (const std::string other = tempering_unsupported(params); !other.empty()) return other;
  const std::int64_t block = params.integer("block");
  if (block % 32 != 0) return "blocks are whole warps, but block is " + std::to_string(block);
  return launch_unsupported(params);
}

/// As Variant::bit_cases.
inline std::vector<Params> glass_replicas_cases(const Params& params, const Device& device) {
  std::vector<Params> result = tempering_bit_cases(params, device);
  std::vector<std::int64_t> sizes;
  for (std::int64_t L = 4; L <= 32; L += 2) sizes.push_back(L);
  add_on_path(result, result.front(), replicas_path(params), sizes, replicas_path,
              [](const Params& one) { return glass_replicas_unsupported(one).empty(); });
  return result;
}

}  // namespace spinbench::glass_tempering::SPINBENCH_GPU_NAMESPACE
