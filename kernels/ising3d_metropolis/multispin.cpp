#include "kernels/ising3d_metropolis/multispin.hpp"

#include "kernels/common/axes.hpp"

namespace spinbench::ising3d {

MultispinTile multispin_tile(const Params& params) {
  const double realizations = params.has("realizations") ? params.real("realizations") : 1;
  const bool many = sites_of(params, 3) / 64 * realizations >= 524288;
  const std::int64_t words = params.integer("words") != 0 ? params.integer("words") : many ? 8 : 4;
  return multispin_tile(static_cast<std::uint32_t>((params.integer("L") + 63) / 64), static_cast<std::uint32_t>(words));
}

std::string multispin_unsupported(const Params& params, std::int64_t unit) {
  const std::string& name = params.word("rng");
  if (!rng::is_of(rng::keeps_nothing_in_3d, name))
    return "in 3D multispin is not built for " + name + ": take " + rng::one_of(rng::keeps_nothing_in_3d);
  const std::int64_t words = params.integer("words"), L = params.integer("L");
  if (words != 0 && words != 4 && words != 8) return "in 3D words is 0, 4 or 8, but words is " + std::to_string(words);
  if (L % unit != 0)
    return "L must be a multiple of " + std::to_string(unit) + " (full words of one colour), but L is " +
           std::to_string(L);
  const MultispinTile tile = multispin_tile(params);
  if (L % tile.down != 0)
    return "L must be a multiple of the " + std::to_string(tile.down) + " rows of a tile, but L is " +
           std::to_string(L);
  constexpr std::int64_t most = 65535;
  if (params.has("realizations") && params.integer("realizations") > most)
    return "in 3D at most " + std::to_string(most) + " realizations are updated side by side, but realizations is " +
           std::to_string(params.integer("realizations"));
  return "";
}

}  // namespace spinbench::ising3d
