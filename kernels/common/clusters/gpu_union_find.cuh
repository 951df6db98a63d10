// Union-find with atomics. Links lead from larger to smaller labels and only ever become smaller, so that threads may
// look and join in any order: a link that was read before somebody shortened it leads into the same cluster.
#pragma once

#include <cstdint>

#include "backends/gpu/device.cuh"
#include "kernels/common/clusters/gpu_bonds.cuh"

namespace spinbench::clusters::inline SPINBENCH_GPU_NAMESPACE {

/// A label that other threads may be changing.
__device__ __forceinline__ std::uint32_t seen(const std::uint32_t* label) {
  return *static_cast<const volatile std::uint32_t*>(label);
}

/// Labels that are their own place in an array.
struct Places {
  std::uint32_t* labels;
  __device__ std::uint32_t* of(std::uint32_t label) const { return labels + label; }
  __device__ std::uint32_t next(std::uint32_t label) const { return seen(of(label)); }
};

/// Labels that say a site and a state.
struct Keys {
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

/// The same by going both ways at once, until they meet, and shortening them on the way: M. Rem's algorithm (E. W.
/// Dijkstra, A Discipline of Programming, 1976, chapter 23; M. M. A. Patwary, J. Blair, F. Manne, SEA 2010). Who changes
/// a link is told what it was at that moment, and goes on to join that. With a store after a look two threads can each
/// drop what the other relies on: seen on a GPU, in one of 10^5 orders of four joins.
template <class Links>
__device__ __forceinline__ void splice(const Links& links, std::uint32_t a, std::uint32_t b) {
  while (true) {
    std::uint32_t next_a = links.next(a), next_b = links.next(b);
    if (next_a == next_b) return;
    if (next_a < next_b) {
      const std::uint32_t larger = b;
      b = a, next_b = next_a, a = larger;
    }
    const std::uint32_t before = atomicMin(links.of(a), next_b);
    if (before == a) return;
    a = before, b = next_b;
  }
}

}  // namespace spinbench::clusters::SPINBENCH_GPU_NAMESPACE
