// The bit-sliced checkerboard update of the variants `multispin` in three dimensions: layout and tiles. The rule is the
// one of kernels/ising2d_metropolis/multispin.hpp.
//
// Layout. One bit a spin (1: down), the colours in planes of their own. Row (y, z) of colour c is L/2 bits in 32-bit
// words; bit i of the row is the site x = 2i + ((y + z + c) & 1). A spin's neighbours are the other plane's bits i of
// the rows (y - 1, z), (y + 1, z), (y, z - 1), (y, z + 1) and (y, z), and bit i - 1 (y + z + c even) or i + 1 (odd) of
// row (y, z).
//
// Tiles are `across` words by `down` rows of one z; those of a realization are numbered along x, then y, then z. Words
// of a tile are counted row by row, from the lowest y for z + colour even and from the highest for odd, which gives all
// of them the same order of even and odd rows.
//
// With n unsatisfied bonds a flip costs 2 J (6 - 2n): n >= 3 flips for certain, n = 2, 1, 0 with probability exp(-4
// beta J), exp(-8 beta J), exp(-12 beta J).
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>

#include "backends/attributes.hpp"
#include "interface/params.hpp"
#include "interface/simulation.hpp"
#include "kernels/common/acceptance.hpp"
#include "kernels/common/multispin.hpp"
#include "kernels/common/rng/generators.hpp"

namespace spinbench::ising3d {

/// The tile of `words` words, 4 or 8: two words wide where they fit. Wider ones would save a few loads and be too wide
/// for the lattices that an oracle can follow.
constexpr MultispinTile multispin_tile(std::uint32_t words_a_row, std::uint32_t words) {
  const std::uint32_t across = words_a_row % 2 == 0 ? 2 : 1;
  return {across, words / across};
}

/// The thresholds of the classes of spins that are not free: 0 with two unsatisfied bonds, 1 with one, 2 with none; cut
/// into what the rule's step 1 and step 2 ask for.
struct MultispinThresholds {
  static constexpr int classes = 3;
  std::uint32_t leading[classes], last[classes];

  static MultispinThresholds at(double beta) {
    const CubicThresholds whole = CubicThresholds::at(beta);
    MultispinThresholds result{};
    for (int number = 0; number < classes; ++number) {
      const std::uint32_t threshold = whole(2 * (number + 1));
      result.leading[number] = multispin_digits(threshold);
      result.last[number] = multispin_rest(threshold);
    }
    return result;
  }
  SPINBENCH_FN std::uint32_t digits(int number) const { return leading[number]; }
  SPINBENCH_FN std::uint32_t rest(int number) const { return last[number]; }
};

/// The tile of the case: of as many words as the axis `words` says, or where that is 0 as leave enough tiles to fill a
/// GPU.
MultispinTile multispin_tile(const Params& params);

/// Why no `multispin` variant can run the case, or "": generators, tiles and numbers of realizations that are not
/// built, and sides that are no multiple of `unit` (64 where words must be full).
std::string multispin_unsupported(const Params& params, std::int64_t unit);

/// Calls `use(Tag<Generator>{}, seeding)` for a generator that `multispin` is built for in 3D. Throws
/// std::invalid_argument for others.
template <class Use>
auto with_multispin_generator(const std::string& name, Use&& use) {
  return rng::with_generator_of<rng::keeps_nothing_in_3d>(name, use);
}

/// What code for both lattices asks of this one.
struct MultispinModel {
  static constexpr const char* kernel = "ising3d_metropolis";
  static constexpr int dimensions = 3;
  using Thresholds = MultispinThresholds;

  static MultispinTile tile(const Params& params) { return multispin_tile(params); }
  static std::string unsupported(const Params& params, std::int64_t unit) {
    return multispin_unsupported(params, unit);
  }
  /// As with_multispin_generator(); `use` makes the simulation.
  template <class Use>
  static std::unique_ptr<Simulation> with_generator(const std::string& name, Use&& use) {
    return with_multispin_generator(
        name, [&](auto tag, rng::Seeding seeding) -> std::unique_ptr<Simulation> { return use(tag, seeding); });
  }
};

}  // namespace spinbench::ising3d
