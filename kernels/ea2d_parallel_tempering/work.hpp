// What the variants of ea2d_parallel_tempering ask of a machine beside the sweeps.
#pragma once

#include "kernels/common/spin_glass.hpp"

namespace spinbench::glass_tempering {

/// Of an exchange, for a word of 32 spins: its two bonds, where they are counted digit by digit.
inline constexpr double square_count_operations = 7;

inline double square_tempering_bytes(const Params& params) {
  const SpinGlassShape shape = SpinGlassShape::of(2, params);
  const double lattices = static_cast<double>(shape.systems) * shape.replicas;
  // Of each realization beside its spins a count, a copy's number and what is read of them.
  return static_cast<double>(shape.sites()) * (4 * lattices + 8.0 * shape.systems) + 32 * 40 * lattices;
}

}  // namespace spinbench::glass_tempering
