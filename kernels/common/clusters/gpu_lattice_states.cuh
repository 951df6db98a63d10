// The Ising spins of several lattices on the device, and what is seen and measured of each.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "kernels/common/clusters/gpu_lattices.cuh"
#include "kernels/common/clusters/gpu_measured_updates.cuh"
#include "kernels/common/clusters/gpu_states.cuh"

namespace spinbench::clusters::inline SPINBENCH_GPU_NAMESPACE {

/// Adds equal bonds and spins up of each lattice to its pair of `slots`. Blocks of a lattice take several turns where
/// it is large, since those of all must fit a grid.
template <int Dimensions>
void count_each(const Batch& n, const std::uint8_t* states, std::int64_t* slots, bool by_fours) {
  const std::uint32_t items = by_fours ? n.sites() / 4 : n.sites();
  // As few_blocks_of() has it for one.
  const std::uint32_t most = std::max(16u, 2048u / n.lattices);
  const dim3 blocks(std::min((items + count_threads - 1) / count_threads, most) * n.lattices), block(count_threads);
  gpu::launch(by_fours ? count_fours<Dimensions, Batch> : count_states<Dimensions, Batch>, blocks, block, n, states,
              slots);
}

/// All spins up at first.
template <int Dimensions>
class LatticeStates {
 public:
  explicit LatticeStates(const Batch& n) : n_(n), states_(entries_of(n)) { states_.fill_zero(); }

  const Batch& batch() const { return n_; }
  std::uint8_t* data() const { return states_.data(); }

  /// Lattice after lattice, without the gaps between them.
  Configuration configuration() const {
    std::vector<std::uint8_t> found(entries_of(n_)), all;
    states_.copy_to(found.data(), found.size());
    if (n_.stride() == n_.sites()) return as_configuration(found, 2);
    for (std::uint32_t lattice = 0; lattice < n_.lattices; ++lattice) {
      const auto first = found.begin() + static_cast<std::ptrdiff_t>(n_.first(lattice));
      all.insert(all.end(), first, first + n_.sites());
    }
    return as_configuration(all, 2);
  }

  std::vector<Seen> see() const {
    gpu::Buffer<std::int64_t> log(2 * std::size_t{n_.lattices});
    log.fill_zero();
    count_each<Dimensions>(n_, data(), log.data(), false);
    return seen_in(log, n_.lattices);
  }

  /// As GpuStates has it: after each of `measurements` calls of `advance()`, of each lattice.
  template <class Advance>
  Series series(const std::string& observable, int measurements, Advance&& advance) {
    Series result{observable, n_.lattices, {}};
    const int capacity = static_cast<int>(std::max(1u, (1u << 18) / n_.lattices));
    gpu::Buffer<std::int64_t> log(2 * std::size_t{n_.lattices} * static_cast<std::size_t>(capacity));
    for (int left = measurements; left > 0;) {
      const int count = std::min(left, capacity);
      log.fill_zero();
      for (int i = 0; i < count; ++i) {
        advance();
        count_each<Dimensions>(n_, data(), log.data() + 2 * std::size_t{n_.lattices} * static_cast<std::size_t>(i),
                               false);
      }
      for (const Seen& seen : seen_in(log, n_.lattices * static_cast<std::size_t>(count)))
        result.values.push_back(as_observables(seen, Dimensions, n_.sites(), 2, false).of(observable).front());
      left -= count;
    }
    return result;
  }

 private:
  static std::vector<Seen> seen_in(const gpu::Buffer<std::int64_t>& log, std::size_t pairs) {
    std::vector<std::int64_t> found(2 * pairs);
    log.copy_to(found.data(), found.size());
    std::vector<Seen> result(pairs);
    for (std::size_t i = 0; i < pairs; ++i) result[i].equal_bonds = found[2 * i], result[i].up = found[2 * i + 1];
    return result;
  }

  Batch n_;
  gpu::Buffer<std::uint8_t> states_;
};

/// Adds what was counted after an update, and makes room for the next one's.
template <int Dimensions>
__global__ void __launch_bounds__(count_threads)
    fold_each(Batch n, std::int64_t* counts, MeasuredUpdates* sums, bool is_first) {
  const std::uint32_t lattice = blockIdx.x * count_threads + threadIdx.x;
  if (is_first || lattice >= n.lattices) return;
  MeasuredTotals totals{counts[2 * lattice], counts[2 * lattice + 1], sums[lattice]};
  totals.fold(n.sites());
  sums[lattice] = totals.before;
  counts[2 * lattice] = counts[2 * lattice + 1] = 0;
}

/// GpuMeasuredUpdates of several lattices.
template <int Dimensions>
class MeasuredLattices {
 public:
  MeasuredLattices(const Batch& n, bool measures)
      : n_(n), measures_(measures), counts_(measures ? 2 * n.lattices : 0), sums_(measures ? n.lattices : 0) {
    counts_.fill_zero();
    sums_.fill_zero();
  }

  std::string path() const {
    return !measures_                                     ? ""
           : GpuMeasuredUpdates<Dimensions>::by_fours(n_) ? "measured by fours"
                                                          : "measured site by site";
  }
  void enqueue(const LatticeStates<Dimensions>& states) {
    if (!measures_) return;
    fold();
    is_first_ = false, any_ = true;
    count_each<Dimensions>(n_, states.data(), counts_.data(), GpuMeasuredUpdates<Dimensions>::by_fours(n_));
  }
  /// Of each lattice. Waits.
  std::vector<MeasuredUpdates> measured() {
    std::vector<MeasuredUpdates> found(n_.lattices);
    if (!any_) return found;
    fold();
    is_first_ = true;  // what was counted is in the sums
    sums_.copy_to(found.data(), found.size());
    return found;
  }

 private:
  void fold() {
    gpu::launch(fold_each<Dimensions>, blocks_of(n_.lattices), dim3(count_threads), n_, counts_.data(), sums_.data(),
                is_first_);
  }

  Batch n_;
  bool measures_, is_first_ = true, any_ = false;
  gpu::Buffer<std::int64_t> counts_;
  gpu::Buffer<MeasuredUpdates> sums_;
};

}  // namespace spinbench::clusters::SPINBENCH_GPU_NAMESPACE
