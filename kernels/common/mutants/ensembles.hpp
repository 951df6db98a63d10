// Mutants of replicas and generalised ensembles: exchanges of temperatures, population annealing, walkers in the space
// of energies. For mutants.hpp, which says what they are.
#pragma once

// clang-format off
#define SPINBENCH_TEMPERING_MUTANTS(mutant)                                                                            \
  /* exchanges of temperatures */                                                                                      \
  mutant(tempering_oracle_wrong_sign, "ising2d_parallel_tempering/row_order/cpu; ising2d_parallel_tempering/tiled/cpu; "\
         "ea3d_parallel_tempering/single_spin/cpu; ea2d_parallel_tempering/single_spin/cpu; "                          \
         "heisenberg3d_parallel_tempering/checkerboard/cpu",                                                           \
         "the oracle accepts exchanges with the wrong sign")                                                           \
  mutant(tempering_oracle_betas_stay, "ising2d_parallel_tempering/row_order/cpu; "                                     \
         "ising2d_parallel_tempering/multispin_plain/cpu; heisenberg3d_parallel_tempering/checkerboard/cpu",           \
         "replicas of the oracle keep their temperature all along")                                                    \
  mutant(tempering_oracle_even_pairs, "ising2d_parallel_tempering/row_order/cpu; "                                     \
         "ising2d_parallel_tempering/tiled/cpu; "                                                                      \
         "ea3d_parallel_tempering/single_spin/cpu; ea2d_parallel_tempering/single_spin/cpu; "                          \
         "heisenberg3d_parallel_tempering/checkerboard/cpu",                                                           \
         "the oracle never tries the pairs between those of the first exchange")                                       \
  mutant(tempering_oracle_hot, "ising2d_parallel_tempering/row_order/cpu; ising2d_parallel_tempering/tiled/cpu; "      \
         "ising2d_parallel_tempering/multispin_plain/cpu", "beta of the oracles' updates is 1e-3 too small")           \
  mutant(tempering_wrong_sign,                                                                                         \
         "ising2d_parallel_tempering/multispin/cpu; ising2d_parallel_tempering/device_exchange/gpu; "                  \
         "ea3d_parallel_tempering/standard/cpu; ea3d_parallel_tempering/standard/gpu; "                                \
         "ea2d_parallel_tempering/multispin_plain/cpu; ea2d_parallel_tempering/multispin/gpu; "                        \
         "heisenberg3d_parallel_tempering/vector/cpu; heisenberg3d_parallel_tempering/coalesced/gpu",                  \
         "exchanges are accepted with the wrong sign")                                                                 \
  mutant(tempering_betas_stay, "ising2d_parallel_tempering/multispin/cpu; "                                            \
         "ising2d_parallel_tempering/device_exchange/gpu; ising2d_parallel_tempering/host_exchange/gpu; "              \
         "ising2d_parallel_tempering/multispin/gpu", "replicas keep the thresholds of their first temperature")        \
  mutant(tempering_word_stands,                                                                                        \
         "ising2d_parallel_tempering/multispin/cpu; ising2d_parallel_tempering/device_exchange/gpu; "                  \
         "ea3d_parallel_tempering/standard/cpu; ea3d_parallel_tempering/standard/gpu; "                                \
         "ea2d_parallel_tempering/multispin_plain/cpu; ea2d_parallel_tempering/multispin/gpu; "                        \
         "heisenberg3d_parallel_tempering/vector/cpu; heisenberg3d_parallel_tempering/coalesced/gpu",                  \
         "all exchanges are decided by the words of the first")                                                        \
  mutant(tempering_even_pairs,                                                                                         \
         "ising2d_parallel_tempering/multispin/cpu; ising2d_parallel_tempering/device_exchange/gpu; "                  \
         "ea3d_parallel_tempering/standard/cpu; ea3d_parallel_tempering/standard/gpu; "                                \
         "ea2d_parallel_tempering/multispin_plain/cpu; ea2d_parallel_tempering/multispin/gpu; "                        \
         "heisenberg3d_parallel_tempering/vector/cpu; heisenberg3d_parallel_tempering/coalesced/gpu",                  \
         "the pairs between those of the first exchange are never tried")                                              \
  mutant(tempering_energy_one_counter,                                                                                 \
         "ising2d_parallel_tempering/device_exchange/gpu; ising2d_parallel_tempering/host_exchange/gpu",               \
         "of the counters of a replica's energy only the first is read")                                               \
  mutant(tempering_updates_refuse, "ising2d_parallel_tempering/device_exchange/gpu",                                   \
         "no exchange that updates decide is accepted")                                                                \
  mutant(tempering_limits_first, "ising2d_parallel_tempering/device_exchange/gpu",                                     \
         "updates decide all exchanges of a call by the limits of its first two")                                      \
  mutant(tempering_limit_strict, "ising2d_parallel_tempering/device_exchange/gpu k=1 exchange=1",                      \
         "updates refuse exchanges whose difference of energies is the limit itself")                                  \
  mutant(tempering_changes_kept, "ising2d_parallel_tempering/device_exchange/gpu",                                     \
         "an exchange that updates decide leaves the counters full that the next one's step adds to")                  \
  mutant(tempering_partner_before, "ising2d_parallel_tempering/device_exchange/gpu",                                   \
         "an exchange that updates decide takes the partner's energy of the exchange before")                          \
  mutant(tempering_cold_stays, "ising2d_parallel_tempering/device_exchange/gpu",                                       \
         "the colder replica of an exchange that updates decide keeps its temperature")                                \
  mutant(tempering_energy_first,                                                                                       \
         "ising2d_parallel_tempering/device_exchange/gpu; ising2d_parallel_tempering/host_exchange/gpu",               \
         "all tiles count their energy for the first replica")                                                         \
  mutant(tempering_thresholds_first,                                                                                   \
         "ising2d_parallel_tempering/multispin/cpu; ising2d_parallel_tempering/multispin/gpu; "                        \
         "ising2d_parallel_tempering/multispin/gpu launch=persistent; "                                                \
         "ising2d_parallel_tempering/device_exchange/gpu; "                                                            \
         "ea3d_parallel_tempering/standard/cpu; ea3d_parallel_tempering/standard/gpu; "                                \
         "ea2d_parallel_tempering/multispin_plain/cpu; ea2d_parallel_tempering/multispin/gpu; "                        \
         "ea2d_parallel_tempering/multispin/gpu L=12",                                                                 \
         "all replicas are decided by the thresholds of the first")                                                    \
  mutant(tempering_streams_shared,                                                                                     \
         "ising2d_parallel_tempering/device_exchange/gpu; ising2d_parallel_tempering/host_exchange/gpu",               \
         "all replicas draw from the streams of the first")                                                            \
  mutant(glass_tempering_energies_stay, "ea3d_parallel_tempering/standard/cpu; ea3d_parallel_tempering/standard/gpu; " \
         "ea2d_parallel_tempering/multispin_plain/cpu; ea2d_parallel_tempering/multispin/gpu; "                        \
         "ea2d_parallel_tempering/multispin/gpu L=12",                                                                 \
         "energies do not go with the spins that are exchanged")                                                       \
  mutant(glass_tempering_bit_of_next, "ea3d_parallel_tempering/standard/cpu; ea3d_parallel_tempering/standard/gpu; "   \
         "ea2d_parallel_tempering/multispin_plain/cpu; ea2d_parallel_tempering/multispin/gpu; "                        \
         "ea2d_parallel_tempering/multispin/gpu L=12",                                                                 \
         "the spins of the next realization are exchanged")                                                            \
  mutant(glass_tempering_one_colour, "ea3d_parallel_tempering/standard/cpu; ea3d_parallel_tempering/standard/gpu",     \
         "only the spins of colour 0 are exchanged")                                                                   \
  mutant(square_tempering_half, "ea2d_parallel_tempering/multispin_plain/cpu; ea2d_parallel_tempering/multispin/gpu; " \
         "ea2d_parallel_tempering/multispin/gpu L=12", "of what an exchange moves only the first half is moved")       \
  mutant(square_tempering_couplings_first, "ea2d_parallel_tempering/multispin/gpu systems=3; "                         \
         "ea2d_parallel_tempering/multispin/gpu L=12 systems=3", "all systems have the couplings of the first")        \
  mutant(square_tempering_streams_shared, "ea2d_parallel_tempering/multispin/gpu; "                                    \
         "ea2d_parallel_tempering/multispin/gpu L=12", "all temperatures draw from the streams of the hottest")        \
  mutant(square_tempering_position_stands, "ea2d_parallel_tempering/multispin/gpu; "                                   \
         "ea2d_parallel_tempering/multispin/gpu L=12", "sweeps after each exchange draw the numbers of the first")     \
  mutant(square_tempering_count_of_warp, "ea2d_parallel_tempering/multispin/gpu L=12",                                 \
         "of a block's warps only the first adds its bonds")                                                           \
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
         "of a block's warps only the first adds its energy")

