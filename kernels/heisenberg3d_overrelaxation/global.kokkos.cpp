// GM of Bernaschi 2011 in Kokkos: layout, order and bits are those of global.cu.
//
// H = -sum_<ij> J_ij s_i . s_j, J_ij Gaussian.
#include <memory>
#include <string>
#include <vector>

#include "backends/kokkos/space.hpp"
#include "interface/registry.hpp"
#include "kernels/common/code_path.hpp"
#include "kernels/common/mutants.hpp"
#include "kernels/heisenberg3d_overrelaxation/axes.hpp"
#include "kernels/heisenberg3d_overrelaxation/glass.hpp"
#include "kernels/heisenberg3d_overrelaxation/physics.hpp"

namespace spinbench::overrelaxation {

namespace {

template <class Real>
using Reals = Kokkos::View<Real*, kokkos::Memory>;
using Items = Kokkos::RangePolicy<kokkos::Space, Kokkos::IndexType<std::int64_t>>;

template <class Real>
Reals<Real> reals_of(const std::string& name, std::size_t count) {
  return Reals<Real>(Kokkos::view_alloc(name, Kokkos::WithoutInitializing), count);
}

/// Sites of a colour that an item does: a row on a host, whose loop is long then, one on a device.
template <class Real>
SPINBENCH_FN std::uint32_t sites_an_item(const Arrays<Real>& arrays) {
  return kokkos::on_host ? arrays.L / 2 : 1;
}
template <class Real>
std::int64_t items_of(const Arrays<Real>& arrays) {
  return static_cast<std::int64_t>(arrays.sites_of_colour() / sites_an_item(arrays));
}

/// Calls `use(place)` for the sites of an item.
template <class Real, class Use>
KOKKOS_FUNCTION void for_each_site(const Arrays<Real>& arrays, std::int64_t item, std::uint32_t colour, Use&& use) {
  const std::uint32_t width = sites_an_item(arrays), row = arrays.L / 2,
                      first = static_cast<std::uint32_t>(item) * width, line = first / row, z = line / arrays.L,
                      y = line - z * arrays.L, j = first - line * row;
  for (std::uint32_t n = 0; n < width; ++n) use(Place{j + n, y, z, colour});
}

template <class Real>
struct StartGlass {
  Arrays<Real> arrays;
  Start start;

  KOKKOS_FUNCTION void operator()(const std::int64_t item) const {
    for (std::uint32_t colour = 0; colour < 2; ++colour)
      for_each_site(arrays, item, colour, [this](const Place& place) { start_site(arrays, start, place); });
  }
};

template <class Real>
struct UpdateColour {
  Arrays<Real> arrays;
  std::uint32_t colour;

  KOKKOS_FUNCTION void operator()(const std::int64_t item) const {
    for_each_site(arrays, item, colour, [this](const Place& place) { update_site(arrays, place); });
  }
};

template <class Real>
struct SumBonds {
  Arrays<Real> arrays;

  KOKKOS_FUNCTION void operator()(const std::int64_t item, double& total) const {
    for (std::uint32_t colour = 0; colour < 2; ++colour)
      for_each_site(arrays, item, colour, [&](const Place& place) { total += bonds_of_site(arrays, place); });
  }
};

template <class Real>
class KokkosGlobal final : public Glass<Real> {
 public:
  KokkosGlobal(const Params& params, std::uint64_t seed)
      : Glass<Real>(params),
        arrays_(arrays_of<Real>(params)),
        spins_(reals_of<Real>("spins", arrays_.numbers())),
        couplings_(reals_of<Real>("couplings", arrays_.numbers())) {
    arrays_.spins = spins_.data(), arrays_.couplings = couplings_.data();
    Kokkos::parallel_for("relaxation_start", Items(0, items_of(arrays_)), StartGlass<Real>{arrays_, Start::of(seed)});
    this->started();
  }

  std::string code_path() const override { return kokkos::on_host ? "a row an item" : "a site an item"; }

  void sweep(int count) override {
    const std::int64_t items = items_of(arrays_) - (planted(Mutant::relaxed_last_item) ? 1 : 0);
    for (int half = 0; half < 2 * count; ++half)
      Kokkos::parallel_for("relaxation", Items(0, items),
                           UpdateColour<Real>{arrays_, static_cast<std::uint32_t>(half & 1)});
    this->count(count);
  }

  Work work_per_sweep() const override {
    Work work = this->work(15);
    if (kokkos::on_host) work.issue_slots = 0;
    return work;
  }

 protected:
  std::vector<Real> spins() override {
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), spins_);
    Arrays<Real> arrays = arrays_;
    arrays.spins = host.data(), arrays.couplings = nullptr;
    return canonical(arrays);
  }
  double energy() override {
    double total = 0;
    Kokkos::parallel_reduce("relaxation_energy", Items(0, items_of(arrays_)), SumBonds<Real>{arrays_}, total);
    return -total / this->sites();
  }

 private:
  Arrays<Real> arrays_;
  Reals<Real> spins_, couplings_;
};

const Register<Variant> registered{{
    .kernel = "heisenberg3d_overrelaxation",
    .name = "global",
    .backend = "kokkos",
    .title = "global memory, one colour after the other",
    .source = "Bernaschi 2011, GM",
    .axes = {axis_L(), axis_precision()},
    .oracle = serial_oracle(),
    .follower = vectors_follower(),
    .unsupported = [](const Params& params, const Device&) { return colours_unsupported(params); },
    .memory_bytes = glass_bytes,
    .make = [](const Params& params, std::uint64_t seed) -> std::unique_ptr<Simulation> {
      return with_precision(params, [&](auto real) -> std::unique_ptr<Simulation> {
        return std::make_unique<KokkosGlobal<decltype(real)>>(params, seed);
      });
    },
    .bit_cases = [](const Params& params, const Device&) { return small_cases(params); },
    .physics = physics,
    .look = look,
}};

}  // namespace

}  // namespace spinbench::overrelaxation
