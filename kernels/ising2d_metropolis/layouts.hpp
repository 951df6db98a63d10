// Where a layout of the square lattice keeps a site, and the state of its stream, in memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/common/square_lattice.hpp"

namespace spinbench::ising2d {

/// Row by row, as in the talk's v1 and v5.
struct RowMajor {
  SPINBENCH_FN static std::size_t place(std::uint32_t x, std::uint32_t y, std::uint32_t L) {
    return static_cast<std::size_t>(y) * L + x;
  }
};

/// One plane a colour, as in the talk's v2 to v4.
struct Crinkled {
  SPINBENCH_FN static std::size_t place(std::uint32_t x, std::uint32_t y, std::uint32_t L) {
    const std::size_t plane = static_cast<std::size_t>(L) * L / 2;
    return ((x + y) & 1) * plane + crinkled_place(x, y, L);
  }
};

/// The states beside RowMajor spins: stream (x, j) lies where work item (x / 2, 2j + (x mod 2)) of the even colour
/// reads it; the odd colour finds it in the other row of the pair. Both read along the memory.
struct PairedRows {
  std::uint32_t L;
  SPINBENCH_FN std::size_t operator()(std::uint64_t stream) const {
    const auto x = static_cast<std::uint32_t>(stream % L);
    const std::size_t row = 2 * (stream / L) + (x & 1);
    return row * (L / 2) + x / 2;
  }
};

}  // namespace spinbench::ising2d
