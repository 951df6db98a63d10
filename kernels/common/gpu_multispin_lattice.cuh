// Bit-sliced lattices on a GPU, square or cubic: kernels/ising2d_metropolis/multispin.hpp and its namesake in three
// dimensions state the layout. A square lattice is one layer, a cubic one L of them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "backends/gpu/device.cuh"
#include "interface/simulation.hpp"
#include "kernels/common/gpu_spins.cuh"
#include "kernels/common/multispin.hpp"
#include "kernels/common/mutants.hpp"

namespace spinbench::inline SPINBENCH_GPU_NAMESPACE {

/// The planes of all realizations: realization by realization, colour by colour, layer by layer, row by row.
template <int Dimensions>
struct MultispinPlanesOf {
  static_assert(Dimensions == 2 || Dimensions == 3);

  std::uint32_t* words;
  std::uint32_t L;            ///< rows a layer; in 3D layers, too
  std::uint32_t words_a_row;  ///< L / 64
  std::uint32_t realizations;

  /// Of a plane, through all layers.
  SPINBENCH_FN std::uint32_t rows() const { return Dimensions == 2 ? L : L * L; }
  SPINBENCH_FN std::size_t plane_words() const { return static_cast<std::size_t>(rows()) * words_a_row; }
  SPINBENCH_FN std::uint32_t* plane(std::uint32_t realization, std::uint32_t colour) const {
    return words + (2 * static_cast<std::size_t>(realization) + colour) * plane_words();
  }
};

/// Unsatisfied bonds of the spins in word `word` of the colour 0 of a lattice, through all layers: each bond has an end
/// of either colour.
template <int Dimensions>
__device__ __forceinline__ int unsatisfied_of_word(const MultispinPlanesOf<Dimensions>& planes,
                                                   const std::uint32_t* even, const std::uint32_t* odd,
                                                   std::uint32_t word) {
  const std::uint32_t L = planes.L, n = planes.words_a_row;
  const auto next = [](std::uint32_t i, std::uint32_t end) { return i + 1 == end ? 0 : i + 1; };
  const auto last = [](std::uint32_t i, std::uint32_t end) { return i == 0 ? end - 1 : i - 1; };
  const std::uint32_t x = word % n, row = word / n, y = Dimensions == 2 ? row : row % L,
                      z = Dimensions == 2 ? 0 : row / L;
  const auto other = [&](std::uint32_t i, std::uint32_t j, std::uint32_t k) { return odd[(k * L + j) * n + i]; };
  const std::uint32_t own = even[word], same = odd[word];
  const std::uint32_t side =
      (y + z) & 1 ? same >> 1 | other(next(x, n), y, z) << 31 : same << 1 | other(last(x, n), y, z) >> 31;
  int bonds = __popc(own ^ same) + __popc(own ^ side) + __popc(own ^ other(x, last(y, L), z)) +
              __popc(own ^ other(x, next(y, L), z));
  if constexpr (Dimensions == 3) bonds += __popc(own ^ other(x, y, last(z, L))) + __popc(own ^ other(x, y, next(z, L)));
  return bonds;
}

/// Adds the number of unsatisfied bonds and of spins that are down to totals[0] and totals[1] of each realization: one
/// for each place in the grid's second dimension.
template <int Dimensions>
__global__ void sum_bits(MultispinPlanesOf<Dimensions> planes, std::int64_t* totals) {
  const std::uint32_t realization = blockIdx.y;
  const std::uint32_t source = planted(Mutant::gpu_bits_of_first) ? 0 : realization;
  const std::uint32_t* even = planes.plane(source, 0);
  const std::uint32_t* odd = planes.plane(source, 1);
  std::int64_t bonds = 0, down = 0;
  // 32 bits count the words of a plane on every lattice that the axes allow.
  const auto words = static_cast<std::uint32_t>(planes.plane_words());
  for (std::uint32_t word = blockIdx.x * blockDim.x + threadIdx.x; word < words; word += gridDim.x * blockDim.x) {
    bonds += unsatisfied_of_word(planes, even, odd, word);
    down += __popc(even[word]) + __popc(odd[word]);
  }
  add_totals(bonds, down, totals + 2 * realization);
}

/// The sites of word `first` + i of either colour, in the order of their row, to out[i].
template <int Dimensions>
__global__ void gather_rows(MultispinPlanesOf<Dimensions> planes, std::size_t first, std::size_t count,
                            std::uint64_t* out) {
  const std::size_t stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  for (std::size_t i = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x; i < count; i += stride) {
    const std::size_t word = (first + i) % planes.plane_words();
    const auto realization = static_cast<std::uint32_t>((first + i) / planes.plane_words()),
               row = static_cast<std::uint32_t>(word / planes.words_a_row),
               with_even_x = (row % planes.L + row / planes.L) & 1;  // the colour
    out[i] =
        in_row_order(planes.plane(realization, with_even_x)[word], planes.plane(realization, 1 - with_even_x)[word]);
  }
}

/// All spins up at first.
template <int Dimensions>
class GpuMultispinLattice {
 public:
  using Planes = MultispinPlanesOf<Dimensions>;

