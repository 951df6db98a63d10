// Mutants of cluster updates. For mutants.hpp, which says what they are.
#pragma once

// clang-format off
#define SPINBENCH_CLUSTER_MUTANTS(mutant)                                                                              \
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
  mutant(cluster_last_state, "ising2d_swendsen_wang/hoshen_kopelman/cpu q=3",                                          \
         "clusters that are not in the first state are all in the last")                                               \
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
  mutant(list_lattices_alike, "ising2d_wolff/by_bonds/cpu lattices=2; ising3d_wolff/by_bonds/cpu lattices=2",          \
         "all lattices draw the same numbers")

#define SPINBENCH_GPU_CLUSTER_MUTANTS(mutant)                                                                          \
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
  mutant(codes_top_row, "ising2d_swendsen_wang/best/gpu; ising2d_wolff/by_labelling/gpu",                              \
         "tiles take the states at their borders from the topmost tile of their column")                               \
  mutant(codes_seed_unmarked, "ising2d_wolff/by_labelling/gpu beta=0.2",                                               \
         "a cluster that lies inside one tile is not flipped")                                                         \
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
  mutant(wolff_front_cut, "ising2d_wolff/quasi_block/gpu; ising2d_wolff/cooperative/gpu; ising2d_wolff/queue/gpu",     \
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
  mutant(lattices_one_seed, "ising2d_wolff/by_labelling/gpu lattices=3; ising3d_wolff/by_labelling/gpu lattices=3",    \
         "the clusters of all lattices begin at the site of the first's")                                              \
  mutant(lattices_share_words, "ising2d_wolff/by_labelling/gpu lattices=3; "                                           \
         "ising3d_wolff/by_labelling/gpu lattices=3", "the second lattice draws its bonds by the words of the first")  \
  mutant(lattices_of_one_block, "ising2d_wolff/by_labelling/gpu lattices=300; "                                        \
         "ising3d_wolff/by_labelling/gpu lattices=300",                                                                \
         "lattices beyond those of one block of threads are not told that an update begins")
// clang-format on