#define SPINBENCH_ANNEALING_MUTANTS(mutant)                                                                            \
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
         "all energies are those that the first warp of a block counted")

#define SPINBENCH_ENERGY_WALK_MUTANTS(mutant)                                                                          \
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
         "ising2d_wang_landau/windows/gpu; ising2d_multicanonical/walkers_shared/gpu; "                                \
         "ising2d_multicanonical/walkers_global/gpu", "a walker whose weights stand is counted in the next set")       \
  mutant(flat_hasty, "ising2d_wang_landau/walkers_shared/gpu; ising2d_wang_landau/walkers_global/gpu; "                \
         "ising2d_wang_landau/windows/gpu", "the increment is halved as soon as all levels were seen")                 \
  mutant(windows_foreign_estimate, "ising2d_wang_landau/windows/cpu group=1 walkers=16; "                              \
         "ising2d_wang_landau/windows/gpu", "walkers of a window add to the estimate of the next")                     \
  mutant(windows_wrong_sign, "ising2d_wang_landau/windows/cpu group=1 walkers=16",                                     \
         "windows exchange walkers that they should keep")                                                             \
  mutant(windows_rise_of_one, "ising2d_wang_landau/windows/gpu",                                                       \
         "an exchange asks the estimate of the lower window alone")                                                    \
  mutant(windows_edge_open, "ising2d_wang_landau/windows/cpu group=1 walkers=16",                                      \
         "walkers may leave their window by a level")                                                                  \
  mutant(windows_edge_closed, "ising2d_wang_landau/windows/gpu", "no walker comes to the highest level of its window") \
  mutant(windows_level_kept, "ising2d_wang_landau/windows/cpu group=1 walkers=16; ising2d_wang_landau/windows/gpu",    \
         "an exchange leaves the levels that walkers follow where they were")
// clang-format on
