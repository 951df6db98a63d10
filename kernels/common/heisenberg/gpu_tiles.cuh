// The double checkerboard of Weigel 2012 (section 3.2) for vectors (section 4): a launch serves the even coarse tiles,
// the next the odd ones. A block loads its tile and the boundary into shared memory, updates it k times (all even sites
// of the tile, a barrier, all odd ones, a barrier), and writes back.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>

#include "kernels/common/code_path.hpp"
#include "kernels/common/heisenberg/gpu_cubic_tiles.cuh"
#include "kernels/common/heisenberg/gpu_square_tiles.cuh"

namespace spinbench::heisenberg::inline SPINBENCH_GPU_NAMESPACE {

/// Issue slots of an attempt at least, of which its random words take `words`: by the machine code for sm_90, in two
/// dimensions, in three, and with couplings. In double they are those of the pipe for 64 bits, which takes an
/// instruction every second slot there and more seldom on other cards, where other instructions do not take more.
template <int D, class Math, bool Couplings>
double attempt_slots(double words) {
  constexpr int way = D == 2 ? 0 : Couplings ? 2 : 1;
  constexpr double fast[] = {40, 59, 65}, in_float[] = {76.5, 97, 103}, in_double[] = {101, 127, 137};
  constexpr double of_64_bits[] = {63, 69, 75};
  if (std::is_same_v<Math, Fast>) return fast[way] + words;
  if (sizeof(typename Math::Real) == 4) return in_float[way] + words;
  return std::max(2 * of_64_bits[way], in_double[way] + words);
}

template <int D, class Math, class Rng, bool Couplings>
class GpuTiles final : public GpuMetropolis<D, Math, Rng> {
 public:
  GpuTiles(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : GpuMetropolis<D, Math, Rng>(params, seed, seeding, false, 4, static_cast<int>(params.integer("k"))) {}

  std::string code_path() const override {
    return CodePath("tile " + std::to_string(TileShape<D>::side))
        .count("tiles a side", this->lattice_.L() / TileShape<D>::side)
        .text();
  }
  Work work_per_sweep() const override {
    using Real = typename Math::Real;
    const double sites = static_cast<double>(this->lattice_.sites()), spin = 3 * sizeof(Real);
    const double k = this->sweep_granularity(), coupling = Couplings ? D * sizeof(Real) : 0;
    const double state = rng::Store<Rng>::traffic(2 * k * this->words, 1) / 2;
    Work work;
    work.units = sites;
    // Once a visit: the tile and its boundary read, the tile written, half a state a site read and written.
    work.memory_bytes = sites * (2 * spin + coupling + 2.0 * D / TileShape<D>::side * spin + state) / k;
    work.footprint_bytes = sites * (spin + coupling + rng::Store<Rng>::bytes_a_stream(1) / 4);
    // The neighbours that are another thread's are read; what is stored hangs on the temperature.
    work.shared_bytes = sites * (D == 2 ? 1.5 : 5) * spin;
    work.random_words = sites * this->words;
    work.issue_slots =
        sites * attempt_slots<D, Math, Couplings>(this->words * rng::word_cost(Rng::facts, 2 * k).issue_slots);
    work.dependent_launches = 2 / k;
    return work;
  }

 private:
  std::uint32_t enqueue_step(std::uint32_t drawn) override {
    const auto hits = static_cast<std::uint32_t>(this->sweep_granularity());
    const auto tiles = static_cast<unsigned>(this->lattice_.sites() / TileShape<D>::sites / 2);
    static_assert(TileShape<D>::of_block <= 2, "each colour of a lattice has two tiles at least");
    constexpr auto update = [] {
      if constexpr (D == 2)
        return update_square_tiles<Math, Rng>;
      else
        return update_cubic_tiles<Math, Rng, Couplings>;
    }();
    for (std::uint32_t colour = 0; colour < 2; ++colour, drawn += 2 * hits * this->words)
      this->launcher()(update, dim3(tiles / TileShape<D>::of_block),
                       dim3(TileShape<D>::of_block * TileShape<D>::threads), this->lattice_.view(), this->beta_,
                       this->streams(drawn), colour, hits);
    return drawn;
  }
};

template <int D>
std::unique_ptr<Simulation> make_tiles(const Params& params, std::uint64_t seed) {
  return rng::with_generator_of<generators_of_tiles>(params.word("rng"), [&](auto tag, rng::Seeding seeding) {
    using Rng = typename decltype(tag)::type;
    return with_math(params.word("precision"), [&](auto math) -> std::unique_ptr<Simulation> {
      using Math = typename decltype(math)::type;
      if constexpr (D == 3)
        if (has_couplings(params)) return std::make_unique<GpuTiles<D, Math, Rng, true>>(params, seed, seeding);
      return std::make_unique<GpuTiles<D, Math, Rng, false>>(params, seed, seeding);
    });
  });
}

template <int D>
Variant tiles_variant() {
  constexpr int side = TileShape<D>::side;
  Variant variant = gpu_variant<D>("tiled", "double checkerboard in shared memory, k hits a tile visit",
                                   {axis_k(), axis_tile(side, 64), axis_layout("soa")}, axis_rng("mwc64x"));
  variant.oracle.variant = "tiled";
  variant.physics = tiled_physics<D>;
  variant.bit_cases = tiled_bit_cases<D>;
  variant.unsupported = [](const Params& params, const Device&) -> std::string {
    if (params.integer("tile") != side)
      return "on GPUs tile is " + std::to_string(side) + ", but tile is " + std::to_string(params.integer("tile"));
    const std::string reason = launch_unsupported(params);
    return reason.empty() ? board_unsupported(params, D) : reason;
  };
  variant.memory_bytes = [](const Params& params) {
    return sites_of(params, D) * (site_bytes(params, D) + rng::state_bytes(params.word("rng")) / 4) + 1e6;
  };
  variant.make = make_tiles<D>;
  return variant;
}

}  // namespace spinbench::heisenberg::SPINBENCH_GPU_NAMESPACE
