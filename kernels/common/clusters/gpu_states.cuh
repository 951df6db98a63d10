// Potts states on the device, one byte each, and what is seen of them and of their clusters.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "kernels/common/clusters/gpu_union_find.cuh"
#include "kernels/common/clusters/label_patterns.hpp"
#include "kernels/common/clusters/swendsen_wang.hpp"
#include "kernels/common/gpu_spins.cuh"

namespace spinbench::clusters::inline SPINBENCH_GPU_NAMESPACE {

inline constexpr int count_threads = 256;

/// Adds the equal bonds and the spins of state 0 to slot[0] and slot[1]; of several lattices each has such a pair.
template <int Dimensions, class Lattices = Extents>
__global__ void __launch_bounds__(count_threads)
    count_states(Lattices n, const std::uint8_t* states, std::int64_t* slot) {
  int equal = 0, up = 0;
  const BlockPlace<Lattices> block(n);
  if constexpr (are_many<Lattices>) states += n.first(block.lattice), slot += 2 * std::size_t{block.lattice};
  for (std::uint32_t site = block.x() * count_threads + threadIdx.x; site < n.sites();
       site += block.across() * count_threads) {
    const Site at = site_at(n, site);
    const std::uint8_t own = states[site];
#pragma unroll
    for (int d = 0; d < Dimensions; ++d) equal += own == states[next_site(n, at, d)];
    up += own == 0;
  }
  add_over_block<count_threads>(equal, slot);
  __syncthreads();
  add_over_block<count_threads>(up, slot + 1);
}

/// Adds up the active bonds of an update.
template <class Bonds>
__global__ void __launch_bounds__(count_threads) count_active(Bonds bonds, std::int64_t* total) {
  int active = 0;
  for (std::uint32_t site = blockIdx.x * count_threads + threadIdx.x; site < bonds.n.sites();
       site += gridDim.x * count_threads)
    active += __popc(bonds.of_site(site_at(bonds.n, site)));
  add_over_block<count_threads>(active, total);
}

/// Writes the smallest site of each one's cluster.
template <int Dimensions>
__global__ void __launch_bounds__(count_threads)
    read_roots(std::uint32_t sites, const std::uint32_t* keys, std::uint32_t* roots) {
  const std::uint32_t site = blockIdx.x * count_threads + threadIdx.x;
  if (site < sites) roots[site] = root_of(SettledKeys{keys}, keys[site]) >> state_bits;
}

template <int Dimensions>
__global__ void __launch_bounds__(count_threads)
    count_sizes(std::uint32_t sites, const std::uint32_t* roots, std::uint32_t* sizes) {
  const std::uint32_t site = blockIdx.x * count_threads + threadIdx.x;
  if (site < sites) atomicAdd(sizes + roots[site], 1u);
}

/// Adds the squares of the sizes and the number of clusters to totals[0] and totals[1].
template <int Dimensions>
__global__ void __launch_bounds__(count_threads)
    square_sizes(std::uint32_t sites, const std::uint32_t* sizes, std::int64_t* totals) {
  std::int64_t squares = 0, clusters = 0;
  for (std::uint32_t i = blockIdx.x * count_threads + threadIdx.x; i < sites; i += gridDim.x * count_threads) {
    const std::int64_t size = sizes[i];
    squares += size * size;
    clusters += size > 0;
  }
  add_totals(squares, clusters, totals);
}

inline dim3 blocks_of(std::uint32_t items) { return {(items + count_threads - 1) / count_threads, 1, 1}; }
/// Where each thread takes several.
inline dim3 few_blocks_of(std::uint32_t items) {
  return {std::min((items + count_threads - 1) / count_threads, 2048u), 1, 1};
}

/// The states of a lattice, all 0 at first, in whole words: some kernels change a state by an atomic on the word with
/// it.
template <int Dimensions>
class GpuStates {
 public:
  GpuStates(const Extents& n, std::uint32_t q) : n_(n), q_(q), states_((n.sites() + 3) / 4 * 4), log_(capacity * 2) {
    states_.fill_zero();
  }

  const Extents& extents() const { return n_; }
  std::uint32_t q() const { return q_; }
  std::uint8_t* data() const { return states_.data(); }

  /// A state for each site, from then on.
  void set(const std::vector<std::uint8_t>& states) { states_.copy_from(states.data(), states.size()); }

  Configuration configuration() const {
    std::vector<std::uint8_t> states(n_.sites());
    states_.copy_to(states.data(), states.size());
    return as_configuration(states, q_);
  }

  Seen see() {
    Seen seen;
    log_.fill_zero();
    enqueue_count(0);
    std::int64_t found[2];
    log_.copy_to(found, 2);
    seen.equal_bonds = found[0], seen.up = found[1];
    return seen;
  }

  /// After each of `measurements` calls of `advance()`, which must enqueue what lies between two of them.
  template <class Advance>
  Series series(const std::string& observable, int measurements, Advance&& advance) {
    Series result{observable, 1, {}};
    std::vector<std::int64_t> found(2 * capacity);
    for (int left = measurements; left > 0;) {
      const int count = std::min(left, capacity);
      log_.fill_zero();
      for (int i = 0; i < count; ++i) {
        advance();
        enqueue_count(i);
      }
      log_.copy_to(found.data(), 2 * static_cast<std::size_t>(count));
      for (std::size_t i = 0; i < 2 * static_cast<std::size_t>(count); i += 2) {
        Seen seen;
        seen.equal_bonds = found[i], seen.up = found[i + 1];
        const Observables all = as_observables(seen, Dimensions, n_.sites(), q_, false);
        result.values.push_back(all.of(observable).front());
      }
      left -= count;
    }
    return result;
  }

