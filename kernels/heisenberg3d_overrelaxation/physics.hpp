// What proves the variants of the kernel heisenberg3d_overrelaxation beyond bits.
#pragma once

#include <vector>

#include "interface/registry.hpp"

namespace spinbench::overrelaxation {

/// The checks of Check::Kind::physics on the case `params`, one update of each spin a sweep, from the start, whose
/// directions are uniform and independent; the update leaves that so. Exact at any couplings: in one sweep a spin turns
/// to s' with <s . s'> = -1/3, since the cosine of its angle to the field is uniform. Of Gaussian couplings of mean 0
/// and variance 1: the energy per spin has mean 0 and variance 1 / sites. Of the dynamics: the energy stands still, and
/// no spin does.
std::vector<Check> check_turning(const CheckContext& context, const Params& params);

/// As Variant::physics: of variants that take any L, and of those that cut it into boxes. check_turning(), and before
/// it what couplings are (kernels/common/heisenberg/disorder_check.hpp) and of an oracle, at the case's own size, too,
/// that a sweep moves each spin (kernels/common/turns_check.hpp); where one of these fails, these alone.
std::vector<Check> physics(const CheckContext& context);
std::vector<Check> boxes_physics(const CheckContext& context);

/// As Variant::look: nothing beside the object's own check, which comes with it, that its energy is that of its start.
std::vector<Check> look(const Params& params, Simulation& simulation, double sweeps);

}  // namespace spinbench::overrelaxation
