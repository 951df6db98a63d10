// Bit-sliced Metropolis updates with one independent decision a spin, in Kokkos; multispin.hpp states the layout and
// the rule, whose words and decisions are those of multispin.cu with a launch a colour. A work item is a tile on a
// device, a row of tiles on a host.
//
// H = -J sum_<ij> s_i s_j, J = 1. Memory: own plane read and written, other plane read once a colour: 0.375 B a flip.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "backends/kokkos/items.hpp"
#include "backends/kokkos/space.hpp"
#include "interface/registry.hpp"
#include "kernels/common/cases.hpp"
#include "kernels/common/code_path.hpp"
#include "kernels/common/multispin_work.hpp"
#include "kernels/common/mutants.hpp"
#include "kernels/ising2d_metropolis/axes.hpp"
#include "kernels/ising2d_metropolis/kokkos_multispin.hpp"
#include "kernels/ising2d_metropolis/physics.hpp"

namespace spinbench::ising2d {

namespace {

using Items = Kokkos::RangePolicy<kokkos::Space, Kokkos::IndexType<std::int64_t>>;
using Words = Kokkos::View<std::uint32_t*, kokkos::Memory>;
using Totals = Kokkos::View<std::int64_t*, kokkos::Memory>;

/// Where the tiles lie. Rows of tiles are counted through all realizations.
struct TileGrid {
  kokkos::ItemRows across, down;  ///< tiles a row, and rows of tiles of one realization

  TileGrid(const Params& params, const MultispinTile& tile)
      : across(static_cast<std::uint32_t>(params.integer("L")) / 64 / tile.across),
        down(static_cast<std::uint32_t>(params.integer("L")) / tile.down) {}
};

template <class Rng, int Across, int Down>
struct UpdateColour {
  BitPlanes planes;
  TileGrid grid;
  MultispinThresholds thresholds;
  typename Rng::Setup setup;
  std::uint64_t half;  ///< half-sweeps before this one

  std::int64_t items() const {
    const std::int64_t rows = static_cast<std::int64_t>(grid.down.width()) * planes.realizations;
    return kokkos::on_host ? rows : rows * grid.across.width();
  }

  KOKKOS_FUNCTION void operator()(const std::int64_t item) const {
    if constexpr (kokkos::on_host) {
      for (std::uint32_t column = 0; column < grid.across.width(); ++column) update(item, column);
    } else {
      const kokkos::ItemPlace place = grid.across(item);
      update(place.row, place.column);
    }
  }

 private:
  KOKKOS_FUNCTION void update(std::int64_t row, std::uint32_t column) const {
    const kokkos::ItemPlace place = grid.down(row);
    const auto realization = static_cast<std::uint32_t>(place.row);
    BitTile<Across, Down> tile(planes, realization, static_cast<std::uint32_t>(half & 1), column, place.column);
    if (planted(Mutant::kokkos_bits_last_realization) && realization > 1) row -= grid.down.width();
    typename Rng::Stream stream(setup, static_cast<std::uint64_t>(row) * grid.across.width() + column,
                                half * multispin_draws);
    update_tile(tile, stream, thresholds);
    tile.store();
  }
};

/// Adds the number of unsatisfied bonds and of spins that are down to totals(2 m) and totals(2 m + 1) of realization m.
/// A work item is a row.
struct SumBits {
  BitPlanes planes;
  Totals totals;

