#include "kernels/ising2d_metropolis/multispin.hpp"

#include "kernels/common/rng/generators.hpp"

namespace spinbench::ising2d {

std::uint32_t multispin_words(const Params& params) {
  if (params.integer("words") != 0) return static_cast<std::uint32_t>(params.integer("words"));
  const double L = params.real("L");
  const double words = L * L / 64 * (params.has("realizations") ? params.real("realizations") : 1);
  return words >= 524288 ? 8 : words >= 131072 ? 4 : words >= 32768 ? 2 : 1;
}

MultispinTile multispin_tile(const Params& params) {
  return multispin_tile(static_cast<std::uint32_t>((params.integer("L") + 63) / 64), multispin_words(params));
}

std::string multispin_unsupported(const Params& params, std::int64_t unit) {
  const std::string& name = params.word("rng");
  if (!rng::is_of(rng::keeps_nothing, name))
    return "multispin opens a stream for each tile and colour and draws as many words as it takes, so it is not built "
           "for " +
           name + ", which keeps a state in memory: take " + rng::one_of(rng::keeps_nothing);
  const std::int64_t words = params.integer("words");
  if ((words & (words - 1)) != 0) return "words is 0, 1, 2, 4 or 8, but words is " + std::to_string(words);
  const std::int64_t L = params.integer("L");
  if (L % unit != 0)
    return "L must be a multiple of " + std::to_string(unit) + " (full words of one colour), but L is " +
           std::to_string(L);
  const MultispinTile tile = multispin_tile(params);
  if (L % tile.down != 0)
    return "L must be a multiple of the " + std::to_string(tile.down) + " rows of a tile, but L is " +
           std::to_string(L);
  return "";
}

}  // namespace spinbench::ising2d
