// Bit-sliced lattices on a GPU: kernels/ising2d_metropolis/multispin.hpp states the layout.
#pragma once

#include <vector>

#include "backends/gpu/device.cuh"
#include "interface/simulation.hpp"
#include "kernels/common/gpu_spins.cuh"

namespace spinbench::ising2d::inline SPINBENCH_GPU_NAMESPACE {

/// The planes of all realizations: realization by realization, colour by colour, row by row.
struct MultispinPlanes {
  std::uint32_t* words;
  std::uint32_t L;             ///< rows
  std::uint32_t words_a_row;   ///< L / 64
  std::uint32_t realizations;

  SPINBENCH_FN std::size_t plane_words() const { return static_cast<std::size_t>(L) * words_a_row; }
  SPINBENCH_FN std::uint32_t* plane(std::uint32_t realization, std::uint32_t colour) const {
    return words + (2 * static_cast<std::size_t>(realization) + colour) * plane_words();
  }
};

/// Adds the number of unsatisfied bonds and of spins that are down to totals[0] and totals[1] of each realization.
template <class Counter>
__global__ void sum_bits(MultispinPlanes planes, Counter* totals) {
  const std::uint32_t realization = blockIdx.y;
  const std::uint32_t* even = planes.plane(realization, 0);
  const std::uint32_t* odd = planes.plane(realization, 1);
  const std::uint32_t n = planes.words_a_row;
  Counter bonds = 0, down = 0;
  for (std::uint32_t y = blockIdx.x; y < planes.L; y += gridDim.x) {
    const std::size_t row = static_cast<std::size_t>(y) * n;
    const std::size_t above = static_cast<std::size_t>(y == 0 ? planes.L - 1 : y - 1) * n;
    const std::size_t below = static_cast<std::size_t>(y + 1 == planes.L ? 0 : y + 1) * n;
    for (std::uint32_t x = threadIdx.x; x < n; x += blockDim.x) {
      const std::uint32_t own = even[row + x], same = odd[row + x];
      const std::uint32_t beside = odd[row + (y & 1 ? (x + 1 == n ? 0 : x + 1) : (x == 0 ? n - 1 : x - 1))];
      const std::uint32_t side = y & 1 ? same >> 1 | beside << 31 : same << 1 | beside >> 31;
      bonds += __popc(own ^ same) + __popc(own ^ side) + __popc(own ^ odd[above + x]) + __popc(own ^ odd[below + x]);
      down += __popc(own) + __popc(same);
    }
  }
  add_totals(bonds, down, totals + 2 * realization);
}

/// All spins up at first.
class GpuMultispinLattice {
 public:
  GpuMultispinLattice(std::uint32_t L, std::uint32_t realizations)
      : words_(static_cast<std::size_t>(L) * (L / 32) * realizations),
        totals_(2 * static_cast<std::size_t>(realizations)),
        planes_{words_.data(), L, L / 64, realizations} {
    words_.fill_zero();
  }

  const MultispinPlanes& planes() const { return planes_; }
  double sites() const { return 32.0 * static_cast<double>(words_.size()); }

  /// H = -J sum s_i s_j, with one entry a realization.
  Observables observe() {
    totals_.fill_zero();
    // The grid's second dimension ends at 65535.
    for (std::uint32_t first = 0; first < planes_.realizations; first += 65535) {
      MultispinPlanes part = planes_;
      part.words = planes_.plane(first, 0);
      const std::uint32_t count = std::min<std::uint32_t>(planes_.realizations - first, 65535);
      const std::uint32_t blocks = std::max<std::uint32_t>(1, std::min(planes_.L, 4096 / std::min<std::uint32_t>(count, 4096)));
      gpu::launch(sum_bits<std::int64_t>, dim3(blocks, count), dim3(64), part, totals_.data() + 2 * first);
    }
    std::vector<std::int64_t> sums(totals_.size());
    totals_.copy_to(sums.data(), sums.size());
    const double spins = static_cast<double>(planes_.L) * planes_.L;
    Observables result;
    for (std::size_t r = 0; r < planes_.realizations; ++r) {
      result.energy.push_back(-(2 * spins - 2 * static_cast<double>(sums[2 * r])) / spins);
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
      for (std::uint32_t y = 0; y < host.L; ++y)
        for (std::uint32_t x = 0; x < host.L; ++x) {
          const std::uint32_t* row = host.plane(realization, (x + y) & 1) + static_cast<std::size_t>(y) * host.words_a_row;
          result.spins.push_back(row[x / 64] >> (x / 2 % 32) & 1 ? -1 : 1);
        }
    return result;
  }

 private:
  gpu::Buffer<std::uint32_t> words_;
  gpu::Buffer<std::int64_t> totals_;
  MultispinPlanes planes_;
};

}  // namespace spinbench::ising2d::SPINBENCH_GPU_NAMESPACE
