// One thread a site of one colour, one launch a colour: the variants `naive`, all sites in canonical order, and
// `coalesced`, the colours apart, so that neighbouring threads find side by side whatever they read and write.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>

#include "kernels/common/code_path.hpp"
#include "kernels/common/heisenberg/gpu_metropolis.cuh"
#include "kernels/common/heisenberg/gpu_rows.cuh"

namespace spinbench::heisenberg::inline SPINBENCH_GPU_NAMESPACE {

template <int D, class Math, class Rng, class Rule>
__global__ void __launch_bounds__(site_threads)
    update_sites(LatticeView<typename Math::Real> lattice, ApartView<typename Math::Real> apart,
                 typename Math::Real beta, StreamTable<Rng> streams, std::uint32_t pairs, std::uint32_t colour) {
  const std::uint32_t pair = blockIdx.x * site_threads + threadIdx.x;
  streams.wait_for_previous_launch();
  if (pair >= pairs) return;
  update_in_pair<D, Math, Rng, Rule>(lattice, apart, streams, beta, pair, colour);
}

template <int D, class Real, class Rule>
__global__ void __launch_bounds__(site_threads) relax_sites(LatticeView<Real> lattice, ApartView<Real> apart,
                                                            std::uint32_t pairs, std::uint32_t colour, bool chained) {
  const std::uint32_t pair = blockIdx.x * site_threads + threadIdx.x;
  if (chained) gpu::wait_for_previous_launch();
  if (pair < pairs) relax_in_pair<D, Rule>(lattice, apart, pair, colour);
}

/// Blocks that a multiprocessor of 64K registers is to have room for, or 0: as the compiler likes, which spills
/// nothing. It gains over-relaxation in float most; docs/kernels/heisenberg3d_heatbath.md has what was tried.
template <class Math>
inline constexpr int blocks_of_updates = sizeof(typename Math::Real) == 8 ? 0 : 12;
template <class Real>
inline constexpr int blocks_of_relaxations = sizeof(Real) == 8 ? 0 : 10;

template <class Math, class Rng, class Rule>
__global__ void SPINBENCH_LAUNCH_BOUNDS(site_threads, blocks_of_updates<Math>)
    update_rows(ApartView<typename Math::Real> apart, typename Math::Real beta, StreamTable<Rng> streams,
                Columns columns) {
  const AlongY own = AlongY::of_thread(apart, columns);
  streams.wait_for_previous_launch();
  if (own.count > 0) update_along_y<Math, Rng, Rule>(apart, streams, beta, own.pair, own.y, own.count);
}

template <class Real, class Rule>
__global__ void SPINBENCH_LAUNCH_BOUNDS(site_threads, blocks_of_relaxations<Real>)
    relax_rows(ApartView<Real> apart, Columns columns, bool chained) {
  const AlongY own = AlongY::of_thread(apart, columns);
  if (chained) gpu::wait_for_previous_launch();
  if (own.count > 0) relax_along_y<Rule>(apart, own.pair, own.y, own.count);
}

template <int D, class Math, class Rng, class Rule>
class GpuSites final : public GpuMetropolis<D, Math, Rng, Rule> {
 public:
  GpuSites(const Params& params, std::uint64_t seed, rng::Seeding seeding, bool colours_apart)
      : GpuMetropolis<D, Math, Rng, Rule>(params, seed, seeding, colours_apart, 2, Mixture::of(params).sweeps(),
                                          std::max(1, 32 / Mixture::of(params).sweeps())),
        mixture_(Mixture::of(params)) {
    const bool apart = ApartView<typename Math::Real>::template of<D>(this->lattice_.view(), 0).L != 0;
    if (apart && params.has("spins")) columns_ = Columns(this->lattice_.L(), params.integer("spins"));
  }

  std::string code_path() const override {
    return CodePath("")
        .where(blocks() > 1, "several blocks")
        .where(threads() % site_threads != 0, "threads beyond the lattice")
        .where(columns_.spins > 1, "rows")
        .where(this->lattice_.L() % columns_.spins != 0, "a last row shorter")
        .count("sites a side", this->lattice_.L())
        .where(mixture_.of_relaxation > 0, "with over-relaxation")
        .where(this->lattice_.view().fields.data != nullptr, "in a random field")
        .text();
  }
  Work work_per_sweep() const override {
    using Real = typename Math::Real;
    const double sites = static_cast<double>(this->lattice_.sites()), spin = 3 * sizeof(Real);
    const bool own = this->lattice_.view().couplings.data != nullptr;
    const bool fields = this->lattice_.view().fields.data != nullptr;
    const double drawn = mixture_.share_of_rule(), state = drawn * rng::Store<Rng>::traffic(2 * this->words, 1) / 2;
    Work work;
    work.units = sites;
    // The spin in and out, each neighbour once a colour, couplings once a colour, the own random field.
    const double spins = Rule::reads_spin ? 3 : 3 - mixture_.share_of_rule();
    work.memory_bytes = sites * (spins * spin + (own ? 2 * D * sizeof(Real) : 0) + (fields ? spin : 0) + 2 * state);
    work.footprint_bytes =
        sites * (spin + (own ? D * sizeof(Real) : 0) + (fields ? spin : 0) + rng::Store<Rng>::bytes_a_stream(1) / 2);
    work.random_words = sites * this->words * drawn;
    work.dependent_launches = 2;
    return work;
  }

