// `multispin` with Philox; kernels/ea2d_metropolis/gpu_multispin.cuh.
#include "kernels/ea2d_metropolis/gpu_multispin.cuh"

namespace spinbench::ea2d::inline SPINBENCH_GPU_NAMESPACE {

template std::unique_ptr<Simulation> make_multispin_of<rng::Philox4x32>(const Params&, std::uint64_t, rng::Seeding);
template std::unique_ptr<Simulation> make_multispin_of<rng::Philox4x32_7>(const Params&, std::uint64_t, rng::Seeding);

}  // namespace spinbench::ea2d::inline SPINBENCH_GPU_NAMESPACE
