// The cubic spin glass in a CPU's vectors: neighbouring words of a row side by side, each with its own random number,
// so that the bits are those of `standard` and its arrays are the same (kernels/ea3d_metropolis/update.hpp).
#pragma once

#include <cstdint>

#include "backends/cpu/isa.hpp"
#include "kernels/common/lanes.hpp"
#include "kernels/common/mutants.hpp"
#include "kernels/ea3d_metropolis/update.hpp"

namespace spinbench::ea3d {

/// One colour of some planes of a system.
struct HostColour {
  GlassArrays arrays;  ///< with 16 words more before and behind each array, which may be read
  std::uint64_t seed, position;
  std::uint32_t colour, system, first_plane, last_plane;  ///< the last not included

  /// A row of words, and where its neighbours begin. One of the two along x is the same number, the other, `side`, is
  /// one further on or one before.
  struct Row {
    std::uint32_t own, py, my, pz, mz;
    bool odd;  ///< whether x is: then the neighbour before has the same number
  };
  Row row(std::uint32_t y, std::uint32_t z) const {
    const std::uint32_t L = arrays.L, words = L / 2, plane = words * L, own = z * plane + y * words;
    return {own,
            own + words - (y + 1 == L ? plane : 0),
            own - words + (y == 0 ? plane : 0),
            own + plane - (z + 1 == L ? arrays.words : 0),
            own - plane + (z == 0 ? arrays.words : 0),
            ((y + z + colour) & 1) != 0};
  }
};

/// The widest instructions up to `widest` whose vectors a row of `words` words fills; nothing where none does.
inline const cpu::Isa* filled_by(std::uint32_t words, cpu::Isa widest) {
  static constexpr cpu::Isa all[] = {cpu::Isa::avx512, cpu::Isa::avx2, cpu::Isa::baseline};
  for (const cpu::Isa& isa : all)
    if (isa <= widest && words % (static_cast<std::uint32_t>(cpu::vector_bytes(isa)) / 4) == 0) return &isa;
  return nullptr;
}

}  // namespace spinbench::ea3d
