// The generators' states on the device, and how far each stream has come.
#pragma once

#include <algorithm>
#include <string>

#include "backends/gpu/device.cuh"
#include "kernels/common/rng/generators.hpp"

namespace spinbench::ising2d::inline SPINBENCH_GPU_NAMESPACE {

/// What an update kernel needs to open its stream. Passed by value.
template <class Rng>
struct StreamTable {
  typename Rng::Setup setup;
  typename Rng::State* states;
  const std::uint64_t* attempts;  ///< attempts that every stream has behind it, before this replay
  std::uint32_t offset;           ///< attempts since
  bool chained;                   ///< whether this launch may begin while the one before ends

  /// First thing in an update kernel: until the launch before is complete, nothing may be read. The question is asked at
  /// run time, because the waiting itself costs a short kernel a tenth of its time even where there is nothing to wait
  /// for.
  __device__ void wait_for_previous_launch() const {
    if (chained) gpu::wait_for_previous_launch();
  }

  /// Stream number `stream` in state `state`.
  __device__ typename Rng::Stream open(typename Rng::State state, std::uint64_t stream) const {
    if constexpr (Rng::has_state) return {setup, state, stream, 0};
    else return {setup, {}, stream, *attempts + offset};
  }
  /// The states at `slot` and behind, if the generator keeps any.
  template <int Count, bool PastL1 = false>
  __device__ gpu::Pack<typename Rng::State, Count> load(std::size_t slot) const {
    if constexpr (Rng::has_state) return gpu::load_pack<Count, PastL1>(&states[slot]);
    else return {};
  }
  template <int Count, bool PastL1 = false>
  __device__ void store(std::size_t slot, const gpu::Pack<typename Rng::State, Count>& values) const {
    if constexpr (Rng::has_state) gpu::store_pack<Count, PastL1>(&states[slot], values);
  }
};

/// The state of stream number s lies at s: coalesced where neighbouring threads have neighbouring streams.
struct StreamsInOrder {
  std::uint32_t L;
  SPINBENCH_FN std::size_t operator()(std::uint64_t stream) const { return static_cast<std::size_t>(stream); }
};

template <class Rng, class SlotOf>
__global__ void seed_streams(typename Rng::Setup setup, typename Rng::State* states, std::uint64_t count, SlotOf slot_of) {
  const std::uint64_t stride = static_cast<std::uint64_t>(gridDim.x) * blockDim.x;
  for (std::uint64_t i = blockIdx.x * static_cast<std::uint64_t>(blockDim.x) + threadIdx.x; i < count; i += stride)
    states[slot_of(i)] = Rng::initial(setup, i);
}

/// A template so that every file that includes this may hold a copy.
template <class Count>
__global__ void add_attempts(Count* attempts, Count count) {
  *attempts += count;
}

/// What a random word costs on the multiply-add and the ALU pipe, counted from the machine code.
struct WordCost {
  double multiply_adds, logic_ops;
};

/// `shared_by`: words that are taken from one block of a counter-based generator, of its four.
template <class Rng>
WordCost word_cost(int shared_by) {
  if constexpr (!Rng::has_state) return {40.0 / shared_by, 40.0 / shared_by};  // 20 wide products, each two turns
  else return {sizeof(typename Rng::State) == 4 ? 1.0 : 4.0, 0};
}

template <class Rng>
class GpuStreams {
 public:
  /// `slot_of` maps a stream's number to its place in memory: where the update kernel reads it coalesced.
  template <class SlotOf>
  GpuStreams(std::uint64_t seed, std::uint64_t streams, rng::Seeding seeding, SlotOf slot_of)
      : setup_(Rng::setup(seed, streams, seeding)), states_(Rng::has_state ? streams : 0), attempts_(1) {
    attempts_.fill_zero();
    if constexpr (Rng::has_state)
      gpu::launch(seed_streams<Rng, SlotOf>, dim3(1024), dim3(256), setup_, states_.data(), streams, slot_of);
  }

  /// For a launch by `launcher` that follows `offset` attempts after the last advance().
  StreamTable<Rng> table(const gpu::Launcher& launcher, std::uint32_t offset) const {
    return {setup_, states_.data(), attempts_.data(), offset, launcher.chained()};
  }

  /// Enqueues the count of attempts done. Generators that keep a state need no count.
  void advance(std::uint64_t attempts) {
    if constexpr (!Rng::has_state)
      gpu::launch(add_attempts<std::uint64_t>, dim3(1), dim3(1), attempts_.data(), attempts);
  }

 private:
  typename Rng::Setup setup_;
  gpu::Buffer<typename Rng::State> states_;
  gpu::Buffer<std::uint64_t> attempts_;
};

/// Enqueues repetitions of a step as the axis `launch` says: one launch after the other, or from a graph.
class StepRunner {
 public:
  /// `steps_a_graph`: steps that one replay does.
  StepRunner(const std::string& launch, int steps_a_graph)
      : use_graph_(launch != "stream"), steps_a_graph_(steps_a_graph), launcher_(launch == "chained") {}

  /// What the steps must launch with.
  const gpu::Launcher& launcher() const { return launcher_; }

  /// `enqueue(n)` must enqueue n steps.
  template <class Enqueue>
  void run(int count, Enqueue&& enqueue) {
    if (use_graph_)
      for (; count >= steps_a_graph_; count -= steps_a_graph_) {
        if (!graph_.recorded()) graph_.record([&] { enqueue(steps_a_graph_); });
        graph_.replay();
      }
    for (; count > 0; count -= std::min(count, steps_a_graph_)) enqueue(std::min(count, steps_a_graph_));
  }

 private:
  bool use_graph_;
  int steps_a_graph_;
  gpu::Launcher launcher_;
  gpu::Graph graph_;
};

}  // namespace spinbench::ising2d::SPINBENCH_GPU_NAMESPACE
