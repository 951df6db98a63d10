// What a probe is asked for by docs/instruction_counts.py: its kernels for each of the generators PROBED_GENERATORS.
#pragma once

#include <cstddef>
#include <utility>

namespace spinbench::inline SPINBENCH_GPU_NAMESPACE {

/// Says by its name how the compiler writes the type of generator `Number` of the list.
template <int Number, class Rng>
__global__ void probed_generator() {}

template <class... Rngs, std::size_t... Numbers>
const void* named_in_order(std::index_sequence<Numbers...>) {
  static const void* const all[] = {reinterpret_cast<const void*>(probed_generator<int{Numbers}, Rngs>)...};
  return all;
}

/// Makes the compiler build the kernels that `of.template operator()<Rng>()` gives for each generator, and their names.
template <class... Rngs, class Kernels>
void probe(const void** result, Kernels of) {
  *result++ = named_in_order<Rngs...>(std::index_sequence_for<Rngs...>{});
  ((*result++ = of.template operator()<Rngs>()), ...);
}

}  // namespace spinbench::SPINBENCH_GPU_NAMESPACE
