// Several lattices of the same sides that a launch updates side by side, so that small ones fill a device; and what one
// lattice has in their place, which is nothing: its kernels are what they are without others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "backends/gpu/device.cuh"
#include "kernels/common/clusters/lattice.hpp"

namespace spinbench::clusters::inline SPINBENCH_GPU_NAMESPACE {

/// Lattices one after the other in memory, each from a whole four of sites on. Sites are numbered, and labelled, in
/// each lattice anew: the largest one's labels are as long as ever, and the batch as large as memory.
struct Batch : Extents {
  std::uint32_t lattices = 1;

  SPINBENCH_FN std::uint32_t stride() const { return (sites() + 3) / 4 * 4; }
  SPINBENCH_FN std::size_t first(std::uint32_t lattice) const { return std::size_t{lattice} * stride(); }
};

template <class Lattices>
inline constexpr bool are_many = std::is_same_v<Lattices, Batch>;

/// How many, and entries that they take in an array over sites.
inline std::uint32_t lattices_of(const Extents&) { return 1; }
inline std::uint32_t lattices_of(const Batch& n) { return n.lattices; }
inline std::size_t entries_of(const Extents& n) { return n.sites(); }
inline std::size_t entries_of(const Batch& n) { return n.first(n.lattices); }

/// A block's place among those of its lattice, which for a single one is that in the grid.
template <class Lattices>
struct BlockPlace {
  static constexpr std::uint32_t lattice = 0;

  __device__ explicit BlockPlace(const Lattices&) {}
  __device__ std::uint32_t x() const { return blockIdx.x; }
  __device__ std::uint32_t across() const { return gridDim.x; }
  __device__ std::uint32_t number() const { return (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x; }
  /// Among those of all lattices.
  __device__ std::uint32_t number_of_all() const { return number(); }
};

/// Blocks of a lattice follow on those of the one before along x, since grids end at 65,535 along y and z.
template <>
struct BlockPlace<Batch> {
  std::uint32_t across_, lattice, x_;

  __device__ explicit BlockPlace(const Batch& n)
      : across_(gridDim.x / n.lattices), lattice(blockIdx.x / across_), x_(blockIdx.x - lattice * across_) {}
  __device__ std::uint32_t x() const { return x_; }
  __device__ std::uint32_t across() const { return across_; }
  __device__ std::uint32_t number() const { return (blockIdx.z * gridDim.y + blockIdx.y) * across_ + x_; }
  __device__ std::uint32_t number_of_all() const { return lattice * across_ * gridDim.y * gridDim.z + number(); }
};

/// The most blocks of a launch: HIP counts all threads of a grid in 32 bits, and blocks have up to 256.
inline constexpr double most_blocks_of_all = 16777215;

}  // namespace spinbench::clusters::SPINBENCH_GPU_NAMESPACE
