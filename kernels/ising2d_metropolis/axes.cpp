#include "kernels/ising2d_metropolis/axes.hpp"

#include <cstdint>

#include "kernels/common/rng/generators.hpp"

namespace spinbench::ising2d {

Axis axis_L() { return Axis::integer("L", 1024, 2, 65536, "linear size of the lattice"); }

Axis axis_k() { return Axis::integer("k", 100, 1, 1000, "hits per visit of a tile"); }

Axis axis_tile() { return Axis::integer("tile", 16, 2, 64, "side of a tile"); }

Axis axis_order() {
  return Axis::word("order", "plain", {"plain", "symmetric"},
                    "order of the tiles; symmetric makes the compound move satisfy detailed balance");
}

Axis axis_measure() {
  return Axis::word("measure", "none", {"none", "energy"}, "what is tracked through the sweeps");
}

Axis axis_rng() { return axis_rng("lcg32_random"); }

Axis axis_rng(const std::string& fallback) {
  std::vector<std::string> names;
  for (const rng::Generator& generator : rng::generators()) names.push_back(generator.name);
  return Axis::word("rng", fallback, names, "random number generator");
}

Axis axis_draw(const std::string& fallback) {
  return Axis::word("draw", fallback, {"conditional", "always"},
                    "draw a random number only where the energy would rise, or for every attempt");
}

Axis axis_spin() { return Axis::word("spin", "int32", {"int8", "int16", "int32"}, "storage type of a spin"); }

Axis axis_launch() { return axis_launch("graph"); }

Axis axis_launch(const std::string& fallback) {
  return Axis::word("launch", fallback, {"stream", "graph", "chained", "persistent"},
                    "how sweeps are launched: one by one, from a graph, from a graph whose launches overlap, or many in one "
                    "launch (multispin, multispin_tiled)");
}

Axis axis_sites() { return Axis::integer("sites", 1, 1, 4, "sites a thread: 1, as in the talk, or 4 side by side"); }

Axis axis_words() {
  return Axis::integer("words", 0, 0, 8, "words of 32 spins that a thread decides together; 0: chosen by the size");
}

Axis axis_rows() {
  return Axis::integer("rows", 32, 4, 128, "rows of a coarse tile, whose rows are as wide as two threads' words");
}

Axis axis_realizations() {
  return Axis::integer("realizations", 1, 1, 1 << 20, "independent lattices that are updated side by side");
}

Axis axis_beta() { return Axis::real("beta", 0.4, 1e-6, 10, "inverse temperature, units of 1/J"); }

int spin_bytes(const Params& params) {
  const std::string& spin = params.word("spin");
  return spin == "int8" ? 1 : spin == "int16" ? 2 : 4;
}

std::string square_lattice_unsupported(const Params& params) {
  const std::int64_t L = params.integer("L");
  const std::string found = ", but L is " + std::to_string(L);
  if (L % 2 != 0) return "a checkerboard needs an even L" + found;
  if (L < 4) return "the checkerboard order is not ergodic below L = 4" + found;
  if (params.has("tile")) {
    const std::int64_t tile = params.integer("tile");
    if (tile % 2 != 0) return "the tile must be even, but tile is " + std::to_string(tile);
    if (L % (2 * tile) != 0)
      return "L must be a multiple of 2 * tile = " + std::to_string(2 * tile) + found;
    const std::int64_t lanes = rng::most_lanes(params.word("rng")), items = tile * tile / 2;
    if (lanes > 0 && items > lanes)
      return params.word("rng") + " makes " + std::to_string(lanes) + " numbers in a parallel step, but a tile of side " +
             std::to_string(tile) + " has " + std::to_string(items) + " threads: take a smaller tile";
  }
  if (params.has("sites")) {
    const std::int64_t sites = params.integer("sites");
    if (sites != 1 && sites != 4) return "sites is 1 or 4, but sites is " + std::to_string(sites);
    if (L % sites != 0) return "L must be a multiple of sites = " + std::to_string(sites) + found;
  }
  if (params.has("order") && params.word("order") == "symmetric" && params.integer("k") % 2 != 0)
    return "order symmetric puts half of the k hits on each side of a measurement, so k must be even, but k is " +
           std::to_string(params.integer("k"));
  return "";
}

std::string small_generators_only(const Params& params) {
  const std::string& name = params.word("rng");
  if (rng::is_small_generator(name)) return "";
  return "this variant draws one word a launch and is not built for " + name + ": take tiled, or an lcg or philox4x32";
}

std::string tiled_unsupported(const Params& params) {
  if (params.word("draw") == "conditional" && !rng::is_small_generator(params.word("rng")))
    return "with " + params.word("rng") + " this variant draws for every attempt: take draw=always";
  if (params.word("measure") == "energy" && !rng::is_small_generator(params.word("rng")) &&
      rng::most_lanes(params.word("rng")) == 0)
    return "with " + params.word("rng") + " this variant tracks no energy: take measure=none";
  const std::int64_t least = !rng::keeps_many_words(params.word("rng")) ? 4 : rng::most_lanes(params.word("rng")) > 0 ? 8 : 16;
  if (params.integer("tile") < least)
    return "with " + params.word("rng") + " this variant is built for tiles of side " + std::to_string(least) + " on";
  return square_lattice_unsupported(params);
}

}  // namespace spinbench::ising2d