  GpuMultispinLattice(std::uint32_t L, std::uint32_t realizations)
      : planes_{nullptr, L, L / 64, realizations},
        words_(2 * planes_.plane_words() * realizations),
        totals_(2 * static_cast<std::size_t>(realizations)) {
    planes_.words = words_.data();
    words_.fill_zero();
  }

  const Planes& planes() const { return planes_; }
  /// All of them as they lie in memory.
  gpu::Buffer<std::uint32_t>& words() { return words_; }
  double sites() const { return 32.0 * static_cast<double>(words_.size()); }

  /// H = -J sum s_i s_j, with one entry a realization.
  Observables observe() {
    totals_.fill_zero();
    enqueue_all_sums(totals_.data());
    std::vector<std::int64_t> sums(totals_.size());
    totals_.copy_to(sums.data(), sums.size());
    Observable energy{"energy", {}}, magnetisation{"magnetisation", {}};
    for (std::size_t r = 0; r < planes_.realizations; ++r) {
      energy.values.push_back(energy_of(sums[2 * r]));
      magnetisation.values.push_back((spins() - 2 * static_cast<double>(sums[2 * r + 1])) / spins());
    }
    return {std::move(energy), std::move(magnetisation)};
  }

  /// Enqueues what adds each realization's unsatisfied bonds and spins that are down to totals[2 r] and totals[2 r +
  /// 1].
  void enqueue_totals(std::int64_t* totals) const { enqueue_all_sums(totals); }

  /// Each realization's energy after each of `measurements` calls of step(), which must enqueue without waiting.
  template <class Step>
  Series energy_series(int measurements, Step&& step) {
    const std::size_t entry = totals_.size();
    const int capacity = static_cast<int>(std::clamp<std::size_t>(series_words / entry, 1, 4096));
    if (series_.size() == 0) series_ = gpu::Buffer<std::int64_t>(entry * static_cast<std::size_t>(capacity));
    Series result{"energy", planes_.realizations, {}};
    std::vector<std::int64_t> sums(series_.size());
    for (int left = measurements; left > 0;) {
      const int count = std::min(left, capacity);
      series_.fill_zero();
      for (int i = 0; i < count; ++i) {
        step();
        enqueue_all_sums(series_.data() + entry * static_cast<std::size_t>(i));
      }
      series_.copy_to(sums.data(), entry * static_cast<std::size_t>(count));
      for (std::size_t i = 0; i < entry * static_cast<std::size_t>(count); i += 2)
        result.values.push_back(energy_of(sums[i]));
      left -= count;
    }
    return result;
  }

  /// So many words of either colour at a time lie on the device in the order of rows.
  Configuration configuration(std::size_t at_once = most_fetched_bytes / sizeof(std::uint64_t)) const {
    Configuration result;
    result.element = Element::bit;
    result.spins = 32 * static_cast<std::uint64_t>(words_.size());
    result.bytes.resize(sizeof(std::uint32_t) * words_.size());
    fetch_in_parts(reinterpret_cast<std::uint64_t*>(result.bytes.data()), words_.size() / 2, at_once,
                   [&](std::size_t first, std::size_t here, std::uint64_t* out) {
                     gpu::launch(gather_rows<Dimensions>, blocks_for(here), dim3(256), planes_, first, here, out);
                   });
    return result;
  }

 private:
  static constexpr std::size_t series_words = std::size_t{1} << 22;

  void enqueue_all_sums(std::int64_t* totals) const {
    // The grid's second dimension ends at 65535.
    constexpr std::uint32_t most = 65535;
    for (std::uint32_t first = 0; first < planes_.realizations; first += most) {
      Planes part = planes_;
      part.words = planes_.plane(first, 0);
      part.realizations = std::min(planes_.realizations - first, most);
      enqueue_sums(part, totals + 2 * first);
    }
  }

  /// Of no more realizations than a grid's second dimension has.
  static void enqueue_sums(const Planes& planes, std::int64_t* totals) {
    constexpr std::uint32_t threads = 128, enough_blocks = 4096;
    const auto full = static_cast<std::uint32_t>((planes.plane_words() + threads - 1) / threads);
    const std::uint32_t blocks = std::clamp(enough_blocks / planes.realizations, 1u, full);
    gpu::launch(sum_bits<Dimensions>, dim3(blocks, planes.realizations), dim3(threads), planes, totals);
  }

  /// Of one realization.
  double spins() const { return 64.0 * static_cast<double>(planes_.plane_words()); }
  double energy_of(std::int64_t unsatisfied) const {
    return -(Dimensions * spins() - 2 * static_cast<double>(unsatisfied)) / spins();
  }

  Planes planes_;
  gpu::Buffer<std::uint32_t> words_;
  gpu::Buffer<std::int64_t> totals_, series_;  ///< the series only once one was asked for
};

}  // namespace spinbench::SPINBENCH_GPU_NAMESPACE
