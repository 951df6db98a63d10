#include "kernels/ea3d_metropolis/axes.hpp"

#include "kernels/common/axes.hpp"

namespace spinbench::ea3d {

Axis axis_L() { return Axis::integer("L", 32, 4, 512, "linear size of the lattice"); }

Axis axis_beta() { return spinbench::axis_beta(0.90752336872674); }

std::string unsupported(const Params& params) { return board_unsupported(params, 3); }

}  // namespace spinbench::ea3d
