// Mutants of spins that are vectors. For mutants.hpp, which says what they are.
#pragma once

// clang-format off
#define SPINBENCH_VECTOR_MUTANTS(mutant)                                                                               \
  /* vectors: what all share, the oracles, and GPUs */                                                                 \
  mutant(heisenberg_wrong_sign, "heisenberg2d_metropolis/row_order/cpu; heisenberg3d_metropolis/tiled/gpu",            \
         "spins turn against their field")                                                                             \
  mutant(heisenberg_no_root, "heisenberg2d_metropolis/row_order/cpu; heisenberg2d_metropolis/naive/gpu",               \
         "new directions are not normalised")                                                                          \
  mutant(heisenberg_equator, "heisenberg2d_metropolis/checkerboard/cpu; heisenberg3d_metropolis/coalesced/gpu",        \
         "new directions all lie in a plane")                                                                          \
  mutant(heisenberg_serial_hot, "heisenberg2d_metropolis/row_order/cpu; heisenberg3d_metropolis/checkerboard/cpu; "    \
         "heisenberg2d_metropolis/tiled/cpu", "beta of the serial orders is 2% too small")                             \
  mutant(heisenberg_serial_still, "heisenberg3d_metropolis/row_order/cpu; heisenberg2d_metropolis/checkerboard/cpu; "  \
         "heisenberg3d_heatbath/row_order/cpu", "the first spin of a lattice of more than 16 is never updated")        \
  mutant(gaussian_bonds_repeat, "heisenberg3d_metropolis/row_order/cpu; heisenberg3d_overrelaxation/serial/cpu",       \
         "couplings begin again after 2^17")                                                                           \
  mutant(heisenberg_serial_wrong_end, "heisenberg3d_metropolis/row_order/cpu; heisenberg3d_heatbath/row_order/cpu",    \
         "spins take couplings from the wrong end of their neighbours")                                                \
  mutant(heisenberg_wrong_end, "heisenberg3d_metropolis/naive/gpu; heisenberg3d_heatbath/coalesced/gpu",               \
         "spins take the coupling to the layer below from their own site")                                             \
  mutant(heisenberg_stale_halo, "heisenberg2d_metropolis/tiled/gpu; heisenberg3d_metropolis/tiled/gpu",                \
         "the boundary to the right of a tile is the column before it")                                                \
  mutant(heisenberg_few_hits, "heisenberg2d_metropolis/tiled/gpu", "a visit does two hits at most")                    \
  mutant(heisenberg_components, "heisenberg2d_metropolis/tiled/gpu", "y and z of neighbours are swapped")              \
  mutant(heisenberg_columns_alike, "heisenberg2d_metropolis/tiled/gpu",                                                \
         "the second of a thread's two columns draws the numbers of the first")                                        \
  mutant(heisenberg_second_tile, "heisenberg2d_metropolis/tiled/gpu",                                                  \
         "the second tile of a block is the first one again")                                                          \
  mutant(heat_bath_end, "heisenberg3d_heatbath/row_order/cpu; heisenberg3d_heatbath/coalesced/gpu",                    \
         "R = 1 asks for the logarithm of zero")                                                                       \
  mutant(heat_bath_cancels, "heisenberg3d_heatbath/row_order/cpu; heisenberg3d_heatbath/coalesced/gpu",                \
         "where beta h is small, the logarithm loses its digits")                                                      \
  mutant(heat_bath_near, "heisenberg3d_heatbath/row_order/cpu; heisenberg3d_heatbath/coalesced/gpu",                   \
         "the logarithm of 1 + y is that of a small y, however far y is")                                              \
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
  mutant(heat_bath_stale_row, "heisenberg3d_heatbath/vector/cpu", "the layer below is taken from the row itself")

#define SPINBENCH_RELAXATION_MUTANTS(mutant)                                                                           \
  /* over-relaxation */                                                                                                \
  mutant(relaxed_last_layer, "heisenberg3d_overrelaxation/serial/cpu; heisenberg3d_overrelaxation/boxes/cpu",          \
         "the last layer is never updated")                                                                            \
  mutant(relaxed_components, "heisenberg3d_overrelaxation/serial/cpu; heisenberg3d_overrelaxation/boxes/cpu",          \
         "of the spin below two components are swapped")                                                               \
  mutant(relaxed_sign, "heisenberg3d_overrelaxation/vectors/cpu; heisenberg3d_overrelaxation/global/kokkos; "          \
         "heisenberg3d_overrelaxation/global/gpu; heisenberg3d_overrelaxation/best/gpu; "\
         "heisenberg3d_overrelaxation/bands/gpu; heisenberg3d_overrelaxation/resident/gpu L=64; "\
         "heisenberg3d_overrelaxation/wavefront/gpu L=64",                               \
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
  mutant(relaxed_edge_kept, "heisenberg3d_overrelaxation/bands/cuda; "\
         "heisenberg3d_overrelaxation/bands/gpu L=64 cluster=1 across=4",\
         "edge rows of the second stage are handed to the block with the rows beside as those of the first")\
  mutant(relaxed_stale_plane, "heisenberg3d_overrelaxation/best/gpu; heisenberg3d_overrelaxation/bands/gpu",                                                  \
         "later stages see the spins beside them as the stage before left them")                                       \
  mutant(relaxed_face_wraps, "heisenberg3d_overrelaxation/resident/gpu L=64", \
         "beside a box's first and last rows are those at its other end")                                              \
  mutant(relaxed_face_kept, "heisenberg3d_overrelaxation/resident/gpu L=64", \
         "a thread's first plane is sent to other boxes as it was before")                                              \
  mutant(relaxed_bond_before, "heisenberg3d_overrelaxation/resident/gpu L=64", \
         "the couplings to the row before a box, in a thread's second plane, are those of the box's first row")        \
  mutant(relaxed_message_early, "heisenberg3d_overrelaxation/resident/gpu L=64; "\
         "heisenberg3d_overrelaxation/wavefront/gpu L=64", \
         "a message is read whether it has come or not")                                                              \
  mutant(relaxed_letter_early, "heisenberg3d_overrelaxation/resident/gpu L=64", \
         "of a thread's messages from the row beside only the first is waited for")                                   \
  mutant(relaxed_turns_alike, "heisenberg3d_overrelaxation/wavefront/gpu L=64", \
         "of a turn's first planes it is forgotten how far ahead they are")                                            \
  mutant(relaxed_bonds_stay, "heisenberg3d_overrelaxation/wavefront/gpu L=64", \
         "in registers the couplings of the plane before stay when another enters")                                    \
  mutant(relaxed_colour_lost, "heisenberg3d_overrelaxation/wavefront/gpu L=64", \
         "of a plane that leaves only the colour updated last is written")                                             \
  mutant(relaxed_far_plane, "heisenberg3d_overrelaxation/wavefront/gpu L=64", \
         "of the planes beside the one that another warp has is taken from one slot further")                          \
  mutant(relaxed_row_closed, "heisenberg3d_overrelaxation/wavefront/gpu L=128", \
         "a row's first and last pair in a block see its other end in place of the blocks beside")                     \
  mutant(relaxed_left_bond, "heisenberg3d_overrelaxation/wavefront/gpu L=128", \
         "the coupling to the block on the left is that of a row's last pair in the own block")                        \
  mutant(kokkos_seed_stands, "ising2d_wolff/by_labelling/kokkos; ising3d_wolff/by_labelling/kokkos",                   \
         "it is always the cluster of the first site that flips")
// clang-format on
