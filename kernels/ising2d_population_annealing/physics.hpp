// How the variants of ising2d_population_annealing are proved: by the exact energy, specific heat and free energy at
// every temperature, as Variant::physics and Variant::look.
//
// An annealing estimates Z by the product of the means of its weights, and the mean of that is Z itself, for any number
// of replicas; so is the mean of it times a population's mean of any function that function's thermal mean, times Z. So
// with z the estimate over the exact Z, e the energy per spin and <> exact means at a temperature,
//   z - 1,   z (mean of e - <e>),   z (mean of (e - <e>)^2 - <(e - <e>)^2>)
// have the mean zero at each temperature, without a bias of any order in 1/R, and independent annealings give the
// errors.
#pragma once

#include <vector>

#include "interface/registry.hpp"

namespace spinbench::annealing {

/// Replica after replica in the order of memory: row_order.
std::vector<Check> serial_physics(const CheckContext& context);
/// The oracle tiled, on small tiles and with few hits, which are numbers to it.
std::vector<Check> serial_tiled_physics(const CheckContext& context);
/// The oracle multispin_plain.
std::vector<Check> plain_multispin_physics(const CheckContext& context);
/// The double checkerboard on GPUs.
std::vector<Check> tiled_physics(const CheckContext& context);
/// Bit-sliced lattices, on L = 64 whatever the case's: hot lattices flip nearly all spins in each sweep and forget
/// slowly, so that a step of a larger one asks for more sweeps than a check has. Tiles of other shapes are proved by
/// their bits.
Params multispin_physics_case(const CheckContext& context);
std::vector<Check> multispin_physics(const CheckContext& context);

/// The check "look": energy and free energy lie where those of a right run can lie.
std::vector<Check> look(const Params& params, Simulation& simulation, double sweeps);

/// The three checks of a series "annealing", whose annealings have `steps` steps each.
std::vector<Check> judge_annealings(const Series& series, std::uint32_t steps, std::int64_t L, double gate_sigmas,
                                    const std::string& where);

}  // namespace spinbench::annealing
