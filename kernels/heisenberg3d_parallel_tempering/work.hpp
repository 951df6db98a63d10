// What a sweep of all replicas asks of a machine, and what they take of its memory.
#pragma once

#include <vector>

#include "interface/registry.hpp"
#include "kernels/heisenberg3d_parallel_tempering/axes.hpp"

namespace spinbench::vector_tempering {

/// `drawn`: words that an update by the heat bath draws; `state_bytes`: of streams, in and out for each of these. The
/// couplings of a realization are charged once for all its replicas: a cache may hold them meanwhile. Memory and random
/// words; arithmetic is added where a limit is measured for it.
Work tempering_work(const Params& params, int drawn, double state_bytes);

/// As Variant::memory_bytes.
double tempering_bytes(const Params& params);

/// As Variant::bit_cases: small lattices, several realizations, few sweeps between exchanges.
std::vector<Params> tempering_bit_cases(const Params& params, const Device& device);

}  // namespace spinbench::vector_tempering
