// What launches of bit-sliced updates share, whatever the lattice.
#pragma once

#include <string>

#include "interface/registry.hpp"
#include "kernels/common/gpu_random_words.cuh"
#include "kernels/common/gpu_streams.cuh"
#include "kernels/common/multispin.hpp"

namespace spinbench::inline SPINBENCH_GPU_NAMESPACE {

/// Which half-sweep a launch does, and the keys of its random words.
template <class Rng>
struct HalfSweeps {
  StreamTable<Rng> table;
  PhiloxKeys keys;
};

/// A tile that kernels are built for: words, rows.
template <int Across, int Down>
struct BuiltTile {
  static constexpr int across = Across, down = Down;
};

/// Calls use(BuiltTile<...>{}) for the one of `First`, `Others`... that `tile` is. Throws Unsupported for any other.
template <class First, class... Others, class Use>
auto with_built_tile(MultispinTile tile, Use&& use) {
  if (tile.across == First::across && tile.down == First::down) return use(First{});
  if constexpr (sizeof...(Others) > 0)
    return with_built_tile<Others...>(tile, use);
  else
    throw Unsupported("no kernel is built for tiles of " + std::to_string(tile.across) + " x " +
                      std::to_string(tile.down) + " words: take words=0");
}

}  // namespace spinbench::SPINBENCH_GPU_NAMESPACE
