// What the Kokkos backend asks of the machine before Kokkos is initialised.
#pragma once

#include <string>
#include <vector>

#include "interface/backend.hpp"

namespace spinbench::kokkos {

/// The devices of the default execution space: the host as one device, or each GPU. Empty where there is none; then
/// `why_none` says why.
std::vector<Device> find_devices(std::string& why_none);

/// Worker threads that a host space will start: KOKKOS_NUM_THREADS, else what OpenMP or the machine gives.
int host_threads();

/// The backend that reads clock, temperature, power and energy of the same hardware: "cpu", "cuda" or "hip".
const char* companion_backend();

}  // namespace spinbench::kokkos