  KOKKOS_FUNCTION void operator()(const std::int64_t item) const {
    const std::uint32_t L = planes.L, n = planes.words_a_row;
    const auto realization = static_cast<std::uint32_t>(item / L), y = static_cast<std::uint32_t>(item % L);
    const std::uint32_t* const even = planes.plane(realization, 0) + static_cast<std::size_t>(y) * n;
    const std::uint32_t* const plane = planes.plane(realization, 1);
    const auto row = [plane, n](std::uint32_t i) { return plane + static_cast<std::size_t>(i) * n; };
    const std::uint32_t *const above = row(y == 0 ? L - 1 : y - 1), *const same = row(y),
                               *const below = row(y + 1 == L ? 0 : y + 1);
    std::int64_t bonds = 0, down = 0;
    for (std::uint32_t x = 0; x < n; ++x) {
      const std::uint32_t own = even[x],
                          beside = same[y % 2 != 0 ? (x + 1 == n ? 0 : x + 1) : (x == 0 ? n - 1 : x - 1)];
      const std::uint32_t side = y % 2 != 0 ? same[x] >> 1 | beside << 31 : same[x] << 1 | beside >> 31;
      bonds += bits_set(own ^ same[x]) + bits_set(own ^ side) + bits_set(own ^ above[x]) + bits_set(own ^ below[x]);
      down += bits_set(own) + bits_set(same[x]);
    }
    Kokkos::atomic_add(&totals(2 * static_cast<std::size_t>(realization)), bonds);
    Kokkos::atomic_add(&totals(2 * static_cast<std::size_t>(realization) + 1), down);
  }

 private:
  /// In plain arithmetic, since no function of this name is there for every space and version of Kokkos.
  KOKKOS_FUNCTION static int bits_set(std::uint32_t word) {
    word -= word >> 1 & 0x55555555u;
    word = (word & 0x33333333u) + (word >> 2 & 0x33333333u);
    word = (word + (word >> 4)) & 0x0F0F0F0Fu;
    return static_cast<int>(word * 0x01010101u >> 24);
  }
};

/// All spins up at first.
class BitLattices {
 public:
  explicit BitLattices(const Params& params)
      : planes_{nullptr, static_cast<std::uint32_t>(params.integer("L")),
                static_cast<std::uint32_t>(params.integer("L")) / 64,
                static_cast<std::uint32_t>(params.integer("realizations"))},
        words_("spins", 2 * planes_.plane_words() * planes_.realizations) {
    planes_.words = words_.data();
  }

  const BitPlanes& planes() const { return planes_; }
  double sites() const { return 32.0 * static_cast<double>(words_.extent(0)); }

  /// H = -J sum s_i s_j, with one entry a realization.
  Observables observe() const {
    const Totals totals("totals", 2 * static_cast<std::size_t>(planes_.realizations));
    Kokkos::parallel_for("multispin_totals", Items(0, static_cast<std::int64_t>(planes_.realizations) * planes_.L),
                         SumBits{planes_, totals});
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), totals);
    const double spins = 64.0 * static_cast<double>(planes_.plane_words());
    Observable energy{"energy", {}}, magnetisation{"magnetisation", {}};
    for (std::size_t m = 0; m < planes_.realizations; ++m) {
      energy.values.push_back(-(2 * spins - 2 * static_cast<double>(host(2 * m))) / spins);
      magnetisation.values.push_back((spins - 2 * static_cast<double>(host(2 * m + 1))) / spins);
    }
    return {std::move(energy), std::move(magnetisation)};
  }

  Configuration configuration() const {
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), words_);
    BitPlanes planes = planes_;
    planes.words = host.data();
    std::vector<std::uint32_t> bits;
    bits.reserve(host.extent(0));
    for (std::uint32_t m = 0; m < planes.realizations; ++m)
      for (std::uint32_t y = 0; y < planes.L; ++y) {
        // The colour whose sites have even x.
        const std::uint32_t colour = y & 1;
        const std::size_t first = static_cast<std::size_t>(y) * planes.words_a_row;
        for (std::uint32_t n = 0; n < planes.words_a_row; ++n)
          append_row_order(bits, planes.plane(m, colour)[first + n], planes.plane(m, 1 - colour)[first + n]);
      }
    return Configuration::of_bits(bits, 32 * static_cast<std::uint64_t>(host.extent(0)));
  }

 private:
  BitPlanes planes_;
  Words words_;
};

std::string path_of(const Params& params) {
  const MultispinTile tile = multispin_tile(params);
  const TileGrid grid(params, tile);
  return CodePath("tile " + std::to_string(tile.across) + "x" + std::to_string(tile.down) +
                  (kokkos::on_host ? ", a row an item" : ", a tile an item"))
      .count("columns", grid.across.width())
      .count("rows of tiles", grid.down.width())
      .count("realizations", params.integer("realizations"))
      .where(kokkos::are_many(params.integer("realizations") * grid.across.width() * grid.down.width()),
             "items beyond 32 bits")
      .text();
}

