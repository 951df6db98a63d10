// Where a layout of the square lattice keeps a site in memory.
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

}  // namespace spinbench::ising2d
