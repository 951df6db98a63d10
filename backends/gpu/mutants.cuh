// The planted mutant on the device (interface/mutants.hpp), for builds with SPINBENCH_MUTANTS. Without relocatable
// device code each file has a variable of its own there, so each enters a function that sets it.
#pragma once

#include "backends/gpu/runtime.hpp"

namespace spinbench::gpu::inline SPINBENCH_GPU_NAMESPACE {

using SetMutant = void (*)(int number);

/// Enters a file's function. Nothing is asked of the runtime yet.
bool add_mutant_setter(SetMutant set);

/// Sets the variables of all files on the current device.
void plant_on_device(int number);

namespace {

[[maybe_unused]] __constant__ int mutant_on_device;
[[maybe_unused]] const bool mutant_setter_added = add_mutant_setter([](int number) {
  check(SPINBENCH_GPU_API(MemcpyToSymbol)(SPINBENCH_GPU_SYMBOL(mutant_on_device), &number, sizeof number), "mutant");
});

}  // namespace

}  // namespace spinbench::gpu::inline SPINBENCH_GPU_NAMESPACE
