// A tile of the double checkerboard of gpu_tiles.cuh on the simple cubic lattice: one thread for every two sites.
//
// A thread keeps its two spins, which are neighbours along z, the couplings around them and its stream in registers, so
// that an update loads five neighbours and stores one spin where that changed.
#pragma once

#include <cstdint>

#include "kernels/common/heisenberg/gpu_tile_places.cuh"

namespace spinbench::heisenberg::inline SPINBENCH_GPU_NAMESPACE {

/// The couplings of a site: to its neighbours before and behind in each direction but the last, then away from its
/// partner.
template <class Real>
struct OuterCouplings {
  static constexpr int D = 3;

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
template <bool Couplings, class Real>
__device__ __forceinline__ Vector3<Real> field_in_tile(const Real* here, int outer, const Vector3<Real>& partner,
                                                       Real J_partner, const OuterCouplings<Real>& couplings) {
  constexpr int D = 3;
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

template <class Math, class Rng, bool Couplings>
__global__ void __launch_bounds__(TileShape<3>::threads)
    update_cubic_tiles(LatticeView<typename Math::Real> lattice, typename Math::Real beta, StreamTable<Rng> streams,
                       std::uint32_t coarse_colour, std::uint32_t hits) {
  constexpr int D = 3;
  using Real = typename Math::Real;
  using Shape = TileShape<D>;
  __shared__ Real shared[Shape::size];
  const TilePlace<D> tile(lattice.order.L, coarse_colour);
  streams.wait_for_previous_launch();
  // The even site of the pair, then the odd one.
  Place<D> first = Place<D>::of_pair(threadIdx.x, 0, Shape::side);
  first.x[D - 1] &= ~1u;
  int even[D], odd[D];
#pragma unroll
  for (int d = 0; d < D; ++d) even[d] = odd[d] = static_cast<int>(first.x[d]);
  const bool swapped = first.parity() != 0;
  ++(swapped ? even : odd)[D - 1];
  const std::size_t even_place = lattice.order(tile.global(even, lattice.order.L));
  const std::size_t odd_place = lattice.order(tile.global(odd, lattice.order.L));
  Vector3<Real> even_spin = lattice.spins.load(even_place), odd_spin = lattice.spins.load(odd_place);
  Real* const at_even = shared + Shape::word(even);
  Real* const at_odd = shared + Shape::word(odd);
  put<D>(at_even, even_spin);
  put<D>(at_odd, odd_spin);
  load_boundary<D>(tile, lattice, shared);
  OuterCouplings<Real> of_even{}, of_odd{};
  Real J_between = 0;
  if constexpr (Couplings) {
    of_even.load(tile, lattice, even, !swapped);
    of_odd.load(tile, lattice, odd, swapped);
    J_between = lattice.couplings.at(swapped ? odd_place : even_place, D - 1);
  }
  const std::uint64_t number = tile.first_stream + threadIdx.x;
  auto stream = streams.open(number, number);
  __syncthreads();
  const int outer = swapped ? Shape::stride(D - 1) : -Shape::stride(D - 1);
  for (std::uint32_t hit = 0; hit < hits; ++hit) {
    if (planted(Mutant::heisenberg_few_hits) && hit == 2) break;
    std::uint32_t words[words_an_attempt<Rng>];
    rng::draw(stream, words);
    if (attempt<Math>(words, beta, field_in_tile<Couplings>(at_even, outer, odd_spin, J_between, of_even), even_spin))
      put<D>(at_even, even_spin);
    __syncthreads();
    rng::draw(stream, words);
    if (attempt<Math>(words, beta, field_in_tile<Couplings>(at_odd, -outer, even_spin, J_between, of_odd), odd_spin))
      put<D>(at_odd, odd_spin);
    __syncthreads();
  }
  streams.close(number, stream);
  lattice.spins.store(even_place, even_spin);
  lattice.spins.store(odd_place, odd_spin);
}

}  // namespace spinbench::heisenberg::SPINBENCH_GPU_NAMESPACE