 private:
  static constexpr int capacity = 4096;

  void enqueue_count(int slot) {
    gpu::launch(count_states<Dimensions>, few_blocks_of(n_.sites()), dim3(count_threads), n_, states_.data(),
                log_.data() + 2 * slot);
  }

  Extents n_;
  std::uint32_t q_;
  gpu::Buffer<std::uint8_t> states_;
  gpu::Buffer<std::int64_t> log_;
};

/// Bonds whose clusters get two bits of their smallest site's number for a coin: what colours sites then tells the
/// site, two bits at a time.
template <class Bonds>
struct RootDigits : Bonds {
  std::uint32_t shift;
  __device__ std::uint32_t state(std::uint32_t site) const { return site >> shift & state_mask; }
  __device__ EightBonds of_eight(const Site& at) const { return with_states(at.number, Bonds::of_eight(at)); }
  __device__ EightBonds of_some(const Site& at, std::uint32_t count) const {
    return with_states(at.number, Bonds::of_some(at, count));
  }

 private:
  __device__ EightBonds with_states(std::uint32_t site, EightBonds eight) const {
    eight.states = 0;
    for (std::uint32_t k = 0; k < 8; ++k) eight.states |= state(site + k) << (2 * k);
    return eight;
  }
};

template <int Dimensions>
__global__ void __launch_bounds__(count_threads)
    add_digits(std::uint32_t sites, const std::uint8_t* digits, std::uint32_t shift, std::uint32_t* roots) {
  const std::uint32_t site = blockIdx.x * count_threads + threadIdx.x;
  if (site < sites) roots[site] |= std::uint32_t{digits[site]} << shift;
}

/// Writes the smallest site of each one's cluster, for each of a lattice's sites. `Labels` either has keys, which lead
/// there, or colours sites.
template <class Labels, class Bonds>
void find_roots(Labels& labels, const Bonds& bonds, gpu::Buffer<std::uint32_t>& roots) {
  constexpr int dimensions = Bonds::dimensions;
  const std::uint32_t sites = bonds.n.sites();
  const dim3 block(count_threads);
  if constexpr (requires { labels.keys(); }) {
    labels.label(bonds);
    gpu::launch(read_roots<dimensions>, blocks_of(sites), block, sites, labels.keys(), roots.data());
  } else {
    gpu::Buffer<std::uint8_t> digits((sites + 3) / 4 * 4);
    roots.fill_zero();
    for (std::uint32_t shift = 0; shift == 0 || (sites - 1) >> shift != 0; shift += state_bits) {
      labels.colour(RootDigits<Bonds>{bonds, shift}, digits.data());
      gpu::launch(add_digits<dimensions>, blocks_of(sites), block, sites, digits.data(), shift, roots.data());
    }
  }
}

/// Adds what the clusters of `bonds` are like to `seen`. Takes memory while it runs.
template <class Labels, class Bonds>
void see_clusters(Labels& labels, const Bonds& bonds, Seen& seen) {
  constexpr int dimensions = Bonds::dimensions;
  const std::uint32_t sites = bonds.n.sites();
  gpu::Buffer<std::uint32_t> roots(sites), sizes(sites);
  gpu::Buffer<std::int64_t> totals(3);
  sizes.fill_zero();
  totals.fill_zero();
  const dim3 block(count_threads);
  find_roots(labels, bonds, roots);
  gpu::launch(count_sizes<dimensions>, blocks_of(sites), block, sites, roots.data(), sizes.data());
  gpu::launch(square_sizes<dimensions>, few_blocks_of(sites), block, sites, sizes.data(), totals.data());
  gpu::launch(count_active<Bonds>, few_blocks_of(sites), block, bonds, totals.data() + 2);
  std::int64_t found[3];
  totals.copy_to(found, 3);
  seen.cluster_squares = static_cast<double>(found[0]);
  seen.clusters = static_cast<double>(found[1]);
  seen.active_bonds = found[2];
}

/// The check of label_patterns.hpp for what labels on the device, on lattices of at most so many sites.
template <int Dimensions, class Labels>
Check check_labels_of(std::uint32_t most = 1u << 20) {
  return check_labels(
      Dimensions,
      [](const Extents& n, const BondSet& bonds) {
        gpu::Buffer<std::uint8_t> given(bonds.size());
        given.copy_from(bonds.data(), bonds.size());
        Labels labels(n);
        gpu::Buffer<std::uint32_t> roots(n.sites());
        find_roots(labels, GivenBonds<Dimensions>{n, given.data()}, roots);
        std::vector<std::uint32_t> result(n.sites());
        roots.copy_to(result.data(), result.size());
        return result;
      },
      [most](const Extents& n) { return n.sites() <= most; });
}

/// What `make()` gave the first time on this device: of checks that ask for neither a case nor a seed. `Of`: whose.
template <class Of, class Make>
Check once_a_device(Make&& make) {
  static std::map<int, Check> known;
  const int device = gpu::current_device();
  if (!known.contains(device)) known.emplace(device, make());
  return known.at(device);
}

}  // namespace spinbench::clusters::SPINBENCH_GPU_NAMESPACE
