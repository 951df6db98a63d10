// `tiled` (tiled.cu) with tiles of side 16.
#include "kernels/ising2d_metropolis/gpu_tiled.cuh"

namespace spinbench::ising2d::inline SPINBENCH_GPU_NAMESPACE {

template std::unique_ptr<Simulation> make_tiled_of_side<16>(const Params&, std::uint64_t);

}  // namespace spinbench::ising2d::SPINBENCH_GPU_NAMESPACE
