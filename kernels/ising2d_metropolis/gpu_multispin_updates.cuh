// How the sweeps of `multispin` are launched: each way is compiled for every generator and tile, in a file of its own.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>

#include "interface/params.hpp"
#include "kernels/common/gpu_multispin_launch.cuh"
#include "kernels/common/multispin_work.hpp"
#include "kernels/ising2d_metropolis/gpu_multispin.cuh"

namespace spinbench::ising2d::inline SPINBENCH_GPU_NAMESPACE {

/// The updates of one case, enqueued on lattices that outlive them.
class MultispinUpdates {
 public:
  virtual ~MultispinUpdates() = default;
  virtual std::string code_path() const = 0;
  virtual void sweep(int count) = 0;
  virtual double launches() const = 0;  ///< that a sweep waits for
  virtual MultispinCost cost() const = 0;
};

/// One launch a colour (multispin_colours.cu).
std::unique_ptr<MultispinUpdates> make_colour_by_colour(const Params& params, const MultispinPlanes& planes,
                                                        std::uint64_t seed);
/// One launch for many sweeps, with the lattices in shared memory (multispin_strips.cu).
std::unique_ptr<MultispinUpdates> make_in_strips(const Params& params, const MultispinPlanes& planes,
                                                 std::uint64_t seed);
/// The paths of a case launched so on the current device, as Simulation::code_path().
std::string colours_path(const Params& params);
std::string strips_path(const Params& params);
/// The lattices of the case, without memory.
inline MultispinPlanes planes_of(const Params& params) {
  const std::uint32_t L = static_cast<std::uint32_t>(params.integer("L"));
  return {nullptr, L, L / 64, static_cast<std::uint32_t>(params.integer("realizations"))};
}
/// Whether the shared memory of the current device holds the lattices of the case.
bool fits_strips(const Params& params);

/// Makes Updates<Rng, across, down>(params, planes, seed, seeding) for the generator and the tile of the case, among
/// the generators that make several words at a time (`Blocks`) or one. Throws Unsupported for what is not built.
template <template <class, int, int> class Updates, bool Blocks>
std::unique_ptr<MultispinUpdates> make_updates(const Params& params, const MultispinPlanes& planes,
                                               std::uint64_t seed) {
  using Result = std::unique_ptr<MultispinUpdates>;
  return with_multispin_generator(params.word("rng"), [&](auto tag, rng::Seeding seeding) -> Result {
    using Rng = typename decltype(tag)::type;
    if constexpr ((Rng::facts.block_words > 1) == Blocks)
      return with_built_tile<BuiltTile<1, 1>, BuiltTile<1, 2>, BuiltTile<2, 2>, BuiltTile<1, 4>, BuiltTile<4, 2>,
                             BuiltTile<2, 4>, BuiltTile<1, 8>>(multispin_tile(params), [&](auto built) -> Result {
        return std::make_unique<Updates<Rng, built.across, built.down>>(params, planes, seed, seeding);
      });
    else
      throw std::logic_error("multispin: this file is not compiled for " + params.word("rng"));
  });
}

}  // namespace spinbench::ising2d::SPINBENCH_GPU_NAMESPACE
