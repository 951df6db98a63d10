// The lattice of the cluster algorithms, in two dimensions and in three: periodic boundaries, any side. Spins are Potts
// states 0 to q - 1; of q = 2, state 0 is the spin +1 and state 1 the spin -1. H = -J sum_<ij> (2 delta(s_i, s_j) - 1),
// J = 1, which for q = 2 is H = -J sum_<ij> s_i s_j.
#pragma once

#include <cstdint>

#include "backends/attributes.hpp"

namespace spinbench::clusters {

/// Sites of the largest lattice: labels are 31 bits, two of them the state.
inline constexpr double most_sites = 536870912;

/// Site (x, y, z) is number (z ny + y) nx + x; nz is 1 on the plane. At most 2^29 sites.
struct Extents {
  std::uint32_t nx = 1, ny = 1, nz = 1;

  SPINBENCH_FN std::uint32_t sites() const { return nx * ny * nz; }
  /// The L^d lattice.
  static Extents cube(int dimensions, std::uint32_t L) { return {L, L, dimensions == 3 ? L : 1}; }
};

/// A site with its place.
struct Site {
  std::uint32_t number, x, y, z;
};

SPINBENCH_FN inline Site site_at(const Extents& n, std::uint32_t number) {
  const std::uint32_t row = number / n.nx;
  return {number, number - row * n.nx, row % n.ny, row / n.ny};
}

/// The site one further in direction `d` (0: x, 1: y, 2: z), which a site's bond number d leads to.
SPINBENCH_FN inline std::uint32_t next_site(const Extents& n, const Site& at, int d) {
  if (d == 0) return at.x + 1 == n.nx ? at.number - at.x : at.number + 1;
  if (d == 1) return at.y + 1 == n.ny ? at.number - at.y * n.nx : at.number + n.nx;
  const std::uint32_t layer = n.nx * n.ny;
  return at.z + 1 == n.nz ? at.number - at.z * layer : at.number + layer;
}

/// The site one back.
SPINBENCH_FN inline std::uint32_t previous_site(const Extents& n, const Site& at, int d) {
  if (d == 0) return at.x == 0 ? at.number + n.nx - 1 : at.number - 1;
  if (d == 1) return at.y == 0 ? at.number + (n.ny - 1) * n.nx : at.number - n.nx;
  const std::uint32_t layer = n.nx * n.ny;
  return at.z == 0 ? at.number + (n.nz - 1) * layer : at.number - layer;
}

}  // namespace spinbench::clusters
