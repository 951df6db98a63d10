// What a random word costs: docs/instruction_counts.py compiles this for each generator and takes the difference of two
// kernels that draw so many words and twice as many. A word is stored, so that no operation on it is shared with the
// generator's own.
#include <type_traits>

#include "docs/probes/probed.cuh"
#include "kernels/common/gpu_random_words.cuh"

namespace spinbench::inline SPINBENCH_GPU_NAMESPACE {

namespace {

/// `Count` words of an open stream, behind what the thread finds in its part of `words`.
template <class Rng, int Count>
__global__ void draw_words(rng::Store<Rng> store, const SPINBENCH_CONSTANT_ARGUMENT PhiloxKeys keys,
                           std::uint32_t* words) {
  words += threadIdx.x * 256;
  std::uint32_t drawn[Count];
  if constexpr (Rng::storage == rng::Storage::none) {
    RandomWords<Rng> stream(keys, words[0], words[1]);
    stream.draw(drawn);
  } else if constexpr (Rng::storage == rng::Storage::interleaved && !rng::holds_state<Rng>) {
    // Words of the state as if they had been loaded: what is left is what makes a word of them.
    std::uint32_t state[3 * Count];
#pragma unroll
    for (int i = 0; i < 3 * Count; ++i) state[i] = words[i];
    std::uint64_t lcg = words[4 * Count];
#pragma unroll
    for (int i = 0; i < Count; ++i) {
      const std::uint32_t renewed = Rng::renewed(state[i], state[Count + i], state[2 * Count + i]);
      words[i] = renewed;
      drawn[i] = Rng::output(renewed, state[2 * Count + i]);
      // What an open stream of the sum holds besides its ring.
      if constexpr (std::is_same_v<Rng, rng::ParisiRapuanoLcg64>) {
        lcg = rng::lcg_step<std::uint64_t>()(lcg);
        drawn[i] += static_cast<std::uint32_t>(lcg >> 32);
      }
    }
    words[4 * Count] = static_cast<std::uint32_t>(lcg), words[4 * Count + 1] = static_cast<std::uint32_t>(lcg >> 32);
  } else if constexpr (Rng::storage == rng::Storage::shared) {
    __shared__ std::uint32_t ring[Rng::words];
    typename Rng::Stream stream(ring, threadIdx.x, 32, words[0]);
#pragma unroll
    for (int i = 0; i < Count; ++i) drawn[i] = stream.next();
  } else {
    auto stream = store.open(threadIdx.x, threadIdx.x, 0);
    rng::draw(stream, drawn);
    store.close(threadIdx.x, stream);
  }
#pragma unroll
  for (int i = 0; i < Count; ++i) words[3 * Count + i] = drawn[i];
}

template <class Rng>
const void* few_and_many() {
  static const void* const all[] = {reinterpret_cast<const void*>(draw_words<Rng, 16>),
                                    reinterpret_cast<const void*>(draw_words<Rng, 32>)};
  return all;
}

}  // namespace

void probed(const void** result) {
  probe<PROBED_GENERATORS>(result, []<class Rng> { return few_and_many<Rng>(); });
}

}  // namespace spinbench::SPINBENCH_GPU_NAMESPACE
