#include "kernels/ea3d_metropolis/columns.hpp"

#include "backends/cpu/share.hpp"

namespace spinbench::ea3d {

SpinGlassBits columns_in_order(const SpinGlassShape& shape, std::uint32_t replicas, const std::uint32_t* words) {
  const std::uint64_t sites = shape.sites(), L = shape.L, row = L / 2, lines = L * L, systems = shape.systems;
  SpinGlassBits result(systems * shape.replicas * sites);
  // A line of one colour, system and march: word r of each of its sites.
  cpu::share_out(result.size() / (row * replicas), 4.0 * static_cast<double>(result.size()), [&](std::uint64_t piece) {
    const std::uint64_t line = piece % lines, system = piece / lines % systems, colour = piece / lines / systems % 2,
                        chunk = piece / lines / systems / 2;
    const std::uint32_t* const from = words + piece * row * replicas;
    for (std::uint64_t r = 0; r < replicas; ++r) {
      std::uint32_t* const to = result.data() + (system * shape.replicas + chunk * replicas + r) * sites + line * L +
                                ((line / L + line + colour) & 1);
      for (std::uint64_t j = 0; j < row; ++j) to[2 * j] = from[j * replicas + r];
    }
  });
  return result;
}

}  // namespace spinbench::ea3d
