// What walkers in the space of energies share on a device: their sites, their words and what is kept of them. A thread
// is a walker (Gross, Zierenberg, Weigel, Janke, Comput. Phys. Commun. 224, 387 (2018)); all walkers attempt the same
// site, so that neighbouring threads read neighbouring words.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "backends/gpu/device.cuh"
#include "interface/simulation.hpp"
#include "kernels/common/code_path.hpp"
#include "kernels/common/flat/model.hpp"
#include "kernels/common/gpu_random_words.cuh"
#include "kernels/common/gpu_saved.cuh"
#include "kernels/common/mutants.hpp"

namespace spinbench::flat::inline SPINBENCH_GPU_NAMESPACE {

/// Rounds of a generator of this kernel.
template <class Rng>
inline constexpr int rounds_of = 0;
template <int Rounds>
inline constexpr int rounds_of<rng::Philox<Rounds>> = Rounds;

/// A lattice and its walkers, `block` of them in a block of threads.
struct WalkerGrid {
  std::uint32_t L, sites, words, levels, walkers, block;

  static WalkerGrid of(Levels levels, std::uint32_t walkers, std::uint32_t block) {
    return {levels.L, levels.sites(), levels.words(), levels.count(), walkers, block};
  }
  /// Of a variant whose Memory says how many walkers a block has.
  template <class Memory>
  static WalkerGrid of_case(const Params& params) {
    return of(levels_of(params), static_cast<std::uint32_t>(params.integer("walkers")), Memory::block(params));
  }
  std::uint32_t blocks() const { return (walkers + block - 1) / block; }
};

/// A site and its neighbours, each as the place of its word, 32 times, and its bit there.
struct alignas(16) SitePlaces {
  std::uint32_t own, left, right, above, below, unused[3];
};

/// `stride` lies between a walker's words.
__device__ __forceinline__ SitePlaces places_of(const WalkerGrid& grid, std::uint32_t site, std::uint32_t stride) {
  const std::uint32_t x = site % grid.L;
  const auto place = [&](std::uint32_t one) { return one / 32 * stride * 32 + one % 32; };
  const std::uint32_t before = planted(Mutant::flat_row_not_closed) && site > 0 ? site - 1 : site + grid.L - 1;
  return {place(site),
          place(x == 0 ? before : site - 1),
          place(x + 1 == grid.L ? site + 1 - grid.L : site + 1),
          place(site < grid.L ? site + grid.sites - grid.L : site - grid.L),
          place(site + grid.L >= grid.sites ? site + grid.L - grid.sites : site + grid.L),
          {}};
}

/// The levels by which an attempt goes up: two less its unsatisfied bonds. `spins` are the walker's own words.
__device__ __forceinline__ std::int32_t step_of(const std::uint32_t* spins, const SitePlaces& at, std::uint32_t own) {
  const std::uint32_t spin = own >> (at.own & 31);
  const auto differs = [&](std::uint32_t place) { return (spins[place / 32] >> (place & 31) ^ spin) & 1; };
  return 2 - static_cast<std::int32_t>(differs(at.left) + differs(at.right) + differs(at.above) + differs(at.below));
}

/// The four words that the attempts from `attempt`, a multiple of four, draw from stream `number`.
template <class Rng>
__device__ __forceinline__ rng::Block4x32 four_words(const PhiloxKeys& keys, std::uint64_t number,
                                                     std::uint64_t attempt) {
  return keys.block<rounds_of<Rng>>(attempt / 4, number);
}

/// The walker whose words thread threadIdx.x of its block draws.
__device__ __forceinline__ std::uint64_t drawing_walker(std::uint32_t walker) {
  return planted(Mutant::flat_words_of_first) ? walker - threadIdx.x : walker;
}

/// Walkers' words as a device has them, so that those of a block's threads lie side by side, and back.
inline std::vector<std::uint32_t> by_blocks(const WalkerGrid& grid, const std::vector<std::uint32_t>& words) {
  std::vector<std::uint32_t> result(static_cast<std::size_t>(grid.blocks()) * grid.block * grid.words);
  for (std::size_t walker = 0; walker < grid.walkers; ++walker)
    for (std::size_t i = 0; i < grid.words; ++i)
      result[(walker / grid.block * grid.words + i) * grid.block + walker % grid.block] =
          words[walker * grid.words + i];
  return result;
}
inline std::vector<std::uint32_t> by_walkers(const WalkerGrid& grid, const std::vector<std::uint32_t>& blocks) {
  std::vector<std::uint32_t> result(static_cast<std::size_t>(grid.walkers) * grid.words);
  for (std::size_t walker = 0; walker < grid.walkers; ++walker)
    for (std::size_t i = 0; i < grid.words; ++i)
      result[walker * grid.words + i] =
          blocks[(walker / grid.block * grid.words + i) * grid.block + walker % grid.block];
  return result;
}

/// The walkers of a simulation on the device.
class GpuWalkers {
 public:
  GpuWalkers(Levels levels, std::uint32_t walkers, std::uint32_t block, std::uint64_t seed)
      : GpuWalkers(levels, walkers, block, seed, start_of(levels, walkers, seed)) {}
  /// From words as those of start_of().
  GpuWalkers(Levels levels, std::uint32_t walkers, std::uint32_t block, std::uint64_t seed,
             const std::vector<std::uint32_t>& words)
      : levels_(levels), grid_(WalkerGrid::of(levels, walkers, block)), seed_(seed) {
    const std::vector<std::uint32_t> placed = by_blocks(grid_, words);
    spins_ = gpu::Buffer<std::uint32_t>(placed.size());
    spins_.copy_from(placed.data(), placed.size());
    std::vector<std::uint32_t> found(static_cast<std::size_t>(grid_.blocks()) * block);
    for (std::size_t i = 0; i < walkers; ++i) found[i] = level_of(levels, &words[i * grid_.words]);
    followed_ = gpu::Buffer<std::uint32_t>(found.size());
    followed_.copy_from(found.data(), found.size());
  }

