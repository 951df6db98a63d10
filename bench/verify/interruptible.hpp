// Checks that an interrupt ends: simulations that look for one before each step.
#pragma once

#include <memory>

#include "interface/registry.hpp"

namespace spinbench {

/// `inner`, which throws Interrupted instead of the next sweeps or observation once interrupted().
std::unique_ptr<Simulation> interruptible(std::unique_ptr<Simulation> inner);

/// `variant`, which makes such simulations.
Variant interruptible(Variant variant);

}  // namespace spinbench
