// The mutants by name, and the question that kernels ask: planted(Mutant::name). In an ordinary build it is `false` at
// compile time, and the branch is gone. Each kernel brings the mutants that only its own checks can find.
//
// A mutant is a bug that somebody could write, in a place that matters at sizes that are timed: so it may need several
// columns of tiles, several blocks, a second launch, a second thread, a second realization or many sweeps in a batch to
// show.
#pragma once

#include "backends/attributes.hpp"
#include "interface/mutants.hpp"
#if defined(SPINBENCH_MUTANTS) && defined(SPINBENCH_GPU_BACKEND)
#include "backends/gpu/mutants.cuh"
#endif

/// mutant(name, where it lives, as MutantInfo::where with "; " between the cases, what it does)
// clang-format off
#define SPINBENCH_MUTANT_LIST(mutant)                                                                                  \
  /* acceptance and generators, which oracles and variants share: no comparison of bits between them can show these */ \
  mutant(threshold_20_bits,                                                                                            \
         "ising2d_metropolis/multispin/cpu; ising2d_metropolis/naive/gpu; ising2d_metropolis/multispin/gpu",           \
         "acceptance thresholds are cut after 20 bits")                                                                \
  mutant(philox_9_rounds,                                                                                              \
         "ising2d_metropolis/checkerboard/cpu rng=philox4x32; ising2d_metropolis/naive/gpu rng=philox4x32; "           \
         "rng_fill/streams/cpu rng=philox4x32", "Philox4x32-10 leaves out its last round")                             \
  mutant(philox_6_rounds_of_seeds, "ising2d_metropolis/multispin_plain/cpu rng=sfc32",                                 \
         "the seeds of sfc32, xoshiro128++ and mwc64x are made by six rounds of Philox4x32 in place of seven")         \
  mutant(twin_streams,                                                                                                 \
         "ising2d_metropolis/checkerboard/cpu; ising2d_metropolis/tiled/cpu; ising2d_metropolis/naive/gpu",            \
         "neighbouring streams of the LCGs start from the same state")                                                 \
  /* the oracles themselves: nothing but exact values can show these */                                                \
  mutant(row_order_hot, "ising2d_metropolis/row_order/cpu; ising3d_metropolis/row_order/cpu",                          \
         "Boltzmann factors of the sequential orders are off by 1e-3")                                                 \
  mutant(square_last_row, "ising2d_metropolis/row_order/cpu; ising2d_metropolis/checkerboard/cpu; "                    \
         "ising2d_metropolis/tiled/cpu", "the last row of a lattice of more than 16 is never updated")                 \
  mutant(oracle_few_hits, "ising2d_metropolis/tiled/cpu; ising3d_metropolis/tiled/cpu", "a visit does 6 hits at most") \
  mutant(checkerboard_hot, "ising2d_metropolis/checkerboard/cpu; ising3d_metropolis/checkerboard/cpu",                 \
         "Boltzmann factors of the serial checkerboard are off by 1e-3")                                               \
  mutant(tiled_hot, "ising2d_metropolis/tiled/cpu; ising3d_metropolis/tiled/cpu",                                      \
         "Boltzmann factors of the serial double checkerboard are off by 1e-3")                                        \
  mutant(plain_hot, "ising2d_metropolis/multispin_plain/cpu; ising2d_metropolis/multispin_tiled/cpu; "                 \
         "ising3d_metropolis/multispin_plain/cpu", "Boltzmann factors of the serial bit-sliced orders are off by 1e-3")\
  mutant(square_border, "ising2d_metropolis/row_order/cpu; ising2d_metropolis/checkerboard/cpu",                       \
         "spins of the last column see themselves to their right")                                                     \
  mutant(cubic_border, "ising3d_metropolis/row_order/cpu; ising3d_metropolis/checkerboard/cpu",                        \
         "spins of the last layer see themselves above")                                                               \
  mutant(columns_skip_one, "ising2d_metropolis/column_order/cpu", "one column is never updated")                       \
  mutant(rows_skip_site, "ising2d_metropolis/row_order/cpu", "one site is never updated")                              \
  mutant(checkerboard_colour_twice, "ising2d_metropolis/checkerboard/cpu", "the last two rows have colour 0 updated twice")\
  mutant(tiled_visits_even_tiles, "ising2d_metropolis/tiled/cpu; ising3d_metropolis/tiled/cpu",                        \
         "the second phase visits the even tiles again")                                                               \
  mutant(tiled_energy_half, "ising2d_metropolis/tiled/cpu measure=energy", "the tracked energy counts a flip once")    \
  mutant(square_energy_skips_row, "ising2d_metropolis/row_order/cpu; ising2d_metropolis/multispin_plain/cpu",          \
         "the sum of the energy skips the first row")                                                                  \
  mutant(plain_forgets_waiting, "ising2d_metropolis/multispin/cpu; ising2d_metropolis/multispin/gpu words=8",                  \
         "the oracle never serves spins that gave way to another at their bit place")                                  \
  /* CPU multispin */                                                                                                  \
  mutant(bands_always_wrap, "ising2d_metropolis/multispin/cpu; ising3d_metropolis/multispin/cpu L=256",                \
         "every tile takes the word beside it from the row's other end")                                               \
  mutant(bands_never_wrap, "ising2d_metropolis/multispin/cpu; ising3d_metropolis/multispin/cpu",                       \
         "the first row and the last do not see each other")                                                           \
  mutant(bands_second_round_lost, "ising2d_metropolis/multispin/cpu; ising3d_metropolis/multispin/cpu",                \
         "spins that gave way to another at their bit place are left as they are")                                     \
  mutant(bands_rest_of_class_0, "ising2d_metropolis/multispin/cpu; ising3d_metropolis/multispin/cpu",                  \
         "undecided spins are all compared with the threshold of class 0")                                             \
  mutant(bands_layers_shifted, "ising3d_metropolis/multispin/cpu", "the first layer sees itself below")                \
  mutant(bands_last_row_kept, "ising2d_metropolis/multispin/cpu", "the last row of every other tile is not stored")    \
  mutant(bands_thread_stops_early, "ising2d_metropolis/multispin/cpu threads=2",                                       \
         "every thread but the first leaves out its last part")                                                        \
  mutant(bands_share_streams, "ising2d_metropolis/multispin/cpu realizations=3",                                       \
         "all realizations draw from the streams of the first")                                                        \
  mutant(bands_counter_stands, "ising2d_metropolis/multispin/cpu; ising3d_metropolis/multispin/cpu",                   \
         "the half-sweeps done are not counted on from one call to the next")                                          \
  mutant(bands_long_batch_cut, "ising2d_metropolis/multispin/cpu", "of a batch of more than 1000 sweeps 1000 are done")\
  mutant(bands_observe_skips_row, "ising2d_metropolis/multispin/cpu", "the sum of the energy skips the first row")     \
  mutant(bands_observe_first, "ising2d_metropolis/multispin/cpu realizations=3",                                       \
         "the energy of every realization is that of the first")                                                       \
  mutant(lanes_philox_9_rounds, "ising2d_metropolis/multispin/cpu rng=philox4x32; rng_fill/streams/cpu rng=philox4x32",\
         "Philox4x32-10 in vectors leaves out its last round")                                                         \
  /* exchanges of temperatures */                                                                                      \
  mutant(tempering_oracle_wrong_sign, "ising2d_parallel_tempering/row_order/cpu; ising2d_parallel_tempering/tiled/cpu; "\
         "ea3d_parallel_tempering/single_spin/cpu; heisenberg3d_parallel_tempering/checkerboard/cpu",                  \
         "the oracle accepts exchanges with the wrong sign")                                                           \
  mutant(tempering_oracle_betas_stay, "ising2d_parallel_tempering/row_order/cpu; "                                     \
         "ising2d_parallel_tempering/multispin_plain/cpu; heisenberg3d_parallel_tempering/checkerboard/cpu",           \
         "replicas of the oracle keep their temperature all along")                                                    \
  mutant(tempering_oracle_even_pairs, "ising2d_parallel_tempering/row_order/cpu; "                                     \
         "ising2d_parallel_tempering/tiled/cpu; "                                                                      \
         "ea3d_parallel_tempering/single_spin/cpu; heisenberg3d_parallel_tempering/checkerboard/cpu",                  \
         "the oracle never tries the pairs between those of the first exchange")                                       \
  mutant(tempering_oracle_hot, "ising2d_parallel_tempering/row_order/cpu; ising2d_parallel_tempering/tiled/cpu; "      \
         "ising2d_parallel_tempering/multispin_plain/cpu", "beta of the oracles' updates is 1e-3 too small")           \
  mutant(tempering_wrong_sign,                                                                                         \
         "ising2d_parallel_tempering/multispin/cpu; ising2d_parallel_tempering/device_exchange/gpu; "                  \
         "ea3d_parallel_tempering/standard/cpu; ea3d_parallel_tempering/standard/gpu; "                                \
         "heisenberg3d_parallel_tempering/vector/cpu; heisenberg3d_parallel_tempering/coalesced/gpu",                  \
         "exchanges are accepted with the wrong sign")                                                                 \
  mutant(tempering_betas_stay, "ising2d_parallel_tempering/multispin/cpu; "                                            \
         "ising2d_parallel_tempering/device_exchange/gpu; ising2d_parallel_tempering/host_exchange/gpu; "              \
         "ising2d_parallel_tempering/multispin/gpu", "replicas keep the thresholds of their first temperature")        \
  mutant(tempering_word_stands,                                                                                        \
         "ising2d_parallel_tempering/multispin/cpu; ising2d_parallel_tempering/device_exchange/gpu; "                  \
         "ea3d_parallel_tempering/standard/cpu; ea3d_parallel_tempering/standard/gpu; "                                \
         "heisenberg3d_parallel_tempering/vector/cpu; heisenberg3d_parallel_tempering/coalesced/gpu",                  \
         "all exchanges are decided by the words of the first")                                                        \
  mutant(tempering_even_pairs,                                                                                         \
         "ising2d_parallel_tempering/multispin/cpu; ising2d_parallel_tempering/device_exchange/gpu; "                  \
         "ea3d_parallel_tempering/standard/cpu; ea3d_parallel_tempering/standard/gpu; "                                \
         "heisenberg3d_parallel_tempering/vector/cpu; heisenberg3d_parallel_tempering/coalesced/gpu",                  \
         "the pairs between those of the first exchange are never tried")                                              \
  mutant(tempering_energy_one_counter,                                                                                 \
         "ising2d_parallel_tempering/device_exchange/gpu; ising2d_parallel_tempering/host_exchange/gpu",               \
         "of the counters of a replica's energy only the first is read")                                               \
  mutant(tempering_energy_first,                                                                                       \
         "ising2d_parallel_tempering/device_exchange/gpu; ising2d_parallel_tempering/host_exchange/gpu",               \
         "all tiles count their energy for the first replica")                                                         \
  mutant(tempering_thresholds_first,                                                                                   \
         "ising2d_parallel_tempering/multispin/cpu; ising2d_parallel_tempering/multispin/gpu; "                        \
         "ising2d_parallel_tempering/multispin/gpu launch=persistent; "                                                \
         "ising2d_parallel_tempering/device_exchange/gpu; "                                                            \
         "ea3d_parallel_tempering/standard/cpu; ea3d_parallel_tempering/standard/gpu",                                 \
         "all replicas are decided by the thresholds of the first")                                                    \
  mutant(tempering_streams_shared,                                                                                     \
         "ising2d_parallel_tempering/device_exchange/gpu; ising2d_parallel_tempering/host_exchange/gpu",               \
         "all replicas draw from the streams of the first")                                                            \
  mutant(glass_tempering_energies_stay, "ea3d_parallel_tempering/standard/cpu; ea3d_parallel_tempering/standard/gpu",  \
         "energies do not go with the spins that are exchanged")                                                       \
  mutant(glass_tempering_bit_of_next, "ea3d_parallel_tempering/standard/cpu; ea3d_parallel_tempering/standard/gpu",    \
         "the spins of the next realization are exchanged")                                                            \
  mutant(glass_tempering_one_colour, "ea3d_parallel_tempering/standard/cpu; ea3d_parallel_tempering/standard/gpu",     \
         "only the spins of colour 0 are exchanged")                                                                   \
  mutant(vector_tempering_energies_stay, "heisenberg3d_parallel_tempering/vector/cpu; "                                \
         "heisenberg3d_parallel_tempering/coalesced/gpu", "energies stay where they were before an exchange")          \
  mutant(vector_tempering_words_shared, "heisenberg3d_parallel_tempering/vector/cpu realizations=3; "                  \
         "heisenberg3d_parallel_tempering/coalesced/gpu realizations=3", "all exchange by the words of the first")     \
  mutant(vector_tempering_betas_stay, "heisenberg3d_parallel_tempering/vector/cpu; "                                   \
         "heisenberg3d_parallel_tempering/coalesced/gpu", "lattices keep the temperature of their start")              \
  mutant(vector_tempering_couplings_first, "heisenberg3d_parallel_tempering/vector/cpu realizations=3; "               \
         "heisenberg3d_parallel_tempering/coalesced/gpu realizations=3", "all have the couplings of the first")        \
  mutant(vector_tempering_streams_shared, "heisenberg3d_parallel_tempering/coalesced/gpu",                             \
         "all lattices draw from the streams of the first")                                                            \
  mutant(vector_tempering_energy_of_block, "heisenberg3d_parallel_tempering/coalesced/gpu",                            \
         "of a block's warps only the first adds its energy")                                                          \
  /* population annealing */                                                                                           \
  mutant(annealing_oracle_wrong_sign,                                                                                  \
         "ising2d_population_annealing/row_order/cpu; ising2d_population_annealing/multispin_plain/cpu",               \
         "the oracle weighs with the wrong sign, as the talk prints it")                                               \
  mutant(annealing_oracle_off_by_one,                                                                                  \
         "ising2d_population_annealing/row_order/cpu; ising2d_population_annealing/tiled/cpu",                         \
         "the oracle makes as many copies of a replica as the one before it should have")                              \
  mutant(annealing_oracle_family_stays,                                                                                \
         "ising2d_population_annealing/row_order/cpu",                                                                 \
         "a copy of the oracle keeps the family of the replica that it overwrites")                                    \
  mutant(annealing_oracle_hot,                                                                                         \
         "ising2d_population_annealing/row_order/cpu; ising2d_population_annealing/tiled/cpu; "                        \
         "ising2d_population_annealing/multispin_plain/cpu",                                                           \
         "beta of the oracles' updates is 1e-3 too small")                                                             \
  mutant(annealing_wrong_sign,                                                                                         \
         "ising2d_population_annealing/multispin/cpu; ising2d_population_annealing/single_spin/gpu; "                  \
         "ising2d_population_annealing/multispin/gpu",                                                                 \
         "the population is weighed with the wrong sign, as the talk prints it")                                       \
  mutant(annealing_not_normalised,                                                                                     \
         "ising2d_population_annealing/multispin/cpu; ising2d_population_annealing/single_spin/gpu; "                  \
         "ising2d_population_annealing/multispin/gpu",                                                                 \
         "weights are taken for numbers of copies, not over their sum")                                                \
  mutant(annealing_off_by_one,                                                                                         \
         "ising2d_population_annealing/multispin/cpu; ising2d_population_annealing/single_spin/gpu; "                  \
         "ising2d_population_annealing/multispin/gpu",                                                                 \
         "a replica is copied as often as the next one should be")                                                     \
  mutant(annealing_family_stays,                                                                                       \
         "ising2d_population_annealing/multispin/cpu; ising2d_population_annealing/single_spin/gpu; "                  \
         "ising2d_population_annealing/multispin/gpu",                                                                 \
         "a copy keeps the family of the replica that it overwrites")                                                  \
  mutant(annealing_last_dropped,                                                                                       \
         "ising2d_population_annealing/multispin/cpu; ising2d_population_annealing/single_spin/gpu; "                  \
         "ising2d_population_annealing/multispin/gpu",                                                                 \
         "the last replica is never copied, and what is missing goes with it")                                         \
  mutant(annealing_offset_stands,                                                                                      \
         "ising2d_population_annealing/multispin/cpu; ising2d_population_annealing/single_spin/gpu; "                  \
         "ising2d_population_annealing/multispin/gpu",                                                                 \
         "all resamplings of an annealing are decided by the random bits of the first")                                \
  mutant(annealing_betas_stay,                                                                                         \
         "ising2d_population_annealing/multispin/cpu; ising2d_population_annealing/single_spin/gpu; "                  \
         "ising2d_population_annealing/multispin/gpu",                                                                 \
         "sweeps stay at the first temperature of the first annealing")                                                \
  mutant(annealing_first_blocks,                                                                                       \
         "ising2d_population_annealing/single_spin/gpu; ising2d_population_annealing/multispin/gpu",                   \
         "blocks of replicas do not add what those before them took")                                                  \
  mutant(annealing_copies_first,                                                                                       \
         "ising2d_population_annealing/single_spin/gpu; ising2d_population_annealing/multispin/gpu",                   \
         "of the copies of a replica beyond its first only one is placed")                                             \
  mutant(annealing_start_stands,                                                                                       \
         "ising2d_population_annealing/single_spin/gpu; ising2d_population_annealing/multispin/gpu",                   \
         "every annealing starts from the spins of the first")                                                         \
  mutant(annealing_levels_first_warp,                                                                                  \
         "ising2d_population_annealing/single_spin/gpu; ising2d_population_annealing/multispin/gpu",                   \
         "all energies are those that the first warp of a block counted")                                              \
  /* spin glasses on a CPU */                                                                                          \
  mutant(single_spin_hot, "ea3d_metropolis/single_spin/cpu; ea2d_metropolis/serial/cpu; "                              \
         "ea3d_parallel_tempering/single_spin/cpu",                                                                    \
         "spins run one by one at a temperature that is too high")                                                     \
  mutant(glass_wrong_end, "ea3d_metropolis/standard/cpu; ea3d_metropolis/standard/gpu",                                \
         "a spin of colour 1 takes a bond from the wrong end of its neighbour")                                        \
  mutant(glass_wrong_class, "ea3d_metropolis/standard/cpu; ea3d_metropolis/bitwise/gpu",                               \
         "spins without an unsatisfied bond pass for having one")                                                      \
  mutant(glass_replica_offset, "ea3d_metropolis/standard/cpu; ea3d_metropolis/standard/gpu",                           \
         "replicas are stored in the places of their neighbours")                                                      \
  mutant(glass_last_system, "ea3d_metropolis/standard/gpu systems=3; ea3d_metropolis/sliced_grid/gpu systems=3",       \
         "the last system is never updated")                                                                           \
  mutant(glass_last_item, "ea3d_metropolis/standard/kokkos", "the last row or site of all is never updated")           \
  mutant(glass_row_edge, "ea3d_metropolis/multispin/cpu L=64", "a row's ends see what lies beside them in memory")     \
  mutant(columns_stale_plane, "ea3d_metropolis/multispin/gpu",                                                         \
         "the second colour sees the first as it was in the plane above")                                              \
  mutant(columns_halo_short, "ea3d_metropolis/multispin/gpu L=96",                                                     \
         "a tile is read one row short of what its border needs")                                                      \
  mutant(columns_replicas_share, "ea3d_metropolis/multispin/gpu",                                                      \
         "the second replica draws the numbers of the first")                                                          \
  mutant(columns_last_system, "ea3d_metropolis/multispin/cpu systems=3; ea3d_metropolis/multispin/gpu systems=3",      \
         "the last system of a fast run is never updated")                                                             \
  mutant(columns_first_graph_short, "ea3d_metropolis/multispin/gpu launch=graph",                                      \
         "a graph that starts from the first of two buffers lacks two passes")                                         \
  mutant(sliced_planes_swapped, "ea3d_metropolis/sliced/cpu; ea3d_metropolis/sliced/gpu",                              \
         "steps along y' and z' are mistaken for each other")                                                          \
  mutant(serial_left_bond, "ea2d_metropolis/serial/cpu", "a spin takes its coupling to the right for the one to the left")\
  mutant(glass_vectors_share_streams, "ea2d_metropolis/multispin/cpu",                                                 \
         "all words of a vector draw from the streams of the first")                                                   \
  mutant(glass_vectors_few_digits, "ea2d_metropolis/multispin/cpu numbers=own",                                        \
         "own numbers are compared by their first twelve digits")                                                      \
  mutant(glass_plain_last_bond, "ea2d_metropolis/multispin_plain/cpu", "the last row takes the coupling of its other end")\
  /* vectors: what all share, the oracles, and GPUs */                                                                 \
  mutant(heisenberg_wrong_sign, "heisenberg2d_metropolis/row_order/cpu; heisenberg3d_metropolis/tiled/gpu",            \
         "spins turn against their field")                                                                             \
  mutant(heisenberg_no_root, "heisenberg2d_metropolis/row_order/cpu; heisenberg2d_metropolis/naive/gpu",               \
         "new directions are not normalised")                                                                          \
  mutant(heisenberg_equator, "heisenberg2d_metropolis/checkerboard/cpu; heisenberg3d_metropolis/coalesced/gpu",        \
         "new directions all lie in a plane")                                                                          \
  mutant(heisenberg_serial_hot, "heisenberg2d_metropolis/row_order/cpu; heisenberg3d_metropolis/checkerboard/cpu; "    \
         "heisenberg2d_metropolis/tiled/cpu", "beta of the serial orders is 2% too small")                             \
  mutant(heisenberg_serial_wrong_end, "heisenberg3d_metropolis/row_order/cpu; heisenberg3d_heatbath/row_order/cpu",    \
         "spins take couplings from the wrong end of their neighbours")                                                \
  mutant(heisenberg_wrong_end, "heisenberg3d_metropolis/naive/gpu; heisenberg3d_heatbath/coalesced/gpu",               \
         "spins take the coupling to the layer below from their own site")                                             \
  mutant(heisenberg_stale_halo, "heisenberg2d_metropolis/tiled/gpu; heisenberg3d_metropolis/tiled/gpu",                \
         "the boundary to the right of a tile is the column before it")                                                \
  mutant(heisenberg_few_hits, "heisenberg2d_metropolis/tiled/gpu", "a visit does two hits at most")                    \
  mutant(heisenberg_components, "heisenberg2d_metropolis/tiled/gpu", "y and z of neighbours are swapped")              \
  mutant(heat_bath_end, "heisenberg3d_heatbath/row_order/cpu; heisenberg3d_heatbath/coalesced/gpu",                    \
         "R = 1 asks for the logarithm of zero")                                                                       \
  mutant(heat_bath_cancels, "heisenberg3d_heatbath/row_order/cpu; heisenberg3d_heatbath/coalesced/gpu",                \
         "where beta h is small, the logarithm loses its digits")                                                      \
  mutant(heat_bath_sign, "heisenberg3d_heatbath/row_order/cpu; heisenberg3d_heatbath/coalesced/gpu",                   \
         "spins turn against their field")                                                                             \
  mutant(heat_bath_not_normalised, "heisenberg3d_heatbath/checkerboard/cpu; heisenberg3d_heatbath/coalesced/gpu",      \
         "the direction of the field is not normalised")                                                               \
  mutant(heat_bath_components, "heisenberg3d_heatbath/row_order/cpu; heisenberg3d_heatbath/coalesced/gpu",             \
         "two components are swapped in the back-rotation")                                                            \
  mutant(heat_bath_half_circle, "heisenberg3d_heatbath/row_order/cpu; heisenberg3d_heatbath/coalesced/gpu",            \
         "the azimuth goes around half of the circle")                                                                 \
  mutant(heat_bath_serial_field, "heisenberg3d_heatbath/checkerboard/cpu field=0.5",                                   \
         "the oracle's spins do not feel the random field")                                                            \
  mutant(heat_bath_field_component, "heisenberg3d_heatbath/vector/cpu field=0.5; "                                     \
         "heisenberg3d_heatbath/coalesced/gpu field=0.5", "y and z of the random field are swapped")                   \
  mutant(heat_bath_relaxes_alone, "heisenberg3d_heatbath/vector/cpu n_or=2 field=0.5; "                                \
         "heisenberg3d_heatbath/coalesced/gpu n_or=2 field=0.5", "over-relaxation leaves out the random field")        \
  mutant(heat_bath_words_again, "heisenberg3d_heatbath/vector/cpu n_hb=2 rng=philox4x32; " \
         "heisenberg3d_heatbath/coalesced/gpu n_hb=2 rng=philox4x32", \
         "all sweeps of a step draw the same words")                                                                   \
  mutant(heat_bath_stale_row, "heisenberg3d_heatbath/vector/cpu", "the layer below is taken from the row itself")      \
  /* clusters on a CPU */                                                                                              \
  mutant(cluster_bonds_hot, "ising2d_swendsen_wang/hoshen_kopelman/cpu; "                                              \
         "ising3d_swendsen_wang/hoshen_kopelman/cpu; "                                                                 \
         "ising2d_wolff/by_bonds/cpu",                                                                                 \
         "bonds are drawn at a beta that is 0.2% too small")                                                           \
  mutant(cluster_bond_twice, "ising2d_swendsen_wang/hoshen_kopelman/cpu; ising3d_swendsen_wang/hoshen_kopelman/cpu",   \
         "a bond is drawn from both of its ends")                                                                      \
  mutant(cluster_bond_not_periodic, "ising2d_swendsen_wang/hoshen_kopelman/cpu; "                                      \
         "ising3d_swendsen_wang/hoshen_kopelman/cpu; "                                                                 \
         "ising2d_wolff/by_bonds/cpu",                                                                                 \
         "bonds around the lattice are missing")                                                                       \
  mutant(cluster_coin_by_label, "ising2d_swendsen_wang/hoshen_kopelman/cpu; "                                          \
         "ising3d_swendsen_wang/hoshen_kopelman/cpu",                                                                  \
         "numbers that meet in a cluster keep coins of their own")                                                     \
  mutant(cluster_bonds_stand, "ising2d_swendsen_wang/hoshen_kopelman/cpu; ising2d_wolff/by_bonds/cpu",                 \
         "all updates draw their bonds by the same numbers")                                                           \
  mutant(labels_row_not_closed, "ising2d_swendsen_wang/union_find/cpu; ising3d_swendsen_wang/union_find/cpu",          \
         "the bond around a row is missing")                                                                           \
  mutant(labels_open_boundary, "ising2d_swendsen_wang/union_find/cpu; ising3d_swendsen_wang/union_find/cpu",           \
         "bonds from the last slab to the first are missing")                                                          \
  mutant(labels_one_bond_a_run, "ising2d_swendsen_wang/union_find/cpu; ising3d_swendsen_wang/union_find/cpu",          \
         "of a run's bonds to the row before the first alone is followed")                                             \
  mutant(labels_foreign_coin, "ising2d_swendsen_wang/union_find/cpu threads=2",                                        \
         "a cluster that reaches into a slab has a coin of its own there")                                             \
  mutant(list_checks_three, "ising2d_wolff/list/cpu; ising3d_wolff/list/cpu",                                          \
         "the last direction of a spin's neighbours is not looked at")                                                 \
  mutant(list_hot, "ising2d_wolff/list/cpu; ising3d_wolff/list/cpu",                                                   \
         "bonds are drawn at a beta that is 0.2% too small")                                                           \
  mutant(list_measures_open_rows, "ising2d_wolff/list/cpu measure=observables; "                                       \
         "ising3d_wolff/by_bonds/cpu measure=observables",                                                             \
         "a measurement after an update misses the bonds around the rows")                                             \
  mutant(list_measures_last, "ising2d_wolff/by_bonds/cpu measure=observables; "                                        \
         "ising3d_wolff/list/cpu measure=observables",                                                                 \
         "of the updates of a call the last alone is measured")                                                        \
  /* walkers in the space of energies */                                                                               \
  mutant(flat_wrong_sign, "ising2d_multicanonical/serial/cpu; ising2d_wang_landau/serial/cpu; "                        \
         "ising2d_wang_landau/epochs/cpu", "walkers go where the density of states is large")                          \
  mutant(flat_other_weights, "ising2d_multicanonical/serial/cpu",                                                      \
         "walkers go by weights that are not those of the histogram")                                                  \
  mutant(flat_counts_turns, "ising2d_multicanonical/serial/cpu; ising2d_wang_landau/serial/cpu; "                      \
         "ising2d_wang_landau/epochs/cpu; ising2d_multicanonical/walkers_shared/gpu; "                                 \
         "ising2d_multicanonical/walkers_global/gpu", "a walker is counted only where it turned a spin")               \
  mutant(flat_foreign_estimate, "ising2d_wang_landau/serial/cpu; ising2d_wang_landau/walkers_global/gpu",              \
         "a walker adds to the estimate of the next")                                                                  \
  mutant(flat_increment_stays, "ising2d_wang_landau/serial/cpu; ising2d_wang_landau/epochs/cpu",                       \
         "the increment never falls")                                                                                  \
  mutant(flat_last_block_lost, "ising2d_multicanonical/walkers_shared/gpu",                                            \
         "the visits of the last block are not added")                                                                 \
  mutant(flat_words_of_first, "ising2d_multicanonical/walkers_shared/gpu; "                                            \
         "ising2d_multicanonical/walkers_global/gpu", "all walkers of a block draw the words of its first")            \
  mutant(flat_row_not_closed, "ising2d_multicanonical/walkers_shared/gpu; ising2d_wang_landau/walkers_shared/gpu",     \
         "the first site of a row sees the last of the row before to its left")                                        \
  mutant(flat_visits_kept, "ising2d_wang_landau/walkers_shared/gpu",                                                   \
         "visits are not cleared when they were added to the estimate")                                                \
  mutant(flat_seen_kept, "ising2d_wang_landau/walkers_shared/gpu; ising2d_wang_landau/walkers_global/gpu",             \
         "levels seen before the increment was halved count as seen after it")                                         \
  mutant(flat_visits_of_first, "ising2d_wang_landau/serial/cpu; ising2d_wang_landau/epochs/cpu; ising2d_wang_landau/windows/cpu",\
         "in production all visits are counted in the first histogram")                                                \
  mutant(flat_foreign_visits, "ising2d_wang_landau/walkers_shared/gpu; ising2d_wang_landau/walkers_global/gpu; "       \
         "ising2d_wang_landau/windows/gpu", "in production a walker is counted in the histogram of the next set")      \
  mutant(flat_hasty, "ising2d_wang_landau/walkers_shared/gpu; ising2d_wang_landau/walkers_global/gpu; "                \
         "ising2d_wang_landau/windows/gpu", "the increment is halved as soon as all levels were seen")                 \
  mutant(windows_foreign_estimate, "ising2d_wang_landau/windows/cpu; ising2d_wang_landau/windows/gpu",                 \
         "walkers of a window add to the estimate of the next")                                                        \
  mutant(windows_wrong_sign, "ising2d_wang_landau/windows/cpu", "windows exchange walkers that they should keep")      \
  mutant(windows_rise_of_one, "ising2d_wang_landau/windows/gpu",                                                       \
         "an exchange asks the estimate of the lower window alone")                                                    \
  mutant(windows_edge_open, "ising2d_wang_landau/windows/cpu", "walkers may leave their window by a level")            \
  mutant(windows_edge_closed, "ising2d_wang_landau/windows/gpu", "no walker comes to the highest level of its window") \
  mutant(windows_level_kept, "ising2d_wang_landau/windows/cpu; ising2d_wang_landau/windows/gpu",                       \
         "an exchange leaves the levels that walkers follow where they were")                                          \
  /* random numbers and machine on a CPU */                                                                            \
  mutant(fill_strip_delayed, "rng_fill/streams/cpu; rng_fill/streams/kokkos",                                          \
         "the second strip of streams loses a draw a fill")                                                            \
  mutant(fill_partial_row_lost, "rng_fill/streams/cpu n=16777215", "a row that is not whole is not written")           \
  mutant(count_strip_short, "rng_count_odd/streams/cpu; rng_count_odd/streams/kokkos",                                 \
         "the second strip of streams counts one draw less")                                                           \
  mutant(blocks_second_lost, "rng_blocks/streams/cpu load=3", "all blocks between the first and the last are empty")   \
  mutant(strips_seeded_alike, "rng_fill/streams/cpu rng=minstd; rng_count_odd/streams/cpu rng=minstd; "                \
         "rng_blocks/streams/cpu rng=minstd load=3",                                                                   \
         "the last stream of a strip starts like the first")                                                           \
  mutant(memcpy_tail, "machine_copy/memcpy/cpu; machine_l2/memcpy/cpu", "the copy leaves out its last word")           \
  mutant(memcpy_once, "machine_copy/memcpy/cpu; machine_l2/memcpy/cpu; machine_l2/vector/cpu",                         \
         "however many copies a batch asks for, one is made")                                                          \
  mutant(chains_once, "machine_logic/scalar/cpu; machine_mad/scalar/cpu; machine_logic/vector/cpu; "                   \
         "machine_logic/chains/kokkos; machine_mad/chains/kokkos; machine_logic/chains/gpu; machine_mad/chains/gpu",   \
         "however many sweeps a batch asks for, one is done")                                                          \
  /* Kokkos, on a host */                                                                                              \
  mutant(kokkos_naive_never_wraps, "ising2d_metropolis/naive/kokkos", "the first row sees itself above")               \
  mutant(kokkos_crinkled_column, "ising2d_metropolis/crinkled/kokkos", "the last column is never updated")             \
  mutant(kokkos_stale_halo, "ising2d_metropolis/tiled/kokkos; ising3d_metropolis/tiled/kokkos",                        \
         "tiles keep a boundary of spins that are up on their right side")                                             \
  mutant(kokkos_few_hits, "ising2d_metropolis/tiled/kokkos; ising3d_metropolis/tiled/kokkos",                          \
         "a visit does 16 hits at most")                                                                               \
  mutant(kokkos_counter_stands, "ising2d_metropolis/naive/kokkos rng=philox4x32; "                                     \
         "ising2d_metropolis/crinkled/kokkos rng=philox4x32", "attempts are not counted on within a sweep")            \
  mutant(kokkos_observe_skips_row, "ising2d_metropolis/naive/kokkos; ising2d_metropolis/tiled/kokkos; "                \
         "ising3d_metropolis/tiled/kokkos", "the sum of the energy skips the last row")                                \
  mutant(kokkos_bits_beside, "ising2d_metropolis/multispin/kokkos",                                                    \
         "tiles at a row's ends find their own first word beside them")                                                \
  mutant(kokkos_bits_second_round, "ising2d_metropolis/multispin/kokkos words=8",                                      \
         "spins that gave way to others are never served")                                                             \
  mutant(kokkos_bits_last_realization, "ising2d_metropolis/multispin/kokkos realizations=3",                           \
         "realizations from number 2 on draw as number 1 does")                                                        \
  /* GPU: launches, streams, sums */                                                                                   \
  mutant(gpu_counter_stands, "ising2d_metropolis/naive/gpu rng=philox4x32; ising2d_metropolis/multispin/gpu",          \
         "attempts are not counted on from one replay of a graph to the next")                                         \
  mutant(gpu_graph_rest_lost, "ising2d_metropolis/naive/gpu; ising2d_metropolis/multispin/gpu",                        \
         "steps that do not fill a graph are left out")                                                                \
  mutant(gpu_long_batch_cut, "ising2d_metropolis/naive/gpu; ising2d_metropolis/multispin/gpu",                         \
         "of a batch of more than 1000 steps 1000 are done")                                                           \
  mutant(gpu_seeding_tail, "ising2d_metropolis/naive/gpu; ising2d_metropolis/tiled/gpu",                               \
         "the last 32 streams start like those before them")                                                           \
  mutant(gpu_ring_not_kept, "ising2d_metropolis/tiled/gpu rng=fibonacci1279; rng_blocks/streams/gpu rng=fibonacci1279",        \
         "a ring is not written back to memory")                                                                       \
  mutant(gpu_series_swapped, "ising2d_metropolis/naive/gpu; ising2d_metropolis/tiled/gpu; "                            \
         "ising3d_metropolis/tiled/gpu", "entries of the energy series are swapped in pairs")                          \
  mutant(gpu_series_skips_row, "ising2d_metropolis/naive/gpu; ising2d_metropolis/tiled/gpu",                           \
         "an entry of the energy series lacks the bonds of the last row")                                              \
  mutant(gpu_observe_skips_row, "ising2d_metropolis/naive/gpu; ising2d_metropolis/tiled/gpu",                          \
         "the sum of the energy skips the last row")                                                                   \
  mutant(gpu_observe_skips_site, "ising3d_metropolis/tiled/gpu", "the sums skip the last site")                        \
  mutant(gpu_bits_of_first, "ising2d_metropolis/multispin/gpu realizations=3",                                         \
         "the energy of every realization is that of the first")                                                       \
  mutant(gpu_words_round_short, "ising2d_metropolis/multispin/gpu; ising3d_metropolis/multispin/gpu",                  \
         "Philox4x32-10 for tiles of bits leaves out its last round")                                                  \
  /* GPU: a site a thread */                                                                                           \
  mutant(site_grid_cut, "ising2d_metropolis/naive/gpu L=1056; ising2d_metropolis/crinkled/gpu L=1056",                 \
         "blocks that a row does not fill are not launched")                                                           \
  mutant(naive_never_wraps, "ising2d_metropolis/naive/gpu", "the first row sees itself above")                         \
  mutant(naive_colour_twice, "ising2d_metropolis/naive/gpu; ising2d_metropolis/texture/gpu",                           \
         "every eighth sweep of a graph updates colour 0 twice")                                                       \
  mutant(crinkled_block_wraps, "ising2d_metropolis/crinkled/gpu; ising2d_metropolis/texture/gpu; "                     \
         "ising2d_metropolis/coalesced/gpu", "the first thread of every block takes its left neighbour for the row's end")\
  mutant(crinkled_half_stored, "ising2d_metropolis/crinkled/gpu sites=4",                                              \
         "four sites are stored only where one of the first two flips")                                                \
  mutant(crinkled_state_lost, "ising2d_metropolis/crinkled/gpu; ising2d_metropolis/coalesced/gpu",                     \
         "the state of the last column's streams is not kept")                                                         \
  /* GPU: double checkerboard */                                                                                       \
  mutant(tiled_stale_halo, "ising2d_metropolis/tiled/gpu", "the boundary on the left is the tile's own column")        \
  mutant(tiled_last_block_lost, "ising2d_metropolis/tiled/gpu; ising3d_metropolis/tiled/gpu",                          \
         "the last block does not write its tiles back")                                                               \
  mutant(tiled_few_hits, "ising2d_metropolis/tiled/gpu; ising3d_metropolis/tiled/gpu", "a visit does 16 hits at most") \
  mutant(tiled_site_20_bits, "ising2d_metropolis/tiled/gpu L=2048", "sites are stored at the lower 20 bits of their place")\
  mutant(tiled_energy_first_counters, "ising2d_metropolis/tiled/gpu measure=energy",                                   \
         "blocks from number 1024 on do not add to the tracked energy")                                                \
  mutant(cubic_halo_shifted, "ising3d_metropolis/tiled/gpu", "the boundary behind the lattice's end is its last layer")\
  /* GPU: bits */                                                                                                      \
  mutant(bits_rest_of_class_0, "ising2d_metropolis/multispin/gpu; ising2d_metropolis/multispin_tiled/gpu; "            \
         "ising3d_metropolis/multispin/gpu", "undecided spins are all compared with the threshold of class 0")         \
  mutant(bits_second_round_lost, "ising2d_metropolis/multispin/gpu words=8; ising3d_metropolis/multispin/gpu",                 \
         "spins that gave way to another at their bit place are left as they are")                                     \
  mutant(colours_always_wrap, "ising2d_metropolis/multispin/gpu; ising2d_metropolis/multispin/gpu words=8",            \
         "every tile takes the words beside it from the row's other end")                                              \
  mutant(colours_share_streams, "ising2d_metropolis/multispin/gpu L=16384 words=1",                                    \
         "blocks side by side draw from the same streams")                                                             \
  mutant(colours_last_realization, "ising2d_metropolis/multispin/gpu realizations=3",                                  \
         "the third realization and on are taken for the second")                                                      \
  mutant(strips_never_wrap, "ising2d_metropolis/multispin/gpu launch=persistent",                                      \
         "the last strip sees its own first row below")                                                                \
  mutant(strips_counter_restarts,                                                                                      \
         "ising2d_metropolis/multispin/gpu launch=persistent; "                                                        \
         "ising2d_parallel_tempering/multispin/gpu launch=persistent",                                                 \
         "the first half-sweep of each launch draws the words of the very first")                                      \
  mutant(strips_wide_one_sweep, "ising2d_metropolis/multispin/gpu launch=persistent L=2048",                           \
         "a launch of many sweeps does one where rows of 32 words and more need no spare one")                         \
  mutant(visits_wrap_in_pairs, "ising2d_metropolis/multispin_tiled/gpu",                                               \
         "tiles in odd columns take the row's beginning for what is to their right")                                   \
  mutant(visits_few_hits, "ising2d_metropolis/multispin_tiled/gpu", "a visit does 16 sweeps at most")                  \
  mutant(visits_half_returned, "ising2d_metropolis/multispin_tiled/gpu", "the lower row of a pair is not written back")\
  mutant(visits_step_stands, "ising2d_metropolis/multispin_tiled/gpu",                                                 \
         "all steps of a launch draw the same words")                                                                  \
  mutant(layers_always_wrap, "ising3d_metropolis/multispin/gpu L=256",                                                 \
         "every tile takes the words beside it from the row's other end")                                              \
  mutant(layers_last_class, "ising3d_metropolis/multispin/gpu", "spins without an unsatisfied bond pass for having one")\
  /* GPU: spin glasses in two dimensions */                                                                            \
  mutant(glass_coupling_of_other_end, "ea2d_metropolis/multispin/gpu",                                                 \
         "a spin takes the coupling below it from the site below")                                                     \
  mutant(bonds_handed_over_once, "ea2d_metropolis/multispin/gpu",                                                      \
         "bonds are not handed back after the second colour")                                                          \
  mutant(glass_seam_ignored, "ea2d_metropolis/multispin/gpu L=12", "the first row takes the coupling below it for the one above")\
  mutant(glass_few_digits, "ea2d_metropolis/multispin/gpu numbers=own",                                                \
         "own numbers are compared by their first twelve digits")                                                      \
  mutant(glass_last_word_dropped, "ea2d_metropolis/multispin/gpu systems=5", "the last word is never updated")         \
  mutant(tile_left_coupling_own, "ea2d_metropolis/tiled/gpu",                                                          \
         "sites of colour 1 take their coupling to the right for the one to the left")                                 \
  /* over-relaxation */                                                                                                \
  mutant(relaxed_last_layer, "heisenberg3d_overrelaxation/serial/cpu; heisenberg3d_overrelaxation/boxes/cpu",          \
         "the last layer is never updated")                                                                            \
  mutant(relaxed_components, "heisenberg3d_overrelaxation/serial/cpu; heisenberg3d_overrelaxation/boxes/cpu",          \
         "of the spin below two components are swapped")                                                               \
  mutant(relaxed_sign, "heisenberg3d_overrelaxation/vectors/cpu; heisenberg3d_overrelaxation/global/kokkos; "          \
         "heisenberg3d_overrelaxation/global/gpu; heisenberg3d_overrelaxation/best/gpu; "\
         "heisenberg3d_overrelaxation/bands/gpu",                               \
         "the coupling to the spin below has the wrong sign")                                                          \
  mutant(relaxed_row_edge, "heisenberg3d_overrelaxation/vectors/cpu",                                                  \
         "the first site of a row takes a wrong coupling to the last")                                                 \
  mutant(relaxed_seam_left_out, "heisenberg3d_overrelaxation/vectors/cpu threads=2",                                   \
         "colour 1 of a thread's first and last plane is never updated")                                               \
  mutant(relaxed_row_open, "heisenberg3d_overrelaxation/vectors/cpu L=34",                                             \
         "the place behind a row that ends within a vector keeps the neighbour of the start")                          \
  mutant(relaxed_tile_stands, "heisenberg3d_overrelaxation/vectors/cpu rows=7 sweeps=2",                               \
         "from the third half-sweep on a tile's border moves no further: a row sees neighbours that are behind")       \
  mutant(relaxed_tiles_open, "heisenberg3d_overrelaxation/vectors/cpu rows=7",                                         \
         "what is left between the last tile and the first is never updated")                                          \
  mutant(relaxed_wrong_end, "heisenberg3d_overrelaxation/global/gpu; heisenberg3d_overrelaxation/shared3/gpu; "        \
         "heisenberg3d_overrelaxation/global/kokkos", "the bond along y is taken from the wrong end")                  \
  mutant(heisenberg_column_stale, "heisenberg3d_heatbath/coalesced/gpu; heisenberg3d_metropolis/coalesced/gpu spins=4", \
         "from a thread's second site on the spin before it along y is that of the site before")                       \
  mutant(relaxed_column_stale, "heisenberg3d_overrelaxation/global/gpu",                                               \
         "from the third site of a column on the spin below is that of the second")                                    \
  mutant(relaxed_last_item, "heisenberg3d_overrelaxation/global/kokkos",                                               \
         "the last row or site of all is never updated")                                                               \
  mutant(relaxed_ring_stale, "heisenberg3d_overrelaxation/shared3/gpu; heisenberg3d_overrelaxation/shared4/gpu",       \
         "the plane below is taken from the wrong place of the ring")                                                  \
  mutant(relaxed_halo_short, "heisenberg3d_overrelaxation/best/gpu L=96; heisenberg3d_overrelaxation/bands/gpu L=96",                                              \
         "a tile is read one row short of what its border needs")                                                      \
  mutant(relaxed_edge_kept, "heisenberg3d_overrelaxation/bands/gpu",\
         "the last stage's edge rows are not handed to the next block of a cluster")\
  mutant(relaxed_stale_plane, "heisenberg3d_overrelaxation/best/gpu; heisenberg3d_overrelaxation/bands/gpu",                                                  \
         "later stages see the spins beside them as the stage before left them")                                       \
  mutant(kokkos_seed_stands, "ising2d_wolff/by_labelling/kokkos; ising3d_wolff/by_labelling/kokkos",                   \
         "it is always the cluster of the first site that flips")                                                      \
  /* GPU: clusters */                                                                                                  \
  mutant(sites_wrap_lost, "ising2d_swendsen_wang/single_pass/gpu; ising3d_swendsen_wang/single_pass/gpu; "             \
         "ising2d_swendsen_wang/single_pass/kokkos; ising3d_swendsen_wang/single_pass/kokkos; "                        \
         "ising2d_wolff/by_labelling/kokkos; ising3d_wolff/by_labelling/kokkos; "                                      \
         "ising2d_swendsen_wang/komura/gpu; ising3d_swendsen_wang/komura/gpu", "bonds around the lattice are missing") \
  mutant(sites_second_bond_lost, "ising2d_swendsen_wang/komura/gpu; ising3d_swendsen_wang/komura/gpu; "                \
         "ising2d_swendsen_wang/single_pass/gpu", "a site that is linked has no other bonds to sites before it")       \
  mutant(seam_line_lost, "ising2d_swendsen_wang/hierarchical_sewing/gpu; ising2d_swendsen_wang/label_relaxation/gpu; " \
         "ising3d_swendsen_wang/hierarchical_sewing/gpu; ising3d_swendsen_wang/label_relaxation/gpu",                  \
         "bonds from one tile to the next along y are missing")                                                        \
  mutant(seam_wrap_lost, "ising2d_swendsen_wang/hierarchical_sewing/gpu; ising2d_swendsen_wang/label_relaxation/gpu; " \
         "ising3d_swendsen_wang/hierarchical_sewing/gpu; ising3d_swendsen_wang/label_relaxation/gpu",                  \
         "bonds around the lattice along its last direction are missing")                                              \
  mutant(sewing_level_lost, "ising2d_swendsen_wang/hierarchical_sewing/gpu; "                                          \
         "ising3d_swendsen_wang/hierarchical_sewing/gpu", "the last doubling of the tiles is left out")                \
  mutant(relaxation_few_rounds, "ising2d_swendsen_wang/label_relaxation/gpu; "                                         \
         "ising3d_swendsen_wang/label_relaxation/gpu", "labels spread between tiles for eight rounds at most")         \
  mutant(self_label_few_rounds, "ising2d_swendsen_wang/hierarchical_sewing/gpu; "                                      \
         "ising3d_swendsen_wang/hierarchical_sewing/gpu",                                                              \
         "labels of a tile spread for as many rounds as it has sites along a side")                                    \
  mutant(search_forwards, "ising2d_swendsen_wang/hierarchical_sewing/gpu inside=bfs; "                                 \
         "ising3d_swendsen_wang/hierarchical_sewing/gpu inside=bfs", "the search in a tile does not look back along x")\
  mutant(tile_union_of_sites, "ising2d_swendsen_wang/hierarchical_sewing/gpu inside=union_find; "                      \
         "ising3d_swendsen_wang/hierarchical_sewing/gpu inside=union_find", "bonds in a tile join sites, not roots")   \
  mutant(tiles_border_lost, "ising2d_swendsen_wang/best/gpu; ising3d_swendsen_wang/best/gpu",                          \
         "bonds from one tile to the next along x are missing")                                                        \
  mutant(tiles_wrap_lost, "ising2d_swendsen_wang/best/gpu; ising3d_swendsen_wang/best/gpu",                            \
         "bonds around the lattice along its last direction are missing")                                              \
  mutant(tiles_coin_by_label, "ising2d_swendsen_wang/best/gpu; ising3d_swendsen_wang/best/gpu",                        \
         "parts of a cluster in different tiles keep coins of their own")                                              \
  mutant(tiles_seam_once, "ising2d_swendsen_wang/best/gpu; ising3d_swendsen_wang/best/gpu",                            \
         "a cluster of a tile joins one of the next tile's alone where its bonds to several lie side by side")         \
  mutant(tiles_bond_twice, "ising2d_swendsen_wang/best/gpu; ising3d_swendsen_wang/best/gpu",                           \
         "a bond between tiles is drawn from both of its ends")                                                        \
  mutant(tiles_root_at_seam, "ising2d_wolff/by_labelling/gpu",                                                         \
         "a tile's cluster whose one site at the border is its root is left on its way to the root")                   \
  mutant(codes_top_row, "ising2d_swendsen_wang/best/gpu",                                                              \
         "tiles take the states at their borders from the topmost tile of their column")                               \
  mutant(runs_one_join_a_run, "ising2d_swendsen_wang/best/gpu; ising3d_swendsen_wang/best/gpu",                        \
         "of a run's bonds to the row before the first alone is followed")                                             \
  mutant(runs_pairs_lost, "ising2d_swendsen_wang/best/gpu; ising3d_swendsen_wang/best/gpu",                            \
         "a tile's last pairs of runs, fewer than a warp has lanes, are not joined")                                   \
  mutant(runs_pairs_beyond, "ising3d_swendsen_wang/best/gpu; ising3d_wolff/by_labelling/gpu",                          \
         "pairs of runs for which a tile has no room are not joined")                                                  \
  mutant(clusters_hot, "ising2d_swendsen_wang/best/gpu; ising3d_swendsen_wang/best/gpu; "                              \
         "ising2d_wolff/by_labelling/gpu; ising3d_wolff/queue/gpu; "                                                   \
         "ising2d_swendsen_wang/union_find/cpu; ising3d_swendsen_wang/union_find/cpu; "                                \
         "ising2d_wolff/by_labelling/kokkos", "bonds are drawn at a beta that is 0.2% too small")                      \
  mutant(clusters_update_stands, "ising2d_swendsen_wang/best/gpu; ising2d_wolff/by_labelling/gpu",                     \
         "all updates of a call draw the same numbers")                                                                \
  mutant(front_bond_twice, "ising2d_wolff/quasi_block/gpu; ising3d_wolff/queue/gpu",                                   \
         "a bond is drawn from both of its ends")                                                                      \
  mutant(front_wrap_lost, "ising2d_wolff/quasi_block/gpu; ising3d_wolff/queue/gpu",                                    \
         "bonds around the lattice are missing")                                                                       \
  mutant(wolff_front_cut, "ising2d_wolff/quasi_block/gpu; ising2d_wolff/cooperative/gpu",                              \
         "spins of the front beyond the number of threads are dropped")                                                \
  mutant(wolff_block_front_cut, "ising2d_wolff/quasi_block/gpu; ising3d_wolff/quasi_block/gpu",                        \
         "the last block's new spins are not numbered")                                                                \
  mutant(queue_alone_only, "ising2d_wolff/queue/gpu",                                                                  \
         "a cluster ends where its front outgrows one block")                                                          \
  mutant(wolff_measures_last_row_less, "ising2d_wolff/by_labelling/gpu measure=observables; "                          \
         "ising3d_wolff/queue/gpu measure=observables",                                                                \
         "a measurement after an update misses the bonds from the last row to the first")                              \
  mutant(wolff_measures_stale, "ising2d_wolff/quasi_block/gpu measure=observables; "                                   \
         "ising3d_wolff/by_labelling/gpu measure=observables",                                                         \
         "the lattice is measured before an update and not after it")                                                  \
  /* GPU: random numbers and machine */                                                                                \
  mutant(gpu_fill_part_lost, "rng_fill/streams/gpu", "the last row of a launch is not written where it is not whole")  \
  mutant(gpu_count_rest_lost, "rng_count_odd/streams/gpu draws=1000", "draws beyond a multiple of 32 are not counted") \
  mutant(gpu_blocks_thread_3, "rng_blocks/streams/gpu", "thread 3 of each block draws what thread 2 draws")            \
  mutant(gpu_copy_tail, "machine_copy/wide/gpu; machine_copy/in_place/gpu", "the copy leaves out its last 16 bytes")   \
  mutant(gpu_l2_one_pass, "machine_l2/wide/gpu", "one copy is made for every 32 that are counted")                     \
  mutant(gpu_chains_short, "machine_logic/chains/gpu; machine_mad/chains/gpu",                                         \
         "all blocks but the first and the last walk half of their chains")
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
