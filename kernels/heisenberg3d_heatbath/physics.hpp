// What proves the variants of the kernel heisenberg3d_heatbath.
#pragma once

#include <vector>

#include "interface/registry.hpp"

namespace spinbench::heisenberg {

/// The check "heat bath", of Check::Kind::support: the new spin that the rule in float and double draws, from random
/// words at the ends and between and in fields from none to strong ones, against its formula in long double: the cosine
/// of its angle to the field, its length, and averages over the azimuth.
Check check_heat_bath();

/// As Variant::physics: the rule, and what site_by_site_physics() proves.
std::vector<Check> heat_bath_physics(const CheckContext& context);

/// `variant` of the heat bath by code that Metropolis's kernels share, with its source and physics.
Variant of_heat_bath(Variant variant, const char* source);

}  // namespace spinbench::heisenberg
