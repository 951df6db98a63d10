// Union-find with atomics. Links lead from larger to smaller labels and only ever become smaller, so that threads may
// look and join in any order: a link that was read before somebody shortened it leads into the same cluster.
#pragma once

#include <cstdint>

#include "backends/gpu/device.cuh"
#include "kernels/common/clusters/gpu_bonds.cuh"

namespace spinbench::clusters::inline SPINBENCH_GPU_NAMESPACE {

/// A label in global memory that other threads may be changing.
__device__ __forceinline__ std::uint32_t seen(const std::uint32_t* label) {
  return *static_cast<const volatile std::uint32_t*>(label);
}

/// Labels that are their own place in an array that a block shares.
struct Places {
  static constexpr bool halves = false;
  std::uint32_t* labels;
  __device__ std::uint32_t* of(std::uint32_t label) const { return labels + label; }
  __device__ std::uint32_t next(std::uint32_t label) const { return gpu::load_relaxed(of(label)); }
};

/// Labels that say a site and a state.
struct Keys {
  static constexpr bool halves = true;  ///< unite_from_both_sides()
  std::uint32_t* labels;
  __device__ std::uint32_t* of(std::uint32_t label) const { return labels + (label >> state_bits); }
  __device__ std::uint32_t next(std::uint32_t label) const { return seen(of(label)); }
};

/// The same when nobody changes them any more, so that caches may keep them.
struct SettledKeys {
  const std::uint32_t* labels;
  __device__ std::uint32_t next(std::uint32_t label) const { return labels[label >> state_bits]; }
};

template <class Links>
__device__ __forceinline__ std::uint32_t root_of(const Links& links, std::uint32_t label) {
  for (std::uint32_t next; (next = links.next(label)) != label;) label = next;
  return label;
}

/// Joins the clusters of two labels: after K. A. Hawick, A. Leist, D. P. Playne, Parallel Comput. 36, 655 (2010), and
/// D. P. Playne, K. Hawick, IEEE Trans. Parallel Distrib. Syst. 29, 1217 (2018).
template <class Links>
__device__ __forceinline__ void unite(const Links& links, std::uint32_t a, std::uint32_t b) {
  a = root_of(links, a), b = root_of(links, b);
  while (a != b) {
    if (a < b) {
      const std::uint32_t larger = b;
      b = a, a = larger;
    }
    const std::uint32_t before = atomicMin(links.of(a), b);
    // Somebody gave it another link meanwhile, which is joined instead.
    if (before == a) return;
    a = before;
  }
}

/// The same by going both ways at once, the larger label first, until they meet or a root can be linked (M. M. A.
/// Patwary, J. Blair, F. Manne, SEA 2010, after M. Rem).
///
/// In global memory links on the way are led to where the next one leads, by a minimum, since somebody may have led
/// them further meanwhile: where a row of tiles is joined at once, its clusters are a way of as many links, which
/// threads from all of them halve together. In shared memory ways are short, and left as they are.
template <class Links>
__device__ __forceinline__ void unite_from_both_sides(const Links& links, std::uint32_t a, std::uint32_t b) {
  while (true) {
    std::uint32_t next_a = links.next(a), next_b = links.next(b);
    if (next_a == next_b) return;
    if (next_a < next_b) {
      const std::uint32_t larger = b, next_larger = next_b;
      b = a, next_b = next_a;
      a = larger, next_a = next_larger;
    }
    if (next_a != a) {
      if constexpr (Links::halves) {
        const std::uint32_t further = links.next(next_a);
        if (further != next_a) atomicMin(links.of(a), further);
        next_a = further;
      }
      a = next_a;
      continue;
    }
    const std::uint32_t before = atomicMin(links.of(a), next_b);
    if (before == a) return;
    a = before, b = next_b;
  }
}

}  // namespace spinbench::clusters::SPINBENCH_GPU_NAMESPACE
