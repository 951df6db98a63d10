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
  std::uint32_t* labels;
  __device__ std::uint32_t* of(std::uint32_t label) const { return labels + label; }
  __device__ std::uint32_t next(std::uint32_t label) const { return gpu::load_relaxed(of(label)); }
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

/// The same; where all are `Settled`, a label is its root or leads to it at once.
template <bool Settled, class Links>
__device__ __forceinline__ std::uint32_t root_in(const Links& links, std::uint32_t label) {
  if constexpr (Settled)
    return links.next(label);
  else
    return root_of(links, label);
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
/// Patwary, J. Blair, F. Manne, SEA 2010, after M. Rem). Links on the way are left as they are: a store after a look
/// loses joins, where two threads each drop what the other relies on (seen on a GPU), and an atomic one costs more time
/// than the shorter ways give back.
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
      a = next_a;
      continue;
    }
    const std::uint32_t before = atomicMin(links.of(a), next_b);
    if (before == a) return;
    a = before, b = next_b;
  }
}

}  // namespace spinbench::clusters::SPINBENCH_GPU_NAMESPACE
