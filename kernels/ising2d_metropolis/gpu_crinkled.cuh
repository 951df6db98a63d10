// What v2 to v4 share: a thread's site in the crinkled layout and its four neighbours, all in the other plane.
#pragma once

#include "kernels/ising2d_metropolis/gpu_checkerboard.cuh"

namespace spinbench::ising2d {

/// Site at column x, pair of rows j of one colour. The neighbour in the same pair of rows has the same place in the
/// other plane; the other vertical one is a pair of rows up or down, in turns along the row (the talk's listings have
/// this wrong for half of the sites).
struct CrinkledSite {
  bool inside;
  std::size_t place;                     ///< within the plane
  std::size_t own, partner, left, right, far;  ///< indices into the lattice

  __device__ CrinkledSite(std::uint32_t L, std::uint32_t colour) {
    const std::uint32_t x = blockIdx.x * blockDim.x + threadIdx.x;
    const std::uint32_t j = blockIdx.y * blockDim.y + threadIdx.y;
    inside = x < L && j < L / 2;
    const std::size_t plane = static_cast<std::size_t>(L) * (L / 2);
    const std::size_t other = colour ? 0 : plane;
    const std::size_t row = static_cast<std::size_t>(j) * L;
    place = row + x;
    own = (colour ? plane : 0) + place;
    partner = other + place;
    left = other + row + (x == 0 ? L - 1 : x - 1);
    right = other + row + (x == L - 1 ? 0 : x + 1);
    const bool lower = (x + colour) & 1;  // y = 2j + 1
    const std::uint32_t far_row = lower ? (j == L / 2 - 1 ? 0 : j + 1) : (j == 0 ? L / 2 - 1 : j - 1);
    far = other + static_cast<std::size_t>(far_row) * L + x;
  }
};

}  // namespace spinbench::ising2d
