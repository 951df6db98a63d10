// The bit-sliced lattices of `multispin` on a host (multispin_host.cpp), for kernels that move their temperatures.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "interface/params.hpp"
#include "kernels/common/host_lattices.hpp"
#include "kernels/common/multispin_lattices.hpp"
#include "kernels/ising2d_metropolis/multispin.hpp"

namespace spinbench::ising2d {

/// Of the axes that the variant multispin has on a CPU.
std::unique_ptr<MultispinLattices> make_multispin_lattices(const Params& params, std::uint64_t seed);
/// For variants that share a lattice out.
HostMultispinRule<MultispinThresholds> host_multispin_rule(const std::string& rng);

/// As Simulation::code_path() of these.
std::string multispin_lattices_path(const Params& params);

}  // namespace spinbench::ising2d
