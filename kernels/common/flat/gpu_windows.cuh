// Windows of energy on a device (windows.hpp): what a block's walkers may reach, and how those of neighbouring windows
// change places.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "kernels/common/flat/gpu_walkers.cuh"
#include "kernels/common/flat/windows.hpp"

namespace spinbench::flat::inline SPINBENCH_GPU_NAMESPACE {

/// Of a block whose walkers may go everywhere.
struct AllLevels {
  static constexpr bool windowed = false;

  static AllLevels of(const Params&) { return {}; }
  __device__ static void enter() {}
  __device__ static std::uint32_t window() { return 0; }
  __device__ static std::uint32_t windows() { return 1; }
  __device__ static bool has(std::uint32_t) { return true; }
  __device__ static bool allows(const WalkerGrid&, std::uint32_t) { return true; }
  __device__ static std::uint32_t width(const WalkerGrid& grid) { return grid.levels; }
  __device__ static std::uint32_t reached(const WalkerGrid& grid) { return grid.levels - 2; }
};

/// Of one whose walkers stay in a window: block b in window b modulo their number.
struct OneWindow {
  static constexpr bool windowed = true;

  Windows all;
  std::uint32_t number = 0;
  Window own{};

  static OneWindow of(const Params& params) { return {windows_of(params)}; }
  __device__ void enter() {
    number = blockIdx.x % all.count;
    own = all.at(number);
  }
  __device__ std::uint32_t window() const { return number; }
  __device__ std::uint32_t windows() const { return all.count; }
  __device__ bool has(std::uint32_t level) const { return own.has(level); }
  __device__ bool allows(const WalkerGrid&, std::uint32_t level) const {
    return own.has(level) && !(planted(Mutant::windows_edge_closed) && level == own.high);
  }
  __device__ std::uint32_t width(const WalkerGrid&) const { return own.width(); }
  __device__ std::uint32_t reached(const WalkerGrid& grid) const { return own.reached(grid.sites); }
};

/// log2 g of a group: its estimate, or the weights of its window in production. In units of 2^-16.
struct EstimateOfGroup {
  const std::int64_t* sums;
  std::uint32_t levels;

  __device__ std::int32_t operator()(std::uint32_t group, std::uint32_t level) const {
    return static_cast<std::int32_t>(sums[static_cast<std::size_t>(group) * levels + level] >>
                                     (sum_digits - weight_digits));
  }
};
struct WeightsOfWindow {
  const std::int32_t* log2_g;
  std::uint32_t levels, windows;

  __device__ std::int32_t operator()(std::uint32_t group, std::uint32_t level) const {
    return log2_g[static_cast<std::size_t>(group % windows) * levels + level];
  }
};

/// Exchange `number`, a block for each pair of windows and each run, a thread for each pair of walkers.
template <class Rng, class Log2G>
__global__ void exchange_windows(WalkerGrid grid, Windows windows, std::uint32_t* spins, std::uint32_t* followed,
                                 const SPINBENCH_CONSTANT_ARGUMENT PhiloxKeys keys, Log2G log2_g,
                                 std::uint64_t number) {
  const std::uint32_t t = threadIdx.x, window = 2 * blockIdx.x + static_cast<std::uint32_t>(number % 2),
                      lower = blockIdx.y * windows.count + window, upper = lower + 1;
  const auto word = [&](std::uint64_t stream) {
    return four_words<Rng>(keys, stream, number / 4 * 4).word[number % 4];
  };
  const std::uint32_t partner = (t + high_product(word(shift_stream), grid.block)) % grid.block;
  std::uint32_t &at_lower = followed[lower * grid.block + t], &at_upper = followed[upper * grid.block + partner];
  const std::uint32_t a = at_lower, b = at_upper;
  if (!windows.at(window + 1).has(a) || !windows.at(window).has(b)) return;
  const std::int32_t rise = exchange_rise(
      a, b, [&](std::uint32_t level) { return log2_g(lower, level); },
      [&](std::uint32_t level) { return log2_g(planted(Mutant::windows_rise_of_one) ? lower : upper, level); });
  if (!goes(rise, word(exchange_streams + lower * grid.block + t))) return;
  if (!planted(Mutant::windows_level_kept)) at_lower = b, at_upper = a;
  for (std::uint32_t w = 0; w < grid.words; ++w) {
    std::uint32_t& one = spins[(static_cast<std::size_t>(lower) * grid.words + w) * grid.block + t];
    std::uint32_t& other = spins[(static_cast<std::size_t>(upper) * grid.words + w) * grid.block + partner];
    const std::uint32_t kept = one;
    one = other, other = kept;
  }
}

/// Runs at most, since each is a block along `y` of a grid.
inline constexpr std::int64_t most_runs = 65535;

/// Why an exchange of so many walkers cannot be launched, or "".
inline std::string exchange_unsupported(const Params& params) {
  const std::int64_t a_run = params.integer("group") * params.integer("windows");
  const std::int64_t runs = params.integer("walkers") / a_run;
  if (runs <= most_runs) return "";
  return std::to_string(runs) + " runs of " + std::to_string(a_run) + " walkers exchange in a grid that has " +
         std::to_string(most_runs) + " at most: take fewer walkers, or a larger group or more windows";
}

/// Enqueues it.
template <class Rng, class Log2G>
void enqueue_exchange(const GpuWalkers& walkers, Windows windows, const Log2G& log2_g, std::uint64_t number) {
  const WalkerGrid& grid = walkers.grid();
  const auto pairs = static_cast<std::uint32_t>((windows.count - number % 2) / 2);
  if (pairs == 0) return;
  gpu::launch(exchange_windows<Rng, Log2G>, dim3(pairs, grid.blocks() / windows.count), dim3(grid.block), grid, windows,
              walkers.spins(), walkers.followed(), walkers.keys(), log2_g, number);
}

}  // namespace spinbench::flat::SPINBENCH_GPU_NAMESPACE
