// The bit-sliced update of `multispin` on a host (multispin_host.cpp), for variants that share a lattice out.
#pragma once

#include <string>

#include "kernels/common/host_lattices.hpp"
#include "kernels/ising3d_metropolis/multispin.hpp"

namespace spinbench::ising3d {

HostMultispinRule<MultispinThresholds> host_multispin_rule(const std::string& rng);

}  // namespace spinbench::ising3d
