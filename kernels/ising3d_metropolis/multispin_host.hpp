// The variant `multispin` of the cubic lattice on a CPU, for vectors that a test may want narrower than the host has.
#pragma once

#include <cstdint>
#include <memory>

#include "backends/cpu/isa.hpp"
#include "interface/params.hpp"
#include "interface/simulation.hpp"

namespace spinbench::ising3d {

std::unique_ptr<Simulation> make_host_multispin(const Params& params, std::uint64_t seed, cpu::Isa widest);

}  // namespace spinbench::ising3d
