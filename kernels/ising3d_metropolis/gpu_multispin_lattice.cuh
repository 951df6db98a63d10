// Bit-sliced cubic lattices on a GPU: kernels/ising3d_metropolis/multispin.hpp states the layout.
#pragma once

#include <algorithm>
#include <vector>

#include "backends/gpu/device.cuh"
#include "interface/simulation.hpp"
#include "kernels/common/gpu_spins.cuh"

namespace spinbench::ising3d::inline SPINBENCH_GPU_NAMESPACE {

/// The planes of all realizations: realization by realization, colour by colour, layer by layer, row by row.
struct MultispinPlanes {
  std::uint32_t* words;
  std::uint32_t L;            ///< rows a layer, layers
  std::uint32_t words_a_row;  ///< L / 64
  std::uint32_t realizations;

  SPINBENCH_FN std::size_t plane_words() const { return static_cast<std::size_t>(L) * L * words_a_row; }
  SPINBENCH_FN std::uint32_t* plane(std::uint32_t realization, std::uint32_t colour) const {
    return words + (2 * static_cast<std::size_t>(realization) + colour) * plane_words();
  }
};

/// Adds the number of unsatisfied bonds and of spins that are down to totals[0] and totals[1] of each realization.
template <class Counter>
__global__ void sum_bits(MultispinPlanes planes, Counter* totals) {
  const std::uint32_t realization = blockIdx.y, L = planes.L, n = planes.words_a_row;
  const std::uint32_t* even = planes.plane(realization, 0);
  const std::uint32_t* odd = planes.plane(realization, 1);
  const auto next = [](std::uint32_t i, std::uint32_t end) { return i + 1 == end ? 0 : i + 1; };
  const auto last = [](std::uint32_t i, std::uint32_t end) { return i == 0 ? end - 1 : i - 1; };
  Counter bonds = 0, down = 0;
  for (std::uint32_t word = blockIdx.x * blockDim.x + threadIdx.x; word < L * L * n; word += gridDim.x * blockDim.x) {
    const std::uint32_t x = word % n, y = word / n % L, z = word / n / L;
    const auto other = [&](std::uint32_t i, std::uint32_t j, std::uint32_t k) { return odd[(k * L + j) * n + i]; };
    const std::uint32_t own = even[word], same = odd[word];
    const std::uint32_t side =
        (y + z) & 1 ? same >> 1 | other(next(x, n), y, z) << 31 : same << 1 | other(last(x, n), y, z) >> 31;
    bonds += __popc(own ^ same) + __popc(own ^ side) + __popc(own ^ other(x, last(y, L), z)) +
             __popc(own ^ other(x, next(y, L), z)) + __popc(own ^ other(x, y, last(z, L))) +
             __popc(own ^ other(x, y, next(z, L)));
    down += __popc(own) + __popc(same);
  }
  add_totals(bonds, down, totals + 2 * realization);
}

/// All spins up at first.
class GpuMultispinLattice {
 public:
  GpuMultispinLattice(std::uint32_t L, std::uint32_t realizations)
      : words_(static_cast<std::size_t>(L) * L * (L / 32) * realizations),
        totals_(2 * static_cast<std::size_t>(realizations)),
        planes_{words_.data(), L, L / 64, realizations} {
    words_.fill_zero();
  }

  const MultispinPlanes& planes() const { return planes_; }
  double sites() const { return 32.0 * static_cast<double>(words_.size()); }

  /// H = -J sum s_i s_j, with one entry a realization.
  Observables observe() {
    totals_.fill_zero();
    const unsigned blocks = std::clamp(4096 / planes_.realizations, 1u, planes_.L);
    gpu::launch(sum_bits<std::int64_t>, dim3(blocks, planes_.realizations), dim3(128), planes_, totals_.data());
    std::vector<std::int64_t> sums(totals_.size());
    totals_.copy_to(sums.data(), sums.size());
    const double spins = sites() / planes_.realizations;
    Observables result;
    for (std::size_t r = 0; r < planes_.realizations; ++r) {
      result.energy.push_back(-(3 * spins - 2 * static_cast<double>(sums[2 * r])) / spins);
      result.magnetisation.push_back((spins - 2 * static_cast<double>(sums[2 * r + 1])) / spins);
    }
    return result;
  }

  Configuration configuration() const {
    std::vector<std::uint32_t> raw(words_.size());
    words_.copy_to(raw.data(), raw.size());
    Configuration result;
    result.spins.reserve(32 * raw.size());
    MultispinPlanes host = planes_;
    host.words = raw.data();
    for (std::uint32_t realization = 0; realization < host.realizations; ++realization)
      for (std::uint32_t line = 0; line < host.L * host.L; ++line)
        for (std::uint32_t x = 0; x < host.L; ++x) {
          const std::uint32_t colour = (x + line % host.L + line / host.L) & 1;
          const std::uint32_t* row =
              host.plane(realization, colour) + static_cast<std::size_t>(line) * host.words_a_row;
          result.spins.push_back(row[x / 64] >> (x / 2 % 32) & 1 ? -1 : 1);
        }
    return result;
  }

 private:
  gpu::Buffer<std::uint32_t> words_;
  gpu::Buffer<std::int64_t> totals_;
  MultispinPlanes planes_;
};

}  // namespace spinbench::ising3d::inline SPINBENCH_GPU_NAMESPACE
