#include "kernels/common/clusters/label_patterns.hpp"

#include <random>
#include <utility>

namespace spinbench::clusters {
namespace {

std::uint32_t number_of(const Extents& n, std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  return (z * n.ny + y) * n.nx + x;
}

/// A path through places of each plane; consecutive places must be neighbours inside it.
BondSet along_path(const Extents& n, const std::vector<std::pair<std::uint32_t, std::uint32_t>>& path) {
  BondSet result = no_bonds(n);
  for (std::uint32_t z = 0; z < n.nz; ++z)
    for (std::size_t i = 0; i + 1 < path.size(); ++i) {
      const auto [x0, y0] = path[i];
      const auto [x1, y1] = path[i + 1];
      const std::uint32_t x = x0 < x1 ? x0 : x1, y = y0 < y1 ? y0 : y1;
      result[number_of(n, x, y, z)] |= static_cast<std::uint8_t>(y0 == y1 ? 1 : 2);
    }
  return result;
}

std::vector<Extents> lattices(int dimensions) {
  if (dimensions == 2)
    return {{64, 64, 1}, {128, 96, 1}, {192, 130, 1}, {36, 100, 1}, {4, 300, 1}, {300, 1, 1},
            {256, 3, 1}, {1, 200, 1},  {77, 53, 1},   {7, 130, 1},  {2, 2, 1},   {130, 67, 1}};
  return {{16, 16, 16}, {32, 16, 48}, {36, 20, 17}, {4, 33, 40}, {20, 1, 30},
          {64, 3, 2},   {5, 7, 9},    {2, 2, 2},    {33, 18, 5}};
}

}  // namespace

BondSet random_bonds(const Extents& n, int dimensions, double p, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::bernoulli_distribution active(p);
  BondSet result(n.sites());
  for (std::uint8_t& bonds : result)
    for (int d = 0; d < dimensions; ++d) bonds |= static_cast<std::uint8_t>(active(random) << d);
  return result;
}

BondSet no_bonds(const Extents& n) { return BondSet(n.sites()); }

BondSet all_bonds(const Extents& n, int dimensions) {
  return BondSet(n.sites(), static_cast<std::uint8_t>((1 << dimensions) - 1));
}

BondSet across(BondSet bonds) {
  for (std::uint8_t& of_site : bonds) of_site &= static_cast<std::uint8_t>(~1u);
  return bonds;
}

BondSet spirals(const Extents& n) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> path;
  std::vector<bool> taken(std::size_t{n.nx} * n.ny);
  int x = 0, y = 0, dx = 1, dy = 0;
  const auto is_free = [&](int px, int py) {
    return px >= 0 && py >= 0 && px < static_cast<int>(n.nx) && py < static_cast<int>(n.ny) &&
           !taken[static_cast<std::size_t>(py) * n.nx + static_cast<std::size_t>(px)];
  };
  for (int turns = 0; turns < 2;) {
    path.emplace_back(x, y);
    taken[static_cast<std::size_t>(y) * n.nx + static_cast<std::size_t>(x)] = true;
    for (turns = 0; turns < 2 && !is_free(x + dx, y + dy); ++turns) dx = -std::exchange(dy, dx);
    x += dx, y += dy;
  }
  return along_path(n, path);
}

BondSet combs(const Extents& n) {
  BondSet result = no_bonds(n);
  for (std::uint32_t z = 0; z < n.nz; ++z)
    for (std::uint32_t x = 0; x < n.nx; ++x) {
      for (std::uint32_t y = 0; y + 1 < n.ny; ++y) result[number_of(n, x, y, z)] |= 2;
      if (x + 1 < n.nx) result[number_of(n, x, n.ny - 1, z)] |= 1;
    }
  return result;
}

BondSet meanders(const Extents& n) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> path;
  for (std::uint32_t y = 0; y < n.ny; ++y)
    for (std::uint32_t i = 0; i < n.nx; ++i) path.emplace_back(y % 2 == 0 ? i : n.nx - 1 - i, y);
  return along_path(n, path);
}

std::vector<std::uint32_t> flooded(const Extents& n, int dimensions, const BondSet& bonds) {
  constexpr std::uint32_t none = 0xFFFFFFFFu;
  std::vector<std::uint32_t> label(n.sites(), none), waiting;
  for (std::uint32_t first = 0; first < n.sites(); ++first) {
    if (label[first] != none) continue;
    label[first] = first;
    waiting.assign(1, first);
    while (!waiting.empty()) {
      const Site at = site_at(n, waiting.back());
      waiting.pop_back();
      const auto reach = [&](std::uint32_t site) {
        if (label[site] != none) return;
        label[site] = first;
        waiting.push_back(site);
      };
      for (int d = 0; d < dimensions; ++d) {
        if (bonds[at.number] >> d & 1) reach(next_site(n, at, d));
        const std::uint32_t before = previous_site(n, at, d);
        if (bonds[before] >> d & 1) reach(before);
      }
    }
  }
  return label;
}

Check check_labels(int dimensions, const Labelling& label, const std::function<bool(const Extents&)>& admits) {
  Check check;
  check.name = "labels";
  int sets = 0;
  for (const Extents& n : lattices(dimensions)) {
    if (!admits(n)) continue;
    std::vector<std::pair<std::string, BondSet>> all = {{"no bonds", no_bonds(n)},
                                                        {"all bonds", all_bonds(n, dimensions)},
                                                        {"spirals", spirals(n)},
                                                        {"combs", combs(n)},
                                                        {"meanders", meanders(n)}};
    for (const double p : {0.1, 0.25, 0.4, 0.5, 0.6, 0.9})
      all.emplace_back("random bonds", random_bonds(n, dimensions, p, 1000 * n.nx + n.ny));
    all.emplace_back("all bonds across", across(all_bonds(n, dimensions)));
    all.emplace_back("random bonds across", across(random_bonds(n, dimensions, 0.7, 1000 * n.nx + n.ny)));
    for (const auto& [name, bonds] : all) {
      ++sets;
      if (label(n, bonds) == flooded(n, dimensions, bonds)) continue;
      check.detail = "wrong clusters of " + name + " on " + std::to_string(n.nx) + " x " + std::to_string(n.ny) +
                     " x " + std::to_string(n.nz) + " sites";
      return check;
    }
  }
  check.passed = sets > 0;
  check.detail =
      std::to_string(sets) + " sets of bonds: random ones, spirals, combs, meanders, rows without bonds, all and none";
  return check;
}

}  // namespace spinbench::clusters
