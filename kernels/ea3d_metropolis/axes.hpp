// What the variants of the kernel ea3d_metropolis share beyond kernels/common/spin_glass.hpp.
#pragma once

#include <cstdint>
#include <string>

#include "interface/params.hpp"
#include "kernels/common/spin_glass.hpp"

namespace spinbench::ea3d {

Axis axis_L();     ///< linear size, even, 4 to 512
Axis axis_beta();  ///< inverse temperature, units of 1/J; that of the transition, T_c = 1.1019, where nobody says

/// Why no variant can run the case, or "": an odd L has no two colours.
std::string unsupported(const Params& params);

}  // namespace spinbench::ea3d
