// Mutants of Edwards and Anderson's spin glasses. For mutants.hpp, which says what they are.
#pragma once

// clang-format off
#define SPINBENCH_GLASS_MUTANTS(mutant)                                                                                \
  /* spin glasses on a CPU */                                                                                          \
  mutant(single_spin_hot, "ea3d_metropolis/single_spin/cpu; ea2d_metropolis/serial/cpu; "                              \
         "ea3d_parallel_tempering/single_spin/cpu; ea2d_parallel_tempering/single_spin/cpu",                           \
         "spins run one by one at a temperature that is too high")                                                     \
  mutant(single_spin_last_row, "ea3d_metropolis/single_spin/cpu",                                                      \
         "the last row of each plane of a lattice of more than 16 is never updated")                                   \
  mutant(glass_wrong_end, "ea3d_metropolis/standard/cpu; ea3d_metropolis/standard/gpu",                                \
         "a spin of colour 1 takes a bond from the wrong end of its neighbour")                                        \
  mutant(glass_wrong_class, "ea3d_metropolis/standard/cpu; ea3d_metropolis/bitwise/gpu; "                              \
         "ea3d_metropolis/sliced/gpu word=64",                                                                         \
         "spins without an unsatisfied bond pass for having one")                                                      \
  mutant(glass_replica_offset, "ea3d_metropolis/standard/cpu; ea3d_metropolis/standard/gpu",                           \
         "replicas are stored in the places of their neighbours")                                                      \
  mutant(glass_last_system, "ea3d_metropolis/standard/gpu systems=3; ea3d_metropolis/sliced_grid/gpu systems=3",       \
         "the last system is never updated")                                                                           \
  mutant(glass_group_repeated, "ea3d_metropolis/standard/gpu word=128",                                                \
         "the last 32 realizations of a word are its first once more")                                                 \
  mutant(glass_energies_of_group, "ea3d_metropolis/sliced/gpu word=64",                                                \
         "energies of a word's first 32 realizations stand for all of them")                                           \
  mutant(glass_last_item, "ea3d_metropolis/standard/kokkos", "the last row or site of all is never updated")           \
  mutant(glass_row_edge, "ea3d_metropolis/multispin/cpu L=64", "a row's ends see what lies beside them in memory")     \
  mutant(columns_stale_plane, "ea3d_metropolis/multispin/gpu",                                                         \
         "the second colour sees the first as it was in the plane above")                                              \
  mutant(columns_halo_short, "ea3d_metropolis/multispin/gpu L=96",                                                     \
         "a tile is read one row short of what its border needs")                                                      \
  mutant(columns_replicas_share, "ea3d_metropolis/multispin/gpu",                                                      \
         "the second replica draws the numbers of the first")                                                          \
  mutant(columns_chunk_numbers, "ea3d_metropolis/multispin/gpu replicas=6",                                            \
         "later replicas draw the numbers of those that a march does first")                                           \
  mutant(columns_last_system, "ea3d_metropolis/multispin/cpu systems=3; ea3d_metropolis/multispin/gpu systems=3",      \
         "the last system of a fast run is never updated")                                                             \
  mutant(columns_first_graph_short, "ea3d_metropolis/multispin/gpu launch=graph",                                      \
         "a graph that starts from the first of two buffers lacks two passes")                                         \
  mutant(sliced_planes_swapped, "ea3d_metropolis/sliced/cpu; ea3d_metropolis/sliced/gpu",                              \
         "steps along y' and z' are mistaken for each other")                                                          \
  mutant(serial_left_bond, "ea2d_metropolis/serial/cpu", "a spin takes its coupling to the right for the one to the left")\
  mutant(glass_vectors_share_streams, "ea2d_metropolis/multispin/cpu",                                                 \
         "all words of a vector draw from the streams of the first")                                                   \
  mutant(glass_vectors_few_digits, "ea2d_metropolis/multispin/cpu numbers=own k=7",                                    \
         "own numbers are compared by their first twelve digits")                                                      \
  mutant(glass_plain_last_bond, "ea2d_metropolis/multispin_plain/cpu", "the last row takes the coupling of its other end")

#define SPINBENCH_GPU_GLASS_MUTANTS(mutant)                                                                            \
  /* GPU: spin glasses in two dimensions */                                                                            \
  mutant(glass_coupling_of_other_end, "ea2d_metropolis/multispin/gpu",                                                 \
         "a spin takes the coupling below it from the site below")                                                     \
  mutant(bonds_handed_over_once, "ea2d_metropolis/multispin/gpu",                                                      \
         "bonds are not handed back after the second colour")                                                          \
  mutant(glass_seam_ignored, "ea2d_metropolis/multispin/gpu L=12", "the first row takes the coupling below it for the one above")\
  mutant(glass_few_digits, "ea2d_metropolis/multispin/gpu numbers=own",                                                \
         "own numbers are compared by their first twelve digits")                                                      \
  mutant(glass_last_word_dropped, "ea2d_metropolis/multispin/gpu systems=5", "the last word is never updated")         \
  mutant(glass_blocks_share_streams, "ea2d_metropolis/multispin/gpu systems=16",                                       \
         "lattices of later blocks draw the numbers of the first block's")                                             \
  mutant(tile_left_coupling_own, "ea2d_metropolis/tiled/gpu",                                                          \
         "sites of colour 1 take their coupling to the right for the one to the left")
// clang-format on
