// In place of backends/gpu/shared_memory.cuh.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

#include "backends/gpu/device.cuh"

namespace spinbench::gpu::inline SPINBENCH_GPU_NAMESPACE {

inline uint4* shared_memory() { return memory_of_block().data(); }
inline std::size_t largest_shared_bytes() { return 227 << 10; }
template <class... Parameters>
void allow_shared_bytes(void (*)(Parameters...), std::size_t) {}
/// Tests make it less.
inline int& blocks_a_multiprocessor() {
  static int blocks = 1;
  return blocks;
}
template <class... Parameters>
int blocks_per_multiprocessor(void (*)(Parameters...), int, std::size_t = 0) {
  return blocks_a_multiprocessor();
}

/// Each block has memory of its own, as it has a thread of the host.
template <class... Parameters>
void launch_cooperative_shared(void (*kernel)(Parameters...), dim3 grid, dim3 block, std::size_t shared_bytes,
                               std::type_identity_t<Parameters>... arguments) {
  run_side_by_side(grid, block, [=] {
    auto& memory = memory_of_block();
    if (memory.empty())
      memory.assign((shared_bytes + sizeof(uint4) - 1) / sizeof(uint4), make_uint4(~0u, ~0u, ~0u, ~0u));
    kernel(arguments...);
  });
}

}  // namespace spinbench::gpu::SPINBENCH_GPU_NAMESPACE
