#include "kernels/ising2d_metropolis/axes.hpp"

#include <cstdint>

#include "kernels/common/rng/generators.hpp"

namespace spinbench::ising2d {

Axis axis_L() { return spinbench::axis_L(1024, 65536); }

Axis axis_shared_L() { return Axis::integer("L", 4096, 64, 1 << 20, "linear size of the lattice"); }

Axis axis_tile() { return spinbench::axis_tile(16, 64); }

Axis axis_sites() { return Axis::integer("sites", 1, 1, 4, "sites a thread: 1, as in the talk, or 4 side by side"); }

Axis axis_realizations() { return spinbench::axis_realizations(); }

Axis axis_beta() { return spinbench::axis_beta(0.4); }

std::string fixed_order_unsupported(const Params& params) {
  const std::int64_t L = params.integer("L");
  return L >= 4 ? "" : "updates in a fixed order are not ergodic below L = 4, but L is " + std::to_string(L);
}

std::string square_lattice_unsupported(const Params& params) {
  const std::int64_t L = params.integer("L");
  const std::string found = ", but L is " + std::to_string(L);
  if (const std::string reason = fixed_order_unsupported(params); !reason.empty()) return reason;
  if (params.has("sites")) {
    const std::int64_t sites = params.integer("sites");
    if (sites != 1 && sites != 4) return "sites is 1 or 4, but sites is " + std::to_string(sites);
    if (L % sites != 0) return "L must be a multiple of sites = " + std::to_string(sites) + found;
  }
  return board_unsupported(params, 2);
}

std::string small_generators_only(const Params& params) {
  const std::string& name = params.word("rng");
  if (rng::is_small_generator(name)) {
    if (params.word("spin") == "int32" || name.starts_with("lcg32")) return "";
    return "with " + name + " this variant is built for int32 spins: take spin=int32, or lcg32_random";
  }
  return "this variant draws one word a launch and is not built for " + name + ": take tiled, or " +
         rng::one_of(rng::built_everywhere);
}

std::string tiled_unsupported(const Params& params) {
  if (params.word("draw") == "conditional" && !rng::is_small_generator(params.word("rng")))
    return "with " + params.word("rng") + " this variant draws for every attempt: take draw=always";
  if (params.word("measure") == "energy" && !rng::is_small_generator(params.word("rng")) &&
      rng::most_lanes(params.word("rng")) == 0)
    return "with " + params.word("rng") + " this variant tracks no energy: take measure=none";
  if ((params.word("draw") == "conditional" || params.word("measure") == "energy") &&
      params.integer("tile") != tiled_side_of_every_rule)
    return "this variant is built for draw=conditional and for measure=energy with tiles of side " +
           std::to_string(tiled_side_of_every_rule) + " only: take tile=" + std::to_string(tiled_side_of_every_rule);
  const std::int64_t least = !rng::keeps_many_words(params.word("rng")) ? 4
                             : rng::most_lanes(params.word("rng")) > 0  ? 8
                                                                        : 16;
  if (params.integer("tile") < least)
    return "with " + params.word("rng") + " this variant is built for tiles of side " + std::to_string(least) + " on";
  return square_lattice_unsupported(params);
}

}  // namespace spinbench::ising2d
