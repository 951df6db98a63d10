// v3 of Weigel's tour (2015): as v2, with the Boltzmann factors fetched through a texture object for every site, and a
// word drawn for every site, so that no branch splits a warp before the store.
//
// H = -J sum_<ij> s_i s_j, J = 1.
//
// Memory as in v2: 20 B a flip with int32 and lcg32, 11 B with the talk's char spins. On a card of 2010 the texture
// cache was the one cache that served scattered reads; today it is the first-level cache itself, so the fetch costs
// what a load costs, and what remains of v3 is the missing branch.
#include "kernels/ising2d_metropolis/gpu_crinkled.cuh"

namespace spinbench::ising2d {

namespace {

template <class Spin, class Rng, bool Always>
__global__ void update_texture(Spin* spins, std::uint32_t L, gpu::TextureTable::Handle boltzmann,
                               StreamTable<Rng> streams, std::uint32_t colour) {
  const CrinkledSite site(L, colour);
  if (!site.inside) return;
  const int spin = spins[site.own];
  const int field = spin * (spins[site.left] + spins[site.partner] + spins[site.right] + spins[site.far]);
  auto stream = streams.open(site.place, site.place);
  const auto threshold = [&](int f) { return gpu::texture_word(boltzmann, BoltzmannTable::index(f)); };
  if (metropolis<Always>(field, stream, threshold)) spins[site.own] = static_cast<Spin>(-spin);
  streams.close(site.place, stream);
}

template <class Spin, class Rng, bool Always>
class ThroughTexture {
 public:
  using Layout = Crinkled;
  using Slot = StreamsInOrder;
  static constexpr double spin_traffic = 3;

  ThroughTexture(std::uint32_t L, double beta) : size_(L, L / 2, 256), boltzmann_(BoltzmannTable::at(beta).word, 5) {}
  void update(Spin* spins, std::uint32_t L, const StreamTable<Rng>& streams, std::uint32_t colour) const {
    gpu::launch(update_texture<Spin, Rng, Always>, size_.grid, size_.block, spins, L, boltzmann_.handle(), streams,
                colour);
  }

 private:
  SiteGrid size_;
  gpu::TextureTable boltzmann_;
};

Variant variant() {
  Variant result = checkerboard_variant("texture", "v2 with the Boltzmann factors fetched through a texture",
                                        "Weigel 2015, v3", "always");
  result.make = make_checkerboard<ThroughTexture>;
  return result;
}

const Register<Variant> registered{variant()};

}  // namespace

}  // namespace spinbench::ising2d
