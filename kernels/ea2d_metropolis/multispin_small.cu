// `multispin` with generators whose state is a word or a few; kernels/ea2d_metropolis/gpu_multispin.cuh.
#include "kernels/ea2d_metropolis/gpu_multispin.cuh"

namespace spinbench::ea2d::inline SPINBENCH_GPU_NAMESPACE {

template std::unique_ptr<Simulation> make_multispin_of<rng::Lcg32>(const Params&, std::uint64_t, rng::Seeding);
template std::unique_ptr<Simulation> make_multispin_of<rng::Sfc32>(const Params&, std::uint64_t, rng::Seeding);
template std::unique_ptr<Simulation> make_multispin_of<rng::Mwc64x>(const Params&, std::uint64_t, rng::Seeding);

}  // namespace spinbench::ea2d::inline SPINBENCH_GPU_NAMESPACE