 private:
  std::uint32_t pairs() const { return static_cast<std::uint32_t>(this->lattice_.sites() / 2); }
  std::uint32_t threads() const { return pairs() / this->lattice_.L() * columns_.parts; }
  std::uint32_t blocks() const { return (threads() + site_threads - 1) / site_threads; }

  std::uint32_t enqueue_step(std::uint32_t drawn) override {
    for (int sweep = 0; sweep < mixture_.sweeps(); ++sweep)
      for (std::uint32_t colour = 0; colour < 2; ++colour) {
        const auto apart = ApartView<typename Math::Real>::template of<D>(this->lattice_.view(), colour);
        if (mixture_.relaxes(sweep)) {
          if constexpr (Rule::mixed) relax(apart, colour);
          continue;
        }
        update(apart, colour, drawn);
        if (!planted(Mutant::heat_bath_words_again) || sweep == 0) drawn += this->words;
      }
    return drawn;
  }

  using View = ApartView<typename Math::Real>;

  void update(const View& apart, std::uint32_t colour, std::uint32_t drawn) {
    if constexpr (D == 3)
      if (columns_.spins > 1) {
        this->launcher()(update_rows<Math, Rng, Rule>, dim3(blocks()), dim3(site_threads), apart, this->beta_,
                         this->streams(drawn), columns_);
        return;
      }
    this->launcher()(update_sites<D, Math, Rng, Rule>, dim3(blocks()), dim3(site_threads), this->lattice_.view(), apart,
                     this->beta_, this->streams(drawn), pairs(), colour);
  }
  void relax(const View& apart, std::uint32_t colour) {
    if (columns_.spins > 1)
      this->launcher()(relax_rows<typename Math::Real, Rule>, dim3(blocks()), dim3(site_threads), apart, columns_,
                       this->launcher().chained());
    else
      this->launcher()(relax_sites<D, typename Math::Real, Rule>, dim3(blocks()), dim3(site_threads),
                       this->lattice_.view(), apart, pairs(), colour, this->launcher().chained());
  }

  Columns columns_{this->lattice_.L(), 1};  ///< in two dimensions a thread has one site
  Mixture mixture_;
};

template <int D, class Rule = Metropolis>
std::unique_ptr<Simulation> make_sites(const Params& params, std::uint64_t seed, bool colours_apart) {
  return rng::with_generator_of<generators_of_sites>(params.word("rng"), [&](auto tag, rng::Seeding seeding) {
    using Rng = typename decltype(tag)::type;
    return with_math(params.word("precision"), [&](auto math) -> std::unique_ptr<Simulation> {
      using Math = typename decltype(math)::type;
      return std::make_unique<GpuSites<D, Math, Rng, Rule>>(params, seed, seeding, colours_apart);
    });
  });
}

template <int D, class Rule = Metropolis>
Variant sites_variant(std::string name, std::string title, const std::string& layout) {
  Variant variant = gpu_variant<D, Rule>(
      std::move(name), std::move(title), {axis_layout(layout)},
      Axis::word("rng", "lcg32_random", rng::names_of(generators_of_sites), "random number generator"));
  variant.oracle.variant = "checkerboard";
  variant.physics = site_by_site_physics<D>;
  variant.bit_cases = site_bit_cases<D>;
  variant.unsupported = [](const Params& params, const Device&) {
    const std::string reason = launch_unsupported(params);
    return reason.empty() ? colours_unsupported(params) : reason;
  };
  variant.memory_bytes = [](const Params& params) {
    return sites_of(params, D) * (site_bytes(params, D) + rng::state_bytes(params.word("rng")) / 2) + 1e6;
  };
  return variant;
}

/// Small lattices with as many sites a thread, or fewer where they are smaller.
inline std::vector<Params> row_bit_cases(const Params& params, const Device& device) {
  std::vector<Params> result = site_bit_cases<3>(params, device);
  const std::size_t plain = result.size();
  for (std::size_t i = 0; i < plain && params.integer("spins") > 1; ++i)
    for (const std::int64_t spins : {2l, 3l}) {
      result.push_back(result[i]);
      result.back().set("spins", spins);
    }
  return result;
}

template <int D>
Variant naive_variant() {
  Variant variant = sites_variant<D>("naive", "one thread a site of a colour, sites in canonical order", "aos");
  variant.make = [](const Params& params, std::uint64_t seed) { return make_sites<D>(params, seed, false); };
  return variant;
}

template <int D, class Rule = Metropolis>
Variant coalesced_variant() {
  Variant variant = sites_variant<D, Rule>("coalesced", "one thread a site, the colours apart in memory", "soa");
  variant.make = [](const Params& params, std::uint64_t seed) { return make_sites<D, Rule>(params, seed, true); };
  if constexpr (D == 3) {
    variant.axes.insert(variant.axes.end() - 1, axis_rows_a_thread(Rule::mixed ? 4 : 1, ", where layout=soa"));
    variant.bit_cases = row_bit_cases;
  }
  return variant;
}

}  // namespace spinbench::heisenberg::SPINBENCH_GPU_NAMESPACE
