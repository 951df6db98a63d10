// What all variants of ea3d_parallel_tempering but the oracle ask of a machine.
#pragma once

#include "interface/registry.hpp"
#include "kernels/ea3d_metropolis/update.hpp"

namespace spinbench::glass_tempering {

/// As layout_work() of ea3d_metropolis, with an exchange every `step` sweeps: bonds counted, and spins that change
/// places.
Work tempering_work(const ea3d::GlassArrays& arrays, const rng::Facts& facts, double state_bytes, int step);

double tempering_bytes(const Params& params);

}  // namespace spinbench::glass_tempering
