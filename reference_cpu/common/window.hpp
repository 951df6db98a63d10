// Part of an Ising lattice; what lies around it is as at the start, where all spins are up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "interface/registry.hpp"
#include "reference_cpu/common/cells.hpp"

namespace spinbench {

template <int Dimensions>
class Window {
 public:
  using Site = Cell<Dimensions>;

  /// `box`: of the sites of a lattice of side L.
  Window(std::uint32_t L, const Box<Dimensions>& box)
      : L_(L), box_(box), spins_(static_cast<std::size_t>(box.cells()), 1) {}

  std::int8_t at(const Site& site) const {
    std::size_t index = 0;
    return find(site, index) ? spins_[index] : std::int8_t{1};
  }
  /// Spin times the sum of its neighbours; a flip costs twice that.
  int field(const Site& site) const {
    int sum = 0;
    for (std::size_t d = 0; d < Dimensions; ++d) {
      Site beside = site;
      beside[d] = site[d] == 0 ? L_ - 1 : site[d] - 1;
      sum += at(beside);
      beside[d] = site[d] + 1 == L_ ? 0 : site[d] + 1;
      sum += at(beside);
    }
    return at(site) * sum;
  }
  /// Of a site inside.
  void flip(const Site& site) {
    std::size_t index = 0;
    if (find(site, index)) spins_[index] = static_cast<std::int8_t>(-spins_[index]);
  }
  /// Adds the spins of `sites`, which lie inside, with canonical numbers of realization `replica`.
  void add_to(SampledValues& sample, const Box<Dimensions>& sites, std::uint64_t replica = 0) const {
    Site sides;
    sides.fill(L_);
    std::uint64_t before = replica;
    for (const std::uint32_t side : sides) before *= side;
    sites.each(sides, [&](const Site& site) {
      sample.indices.push_back(before + number_of(site, sides));
      sample.values.push_back(at(site));
    });
  }

 private:
  bool find(const Site& site, std::size_t& index) const {
    index = 0;
    for (std::size_t d = Dimensions; d-- > 0;) {
      const std::uint32_t from = site[d] >= box_.first[d] ? site[d] - box_.first[d] : site[d] + L_ - box_.first[d];
      if (from >= box_.extent[d]) return false;
      index = index * box_.extent[d] + from;
    }
    return true;
  }

  std::uint32_t L_;
  Box<Dimensions> box_;
  std::vector<std::int8_t> spins_;
};

}  // namespace spinbench
