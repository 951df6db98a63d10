// The kernel ising2d_metropolis, for kernels that run its simulations to another end.
#pragma once

#include "interface/registry.hpp"

namespace spinbench::ising2d {

/// Its exact values, and the cases on which its variants are checked.
Kernel metropolis_kernel();

}  // namespace spinbench::ising2d
