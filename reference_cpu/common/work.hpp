// What a sweep of the serial simulations asks of the machine.
#pragma once

#include "interface/params.hpp"
#include "interface/simulation.hpp"

namespace spinbench {

/// A sweep of `attempts`, each of `logic_ops` integer operations and, for each word drawn, what the generator's facts
/// say. `drawn`: with draw conditional, the least part of the attempts that draw a word.
Work attempt_work(const Params& params, double attempts, double logic_ops, double drawn);

/// Bytes of `sites` spins and of the states of `streams` streams, of which `lanes` share a ring if the generator has
/// rings.
double simulation_bytes(const Params& params, double sites, double streams, double lanes = 1);

/// Sets the footprint and the traffic of a sweep: none where the footprint stays in a core's first-level cache (32 KiB
/// on every common CPU), for then nothing crosses the level that machine_l2 measures.
void set_traffic(Work& work, double footprint_bytes, double memory_bytes);

}  // namespace spinbench