template <class Rng, int Across, int Down>
class KokkosMultispin final : public Simulation {
 public:
  KokkosMultispin(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : path_(path_of(params)),
        lattices_(params),
        update_{lattices_.planes(), TileGrid(params, {Across, Down}), MultispinThresholds::at(params.real("beta")),
                Rng::setup(seed, 0, seeding), 0} {
    kokkos::Space().fence();
  }

  std::string code_path() const override { return path_; }
  void sweep(int count) override {
    for (int n = 0; n < 2 * count; ++n, ++update_.half)
      Kokkos::parallel_for("ising2d_multispin", Items(0, update_.items()), update_);
  }
  Observables observe() override { return lattices_.observe(); }
  Configuration configuration() override { return lattices_.configuration(); }

  Work work_per_sweep() const override {
    const double sites = lattices_.sites();
    Work work = multispin_work(sites, Across * Down, multispin2d_cost, update_.thresholds, Rng::facts);
    work.footprint_bytes = sites / 8;
    work.memory_bytes = sites * 3 / 8;
    work.dependent_launches = 2;
    return work;
  }

 private:
  std::string path_;
  BitLattices lattices_;
  UpdateColour<Rng, Across, Down> update_;
};

/// Tiles that the update is built for: all that multispin_tile() makes.
template <class Rng>
std::unique_ptr<Simulation> make_with(const Params& params, std::uint64_t seed, rng::Seeding seeding) {
  const MultispinTile tile = multispin_tile(params);
  const auto made = [&](auto across, auto down) -> std::unique_ptr<Simulation> {
    return std::make_unique<KokkosMultispin<Rng, decltype(across)::value, decltype(down)::value>>(params, seed,
                                                                                                  seeding);
  };
  const auto with_down = [&](auto across) -> std::unique_ptr<Simulation> {
    constexpr int A = decltype(across)::value;
    if constexpr (A == 1) {
      if (tile.down == 1) return made(across, std::integral_constant<int, 1>{});
      if (tile.down == 8) return made(across, std::integral_constant<int, 8>{});
    }
    if constexpr (A < 4)
      if (tile.down == 4) return made(across, std::integral_constant<int, 4>{});
    if (tile.down == 2) return made(across, std::integral_constant<int, 2>{});
    throw Unsupported("no kernel is built for tiles of " + std::to_string(tile.across) + " x " +
                      std::to_string(tile.down) + " words: take words=0");
  };
  if (tile.across == 4) return with_down(std::integral_constant<int, 4>{});
  if (tile.across == 2) return with_down(std::integral_constant<int, 2>{});
  return with_down(std::integral_constant<int, 1>{});
}

std::unique_ptr<Simulation> make(const Params& params, std::uint64_t seed) {
  return with_multispin_generator(params.word("rng"), [&](auto tag, rng::Seeding seeding) {
    return make_with<typename decltype(tag)::type>(params, seed, seeding);
  });
}

const Register<Variant> registered{{
    .kernel = "ising2d_metropolis",
    .name = "multispin",
    .backend = "kokkos",
    .title = "one bit a spin, each with random bits of its own until it is decided",
    .source = "this suite",
    .axes = {axis_L(), axis_realizations(), axis_words(0), axis_rng("philox4x32"), axis_beta()},
    .oracle = "multispin_plain",
    .follower = host_follower<MultispinModel>(),
    .unsupported = [](const Params& params, const Device&) { return multispin_unsupported(params, 64); },
    .memory_bytes =
        [](const Params& params) {
          return params.real("L") * params.real("L") * params.real("realizations") / 8 + 1e6;
        },
    .make = make,
    .bit_cases = [](const Params& params,
                    const Device&) { return multispin_bit_cases<MultispinModel>(params, path_of); },
    .physics = kokkos::on_host ? host_multispin_physics : multispin_physics,
    .look = look,
}};

}  // namespace

}  // namespace spinbench::ising2d
