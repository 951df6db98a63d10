// Clusters on a host by union-find, slab by slab, so that threads can share the work. The elements are runs, sites of a
// row that bonds along it join, known by their first site. A run's parent is never larger than the run, so that a
// cluster's root is its smallest site, and one pass in ascending order brings to each run what its root was given.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "kernels/common/clusters/lattice.hpp"
#include "kernels/common/clusters/row_bits.hpp"
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
        row_words_(words_of_row(extents.nx)),
        parent_(extents.sites()),
        starts_(row_words_ * extents.ny * extents.nz),
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
        add_row(y, bonds.along[0].data());
        if (y > first) join_rows(y, y - 1, below.data());
        close_row(y, bonds.along[0].back());
        std::swap(below, bonds.along[1]);
      }
      if (last > first) seams_[static_cast<std::size_t>(slab)] = below;
      return;
    }
    for (std::uint32_t z = first; z < last; ++z) {
      for (std::uint32_t y = 0; y < n_.ny; ++y) {
        draw(y, z, bonds);
        std::uint8_t* const above = layer.data() + static_cast<std::size_t>(y) * n_.nx;
        const std::uint32_t row = z * n_.ny + y;
        add_row(row, bonds.along[0].data());
        if (y > 0) join_rows(row, row - 1, below.data());
        if (z > first) join_rows(row, row - n_.ny, above);
        close_row(row, bonds.along[0].back());
        std::copy(bonds.along[2].begin(), bonds.along[2].end(), above);
        std::swap(below, bonds.along[1]);
      }
      join_rows((z + 1) * n_.ny - 1, z * n_.ny, below.data());
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

  /// Runs whose parent lies in another slab: their cluster may not be known yet where slabs are walked at once.
  const std::vector<std::uint32_t>& foreign() const { return foreign_; }
  /// Bit x % 64 of word x / 64: whether a run of the row begins at site x.
  const std::uint64_t* starts(std::uint32_t row) const { return starts_.data() + row * row_words_; }
  /// Of a site that is a run's first; of others that first one.
  std::uint32_t parent(std::uint32_t site) const {
    const std::uint32_t run = run_of(site);
    return run == site ? parent_[site] : run;
  }
  std::uint32_t parent_of_run(std::uint32_t run) const { return parent_[run]; }
  std::uint32_t root(std::uint32_t site) const {
    site = run_of(site);
    while (parent_[site] != site) site = parent_[site];
    return site;
  }

 private:
  std::uint32_t slab_of(std::uint32_t site) const { return slab_of_plane_[site / plane_sites_]; }

  std::uint32_t run_of(std::uint32_t site) const {
    const std::uint32_t row = site / n_.nx, x = site - row * n_.nx;
    const std::uint64_t* const bits = starts(row);
    std::size_t word = x / 64;
    std::uint64_t before = bits[word] & (~std::uint64_t{0} >> (63 - x % 64));
    while (before == 0) before = bits[--word];
    return row * n_.nx + static_cast<std::uint32_t>(64 * word) + static_cast<std::uint32_t>(std::bit_width(before)) - 1;
  }

  /// Within a slab.
  std::uint32_t find(std::uint32_t run) {
    // Most runs are roots or lead to one: a branch that does not tell these apart is foreseen.
    while (true) {
      const std::uint32_t parent = parent_[run], next = parent_[parent];
      if (next == parent) return parent;
      parent_[run] = next;
      run = next;
    }
  }
  void unite(std::uint32_t a, std::uint32_t b) {
    const std::uint32_t roots[] = {find(a), find(b)};
    const std::uint32_t root = std::min(roots[0], roots[1]);
    // No branch says which of them it is, or whether they were one before.
    parent_[std::max(roots[0], roots[1])] = root;
    parent_[a] = root;
    parent_[b] = root;
  }

  /// The runs of a row, each its own parent.
  void add_row(std::uint32_t row, const std::uint8_t* along) {
    std::uint64_t* const bits = starts_.data() + row * row_words_;
    std::uint64_t joined = 0;
    for (std::size_t word = 0; word < row_words_; ++word) {
      const std::uint32_t sites = sites_in(word);
      const std::uint64_t bonds = packed(along + 64 * word, sites);
      bits[word] = ~(bonds << 1 | joined) & ~std::uint64_t{0} >> (64 - sites);
      joined = bonds >> 63;
    }
    std::uint32_t* const parent = parent_.data() + row * n_.nx;
    for (std::uint32_t x = 0; x < n_.nx; ++x) parent[x] = row * n_.nx + x;
  }
  /// Joins the runs of a row with those of another in the slab by the bonds of site to site. Of bonds that join the
  /// same two runs one after the other the first is enough.
  void join_rows(std::uint32_t row, std::uint32_t other, const std::uint8_t* bonds) {
    const std::uint64_t *const own = starts(row), *const theirs = starts(other);
    Stretches stretches;
    std::uint32_t own_run = row * n_.nx, their_run = other * n_.nx;
    for (std::size_t word = 0; word < row_words_; ++word) {
      const std::uint64_t a = own[word], b = theirs[word];
      const auto site = static_cast<std::uint32_t>(64 * word);
      const std::uint64_t ends = planted(Mutant::labels_one_bond_a_run) ? a : a | b;
      std::uint64_t left = stretches.first(packed(bonds + 64 * word, sites_in(word)), ~ends);
      for (; left != 0; left &= left - 1) {
        const std::uint64_t until = left ^ (left - 1);
        unite(last_start(a & until, row * n_.nx + site, own_run),
              last_start(b & until, other * n_.nx + site, their_run));
      }
      own_run = last_start(a, row * n_.nx + site, own_run);
      their_run = last_start(b, other * n_.nx + site, their_run);
    }
  }
  /// The run that begins at the highest bit; `before` where there is none.
  static std::uint32_t last_start(std::uint64_t bits, std::uint32_t site, std::uint32_t before) {
    return bits == 0 ? before : site + static_cast<std::uint32_t>(std::bit_width(bits)) - 1;
  }
  void close_row(std::uint32_t row, bool bond) {
    if (bond && !planted(Mutant::labels_row_not_closed)) unite(run_of((row + 1) * n_.nx - 1), row * n_.nx);
  }
  std::uint32_t sites_in(std::size_t word) const {
    return std::min(n_.nx - static_cast<std::uint32_t>(64 * word), std::uint32_t{64});
  }

  /// Paths are shortened inside a slab only, so that the list of foreign parents stays complete.
  std::uint32_t find_across(std::uint32_t run) {
    while (parent_[run] != run) {
      const std::uint32_t next = parent_[parent_[run]];
      if (slab_of(next) == slab_of(run)) parent_[run] = next;
      run = parent_[run];
    }
    return run;
  }
  void unite_across(std::uint32_t a, std::uint32_t b) {
    a = find_across(run_of(a)), b = find_across(run_of(b));
    if (a == b) return;
    if (a > b) std::swap(a, b);
    parent_[b] = a;
    if (slab_of(a) != slab_of(b)) foreign_.push_back(b);
  }

  Extents n_;
  bool is_plane_;
  std::uint32_t planes_, plane_sites_;
  std::size_t row_words_;
  std::vector<std::uint32_t> parent_;  ///< of runs
  std::vector<std::uint64_t> starts_;
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
