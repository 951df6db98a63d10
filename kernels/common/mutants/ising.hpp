// Mutants of the Ising model's Metropolis updates and of what acceptance and generators share. For mutants.hpp, which
// says what they are.
#pragma once

// clang-format off
#define SPINBENCH_ISING_MUTANTS(mutant)                                                                                \
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
  mutant(square_border, "ising2d_metropolis/row_order/cpu L=16 beta=2; ising2d_metropolis/row_order/cpu; "             \
         "ising2d_metropolis/checkerboard/cpu",                                                                        \
         "spins of the last column see themselves to their right")                                                     \
  mutant(cubic_border, "ising3d_metropolis/row_order/cpu L=8 beta=1.2; ising3d_metropolis/row_order/cpu; "             \
         "ising3d_metropolis/checkerboard/cpu",                                                                        \
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
         "Philox4x32-10 in vectors leaves out its last round")

#define SPINBENCH_GPU_ISING_MUTANTS(mutant)                                                                            \
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
  mutant(bits_class_of_last, "ising2d_metropolis/multispin/gpu words=8; ising2d_metropolis/multispin_tiled/gpu; "      \
         "ising3d_metropolis/multispin/gpu", "undecided spins are all of the class of the last word's spin")           \
  mutant(bits_second_round_lost, "ising2d_metropolis/multispin/gpu words=8; ising2d_metropolis/multispin/gpu words=4; " \
         "ising2d_metropolis/multispin_tiled/gpu; ising3d_metropolis/multispin/gpu",                                   \
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
  mutant(layers_last_class, "ising3d_metropolis/multispin/gpu", "spins without an unsatisfied bond pass for having one")
// clang-format on
