// v3 of Weigel's tour (2015): as v2, with the Boltzmann factors fetched through a texture object for every site, and a
// word drawn for every site, so that no branch splits a warp before the store.
//
// H = -J sum_<ij> s_i s_j, J = 1.
//
// Memory as in v2: 19.7 B a flip with int32 and lcg32, 11 B with the talk's char spins. On a card of 2010 the texture
// cache was the one cache that served scattered reads; today it is the first-level cache itself, so the fetch costs
// what a load costs, and what remains of v3 is the missing branch.
#include "kernels/ising2d_metropolis/gpu_crinkled.cuh"

namespace spinbench::ising2d {

namespace {

struct Version3 : InTexture {
  static constexpr bool past_l1 = false, store_all = false;
};

const Register<Variant> texture_registered{crinkled_variant<Version3>(
    "texture", "v2 with the Boltzmann factors fetched through a texture", "Weigel 2015, v3", "always")};

}  // namespace

}  // namespace spinbench::ising2d
