// `tiled` in Kokkos (tiled.kokkos.cpp) with tiles of side 16.
#include "kernels/ising2d_metropolis/kokkos_tiled_visit.hpp"

namespace spinbench::ising2d {

template std::unique_ptr<Simulation> make_kokkos_tiled_of_side<16>(const Params&, std::uint64_t);

}  // namespace spinbench::ising2d
