// Mutants of random numbers, of the machine's kernels and of what all kernels of a backend share: launches, streams,
// sums. For mutants.hpp, which says what they are.
#pragma once

// clang-format off
#define SPINBENCH_HOST_MUTANTS(mutant)                                                                                 \
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
         "realizations from number 2 on draw as number 1 does")

#define SPINBENCH_LAUNCH_MUTANTS(mutant)                                                                               \
  /* GPU: launches, streams, sums */                                                                                   \
  mutant(gpu_counter_stands, "ising2d_metropolis/naive/gpu rng=philox4x32; ising2d_metropolis/multispin/gpu",          \
         "attempts are not counted on from one replay of a graph to the next")                                         \
  mutant(gpu_graph_rest_lost, "ising2d_metropolis/naive/gpu; ising2d_metropolis/multispin/gpu",                        \
         "steps that do not fill a graph are left out")                                                                \
  mutant(gpu_long_batch_cut, "ising2d_metropolis/naive/gpu; ising2d_metropolis/multispin/gpu",                         \
         "of a batch of more than 1000 steps 1000 are done")                                                           \
  mutant(gpu_batch_step_lost, "ea3d_metropolis/multispin/gpu; ea3d_metropolis/sliced/gpu word=64; "                    \
         "ea3d_metropolis/standard/gpu L=128",                                                                         \
         "a batch of more than 100 steps has one less")                                                                \
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
         "Philox4x32-10 for tiles of bits leaves out its last round")

#define SPINBENCH_GPU_MACHINE_MUTANTS(mutant)                                                                          \
  /* GPU: random numbers and machine */                                                                                \
  mutant(gpu_fill_part_lost, "rng_fill/streams/gpu", "the last row of a launch is not written where it is not whole")  \
  mutant(gpu_fill_blocks_alike, "rng_fill/streams/gpu; rng_fill/streams/gpu rng=lcg32_random",                         \
         "all blocks side by side fill what the first does")                                                           \
  mutant(gpu_fill_layers_alike, "rng_fill/streams/gpu streams=256 n=8388608",                                          \
         "all layers of groups of rows fill what the first does")                                                      \
  mutant(gpu_count_blocks_alike, "rng_count_odd/streams/gpu grid=full",                                                \
         "blocks behind the paper's 64 draw what those draw")                                                          \
  mutant(gpu_count_rest_lost, "rng_count_odd/streams/gpu draws=1000", "draws beyond a multiple of 32 are not counted") \
  mutant(gpu_vendor_state_lost, "rng_count_odd/vendor/gpu rng=xorwow; rng_count_odd/vendor/gpu rng=mtgp32; "            \
         "rng_count_odd/vendor/gpu rng=philox4x32", "a launch begins where the one before it began")                   \
  mutant(gpu_vendor_stream_next, "rng_count_odd/vendor/gpu rng=philox4x32",                                            \
         "each thread draws the stream of the thread after it")                                                        \
  mutant(gpu_blocks_thread_3, "rng_blocks/streams/gpu", "thread 3 of each block draws what thread 2 draws")            \
  mutant(gpu_copy_tail, "machine_copy/wide/gpu; machine_copy/in_place/gpu", "the copy leaves out its last 16 bytes")   \
  mutant(gpu_l2_one_pass, "machine_l2/wide/gpu", "one copy is made for every 32 that are counted")                     \
  mutant(gpu_chains_short, "machine_logic/chains/gpu; machine_mad/chains/gpu",                                         \
         "all blocks but the first and the last walk half of their chains")
// clang-format on
