// The square lattice as reference_cpu/common/multispin_plain.hpp asks for it: one layer, z = 0.
#pragma once

#include <cstdint>

#include "reference_cpu/ising2d_metropolis/lattice.hpp"

namespace spinbench::ising2d {

struct Plane : Square {
  static std::uint32_t layers(std::uint32_t) { return 1; }
  static int field(const Lattice<std::int8_t>& lattice, std::uint32_t x, std::uint32_t y, std::uint32_t) {
    return lattice.field(x, y);
  }
  static void flip(Lattice<std::int8_t>& lattice, std::uint32_t x, std::uint32_t y, std::uint32_t) {
    lattice.flip(x, y);
  }
  static constexpr double logic_ops = 8;
};

}  // namespace spinbench::ising2d
