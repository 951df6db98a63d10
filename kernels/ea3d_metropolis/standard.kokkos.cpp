// The layout `standard` of Lulli 2015 in Kokkos: places, streams and bits are those of standard.cu.
//
// H = -J sum_<ij> J_ij s_i s_j, J = 1, J_ij = +-1.
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "backends/kokkos/items.hpp"
#include "backends/kokkos/space.hpp"
#include "interface/registry.hpp"
#include "kernels/common/code_path.hpp"
#include "kernels/common/mutants.hpp"
#include "kernels/ea3d_metropolis/axes.hpp"
#include "kernels/ea3d_metropolis/layout_host.hpp"
#include "kernels/ea3d_metropolis/physics.hpp"

namespace spinbench::ea3d {

namespace {

using Words = Kokkos::View<std::uint32_t*, kokkos::Memory>;
using Items = Kokkos::RangePolicy<kokkos::Space, Kokkos::IndexType<std::int64_t>>;
/// Where a state of one word comes from memory, too, more threads hide more of it than registers beyond 64 would.
template <class Rng>
using UpdateItems = Kokkos::RangePolicy<
    kokkos::Space, Kokkos::IndexType<std::int64_t>,
    std::conditional_t<Rng::storage == rng::Storage::own, Kokkos::LaunchBounds<256, 4>, Kokkos::LaunchBounds<>>>;

Words words_of(const std::string& name, std::size_t count) {
  return Words(Kokkos::view_alloc(name, Kokkos::WithoutInitializing), count);
}

/// Words of a colour that an item does: a row on a host, whose loop is long then, one on a device.
SPINBENCH_FN std::uint32_t words_an_item(const GlassArrays& arrays) { return kokkos::on_host ? arrays.L / 2 : 1; }

template <class Rng>
struct StartGlass {
  GlassArrays arrays;
  rng::Store<Rng> store;
  RandomBonds bonds;

  KOKKOS_FUNCTION void operator()(const std::int64_t n) const {
    const auto system = static_cast<std::uint32_t>(n / arrays.words);
    start_site(arrays, Standard{arrays.L}, store, bonds, system,
               static_cast<std::uint32_t>(n - std::int64_t{arrays.words} * system));
  }
};

template <class Rng>
struct UpdateGlass {
  GlassArrays arrays;
  rng::Store<Rng> store;
  kokkos::ItemRows rows;  ///< a system each
  std::uint64_t position;
  std::uint32_t colour;

  KOKKOS_FUNCTION void operator()(const std::int64_t item) const {
    const std::uint32_t width = words_an_item(arrays);
    const kokkos::ItemPlace place = rows(item);
    const auto system = static_cast<std::uint32_t>(place.row);
    const std::uint32_t first = place.column * width;
    const Standard layout{arrays.L};
    for (std::uint32_t i = first; i < first + width; ++i) {
      const Site site = layout.site(i, colour);
      update_site<PlainLogic>(arrays, layout, store, position, colour, system, i, site, layout.neighbours(i, site));
    }
  }
};

template <class Rng>
class KokkosStandard final : public ObservedGlass {
  using Store = rng::Store<Rng>;
  using States = Kokkos::View<typename Store::Element*, kokkos::Memory>;

 public:
  KokkosStandard(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : ObservedGlass(params, seed),
        arrays_(arrays_of(params)),
        spins_(words_of("spins", arrays_.all_spins())),
        couplings_(words_of("couplings", arrays_.all_couplings())),
        states_(Kokkos::view_alloc("streams", Kokkos::WithoutInitializing), Store::size(streams(), 1)),
        store_{Rng::setup(seed, streams(), seeding), states_.data(), streams(), 1} {
    arrays_.spins = spins_.data(), arrays_.couplings = couplings_.data();
    Kokkos::parallel_for("ea3d_start", Items(0, static_cast<std::int64_t>(streams())),
                         StartGlass<Rng>{arrays_, store_, bonds()});
    kokkos::Space().fence();
  }

  std::string code_path() const override {
    return CodePath(kokkos::on_host ? "a row an item" : "a site an item")
        .where(arrays_.replicas >= 4, "four replicas")
        .where(arrays_.replicas % 4 != 0, "single replicas")
        .where(kokkos::are_many(items()), "items beyond 32 bits")
        .count("systems", arrays_.systems)
        .text();
  }

  void sweep(int count) override {
    for (int half = 0; half < 2 * count; ++half, position_ += arrays_.replicas)
      Kokkos::parallel_for("ea3d_standard",
                           UpdateItems<Rng>(0, planted(Mutant::glass_last_item) ? items() - 1 : items()),
                           UpdateGlass<Rng>{arrays_, store_, kokkos::ItemRows(arrays_.words / words_an_item(arrays_)),
                                            position_, static_cast<std::uint32_t>(half & 1)});
  }

  Work work_per_sweep() const override { return layout_work(arrays_, Rng::facts, Store::traffic(arrays_.replicas, 1)); }

 protected:
  SpinGlassBits bits() override {
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), spins_);
    return canonical(arrays_, Standard{arrays_.L}, std::vector<std::uint32_t>(host.data(), host.data() + host.size()));
  }

 private:
  std::uint64_t streams() const { return std::uint64_t{arrays_.systems} * arrays_.words; }
  std::int64_t items() const { return static_cast<std::int64_t>(streams() / words_an_item(arrays_)); }

  GlassArrays arrays_;
  Words spins_, couplings_;
  States states_;
  Store store_;
  std::uint64_t position_ = 0;
};

std::unique_ptr<Simulation> make(const Params& params, std::uint64_t seed) {
  return rng::with_generator_of<in_spin_glasses>(
      params.word("rng"), [&](auto tag, rng::Seeding seeding) -> std::unique_ptr<Simulation> {
        return std::make_unique<KokkosStandard<typename decltype(tag)::type>>(params, seed, seeding);
      });
}

const Register<Variant> registered{{
    .kernel = "ea3d_metropolis",
    .name = "standard",
    .backend = "kokkos",
    .title = "32 realizations a word, planes of a checkerboard",
    .source = "Lulli 2015, section 2",
    .axes = {axis_L(), axis_systems(1), axis_replicas(4), axis_couplings(), axis_spin_glass_rng(), axis_beta()},
    .oracle = single_spin_oracle(),
    .follower = multispin_follower(),
    .unsupported = [](const Params& params, const Device&) { return colours_unsupported(params); },
    .memory_bytes = layout_bytes,
    .make = make,
    .bit_cases = layout_bit_cases,
    .physics = layout_physics,
    .look = look,
}};

}  // namespace

}  // namespace spinbench::ea3d
