// What variants share whose blocks all run at a time, each built for some sizes of the lattice.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "backends/gpu/runtime.hpp"
#include "backends/gpu/shared_memory.cuh"
#include "interface/registry.hpp"
#include "kernels/heisenberg3d_overrelaxation/gpu_glass.cuh"

namespace spinbench::overrelaxation::inline SPINBENCH_GPU_NAMESPACE {

/// `use(L as a constant)` for a lattice of one of those sizes. Throws std::invalid_argument for another.
template <std::uint32_t First, std::uint32_t... Others, class Use>
auto with_size(const Params& params, Use&& use) {
  if (params.integer("L") == First) return use(std::integral_constant<std::uint32_t, First>{});
  if constexpr (sizeof...(Others) > 0)
    return with_size<Others...>(params, use);
  else
    throw std::invalid_argument("nothing is built for L = " + std::to_string(params.integer("L")));
}

/// Why the current device does not run so many blocks at a time, with what to do instead, or "".
template <class... Parameters>
std::string not_at_a_time(void (*kernel)(Parameters...), std::uint32_t blocks, std::uint32_t threads,
                          std::size_t shared_bytes, const std::string& instead) {
  if (shared_bytes > gpu::largest_shared_bytes())
    return "blocks share " + std::to_string(shared_bytes) + " bytes, of which this device has " +
           std::to_string(gpu::largest_shared_bytes()) + ": " + instead;
  gpu::allow_shared_bytes(kernel, shared_bytes);
  const int held =
      gpu::multiprocessors() * gpu::blocks_per_multiprocessor(kernel, static_cast<int>(threads), shared_bytes);
  if (held < static_cast<int>(blocks))
    return "all " + std::to_string(blocks) + " blocks must run at a time, of which this device holds " +
           std::to_string(held) + ": " + instead;
  return "";
}

}  // namespace spinbench::overrelaxation::SPINBENCH_GPU_NAMESPACE
