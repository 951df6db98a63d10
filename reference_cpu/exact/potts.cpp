#include "reference_cpu/exact/potts.hpp"

#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <utility>
#include <vector>

namespace spinbench::exact {
namespace {

/// The bonds from each site of a torus forwards.
std::vector<std::pair<std::size_t, std::size_t>> bonds_of_torus(int dimensions, std::size_t L) {
  std::size_t sites = 1;
  for (int d = 0; d < dimensions; ++d) sites *= L;
  std::vector<std::pair<std::size_t, std::size_t>> result;
  for (std::size_t site = 0; site < sites; ++site)
    for (std::size_t stride = 1; stride < sites; stride *= L) {
      const std::size_t place = site / stride % L;
      result.emplace_back(site, site + ((place + 1) % L) * stride - place * stride);
    }
  return result;
}

/// How many configurations have so many bonds between unequal spins, of those whose last spin is in state 0: the others
/// have as many.
std::vector<std::int64_t> unequal_bonds(int dimensions, std::size_t L, int q) {
  const auto bonds = bonds_of_torus(dimensions, L);
  std::vector<int> spins(bonds.size() / static_cast<std::size_t>(dimensions));
  std::vector<std::int64_t> result(bonds.size() + 1);
  do {
    std::size_t unequal = 0;
    for (const auto& [a, b] : bonds) unequal += spins[a] != spins[b];
    ++result[unequal];
    // The next number of base q.
    for (std::size_t i = 0; i < spins.size() && ++spins[i] == q; ++i) spins[i] = 0;
  } while (spins.back() == 0);
  return result;
}

}  // namespace

std::optional<Potts> potts(int dimensions, std::int64_t L, std::int64_t q, double beta) {
  if (!(beta > 0)) throw std::invalid_argument("the Potts model needs beta > 0");
  if (L != (dimensions == 2 ? 3 : 2) || q < 2 || q > 4) return std::nullopt;
  const std::vector<std::int64_t> counts = unequal_bonds(dimensions, static_cast<std::size_t>(L), static_cast<int>(q));
  // In energies above the ground state, which is -d.
  double z = 0, first = 0, second = 0;
  for (std::size_t unequal = 0; unequal < counts.size(); ++unequal) {
    const double energy = 2 * static_cast<double>(unequal);
    const double weight = static_cast<double>(counts[unequal]) * std::exp(-beta * energy);
    z += weight, first += weight * energy, second += weight * energy * energy;
  }
  const double mean = first / z, sites = static_cast<double>(counts.size() - 1) / dimensions;
  return Potts{mean / sites - dimensions, beta * beta * (second / z - mean * mean) / sites};
}

}  // namespace spinbench::exact
