// The mutants by name, and the question that kernels ask: planted(Mutant::name). In an ordinary build it is `false` at
// compile time, and the branch is gone. Each kernel brings the mutants that only its own checks can find.
//
// A mutant is a bug that somebody could write, in a place that matters at sizes that are timed: so it may need several
// columns of tiles, several blocks, a second launch, a second thread, a second realization or many sweeps in a batch to
// show.
#pragma once

#include "backends/attributes.hpp"
#include "interface/mutants.hpp"
#include "kernels/common/mutants/clusters.hpp"
#include "kernels/common/mutants/ensembles.hpp"
#include "kernels/common/mutants/glasses.hpp"
#include "kernels/common/mutants/ising.hpp"
#include "kernels/common/mutants/machine.hpp"
#include "kernels/common/mutants/vectors.hpp"
#if defined(SPINBENCH_MUTANTS) && defined(SPINBENCH_GPU_BACKEND)
#include "backends/gpu/mutants.cuh"
#endif

/// mutant(name, where it lives, as MutantInfo::where with "; " between the cases, what it does). The lists stand in
/// mutants/, by families of models.
// clang-format off
#define SPINBENCH_MUTANT_LIST(mutant)                                                                                  \
  SPINBENCH_ISING_MUTANTS(mutant)                                                                                      \
  SPINBENCH_TEMPERING_MUTANTS(mutant)                                                                                  \
  SPINBENCH_ANNEALING_MUTANTS(mutant)                                                                                  \
  SPINBENCH_GLASS_MUTANTS(mutant)                                                                                      \
  SPINBENCH_VECTOR_MUTANTS(mutant)                                                                                     \
  SPINBENCH_CLUSTER_MUTANTS(mutant)                                                                                    \
  SPINBENCH_ENERGY_WALK_MUTANTS(mutant)                                                                                \
  SPINBENCH_HOST_MUTANTS(mutant)                                                                                       \
  SPINBENCH_LAUNCH_MUTANTS(mutant)                                                                                     \
  SPINBENCH_GPU_ISING_MUTANTS(mutant)                                                                                  \
  SPINBENCH_GPU_GLASS_MUTANTS(mutant)                                                                                  \
  SPINBENCH_RELAXATION_MUTANTS(mutant)                                                                                 \
  SPINBENCH_GPU_CLUSTER_MUTANTS(mutant)                                                                                \
  SPINBENCH_GPU_MACHINE_MUTANTS(mutant)
// clang-format on

namespace spinbench {

enum class Mutant : int {
  none,
#define SPINBENCH_MUTANT_NAME(name, where, what) name,
  SPINBENCH_MUTANT_LIST(SPINBENCH_MUTANT_NAME)
#undef SPINBENCH_MUTANT_NAME
};

#if !defined(SPINBENCH_MUTANTS)

SPINBENCH_FN constexpr bool planted(Mutant) { return false; }

#else

/// Whether that bug is to be there. Of the file's own: each has its own variable on the device.
[[maybe_unused]] SPINBENCH_FN static inline bool planted(Mutant mutant) {
#if !SPINBENCH_DEVICE_PASS
  return planted_mutant == static_cast<int>(mutant);
#elif defined(SPINBENCH_GPU_BACKEND)
  return gpu::mutant_on_device == static_cast<int>(mutant);
#else
  return false;
#endif
}

#endif

}  // namespace spinbench
