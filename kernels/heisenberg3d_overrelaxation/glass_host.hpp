// What is read off a lattice on a host, wherever its numbers lie.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "backends/cpu/share.hpp"
#include "kernels/heisenberg3d_overrelaxation/colours.hpp"

namespace spinbench::overrelaxation {

/// The spins of a lattice on a host in canonical order, by all threads where they are many; spin_at(Place) has them.
template <class Real, class SpinAt>
std::vector<Real> canonical_of(std::uint32_t L, SpinAt&& spin_at) {
  std::vector<Real> result(std::size_t{3} * L * L * L);
  cpu::share_out(std::uint64_t{L} * L, static_cast<double>(result.size() * sizeof(Real)), [&](std::uint64_t line) {
    const auto z = static_cast<std::uint32_t>(line / L), y = static_cast<std::uint32_t>(line % L);
    for (std::uint32_t colour = 0; colour < 2; ++colour)
      for (std::uint32_t j = 0; j < L / 2; ++j) {
        const Place place{j, y, z, colour};
        const Vector3<Real> s = spin_at(place);
        Real* const to = result.data() + 3 * (line * L + place.x());
        to[0] = s.x, to[1] = s.y, to[2] = s.z;
      }
  });
  return result;
}

/// The energy per spin; bonds_at(Place) is what bonds_of_site() says.
template <class BondsAt>
double energy_by_site(std::uint32_t L, BondsAt&& bonds_at) {
  std::vector<double> of_planes(L);
  const double sites = 1.0 * L * L * L;
  cpu::share_out(L, 24 * sites, [&](std::uint64_t z) {
    double total = 0;
    for (std::uint32_t colour = 0; colour < 2; ++colour)
      for (std::uint32_t y = 0; y < L; ++y)
        for (std::uint32_t j = 0; j < L / 2; ++j) total += bonds_at(Place{j, y, static_cast<std::uint32_t>(z), colour});
    of_planes[z] = total;
  });
  double total = 0;
  for (const double of_plane : of_planes) total += of_plane;
  return -total / sites;
}

}  // namespace spinbench::overrelaxation
