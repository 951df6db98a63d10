// Where the labelling kernels take their bonds from: the random words of an update, drawn where they are needed and
// again where they are needed again, or a set that a test gives.
#pragma once

#include <cstdint>

#include "backends/gpu/device.cuh"
#include "kernels/common/clusters/gpu_lattices.cuh"
#include "kernels/common/clusters/lattice.hpp"
#include "kernels/common/clusters/numbers.hpp"

namespace spinbench::clusters::inline SPINBENCH_GPU_NAMESPACE {

/// A label's lowest bits are the state of the cluster whose smallest site the others say, so that whoever finds the
/// root has the coin: label = 4 site + state, and smaller labels are those of smaller sites.
inline constexpr std::uint32_t state_bits = 2, state_mask = (1u << state_bits) - 1;

/// Eight sites side by side in a row.
struct EightBonds {
  std::uint32_t along[3] = {};  ///< bit k: whether the bond of site k in that direction is active
  std::uint32_t states =
      0;  ///< in three dimensions, bits 2 k and 2 k + 1: what site k, should it be a root, gives its cluster
};

/// Bit k of the result: whether byte k of a word is not zero. Bytes are below 4.
__device__ __forceinline__ std::uint32_t bits_of_bytes(std::uint32_t word) {
  // The bit of byte j is multiplied to bit 28 + j, and nothing is carried there.
  return ((word | word >> 1) & 0x01010101u) * 0x10204080u >> 28;
}

/// The bonds of an update between the states of a lattice; of a Batch after enter().
template <class Rng, int Dimensions, class Lattices = Extents>
struct DrawnBonds {
  static constexpr int dimensions = Dimensions;
  using Plan = std::conditional_t<are_many<Lattices>, LatticePlan<Dimensions>, NumberPlan<Dimensions>>;

  Lattices n;
  const std::uint8_t* states;
  std::uint32_t threshold, q;
  UpdateNumbers<Rng, Dimensions, Plan> numbers;
  /// As numbers.setup says, for who makes many blocks.
  typename Rng::Keys keys = Rng::keys(numbers.setup);

  /// Becomes those of one of the lattices.
  __device__ void enter(std::uint32_t lattice) {
    states += n.first(lattice);
    numbers.plan.lattice = lattice;
  }

  __device__ rng::Block4x32 words(std::uint64_t stream) const { return Rng::block_under(keys, stream, numbers.update); }
  __device__ std::uint32_t word(const WordPlace& at) const { return word_of(words(at.stream), at.index); }

  __device__ bool is_equal(const Site& at, int d) const { return states[at.number] == states[next_site(n, at, d)]; }

  /// Of one site: bit d for direction d.
  __device__ std::uint32_t of_site(const Site& at) const {
    const rng::Block4x32 block = words(numbers.plan.bond(at.number, 0).stream);
    std::uint32_t result = 0;
#pragma unroll
    for (int d = 0; d < Dimensions; ++d) {
      const std::uint32_t word = word_of(block, numbers.plan.bond(at.number, d).index);
      if (word < threshold && is_equal(at, d)) result |= 1u << d;
    }
    return result;
  }
  __device__ bool is_active(const Site& at, int d) const {
    return is_equal(at, d) && word(numbers.plan.bond(at.number, d)) < threshold;
  }
  __device__ std::uint32_t state(std::uint32_t site) const { return state_of(word(numbers.plan.coin(site)), q); }

  /// Of sites at.number, a multiple of eight, and the next seven. Only where rows are multiples of eight.
  __device__ EightBonds of_eight(const Site& at) const {
    using Bytes = gpu::Pack<std::uint32_t, 2>;
    const auto eight = [&](std::uint32_t site) {
      return gpu::load_pack<2>(reinterpret_cast<const std::uint32_t*>(states + site));
    };
    const Bytes own = eight(at.number);
    const std::uint32_t beyond = states[at.x + 8 == n.nx ? at.number - at.x : at.number + 8];
    EightBonds result;
    std::uint32_t below[Dimensions] = {};
    draw_eight(at.number, below, result.states);
#pragma unroll
    for (int d = 0; d < Dimensions; ++d) {
      Bytes next;
      if (d == 0)
        next = {{own.item[0] >> 8 | own.item[1] << 24, own.item[1] >> 8 | beyond << 24}};
      else
        next = eight(next_site(n, at, d));
      const std::uint32_t first = bits_of_bytes(own.item[0] ^ next.item[0]);
      const std::uint32_t second = bits_of_bytes(own.item[1] ^ next.item[1]);
      result.along[d] = below[d] & ~(first | second << 4);
    }
    return result;
  }
  /// The same of `count` of them, anywhere.
  __device__ EightBonds of_some(const Site& at, std::uint32_t count) const {
    EightBonds result;
#pragma unroll 1
    for (std::uint32_t k = 0; k < count; ++k) {
      const Site one{at.number + k, at.x + k, at.y, at.z};
      const std::uint32_t bonds = of_site(one);
#pragma unroll
      for (int d = 0; d < Dimensions; ++d) result.along[d] |= (bonds >> d & 1) << k;
      if (Dimensions == 3) result.states |= state(one.number) << (2 * k);
    }
    return result;
  }

 private:
  /// Which words of eight sites' bonds lie below the threshold, and the coins that come with them.
  __device__ void draw_eight(std::uint32_t site, std::uint32_t (&below)[Dimensions], std::uint32_t& coins) const {
    constexpr std::uint32_t sites_a_block = Dimensions == 2 ? 2 : 1;
#pragma unroll
    for (std::uint32_t k = 0; k < 8; k += sites_a_block) {
      const rng::Block4x32 block = words(numbers.plan.bond(site, 0).stream + k / sites_a_block);
#pragma unroll
      for (std::uint32_t i = 0; i < sites_a_block; ++i)
#pragma unroll
        for (int d = 0; d < Dimensions; ++d)
          if (block.word[2 * i + d] < threshold) below[d] |= 1u << (k + i);
      if (Dimensions == 3) coins |= state_of(block.word[3], q) << (2 * k);
    }
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
  __device__ EightBonds of_eight(const Site& at) const { return of_some(at, 8); }
  __device__ EightBonds of_some(const Site& at, std::uint32_t count) const {
    EightBonds result;
    for (std::uint32_t k = 0; k < count; ++k)
#pragma unroll
      for (int d = 0; d < Dimensions; ++d) result.along[d] |= (bonds[at.number + k] >> d & 1u) << k;
    return result;
  }
};

}  // namespace spinbench::clusters::SPINBENCH_GPU_NAMESPACE
