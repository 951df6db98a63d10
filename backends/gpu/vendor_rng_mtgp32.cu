// MTGP32's states, by the libraries' own host code, which lies in headers.
#include "backends/gpu/vendor_rng_device.cuh"

#if SPINBENCH_GPU_VENDOR_RNG

#if defined(__HIP_PLATFORM_AMD__)
#include <rocrand/rocrand_mtgp32_11213.h>
#else
#include <curand_mtgp32_host.h>
#endif

namespace spinbench::gpu::inline SPINBENCH_GPU_NAMESPACE {

namespace {

std::size_t checked(int blocks) {
  if (blocks >= 1 && blocks <= VendorMtgp32::most_blocks) return static_cast<std::size_t>(blocks);
  throw std::runtime_error("mtgp32: " + std::to_string(blocks) + " blocks: " + vendor_device_rng_title +
                           " has parameters for 1 to " + std::to_string(VendorMtgp32::most_blocks));
}

void check_made(int status, const char* what) {
  if (status != 0)
    throw std::runtime_error(std::string(vendor_device_rng_title) + ": generator mtgp32: " + what + " (status " +
                             std::to_string(status) + ")");
}

}  // namespace

VendorMtgp32States::VendorMtgp32States(int blocks, std::uint64_t seed) : states_(checked(blocks)), constants_(1) {
#if defined(__HIP_PLATFORM_AMD__)
  check_made(rocrand_make_state_mtgp32(data(), mtgp32dc_params_fast_11213, blocks, seed), "making its states");
#else
  check_made(curandMakeMTGP32Constants(mtgp32dc_params_fast_11213, constants_.data()), "copying its parameters");
  check_made(curandMakeMTGP32KernelState(data(), mtgp32dc_params_fast_11213, constants_.data(), blocks, seed),
             "making its states");
#endif
  // They copy on the default stream, for which stream() does not wait.
  check(SPINBENCH_GPU_API(DeviceSynchronize)(), "copy of generator states");
}

VendorMtgp32States make_mtgp32_states(int blocks, std::uint64_t seed) { return {blocks, seed}; }

}  // namespace spinbench::gpu::SPINBENCH_GPU_NAMESPACE

#endif
