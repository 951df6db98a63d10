// Where Kokkos runs: the default execution space of the installation that was found, whatever that is.
#pragma once

#include <Kokkos_Core.hpp>
#include <type_traits>

#include "backends/attributes.hpp"

namespace spinbench::kokkos {

using Space = Kokkos::DefaultExecutionSpace;
using Memory = Space::memory_space;
using Scratch = Space::scratch_memory_space;

/// Host spaces want long loops in few work items, which the compiler can vectorise; devices want an item a thread.
inline constexpr bool on_host = std::is_same_v<Space, Kokkos::DefaultHostExecutionSpace>;

/// `address`, which must lie in team scratch of level 0. Kokkos aligns it as an integer, after which nvcc no longer
/// sees that it is shared memory and would use generic loads; this says so again.
template <class T>
SPINBENCH_FN inline T* in_scratch(T* address) {
#if defined(__CUDA_ARCH__)
  return static_cast<T*>(__cvta_shared_to_generic(__cvta_generic_to_shared(address)));
#else
  return address;
#endif
}

}  // namespace spinbench::kokkos
