// Sets of bonds that have led labellings astray, and a check that a labelling finds their clusters.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "interface/simulation.hpp"
#include "kernels/common/clusters/lattice.hpp"

namespace spinbench::clusters {

/// Bit d of byte i says whether the bond of site i in direction d is active.
using BondSet = std::vector<std::uint8_t>;

/// Each bond active with probability `p`.
BondSet random_bonds(const Extents& n, int dimensions, double p, std::uint64_t seed);
BondSet no_bonds(const Extents& n);
BondSet all_bonds(const Extents& n, int dimensions);
/// Those of the bonds that lead from row to row: each site of a row is a stretch of its own.
BondSet across(BondSet bonds);
/// One path that winds from the outside of a plane to its middle, in each plane: the longest way to a root.
BondSet spirals(const Extents& n);
/// Teeth of a column each that only the last row joins: each column is a cluster of its own until the end.
BondSet combs(const Extents& n);
/// One path that visits all sites of a plane in rows that go to and fro, so that labels travel far.
BondSet meanders(const Extents& n);

/// The smallest site of each site's cluster, by walking through it.
std::vector<std::uint32_t> flooded(const Extents& n, int dimensions, const BondSet& bonds);

/// Labels the sites of a lattice by a set of bonds: the smallest site of each one's cluster.
using Labelling = std::function<std::vector<std::uint32_t>(const Extents&, const BondSet&)>;

/// The check "labels": the labelling against flooded() on all these sets, and on random ones from few bonds to many, on
/// lattices of one row, one column, odd sides and several tiles, of those that `admits` it.
Check check_labels(int dimensions, const Labelling& label, const std::function<bool(const Extents&)>& admits);

}  // namespace spinbench::clusters
