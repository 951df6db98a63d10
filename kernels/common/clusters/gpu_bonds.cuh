// Where the labelling kernels take their bonds from: the random words of an update, drawn where they are needed and
// again where they are needed again, or a set that a test gives.
#pragma once

#include <cstdint>

#include "backends/gpu/device.cuh"
#include "kernels/common/clusters/lattice.hpp"
#include "kernels/common/clusters/numbers.hpp"

namespace spinbench::clusters::inline SPINBENCH_GPU_NAMESPACE {

/// A label's lowest bits are the state of the cluster whose smallest site the others say, so that whoever finds the
/// root has the coin: label = 4 site + state, and smaller labels are those of smaller sites.
inline constexpr std::uint32_t state_bits = 2, state_mask = (1u << state_bits) - 1;

/// Four sites side by side in a row.
struct FourBonds {
  std::uint32_t along[3];  ///< bit k: whether the bond of site k in that direction is active
  std::uint32_t states;    ///< byte k: the state that site k gives to its cluster, should it be the root
};

/// Whether byte `k` of a word is zero.
__device__ __forceinline__ bool is_zero_byte(std::uint32_t word, int k) { return (word >> (8 * k) & 0xFFu) == 0; }

/// The bonds of an update between the states of a lattice.
template <class Rng, int Dimensions>
struct DrawnBonds {
  static constexpr int dimensions = Dimensions;

  Extents n;
  const std::uint8_t* states;
  std::uint32_t threshold, q;
  UpdateNumbers<Rng, Dimensions> numbers;

  __device__ bool is_equal(const Site& at, int d) const { return states[at.number] == states[next_site(n, at, d)]; }

  /// Of one site: bit d for direction d.
  __device__ std::uint32_t of_site(const Site& at) const {
    const rng::Block4x32 block = numbers.block(numbers.plan.bond(at.number, 0).stream);
    std::uint32_t result = 0;
#pragma unroll
    for (int d = 0; d < Dimensions; ++d) {
      const std::uint32_t word = word_of(block, numbers.plan.bond(at.number, d).index);
      if (word < threshold && is_equal(at, d)) result |= 1u << d;
    }
    return result;
  }
  __device__ bool is_active(const Site& at, int d) const {
    return is_equal(at, d) && numbers.bond(at.number, d) < threshold;
  }
  __device__ std::uint32_t state(std::uint32_t site) const { return state_of(numbers.coin(site), q); }

  /// Of sites at.number, a multiple of four, and the next three. Only where rows are multiples of four.
  __device__ FourBonds of_four(const Site& at) const {
    rng::Block4x32 blocks[Dimensions == 2 ? 3 : 4];
    if constexpr (Dimensions == 2) {
      const std::uint64_t pair = at.number / 2;
      blocks[0] = numbers.block(pair);
      blocks[1] = numbers.block(pair + 1);
      blocks[2] = numbers.block(numbers.plan.first_coin() + at.number / 4);
    } else {
#pragma unroll
      for (int k = 0; k < 4; ++k) blocks[k] = numbers.block(at.number + static_cast<std::uint32_t>(k));
    }
    const auto four = [&](std::uint32_t site) { return *reinterpret_cast<const std::uint32_t*>(states + site); };
    const std::uint32_t own = four(at.number);
    const std::uint32_t beyond = states[at.x + 4 == n.nx ? at.number - at.x : at.number + 4];
    FourBonds result{};
#pragma unroll
    for (int d = 0; d < Dimensions; ++d) {
      const std::uint32_t differ = own ^ (d == 0 ? own >> 8 | beyond << 24 : four(next_site(n, at, d)));
#pragma unroll
      for (int k = 0; k < 4; ++k) {
        std::uint32_t word;
        if constexpr (Dimensions == 2)
          word = blocks[k / 2].word[2 * (k & 1) + d];
        else
          word = blocks[k].word[d];
        if (word < threshold && is_zero_byte(differ, k)) result.along[d] |= 1u << k;
      }
    }
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      const std::uint32_t word = Dimensions == 2 ? blocks[2].word[k] : blocks[k].word[3];
      result.states |= state_of(word, q) << (8 * k);
    }
    return result;
  }
};

/// A set of bonds as label_patterns.hpp has them; all states are 0.
template <int Dimensions>
struct GivenBonds {
  static constexpr int dimensions = Dimensions;

  Extents n;
  const std::uint8_t* bonds;

  __device__ std::uint32_t of_site(const Site& at) const { return bonds[at.number]; }
  __device__ bool is_active(const Site& at, int d) const { return bonds[at.number] >> d & 1; }
  __device__ std::uint32_t state(std::uint32_t) const { return 0; }
  __device__ FourBonds of_four(const Site& at) const {
    FourBonds result{};
#pragma unroll
    for (int k = 0; k < 4; ++k)
#pragma unroll
      for (int d = 0; d < Dimensions; ++d)
        if (bonds[at.number + static_cast<std::uint32_t>(k)] >> d & 1) result.along[d] |= 1u << k;
    return result;
  }
};

}  // namespace spinbench::clusters::SPINBENCH_GPU_NAMESPACE
