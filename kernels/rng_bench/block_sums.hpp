// The sums of rng_blocks by the plainest code, one stream after the other: what sampled threads of a device must have found.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/common/rng/generators.hpp"

namespace spinbench::rng_bench {

/// The sums that threads `sample` of block `block` find in the last of `sweeps` launches of `draws` numbers a thread, where
/// `lanes` threads of the block draw. For generators that keep their state in registers or in a ring.
template <class Rng>
std::vector<std::uint32_t> block_sums(const typename Rng::Setup& setup, std::uint64_t block, std::uint32_t lanes,
                                      const std::vector<std::uint32_t>& sample, std::uint32_t draws, int sweeps) {
  std::vector<std::uint32_t> result;
  if constexpr (Rng::storage == rng::Storage::shared) {
    std::vector<std::uint32_t> ring(Rng::words);
    for (std::uint32_t w = 0; w < Rng::words; ++w) ring[w] = Rng::initial(setup, block, w);
    for (int sweep = 0; sweep < sweeps; ++sweep) {
      result.assign(lanes, 0);
      std::vector<typename Rng::Stream> streams;
      for (std::uint32_t lane = 0; lane < lanes; ++lane)
        streams.emplace_back(ring.data(), lane, lanes, static_cast<std::uint64_t>(sweep) * draws);
      for (std::uint32_t draw = 0; draw < draws; ++draw)
        for (std::uint32_t lane = 0; lane < lanes; ++lane) result[lane] += streams[lane].next();
    }
    std::vector<std::uint32_t> sampled;
    for (const std::uint32_t lane : sample) sampled.push_back(result[lane]);
    return sampled;
  } else {
    for (const std::uint32_t lane : sample) {
      const std::uint64_t number = block * lanes + lane;
      std::uint32_t sum = 0;
      const auto add_up = [&sum, draws](typename Rng::Stream& stream) {
        sum = 0;
        for (std::uint32_t draw = 0; draw < draws; ++draw) sum += stream.next();
      };
      if constexpr (Rng::storage == rng::Storage::own) {
        typename Rng::Stream stream(setup, Rng::initial(setup, number));
        for (int sweep = 0; sweep < sweeps; ++sweep) add_up(stream);
      } else {
        for (int sweep = 0; sweep < sweeps; ++sweep) {
          typename Rng::Stream stream(setup, number, static_cast<std::uint64_t>(sweep) * draws);
          add_up(stream);
        }
      }
      result.push_back(sum);
    }
    return result;
  }
}

}  // namespace spinbench::rng_bench
