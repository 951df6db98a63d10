// How the variants of ising2d_parallel_tempering are proved: by the exact energy at each temperature and by the exact
// probability that an exchange is accepted, pair by pair, as Variant::physics and Variant::look.
#pragma once

#include <vector>

#include "interface/registry.hpp"

namespace spinbench::tempering {

/// Replica after replica in the order of memory: row_order.
std::vector<Check> serial_physics(const CheckContext& context);
/// The oracle tiled, on small tiles and with few hits, which are numbers to it.
std::vector<Check> serial_tiled_physics(const CheckContext& context);
/// The oracle multispin_plain.
std::vector<Check> plain_multispin_physics(const CheckContext& context);
/// The double checkerboard on GPUs: host_exchange, device_exchange.
std::vector<Check> tiled_physics(const CheckContext& context);
/// Bit-sliced lattices: multispin, on a lattice one tile wide, so that the tile is the case's own.
Params multispin_physics_case(const CheckContext& context);
std::vector<Check> multispin_physics(const CheckContext& context);

/// The check "look": energies lie where those of a right run of that length can lie at each temperature.
std::vector<Check> look(const Params& params, Simulation& simulation, double sweeps);

}  // namespace spinbench::tempering
