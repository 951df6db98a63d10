#include <vector>

#include "backends/gpu/mutants.cuh"

namespace spinbench::gpu::inline SPINBENCH_GPU_NAMESPACE {

namespace {

/// Other files enter theirs before this file's own objects are made.
std::vector<SetMutant>& setters() {
  static std::vector<SetMutant> all;
  return all;
}

}  // namespace

bool add_mutant_setter(SetMutant set) {
  setters().push_back(set);
  return true;
}

void plant_on_device(int number) {
  for (const SetMutant set : setters()) set(number);
}

}  // namespace spinbench::gpu::SPINBENCH_GPU_NAMESPACE
