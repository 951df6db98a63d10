// Bugs to plant in what ranks do together (kernels/common/mutants.hpp). Where a case says ranks=N, N processes are
// started. Those of a backend `emulated`, which want N devices, are found by tests/emulated/slabs_mutants.cpp.
#pragma once

#include "kernels/common/mutants.hpp"

// clang-format off
#define SPINBENCH_RANK_MUTANT_LIST(mutant)                                                                             \
  mutant(ranks_stale_rows, "ising2d_metropolis/multispin_mpi/cpu ranks=2; ea3d_metropolis/sliced_mpi/cpu ranks=2",     \
         "what the neighbours sent is that of the sweep before")                                                       \
  mutant(ranks_wrong_neighbour, "ising2d_metropolis/multispin_mpi/cpu ranks=3; ea3d_metropolis/sliced_mpi/cpu ranks=3",\
         "what belongs to the rank before goes to the one behind")                                                     \
  mutant(ranks_boundary_twice, "ising2d_metropolis/multispin_mpi/cpu ranks=2; ea3d_metropolis/standard_mpi/cpu ranks=2",\
         "what others wait for is updated once more")                                                                  \
  mutant(ranks_same_streams, "ising3d_metropolis/multispin_mpi/cpu ranks=2 L=64",                                      \
         "each slab numbers its streams as if it were the lattice's first")                                            \
  mutant(ranks_tags_mixed, "ising3d_metropolis/multispin_mpi/cpu ranks=2 L=64; ea3d_metropolis/standard_mpi/cpu ranks=2",\
         "the two messages of a half-sweep are taken for each other")                                                  \
  mutant(direct_flag_first, "ising3d_metropolis/multispin_mpi/emulated ranks=3 L=64 transport=direct",                 \
         "a kernel says that a border is there before it stores it")                                                   \
  mutant(direct_flag_of_before, "ising2d_metropolis/multispin_mpi/emulated ranks=3 L=256 transport=direct; "           \
         "ising3d_metropolis/multispin_mpi/emulated ranks=3 L=64 transport=direct",                                    \
         "a kernel takes what its neighbour said a half-sweep before for what it waits for")                           \
  mutant(direct_no_fence, "ising3d_metropolis/multispin_mpi/emulated ranks=3 L=64 transport=direct",                   \
         "nothing orders a border and what says that it is there")
// clang-format on

namespace spinbench {

/// Numbered behind those of SPINBENCH_MUTANT_LIST, as mutants() has them.
enum class RankMutant : int {
#define SPINBENCH_MUTANT_ONE(name, where, what) +1
  last_before = 0 SPINBENCH_MUTANT_LIST(SPINBENCH_MUTANT_ONE),
#undef SPINBENCH_MUTANT_ONE
#define SPINBENCH_MUTANT_NAME(name, where, what) name,
  SPINBENCH_RANK_MUTANT_LIST(SPINBENCH_MUTANT_NAME)
#undef SPINBENCH_MUTANT_NAME
};

[[maybe_unused]] SPINBENCH_FN static inline bool planted(RankMutant mutant) {
  return planted(static_cast<Mutant>(mutant));
}

}  // namespace spinbench
