// Clusters on a host by union-find, slab by slab, so that threads can share the work. A site's parent is never larger
// than the site, so that a cluster's root is its smallest site, and one pass in ascending order brings to each site
// what its root was given.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "kernels/common/clusters/lattice.hpp"
#include "kernels/common/mutants.hpp"

namespace spinbench::clusters {

/// Which bonds of a row are active, one byte each: from site x to the next in each direction.
struct RowBonds {
  std::vector<std::uint8_t> along[3];

  explicit RowBonds(std::uint32_t nx) {
    for (auto& flags : along) flags.assign(nx, 0);
  }
};

/// The forest of one update. Planes are the rows of a lattice with nz = 1, the layers of others; a slab is a number of
/// consecutive planes.
class HostLabels {
 public:
  HostLabels(const Extents& extents, int slabs)
      : n_(extents),
        is_plane_(extents.nz == 1),
        planes_(is_plane_ ? extents.ny : extents.nz),
        plane_sites_(is_plane_ ? extents.nx : extents.nx * extents.ny),
        parent_(extents.sites()),
        slab_of_plane_(planes_),
        seams_(static_cast<std::size_t>(slabs)) {
    for (int slab = 0; slab < slabs; ++slab)
      for (std::uint32_t plane = first_plane(slab); plane < first_plane(slab + 1); ++plane)
        slab_of_plane_[plane] = static_cast<std::uint16_t>(slab);
    for (auto& seam : seams_) seam.resize(plane_sites_);
  }

  int slabs() const { return static_cast<int>(seams_.size()); }
  /// The planes are shared out evenly; first_plane(slabs()) is their number.
  std::uint32_t first_plane(int slab) const {
    return static_cast<std::uint32_t>(std::uint64_t{planes_} * static_cast<std::uint64_t>(slab) / seams_.size());
  }
  std::uint32_t plane_sites() const { return plane_sites_; }

  /// Labels a slab by the bonds inside it; to be called for each slab, in any order or at once. `draw(y, z, bonds)`
  /// fills the bonds of row (y, z), and is called once for each row.
  template <class Draw>
  void label_slab(int slab, Draw&& draw) {
    RowBonds bonds(n_.nx);
    std::vector<std::uint8_t> below(n_.nx), layer(is_plane_ ? 0 : plane_sites_);
    const std::uint32_t first = first_plane(slab), last = first_plane(slab + 1);
    if (is_plane_) {
      for (std::uint32_t y = first; y < last; ++y) {
        draw(y, 0, bonds);
        add_row(y * n_.nx, bonds.along[0].data(), y == first ? nullptr : below.data(), nullptr);
        std::swap(below, bonds.along[1]);
      }
      if (last > first) seams_[static_cast<std::size_t>(slab)] = below;
      return;
    }
    for (std::uint32_t z = first; z < last; ++z) {
      for (std::uint32_t y = 0; y < n_.ny; ++y) {
        draw(y, z, bonds);
        std::uint8_t* const above = layer.data() + static_cast<std::size_t>(y) * n_.nx;
        const std::uint32_t row = (z * n_.ny + y) * n_.nx;
        add_row(row, bonds.along[0].data(), y == 0 ? nullptr : below.data(), z == first ? nullptr : above);
        std::copy(bonds.along[2].begin(), bonds.along[2].end(), above);
        std::swap(below, bonds.along[1]);
      }
      wrap_rows(z, below.data());
    }
    if (last > first) seams_[static_cast<std::size_t>(slab)] = layer;
  }

  /// Joins the slabs, the last with the first as well; after all of them were labelled. Not to be shared out.
  void join_slabs() {
    foreign_.clear();
    for (int slab = 0; slab < slabs(); ++slab) {
      const std::uint32_t last = first_plane(slab + 1);
      if (last == first_plane(slab)) continue;
      const std::uint32_t here = (last - 1) * plane_sites_, there = last == planes_ ? 0 : last * plane_sites_;
      if (planted(Mutant::labels_open_boundary) && there == 0) continue;
      const std::vector<std::uint8_t>& seam = seams_[static_cast<std::size_t>(slab)];
      for (std::uint32_t i = 0; i < plane_sites_; ++i)
        if (seam[i]) unite_across(here + i, there + i);
    }
  }

