// v4 of Weigel's tour (2015): as v3, with every site stored, flipped or not, so that the stores of a warp are whole, and
// with the first-level cache out of the way of data that is used once.
//
// H = -J sum_<ij> s_i s_j, J = 1.
//
// Memory as in v2: 20 B a flip with int32 and lcg32, 11 B with char spins. The paper switched the first-level cache off
// for all loads (-dlcm=cg), because its 128 B lines cost four times the 32 B that a scattered read needed. Today's first
// level fills 32 B sectors, so that reason is gone, and the three rows of neighbours are served by it. What is left of
// the idea are hints: the states and the own spin, touched once a launch, pass it by (ld.global.cg, st.global.cg), and
// the neighbours keep it to themselves.
#include "kernels/ising2d_metropolis/gpu_crinkled.cuh"

namespace spinbench::ising2d {

namespace {

template <class Spin, class Rng, bool Always>
__global__ void update_coalesced(Spin* spins, std::uint32_t L, gpu::TextureTable::Handle boltzmann,
                                 StreamTable<Rng> streams, std::uint32_t colour) {
  const CrinkledSite site(L, colour);
  if (!site.inside) return;
  const int spin = gpu::load_past_l1(&spins[site.own]);
  const int field = spin * (spins[site.left] + spins[site.partner] + spins[site.right] + spins[site.far]);
  auto stream = streams.open_past_l1(site.place, site.place);
  const auto threshold = [&](int f) { return gpu::texture_word(boltzmann, BoltzmannTable::index(f)); };
  const int sign = metropolis<Always>(field, stream, threshold) ? -1 : 1;
  gpu::store_past_l1(&spins[site.own], static_cast<Spin>(sign * spin));
  streams.close_past_l1(site.place, stream);
}

template <class Spin, class Rng, bool Always>
class WholeStores {
 public:
  using Layout = Crinkled;
  using Slot = StreamsInOrder;
  static constexpr double spin_traffic = 3;

  WholeStores(std::uint32_t L, double beta) : size_(L, L / 2, 256), boltzmann_(BoltzmannTable::at(beta).word, 5) {}
  void update(Spin* spins, std::uint32_t L, const StreamTable<Rng>& streams, std::uint32_t colour) const {
    gpu::launch(update_coalesced<Spin, Rng, Always>, size_.grid, size_.block, spins, L, boltzmann_.handle(), streams,
                colour);
  }

 private:
  SiteGrid size_;
  gpu::TextureTable boltzmann_;
};

Variant variant() {
  Variant result = checkerboard_variant("coalesced", "v3 with whole stores and cache hints", "Weigel 2015, v4", "always");
  result.make = make_checkerboard<WholeStores>;
  return result;
}

const Register<Variant> registered{variant()};

}  // namespace

}  // namespace spinbench::ising2d