  const WalkerGrid& grid() const { return grid_; }
  Levels levels() const { return levels_; }
  PhiloxKeys keys() const { return PhiloxKeys(seed_); }
  std::uint32_t* spins() const { return spins_.data(); }
  std::uint32_t* followed() const { return followed_.data(); }

  std::vector<std::uint32_t> words() const { return by_walkers(grid_, fetched(spins_)); }
  Check check() const {
    std::vector<std::uint32_t> found = fetched(followed_);
    found.resize(grid_.walkers);
    return check_levels(levels_, words(), found);
  }

  void save(StateWriter& to) const { save_buffer(to, spins_), save_buffer(to, followed_); }
  void restore(StateReader& from) { restore_buffer(from, spins_), restore_buffer(from, followed_); }

 private:
  Levels levels_;
  WalkerGrid grid_;
  std::uint64_t seed_;
  gpu::Buffer<std::uint32_t> spins_, followed_;
};

/// What decides the path of walkers on a device, as Simulation::code_path().
inline std::string path_of(const WalkerGrid& grid) {
  return CodePath().count("blocks", grid.blocks()).where(grid.walkers % grid.block != 0, "the last in part").text();
}

/// Fills in what a variant's Memory decides: what it cannot do, the bytes of walkers and of histograms for `sets` of
/// them, and its simulations Walks<Memory>.
template <template <class> class Memory, template <class> class Walks>
void set_memory(Variant& variant, std::uint32_t sets) {
  using Any = Memory<rng::Philox4x32_7>;
  variant.unsupported = [](const Params& params, const Device&) {
    const std::string reason = flat::unsupported(params);
    return reason.empty() ? Any::unsupported(WalkerGrid::of_case<Any>(params)) : reason;
  };
  variant.memory_bytes = [sets](const Params& params) {
    const auto grid = WalkerGrid::of_case<Any>(params);
    return 4.0 * grid.blocks() * grid.block * (grid.words + 1) + 8.0 * sets * grid.levels + 1e6;
  };
  variant.make = [](const Params& params, std::uint64_t seed) -> std::unique_ptr<Simulation> {
    return rng::with_generator_of<is_counter_based>(
        params.word("rng"), [&](auto tag, rng::Seeding) -> std::unique_ptr<Simulation> {
          return std::make_unique<Walks<Memory<typename decltype(tag)::type>>>(params, seed);
        });
  };
}

}  // namespace spinbench::flat::SPINBENCH_GPU_NAMESPACE
