// Spins on the device, and observing them.
#pragma once

#include <algorithm>
#include <new>

#include "backends/gpu/device.cuh"
#include "interface/simulation.hpp"
#include "kernels/common/mutants.hpp"

namespace spinbench::inline SPINBENCH_GPU_NAMESPACE {

/// The number of satisfied minus unsatisfied bonds, and the sum of the spins.
struct SpinTotals {
  std::int64_t bonds = 0, magnetisation = 0;
};

/// Adds what each thread found to totals[0] and totals[1]. Last thing in a kernel: all threads must take part.
__device__ __forceinline__ void add_totals(std::int64_t bonds, std::int64_t magnetisation, std::int64_t* totals) {
  bonds = gpu::warp_sum(bonds);
  magnetisation = gpu::warp_sum(magnetisation);
  if (threadIdx.x % gpu::warp_lanes() == 0) {
    gpu::atomic_add(&totals[0], bonds);
    gpu::atomic_add(&totals[1], magnetisation);
  }
}

/// Adds `value` over the block's threads, of which there must be `Threads`, to `total`: a tree within each warp and
/// over the warps, then one addition to memory a block. The sum must fit the type of `value`.
template <int Threads, class Value>
__device__ __forceinline__ void add_over_block(Value value, std::int64_t* total) {
  __shared__ Value partial[Threads / gpu::least_warp_lanes];
  const unsigned lanes = gpu::warp_lanes(), warps = Threads / lanes;
  const Value sum = gpu::warp_sum(value);
  if (threadIdx.x % lanes == 0) partial[threadIdx.x / lanes] = sum;
  __syncthreads();
  if (threadIdx.x >= lanes) return;
  const Value all = gpu::warp_sum(threadIdx.x < warps ? partial[threadIdx.x] : Value{0});
  if (threadIdx.x == 0) gpu::atomic_add(total, all);
}

inline constexpr int bond_threads = 256;

/// Where a launch leaves the bond total of its configuration.
struct BondSlot {
  std::int64_t* log;
  const std::uint64_t* filled;  ///< entries before this replay
  std::uint32_t offset;         ///< entries since
  bool chained;                 ///< whether this launch may begin while the one before ends

  __device__ std::int64_t* open() const {
    if (chained) gpu::wait_for_previous_launch();
    return &log[*filled + (planted(Mutant::gpu_series_swapped) ? offset ^ 1 : offset)];
  }
};

template <class Spin>
__global__ void set_all(Spin* spins, std::size_t count, Spin value) {
  const std::size_t stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  for (std::size_t i = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x; i < count; i += stride)
    spins[i] = value;
}

/// out[i] is, as a byte, the spin of canonical site `first` + i, which `place` finds in memory.
template <class Spin, class Place>
__global__ void gather_bytes(const Spin* spins, std::size_t first, std::size_t count, Place place, std::int8_t* out) {
  const std::size_t stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  for (std::size_t i = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x; i < count; i += stride)
    out[i] = static_cast<std::int8_t>(spins[place(first + i)]);
}

/// Where canonical sites lie in memory if they lie in their order.
struct InOrder {
  SPINBENCH_FN std::size_t operator()(std::size_t site) const { return site; }
};

/// Room for so many items, or for fewer where a lattice leaves the device no more.
template <class Item>
gpu::Buffer<Item> room_for_part(std::size_t items) {
  constexpr std::size_t least = 1 << 10;
  for (;; items /= 2) try {
      return gpu::Buffer<Item>(items);
    } catch (const std::bad_alloc&) {
      if (items <= least) throw;
    }
}

/// Items that a kernel makes on the device, of which no more than `at_once` lie there at a time: `enqueue(first, count,
/// items)` makes those from number `first` on. A device puts spins in order faster than a host by far.
template <class Item, class Enqueue>
void fetch_in_parts(Item* host, std::size_t count, std::size_t at_once, Enqueue&& enqueue) {
  const gpu::Buffer<Item> part = room_for_part<Item>(std::min(count, at_once));
  for (std::size_t first = 0; first < count; first += part.size()) {
    const std::size_t here = std::min(part.size(), count - first);
    enqueue(first, here, part.data());
    part.copy_to(host + first, here);
  }
}

/// Blocks of 256 threads that share so many items.
inline dim3 blocks_for(std::size_t items) {
  return dim3(static_cast<unsigned>(std::clamp<std::size_t>(items / 256, 1, 2048)));
}

/// Of the device, beside the spins.
inline constexpr std::size_t most_fetched_bytes = std::size_t{1} << 25;

/// `count` spins of the device as bytes, in canonical order.
template <class Spin, class Place>
Configuration gathered(const Spin* spins, std::size_t count, Place place, std::size_t at_once = most_fetched_bytes) {
  Configuration result;
  result.spins = count;
  result.bytes.resize(count);
  fetch_in_parts(reinterpret_cast<std::int8_t*>(result.bytes.data()), count, at_once,
                 [&](std::size_t first, std::size_t here, std::int8_t* out) {
                   gpu::launch(gather_bytes<Spin, Place>, blocks_for(here), dim3(256), spins, first, here, place, out);
                 });
  return result;
}

/// A lattice of whatever spin type and layout: what a simulation asks of it, so that no simulation is compiled once for
/// each spin type.
class AnyLattice {
 public:
  virtual ~AnyLattice() = default;
  virtual void* memory() const = 0;    ///< the spins on the device
  virtual int spin_bytes() const = 0;  ///< of one spin
  virtual std::uint32_t side() const = 0;
  virtual double sites() const = 0;
  virtual SpinTotals totals() = 0;
  virtual Observables observe() = 0;
  virtual Configuration configuration() const = 0;
  /// Enqueues the sum of the bonds as they are then.
  virtual void log_bonds_to(const gpu::Launcher& launch, const BondSlot& slot) const = 0;
  /// The energy per spin of a configuration with that bond total, as observe() has it: H = -J sum s_i s_j.
  virtual double energy_of(std::int64_t bonds) const = 0;
};

/// `count` spins, all up at first. What the geometry adds is a lattice's own.
template <class Spin>
class GpuSpins : public AnyLattice {
 public:
  explicit GpuSpins(std::size_t count) : spins_(count), totals_(2) {
    gpu::launch(set_all<Spin>, dim3(1024), dim3(256), spins_.data(), spins_.size(), Spin{1});
  }

  Spin* data() const { return spins_.data(); }
  std::size_t size() const { return spins_.size(); }
  void* memory() const override { return data(); }
  int spin_bytes() const override { return sizeof(Spin); }
  double sites() const override { return static_cast<double>(spins_.size()); }
  double energy_of(std::int64_t bonds) const override { return -static_cast<double>(bonds) / sites(); }

 protected:
  /// `enqueue(totals)` must enqueue what adds up the configuration.
  template <class Enqueue>
  SpinTotals sum(Enqueue&& enqueue) {
    totals_.fill_zero();
    enqueue(totals_.data());
    SpinTotals result;
    totals_.copy_to(&result.bonds, 2);
    return result;
  }

  Observables observables(const SpinTotals& sums) const {
    return {{"energy", {energy_of(sums.bonds)}},
            {"magnetisation", {static_cast<double>(sums.magnetisation) / sites()}}};
  }

 private:
  gpu::Buffer<Spin> spins_;
  gpu::Buffer<std::int64_t> totals_;
};

}  // namespace spinbench::SPINBENCH_GPU_NAMESPACE
