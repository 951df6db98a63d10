// The double checkerboard of Weigel 2012 (section 3.2) for vectors (section 4): a launch serves the even coarse tiles,
// the next the odd ones. A block loads its tile and the boundary into shared memory, one thread for every two sites
// updates k times (all even sites of the tile, a barrier, all odd ones, a barrier), and writes back.
//
// A thread keeps its two spins, which are neighbours in the last direction, the couplings around them and its stream in
// registers, so that an update loads 2 D - 1 neighbours and stores one spin where that changed. The three components
// lie in one row of shared memory, one after the other, and rows are spaced so that the lanes of a warp, whose sites
// alternate between the two of their pairs, meet in no bank.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>

#include "kernels/common/code_path.hpp"
#include "kernels/common/heisenberg/gpu_metropolis.cuh"

namespace spinbench::heisenberg::inline SPINBENCH_GPU_NAMESPACE {

/// Sides of tiles and their place in shared memory, in numbers.
template <int D>
struct TileShape;

template <>
struct TileShape<2> {
  static constexpr int side = 16, face = side, sites = side * side;
  static constexpr int component = side + 2, row = 56;
  SPINBENCH_FN static constexpr int stride(int d) { return d == 0 ? 1 : row; }
  static constexpr int size = row * (side + 2);
};

template <>
struct TileShape<3> {
  static constexpr int side = 8, face = side * side, sites = side * side * side;
  static constexpr int component = side + 2, row = 40, layer = row * (side + 2);
  SPINBENCH_FN static constexpr int stride(int d) { return d == 0 ? 1 : d == 1 ? row : layer; }
  static constexpr int size = layer * (side + 2);
};

/// Where a thread works: its tile, and its pair of sites there.
template <int D>
struct TilePlace {
  using Shape = TileShape<D>;
  static constexpr int T = Shape::side, pairs = Shape::sites / 2;

  Place<D> corner;  ///< of the tile
  Place<D> first;   ///< of the pair, in the tile
  std::uint64_t stream;

  __device__ TilePlace(std::uint32_t L, std::uint32_t coarse_colour) {
    corner = Place<D>::of_pair(blockIdx.x, coarse_colour, L / T);
    first = Place<D>::of_pair(threadIdx.x, 0, T);
    first.x[D - 1] &= ~1u;
#pragma unroll
    for (int d = 0; d < D; ++d) corner.x[d] *= T;
    stream = static_cast<std::uint64_t>(blockIdx.x) * pairs + threadIdx.x;
  }
  /// In the lattice, of coordinates in the tile from -1 to T.
  __device__ Place<D> global(const int (&local)[D], std::uint32_t L) const {
    Place<D> result;
#pragma unroll
    for (int d = 0; d < D; ++d) {
      const std::uint32_t x = corner.x[d] + static_cast<std::uint32_t>(local[d]);
      result.x[d] = x == L ? 0 : x > L ? L - 1 : x;
    }
    return result;
  }
  __device__ static int word(const int (&local)[D]) {
    int result = 0;
#pragma unroll
    for (int d = 0; d < D; ++d) result += (local[d] + 1) * Shape::stride(d);
    return result;
  }
  /// Whether the second of the pair is the even site.
  __device__ bool second_is_even() const { return first.parity() != 0; }
};

template <int D, class Real>
__device__ __forceinline__ void put(Real* here, const Vector3<Real>& spin) {
  here[0] = spin.x;
  here[TileShape<D>::component] = spin.y;
  here[2 * TileShape<D>::component] = spin.z;
}
template <int D, class Real>
__device__ __forceinline__ Vector3<Real> get(const Real* here) {
  if (planted(Mutant::heisenberg_components))
    return {here[0], here[2 * TileShape<D>::component], here[TileShape<D>::component]};
  return {here[0], here[TileShape<D>::component], here[2 * TileShape<D>::component]};
}

/// Copies the boundary layer of the tile; its corners and edges nobody needs.
template <int D, class Real>
__device__ __forceinline__ void load_boundary(const TilePlace<D>& tile, const LatticeView<Real>& lattice,
                                              Real* shared) {
  using Shape = TileShape<D>;
  constexpr int T = Shape::side;
  for (int n = threadIdx.x; n < 2 * D * Shape::face; n += TilePlace<D>::pairs) {
    const int side = n / Shape::face, across = side / 2;
    int local[D], rest = n % Shape::face;
#pragma unroll
    for (int d = 0; d < D; ++d) {
      local[d] = d == across ? (side % 2 == 0 ? -1 : T) : rest % T;
      if (d != across) rest /= T;
    }
    if (planted(Mutant::heisenberg_stale_halo) && side == 1) local[across] = T - 1;
    const Vector3<Real> spin = lattice.spins.load(lattice.order(tile.global(local, lattice.order.L)));
    if (planted(Mutant::heisenberg_stale_halo) && side == 1) local[across] = T;
    put<D>(shared + TilePlace<D>::word(local), spin);
  }
}

/// The couplings of a site: to its neighbours before and behind in each direction but the last, then away from its
/// partner.
template <int D, class Real>
struct OuterCouplings {
  Real J[2 * D - 1];

