// v4 of Weigel's tour (2015): as v3, with every site stored, flipped or not, so that the stores of a warp are whole,
// and with the first-level cache out of the way of data that is used once.
//
// H = -J sum_<ij> s_i s_j, J = 1.
//
// Memory as in v2, but every sector is written: 20 B a flip with int32 and lcg32, 11 B with char spins. The paper
// switched the first-level cache off for all loads (-dlcm=cg), because its 128 B lines cost four times the 32 B that a
// scattered read needed. Today's first level fills 32 B sectors, so that reason is gone, and the three rows of
// neighbours are served by it. What is left of the idea are hints: the states and the own spin, touched once a launch,
// pass it by (ld.global.cg, st.global.cg), and the neighbours keep it to themselves.
#include "kernels/ising2d_metropolis/gpu_crinkled.cuh"

namespace spinbench::ising2d {

namespace {

struct Version4 : InTexture {
  static constexpr bool past_l1 = true, store_all = true;
};

const Register<Variant> coalesced_registered{
    crinkled_variant<Version4>("coalesced", "v3 with whole stores and cache hints", "Weigel 2015, v4", "always")};

}  // namespace

}  // namespace spinbench::ising2d
