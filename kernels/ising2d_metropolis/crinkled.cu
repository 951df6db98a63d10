// v2 of Weigel's tour (2015): as v1, with the colours in separate planes, (x, y) -> (x, {[(x + y) mod 2] L + y} / 2), so
// that a warp's sites, states and three of its neighbours lie side by side.
//
// H = -J sum_<ij> s_i s_j, J = 1.
//
// Memory, int32 and lcg32: 4 B own spin read + 4 B written + 4 B other plane + 8 B state = 20 B a flip.
#include "kernels/ising2d_metropolis/gpu_crinkled.cuh"

namespace spinbench::ising2d {

namespace {

template <class Spin, class Rng, bool Always>
__global__ void update_crinkled(Spin* spins, std::uint32_t L, const SPINBENCH_CONSTANT_ARGUMENT BoltzmannTable boltzmann,
                                StreamTable<Rng> streams, std::uint32_t colour) {
  const CrinkledSite site(L, colour);
  if (!site.inside) return;
  const int spin = spins[site.own];
  const int field = spin * (spins[site.left] + spins[site.partner] + spins[site.right] + spins[site.far]);
  auto stream = streams.open(site.place, site.place);
  const auto threshold = [&](int f) { return boltzmann.word[BoltzmannTable::index(f)]; };
  if (metropolis<Always>(field, stream, threshold)) spins[site.own] = static_cast<Spin>(-spin);
  streams.close(site.place, stream);
}

template <class Spin, class Rng, bool Always>
class InPlanes {
 public:
  using Layout = Crinkled;
  using Slot = StreamsInOrder;
  static constexpr double spin_traffic = 3;

  InPlanes(std::uint32_t L, double beta) : size_(L, L / 2, 256), boltzmann_(BoltzmannTable::at(beta)) {}
  void update(Spin* spins, std::uint32_t L, const StreamTable<Rng>& streams, std::uint32_t colour) const {
    gpu::launch(update_crinkled<Spin, Rng, Always>, size_.grid, size_.block, spins, L, boltzmann_, streams, colour);
  }

 private:
  SiteGrid size_;
  BoltzmannTable boltzmann_;
};

Variant variant() {
  Variant result = checkerboard_variant("crinkled", "v1 with the colours in separate planes: coalesced access",
                                        "Weigel 2015, v2", "conditional");
  result.make = make_checkerboard<InPlanes>;
  return result;
}

const Register<Variant> registered{variant()};

}  // namespace

}  // namespace spinbench::ising2d
