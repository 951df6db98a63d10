// What all variants of ea3d_parallel_tempering but the oracle ask of a machine, and the cases on which they are
// compared.
#pragma once

#include <vector>

#include "interface/registry.hpp"
#include "kernels/ea3d_metropolis/update.hpp"

namespace spinbench::glass_tempering {

/// As layout_work() of ea3d_metropolis, with an exchange every `step` sweeps: bonds counted, and spins that change
/// places.
Work tempering_work(const ea3d::GlassArrays& arrays, const rng::Facts& facts, double state_bytes, int step);

double tempering_bytes(const Params& params);

/// As Variant::bit_cases: lattices of side 6 to 16 with three systems at most, the case's replicas and few sweeps
/// between exchanges.
std::vector<Params> tempering_bit_cases(const Params& params, const Device& device);

}  // namespace spinbench::glass_tempering
