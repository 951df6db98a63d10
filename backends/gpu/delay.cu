#include "backends/gpu/delay.hpp"

namespace spinbench::gpu::inline SPINBENCH_GPU_NAMESPACE {

namespace {

/// Of a clock that all multiprocessors share and that does not follow theirs. Its unit does not matter here.
__device__ unsigned long long ticks() {
#if defined(__HIP_PLATFORM_AMD__)
  return __builtin_amdgcn_s_memrealtime();
#else
  unsigned long long result;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(result)::"memory");
  return result;
#endif
}

__global__ void note(unsigned long long* began) { *began = ticks(); }

__global__ void wait(const unsigned long long* began, double part) {
  const unsigned long long now = ticks();
  const auto longer = static_cast<unsigned long long>(part * static_cast<double>(now - *began));
  while (ticks() - now < longer) continue;
}

}  // namespace

void Delay::begin() { launch(note, 1, 1, began_.data()); }

void Delay::end() { launch(wait, 1, 1, began_.data(), part_); }

}  // namespace spinbench::gpu::SPINBENCH_GPU_NAMESPACE
