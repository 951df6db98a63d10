// The cubic spin glass in a CPU's vectors: neighbouring words of a row side by side, each with its own random number,
// so that the bits are those of `standard` and its arrays are the same (kernels/ea3d_metropolis/update.hpp).
#pragma once

#include <cstdint>
#include <string>

#include "backends/cpu/isa.hpp"
#include "interface/params.hpp"
#include "interface/simulation.hpp"
#include "kernels/common/lanes.hpp"
#include "kernels/common/mutants.hpp"
#include "kernels/ea3d_metropolis/update.hpp"

namespace spinbench::ea3d {

/// Words that may be read before and behind each array.
inline constexpr std::uint32_t host_margin = 16;

/// The planes that lie in memory: all of a lattice's, or a slab of them (slabs.hpp).
struct HostPlanes {
  std::uint32_t count, first;  ///< of those that are updated, and the first one's number in the lattice
  std::uint32_t above, below;  ///< where the plane above the last lies, and the one below the first

  static HostPlanes all_of(std::uint32_t L) { return {L, 0, 0, L - 1}; }
};

/// One colour of some planes of a system.
struct HostColour {
  GlassArrays arrays;  ///< with host_margin words more before and behind each array
  HostPlanes planes;
  std::uint64_t seed, position;
  std::uint32_t colour, system, first_plane, last_plane;  ///< the last not included

  /// A row of words, and where its neighbours begin. One of the two along x is the same number, the other, `side`, is
  /// one further on or one before.
  struct Row {
    std::uint32_t own, py, my, pz, mz;
    std::uint64_t stream;  ///< of its first word; one of colour 1 shares its stream with the one below
    bool odd;              ///< whether x is: then the neighbour before has the same number
  };
  Row row(std::uint32_t y, std::uint32_t z) const {
    const std::uint32_t L = arrays.L, words = L / 2, plane = words * L, in_plane = y * words,
                        own = z * plane + in_plane;
    const std::uint32_t number = planes.first + z, keyed = colour == 0 ? number : number == 0 ? L - 1 : number - 1;
    return {own,
            own + words - (y + 1 == L ? plane : 0),
            own - words + (y == 0 ? plane : 0),
            z + 1 == planes.count ? planes.above * plane + in_plane : own + plane,
            z == 0 ? planes.below * plane + in_plane : own - plane,
            std::uint64_t{system} * plane * L + std::uint64_t{keyed} * plane + in_plane,
            ((y + number + colour) & 1) != 0};
  }
};

/// The update for a generator among in_fast_spin_glasses, and what a sweep by it asks of cores.
struct HostGlassRule {
  void (*update)(cpu::Isa isa, const HostColour& work);
  Work (*work)(const GlassArrays& arrays, cpu::Isa isa, int cores);
};
HostGlassRule host_glass_rule(const std::string& rng);

/// The widest instructions that the axis `isa` allows and whose vectors a row of the case fills.
cpu::Isa host_glass_isa(const Params& params);

/// Why they cannot run the case, or "".
std::string host_glass_unsupported(const Params& params);

/// The widest instructions up to `widest` whose vectors a row of `words` words fills; nothing where none does.
inline const cpu::Isa* filled_by(std::uint32_t words, cpu::Isa widest) {
  static constexpr cpu::Isa all[] = {cpu::Isa::avx512, cpu::Isa::avx2, cpu::Isa::baseline};
  for (const cpu::Isa& isa : all)
    if (isa <= widest && words % (static_cast<std::uint32_t>(cpu::vector_bytes(isa)) / 4) == 0) return &isa;
  return nullptr;
}

}  // namespace spinbench::ea3d