  /// Sites whose parent lies in another slab: their cluster may not be known yet where slabs are walked at once.
  const std::vector<std::uint32_t>& foreign() const { return foreign_; }
  std::uint32_t parent(std::uint32_t site) const { return parent_[site]; }
  std::uint32_t root(std::uint32_t site) const {
    while (parent_[site] != site) site = parent_[site];
    return site;
  }

 private:
  std::uint32_t slab_of(std::uint32_t site) const { return slab_of_plane_[site / plane_sites_]; }

  /// Within a slab.
  std::uint32_t find(std::uint32_t site) {
    while (parent_[site] != site) {
      parent_[site] = parent_[parent_[site]];
      site = parent_[site];
    }
    return site;
  }
  std::uint32_t unite(std::uint32_t a, std::uint32_t b) {
    a = find(a), b = find(b);
    if (a > b) std::swap(a, b);
    parent_[b] = a;
    return a;
  }

  /// Adds a row whose bonds to the rows before are given, or null where there is none.
  void add_row(std::uint32_t row, const std::uint8_t* along, const std::uint8_t* below, const std::uint8_t* layer) {
    std::uint32_t* const parent = parent_.data();
    bool left = false;
    for (std::uint32_t x = 0; x < n_.nx; ++x) {
      const std::uint32_t site = row + x;
      // The root on the left, if there is a bond to it, else the site itself.
      std::uint32_t own = left ? parent[site - 1] : site;
      parent[site] = own;
      if (below != nullptr && below[x])
        own = own == site ? parent[site] = find(site - n_.nx) : join(site, site - n_.nx);
      if (layer != nullptr && layer[x]) join(site, site - plane_sites_);
      left = along[x];
    }
    if (left && !planted(Mutant::labels_row_not_closed)) unite(row + n_.nx - 1, row);
  }
  /// Two sites of which the first is the last that was added: it goes under the common root itself.
  std::uint32_t join(std::uint32_t site, std::uint32_t other) { return parent_[site] = unite(site, other); }

  void wrap_rows(std::uint32_t z, const std::uint8_t* bonds) {
    const std::uint32_t first = z * plane_sites_, last = first + (n_.ny - 1) * n_.nx;
    for (std::uint32_t x = 0; x < n_.nx; ++x)
      if (bonds[x]) unite(last + x, first + x);
  }

  /// Paths are shortened inside a slab only, so that the list of foreign parents stays complete.
  std::uint32_t find_across(std::uint32_t site) {
    while (parent_[site] != site) {
      const std::uint32_t next = parent_[parent_[site]];
      if (slab_of(next) == slab_of(site)) parent_[site] = next;
      site = parent_[site];
    }
    return site;
  }
  void unite_across(std::uint32_t a, std::uint32_t b) {
    a = find_across(a), b = find_across(b);
    if (a == b) return;
    if (a > b) std::swap(a, b);
    parent_[b] = a;
    if (slab_of(a) != slab_of(b)) foreign_.push_back(b);
  }

  Extents n_;
  bool is_plane_;
  std::uint32_t planes_, plane_sites_;
  std::vector<std::uint32_t> parent_;
  std::vector<std::uint16_t> slab_of_plane_;
  std::vector<std::vector<std::uint8_t>> seams_;  ///< bonds from a slab's last plane on
  std::vector<std::uint32_t> foreign_;
};

/// What the clusters of an update are like.
struct ClusterCount {
  std::uint64_t clusters = 0;
  double squares = 0;  ///< sum over clusters of their sites squared

  /// From the root of each site.
  template <class Root>
  static ClusterCount of(std::uint32_t sites, Root&& root) {
    std::vector<std::uint32_t> size(sites);
    for (std::uint32_t i = 0; i < sites; ++i) ++size[root(i)];
    ClusterCount result;
    std::uint64_t squares = 0;
    for (const std::uint32_t one : size) {
      result.clusters += one > 0;
      squares += std::uint64_t{one} * one;
    }
    result.squares = static_cast<double>(squares);
    return result;
  }
};

}  // namespace spinbench::clusters
