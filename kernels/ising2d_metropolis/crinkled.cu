// v2 of Weigel's tour (2015): as v1, with the colours in separate planes, (x, y) -> (x, {[(x + y) mod 2] L + y} / 2),
// so that a warp's sites, states and three of its neighbours lie side by side. A spin is stored where it was flipped,
// and a word is drawn only where the energy would rise.
//
// H = -J sum_<ij> s_i s_j, J = 1.
//
// Memory, int32 and lcg32: 4 B own spin read + 4 B other plane + 8 B state + 4 B of the sectors in which a spin flips,
// 92% of them at beta = 0.4: 19.7 B a flip there; 11 B with int8.
#include "kernels/ising2d_metropolis/gpu_crinkled.cuh"

namespace spinbench::ising2d {

namespace {

struct Version2 : InConstantMemory {
  static constexpr bool past_l1 = false, store_all = false;
};

const Register<Variant> crinkled_registered{crinkled_variant<Version2>(
    "crinkled", "v1 with the colours in separate planes: coalesced access", "Weigel 2015, v2", "conditional")};

}  // namespace

}  // namespace spinbench::ising2d
