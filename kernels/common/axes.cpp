#include "kernels/common/axes.hpp"

#include <cmath>

#include "backends/cpu/isa.hpp"
#include "kernels/common/rng/generators.hpp"

namespace spinbench {

Axis axis_L(std::int64_t fallback, std::int64_t most) {
  return Axis::integer("L", fallback, 2, most, "linear size of the lattice");
}

Axis axis_k() { return Axis::integer("k", 100, 1, 1000, "hits per visit of a tile"); }

Axis axis_tile(std::int64_t fallback, std::int64_t most) {
  return Axis::integer("tile", fallback, 2, most, "side of a tile");
}

Axis axis_order() {
  return Axis::word("order", "plain", {"plain", "symmetric"},
                    "order of the tiles; symmetric makes the compound move satisfy detailed balance");
}

Axis axis_measure() { return Axis::word("measure", "none", {"none", "energy"}, "what is tracked through the sweeps"); }

Axis axis_rng() { return axis_rng("lcg32_random"); }

Axis axis_rng(const std::string& fallback) {
  return Axis::word("rng", fallback, rng::names_of(rng::any_generator), "random number generator");
}

Axis axis_draw(const std::string& fallback) {
  return Axis::word("draw", fallback, {"conditional", "always"},
                    "draw a random number only where the energy would rise, or for every attempt");
}

Axis axis_spin() { return Axis::word("spin", "int32", {"int8", "int16", "int32"}, "storage type of a spin"); }

Axis axis_launch() { return axis_launch("graph"); }

Axis axis_launch(const std::string& fallback) {
  return Axis::word(
      "launch", fallback, {"stream", "graph", "chained", "persistent"},
      "how sweeps are launched: one by one, from a graph, from a graph whose launches overlap, or many in one "
      "launch (multispin, multispin_tiled)");
}

Axis axis_words(std::int64_t fallback) {
  return Axis::integer("words", fallback, 0, 8,
                       "words of 32 spins that a thread decides together; 0: chosen by the size");
}

Axis axis_rows() {
  return Axis::integer("rows", 32, 4, 128, "rows of a coarse tile, whose rows are as wide as two threads' words");
}

Axis axis_realizations() {
  return Axis::integer("realizations", 1, 1, 1 << 20, "independent lattices that are updated side by side");
}

Axis axis_threads() {
  return Axis::integer("threads", 1, 0, 1024, "threads of the host; 0: as many as this process may run at a time");
}

Axis axis_isa() {
  std::vector<std::string> names{"widest"};
  for (const cpu::Isa isa : {cpu::Isa::baseline, cpu::Isa::avx2, cpu::Isa::avx512}) names.push_back(cpu::word_of(isa));
  return Axis::word("isa", "widest", names,
                    "widest vector instructions to take; narrower ones where the lattice does not fill their lanes");
}

Axis axis_beta(double fallback) { return Axis::real("beta", fallback, 1e-6, 10, "inverse temperature, units of 1/J"); }

int spin_bytes(const Params& params) {
  const std::string& spin = params.word("spin");
  return spin == "int8" ? 1 : spin == "int16" ? 2 : 4;
}

double sites_of(const Params& params, int dimensions) { return std::pow(params.real("L"), dimensions); }

double tile_sites(const Params& params, int dimensions) { return std::pow(params.real("tile"), dimensions); }

std::string colours_unsupported(const Params& params) {
  const std::int64_t L = params.integer("L");
  return L % 2 == 0 ? "" : "a checkerboard needs an even L, but L is " + std::to_string(L);
}

std::string board_unsupported(const Params& params, int dimensions) {
  const std::int64_t L = params.integer("L");
  const std::string found = ", but L is " + std::to_string(L);
  if (const std::string odd = colours_unsupported(params); !odd.empty()) return odd;
  if (params.has("tile")) {
    const std::int64_t tile = params.integer("tile");
    if (tile % 2 != 0) return "the tile must be even, but tile is " + std::to_string(tile);
    if (L % (2 * tile) != 0) return "L must be a multiple of 2 * tile = " + std::to_string(2 * tile) + found;
    const auto lanes = static_cast<std::int64_t>(rng::most_lanes(params.word("rng")));
    const auto items = static_cast<std::int64_t>(tile_sites(params, dimensions) / 2);
    if (lanes > 0 && items > lanes)
      return params.word("rng") + " makes " + std::to_string(lanes) +
             " numbers in a parallel step, but a tile of side " + std::to_string(tile) + " has " +
             std::to_string(items) + " threads: take a smaller tile";
  }
  if (params.has("order") && params.word("order") == "symmetric" && params.integer("k") % 2 != 0)
    return "order symmetric puts half of the k hits on each side of a measurement, so k must be even, but k is " +
           std::to_string(params.integer("k"));
  return "";
}

}  // namespace spinbench