  /// Of the site at `local`, whose partner lies behind it or before it.
  __device__ void load(const TilePlace<D>& tile, const LatticeView<Real>& lattice, const int (&local)[D],
                       bool partner_behind) {
    const std::uint32_t L = lattice.order.L;
    const Place<D> here = tile.global(local, L);
    const std::size_t place = lattice.order(here);
#pragma unroll
    for (int d = 0; d < D - 1; ++d) {
      J[2 * d] = lattice.couplings.at(lattice.order(here.moved(d, L - 1, L)), d);
      J[2 * d + 1] = lattice.couplings.at(place, d);
    }
    J[2 * D - 2] = partner_behind ? lattice.couplings.at(lattice.order(here.moved(D - 1, L - 1, L)), D - 1)
                                  : lattice.couplings.at(place, D - 1);
  }
};

/// The field of the site at `here`; `outer` leads away from its partner.
template <int D, bool Couplings, class Real>
__device__ __forceinline__ Vector3<Real> field_in_tile(const Real* here, int outer, const Vector3<Real>& partner,
                                                       Real J_partner, const OuterCouplings<D, Real>& couplings) {
  using Shape = TileShape<D>;
  Vector3<Real> sum = Couplings ? field_of_pair(J_partner, partner, couplings.J[2 * D - 2], get<D>(here + outer))
                                : field_of_pair(partner, get<D>(here + outer));
#pragma unroll
  for (int d = 0; d < D - 1; ++d) {
    const Vector3<Real> before = get<D>(here - Shape::stride(d)), behind = get<D>(here + Shape::stride(d));
    if constexpr (Couplings)
      sum = fused(couplings.J[2 * d + 1], behind, fused(couplings.J[2 * d], before, sum));
    else
      sum = plus(plus(sum, before), behind);
  }
  return sum;
}

template <int D, class Math, class Rng, bool Couplings>
__global__ void __launch_bounds__(TilePlace<D>::pairs)
    update_vector_tiles(LatticeView<typename Math::Real> lattice, typename Math::Real beta, StreamTable<Rng> streams,
                        std::uint32_t coarse_colour, std::uint32_t hits) {
  using Real = typename Math::Real;
  using Shape = TileShape<D>;
  __shared__ Real shared[Shape::size];
  const TilePlace<D> tile(lattice.order.L, coarse_colour);
  streams.wait_for_previous_launch();
  // The even site of the pair, then the odd one.
  int even[D], odd[D];
#pragma unroll
  for (int d = 0; d < D; ++d) even[d] = odd[d] = static_cast<int>(tile.first.x[d]);
  const bool swapped = tile.second_is_even();
  ++(swapped ? even : odd)[D - 1];
  const std::size_t even_place = lattice.order(tile.global(even, lattice.order.L));
  const std::size_t odd_place = lattice.order(tile.global(odd, lattice.order.L));
  Vector3<Real> even_spin = lattice.spins.load(even_place), odd_spin = lattice.spins.load(odd_place);
  Real* const at_even = shared + tile.word(even);
  Real* const at_odd = shared + tile.word(odd);
  put<D>(at_even, even_spin);
  put<D>(at_odd, odd_spin);
  load_boundary<D>(tile, lattice, shared);
  OuterCouplings<D, Real> of_even{}, of_odd{};
  Real J_between = 0;
  if constexpr (Couplings) {
    of_even.load(tile, lattice, even, !swapped);
    of_odd.load(tile, lattice, odd, swapped);
    J_between = lattice.couplings.at(swapped ? odd_place : even_place, D - 1);
  }
  auto stream = streams.open(tile.stream, tile.stream);
  __syncthreads();
  const int outer = swapped ? Shape::stride(D - 1) : -Shape::stride(D - 1);
  for (std::uint32_t hit = 0; hit < hits; ++hit) {
    if (planted(Mutant::heisenberg_few_hits) && hit == 2) break;
    std::uint32_t words[words_an_attempt<Rng>];
    rng::draw(stream, words);
    if (attempt<Math>(words, beta, field_in_tile<D, Couplings>(at_even, outer, odd_spin, J_between, of_even),
                      even_spin))
      put<D>(at_even, even_spin);
    __syncthreads();
    rng::draw(stream, words);
    if (attempt<Math>(words, beta, field_in_tile<D, Couplings>(at_odd, -outer, even_spin, J_between, of_odd), odd_spin))
      put<D>(at_odd, odd_spin);
    __syncthreads();
  }
  streams.close(tile.stream, stream);
  lattice.spins.store(even_place, even_spin);
  lattice.spins.store(odd_place, odd_spin);
}

/// Instructions of an attempt without its random words, at least: by the machine code for sm_90 on its cheapest way.
template <int D, class Math, bool Couplings>
inline constexpr double attempt_slots = (std::is_same_v<Math, Fast>         ? 48
                                         : sizeof(typename Math::Real) == 4 ? 98
                                                                            : 180) +
                                        (D == 3 ? (Couplings ? 15 : 12) : 0);

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
    // Of the neighbours all are read but the partner; what is stored hangs on the temperature.
    work.shared_bytes = sites * (2 * D - 1) * spin;
    work.random_words = sites * this->words;
    work.issue_slots =
        sites * (attempt_slots<D, Math, Couplings> + this->words * rng::word_cost(Rng::facts, 2 * k).issue_slots);
    work.dependent_launches = 2 / k;
    return work;
  }

 private:
  std::uint32_t enqueue_step(std::uint32_t drawn) override {
    const auto hits = static_cast<std::uint32_t>(this->sweep_granularity());
    const auto tiles = static_cast<unsigned>(this->lattice_.sites() / TileShape<D>::sites / 2);
    for (std::uint32_t colour = 0; colour < 2; ++colour, drawn += 2 * hits * this->words)
      this->launcher()(update_vector_tiles<D, Math, Rng, Couplings>, dim3(tiles), dim3(TilePlace<D>::pairs),
                       this->lattice_.view(), this->beta_, this->streams(drawn), colour, hits);
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
