// The generators' streams on the device, and how far each has come.
#pragma once

#include "backends/gpu/device.cuh"
#include "kernels/common/mutants.hpp"
#include "kernels/common/rng/generators.hpp"

namespace spinbench::inline SPINBENCH_GPU_NAMESPACE {

/// What an update kernel needs to open its stream. Passed by value.
template <class Rng>
struct StreamTable {
  rng::Store<Rng> store;
  const std::uint64_t* attempts;  ///< attempts that every stream has behind it, before this replay
  std::uint32_t offset;           ///< attempts since
  bool chained;                   ///< whether this launch may begin while the one before ends

  /// First thing in an update kernel: until the launch before is complete, nothing may be read. The question is asked
  /// at run time, because the waiting itself costs a short kernel a tenth of its time even where there is nothing to
  /// wait for.
  __device__ void wait_for_previous_launch() const {
    if (chained) gpu::wait_for_previous_launch();
  }

  /// Attempts that every stream has behind it; 0 for generators that do not ask.
  __device__ std::uint64_t position() const {
    if constexpr (Rng::storage == rng::Storage::own)
      return 0;
    else
      return *attempts + offset;
  }

  /// Stream number `stream`, whose state lies at `slot` where the generator keeps one in registers.
  __device__ typename Rng::Stream open(std::size_t slot, std::uint64_t stream) const {
    return store.open(slot, stream, position());
  }
  __device__ void close(std::size_t slot, const typename Rng::Stream& stream) const { store.close(slot, stream); }

  /// The states of `Count` streams side by side, at once. Only for generators with a small state or none.
  template <int Count, bool PastL1 = false>
  __device__ gpu::Pack<typename rng::Store<Rng>::Element, Count> load(std::size_t slot) const {
    if constexpr (Rng::storage == rng::Storage::own)
      return gpu::load_pack<Count, PastL1>(&store.elements[slot]);
    else
      return {};
  }
  template <int Count, bool PastL1 = false>
  __device__ void save(std::size_t slot, const gpu::Pack<typename rng::Store<Rng>::Element, Count>& states) const {
    if constexpr (Rng::storage == rng::Storage::own) gpu::store_pack<Count, PastL1>(&store.elements[slot], states);
  }
  /// A stream whose state was loaded so.
  __device__ typename Rng::Stream open_loaded(typename rng::Store<Rng>::Element state, std::uint64_t stream) const {
    if constexpr (Rng::storage == rng::Storage::own)
      return {store.setup, state};
    else
      return {store.setup, stream, position()};
  }
  __device__ static void unload(typename rng::Store<Rng>::Element& state, const typename Rng::Stream& stream) {
    if constexpr (Rng::storage == rng::Storage::own) state = stream.state();
  }
};

/// A ring of a generator with shared rings, in shared memory for as long as `Threads` threads of a block draw from it;
/// `Rings` of them side by side in a block. Does nothing for other generators.
template <class Rng, int Threads, int Rings = 1>
class RingInSharedMemory {
 public:
  /// Copies the ring of `stream` in. A barrier must follow before the first draw.
  __device__ static typename Rng::Stream open(const StreamTable<Rng>& table, std::uint64_t stream) {
    if constexpr (Rng::storage == rng::Storage::shared) {
      copy(table.store.ring_of(stream), words());
      return {words(), static_cast<std::uint32_t>(stream % table.store.lanes), table.store.lanes, table.position()};
    } else {
      return table.open(stream, stream);
    }
  }
  /// Copies the ring back, after a barrier behind the last draw; or closes the stream.
  __device__ static void close(const StreamTable<Rng>& table, std::uint64_t number,
                               const typename Rng::Stream& stream) {
    if (planted(Mutant::gpu_ring_not_kept)) return;
    if constexpr (Rng::storage == rng::Storage::shared)
      copy(words(), table.store.ring_of(number));
    else
      table.close(number, stream);
  }

 private:
  __device__ static std::uint32_t* words() {
    __shared__ std::uint32_t rings[Rings * Rng::words];
    return rings + threadIdx.x / Threads * Rng::words;
  }
  __device__ static void copy(const std::uint32_t* from, std::uint32_t* to) {
    for (std::uint32_t i = threadIdx.x % Threads; i < Rng::words; i += Threads) to[i] = from[i];
  }
};

/// The state of stream number s lies at s: coalesced where neighbouring threads have neighbouring streams.
struct StreamsInOrder {
  std::uint32_t L;
  SPINBENCH_FN std::size_t operator()(std::uint64_t stream) const { return static_cast<std::size_t>(stream); }
};

template <class Rng, class SlotOf>
__global__ void seed_streams(rng::Store<Rng> store, std::uint64_t seeds, SlotOf slot_of) {
  const std::uint64_t stride = static_cast<std::uint64_t>(gridDim.x) * blockDim.x;
  for (std::uint64_t i = blockIdx.x * static_cast<std::uint64_t>(blockDim.x) + threadIdx.x; i < seeds; i += stride)
    store.seed(planted(Mutant::gpu_seeding_tail) && i + 32 >= seeds ? i - 32 : i, slot_of(i));
}

/// A template so that every file that includes this may hold a copy.
template <class Count>
__global__ void add_attempts(Count* attempts, Count count) {
  *attempts += count;
}

template <class Rng>
class GpuStreams {
  using Store = rng::Store<Rng>;

 public:
  /// `slot_of` maps a stream's number to its place in memory: where the update kernel reads it coalesced. `lanes`:
  /// streams that share a ring, where the generator has rings.
  template <class SlotOf>
  GpuStreams(std::uint64_t seed, std::uint64_t streams, rng::Seeding seeding, SlotOf slot_of, std::uint32_t lanes = 1)
      : elements_(Store::size(streams, lanes)),
        attempts_(1),
        store_{Rng::setup(seed, streams, seeding), elements_.data(), streams, lanes} {
    start(slot_of);
  }

  /// Enqueues the setting of every stream to its start.
  template <class SlotOf>
  void start(SlotOf slot_of) {
    attempts_.fill_zero();
    if constexpr (Rng::storage != rng::Storage::none)
      gpu::launch(seed_streams<Rng, SlotOf>, dim3(1024), dim3(256), store_, Store::seeds(store_.streams, store_.lanes),
                  slot_of);
  }

  /// For a launch by `launcher` that follows `offset` attempts after the last advance().
  StreamTable<Rng> table(const gpu::Launcher& launcher, std::uint32_t offset) const {
    return {store_, attempts_.data(), offset, launcher.chained()};
  }

  /// What the streams have behind them, for who keeps it.
  gpu::Buffer<typename Store::Element>& elements() { return elements_; }
  gpu::Buffer<std::uint64_t>& attempts() { return attempts_; }

  /// Enqueues the count of attempts done.
  void advance(std::uint64_t attempts) {
    if (planted(Mutant::gpu_counter_stands)) return;
    if constexpr (Rng::storage != rng::Storage::own)
      gpu::launch(add_attempts<std::uint64_t>, dim3(1), dim3(1), attempts_.data(), attempts);
  }

 private:
  gpu::Buffer<typename Store::Element> elements_;
  gpu::Buffer<std::uint64_t> attempts_;
  Store store_;
};

}  // namespace spinbench::SPINBENCH_GPU_NAMESPACE
