// What a variant that stores only the spins that flipped writes: memory is written by the sector, and a sector in which
// nothing flipped is not.
#pragma once

namespace spinbench::ising2d {

/// How the sites of one colour that share a sector lie: every other one of a row, or of a pair of rows in turns.
enum class Beside { in_a_row, in_paired_rows };

/// The share of the groups of `group` neighbouring sites of a colour in which at least one spin flips in a sweep, at
/// equilibrium at inverse temperature `beta`: 0 to 1. Seen in a simulation of 64 x 64 sites of its own (some
/// ten milliseconds, once for each temperature), to about 0.5%. Throws std::invalid_argument where `group` is not 1
/// to 32.
double share_written(double beta, int group, Beside beside);

}  // namespace spinbench::ising2d
