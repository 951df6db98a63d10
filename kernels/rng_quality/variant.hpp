// The variants of the experiment rng_quality: those of ising2d_metropolis, run for their estimates.
#pragma once

#include "interface/registry.hpp"

namespace spinbench::rng_quality {

/// The variant of rng_quality that runs `ising`, a variant of ising2d_metropolis on the square lattice. Registered
/// beside it: the order in which files register is not defined, so that nothing can be looked up.
Variant quality_variant(Variant ising);

}  // namespace spinbench::rng_quality
