// Whole sweeps in one pass over memory, block by block on the host as on a device: the spins are the oracle's.
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/spin_glass.hpp"
#include "kernels/ea3d_metropolis/axes.hpp"
#include "kernels/ea3d_metropolis/columns.hpp"
#include "kernels/ea3d_metropolis/unsatisfied.hpp"
#include "tests/catch.hpp"
#include "tests/sanitized.hpp"
#include "tests/variants.hpp"

using namespace spinbench;
using namespace spinbench::ea3d;

namespace {

/// What a GPU does, with a vector for the memory that a block shares.
template <class Rng, int Replicas, int Sweeps>
class Marches {
 public:
  Marches(std::uint32_t L, std::uint32_t systems, std::uint32_t most, std::uint32_t deep, double beta,
          std::uint64_t seed)
      : bonds_(RandomBonds::of("bimodal", beta, seed)),
        tiles_(ColumnTiles::of(L, Sweeps, most, deep)),
        seed_(seed),
        systems_(systems),
        thresholds_(CubicThresholds::at(beta)) {
    const std::size_t words = std::size_t{systems} * L * L * L / 2;
    for (auto& buffer : spins_)
      for (auto& colour : buffer) colour.resize(words);
    in_plane_.resize(words);
    upwards_.resize(words);
    SiteWords<Replicas>* const spins[2] = {spins_[0][0].data(), spins_[0][1].data()};
    for (std::uint32_t system = 0; system < systems; ++system)
      for (std::uint32_t z = 0; z < L; ++z)
        for (std::uint32_t p = 0; p < L * L / 2; ++p)
          start_pair<Replicas>(bonds_, L, system, z, p, spins, in_plane_.data(), upwards_.data(), 0);
  }

  const ColumnTiles& tiles() const { return tiles_; }

  void pass() {
    const ColumnArrays<Replicas> arrays = columns();
    using March = ColumnMarch<Rng, Replicas, Sweeps, PlainLogic, PlainCopies>;
    const auto keys = Rng::keys({seed_});
    std::vector<BondsInPlane> kept(March::bytes_a_pair * tiles_.pairs() / sizeof(BondsInPlane) + 1);
    for (std::uint32_t system = 0; system < systems_; ++system)
      for (std::uint32_t z = 0; z < tiles_.tiles_z; ++z)
        for (std::uint32_t y = 0; y < tiles_.tiles_y; ++y)
          for (std::uint32_t x = 0; x < tiles_.tiles_x; ++x) {
            const March block{arrays.of_system(system, tiles_.L),
                              tiles_,
                              ColumnTile::at(tiles_, x, y, z),
                              keys,
                              std::uint64_t{system} * tiles_.L * tiles_.L * tiles_.L / 2,
                              halves_ * Replicas,
                              Replicas,
                              kept.data()};
            const auto all = [&](auto&& use) {
              for (std::uint32_t row = 0; row < tiles_.height; ++row)
                for (std::uint32_t n = 0; n < tiles_.width; ++n) use(block.pair(n, row));
            };
            all([&](const auto& pair) { block.prepare(pair); });
            for (std::int32_t plane = block.begin(); plane < block.end(); ++plane)
              all([&](const auto& pair) { block.step(plane, pair); });
          }
    now_ = 1 - now_;
    halves_ += 2 * Sweeps;
  }

  /// As the observable "energy" has them, from what some threads count.
  std::vector<double> energies() const {
    const double sites = std::pow(tiles_.L, 3);
    // A pair is six bonds.
    const std::uint32_t threads = tiles_.L * tiles_.L * tiles_.L / 2 / (LaneCounts::most / 6) + 1;
    std::vector<double> result(systems_ * 32 * Replicas, -3);
    for (std::uint32_t system = 0; system < systems_; ++system)
      for (std::uint32_t replica = 0; replica < Replicas; ++replica)
        for (std::uint32_t thread = 0; thread < threads; ++thread) {
          LaneCounts counts;
          count_unsatisfied_bonds(columns().of_system(system, tiles_.L), CountedPlanes::all(tiles_.L), replica, thread,
                                  threads, counts);
          counts.flush([&](int lane, std::uint32_t count) {
            result[(system * 32 + static_cast<std::uint32_t>(lane)) * Replicas + replica] += 2 * count / sites;
          });
        }
    return result;
  }

  Configuration configuration() const {
    const SpinGlassShape shape{3, tiles_.L, systems_, Replicas, 32};
    std::vector<SiteWords<Replicas>> both = spins_[now_][0];
    both.insert(both.end(), spins_[now_][1].begin(), spins_[now_][1].end());
    return SpinGlassObserver(shape, bonds_).configuration(columns_in_order(shape, Replicas, both.front().word));
  }

 private:
  ColumnArrays<Replicas> columns() const {
    ColumnArrays<Replicas> arrays;
    for (std::size_t c = 0; c < 2; ++c) {
      arrays.from[c] = spins_[now_][c].data();
      arrays.to[c] = spins_[1 - now_][c].data();
    }
    arrays.in_plane = in_plane_.data();
    arrays.upwards = upwards_.data();
    arrays.thresholds = thresholds_;
    return arrays;
  }

  RandomBonds bonds_;
  ColumnTiles tiles_;
  std::uint64_t seed_, halves_ = 0;
  std::uint32_t systems_;
  CubicThresholds thresholds_;
  mutable std::vector<SiteWords<Replicas>> spins_[2][2];
  std::vector<BondsInPlane> in_plane_;
  std::vector<BondsUpwards> upwards_;
  std::size_t now_ = 0;
};

template <int Replicas, int Sweeps>
void require_oracle(std::uint32_t L, std::uint32_t systems, std::uint32_t most, std::uint32_t deep, int passes) {
  const Variant* oracle = Registry::instance().variant("ea3d_metropolis", "single_spin", "cpu");
  REQUIRE(oracle != nullptr);
  Params params = defaults(*oracle);
  params.set("L", std::int64_t{L});
  params.set("systems", std::int64_t{systems});
  params.set("replicas", std::int64_t{Replicas});
  params.set("word", std::string("32"));
  params.set("beta", 0.6);
  const auto wanted = oracle->make(params, 5);
  Marches<rng::Philox4x32, Replicas, Sweeps> found(L, systems, most, deep, 0.6, 5);
  INFO(params.name() << " sweeps " << Sweeps << ", tiles of " << found.tiles().width << " x " << found.tiles().height
                     << ", " << found.tiles().tiles_x << " x " << found.tiles().tiles_y << " x "
                     << found.tiles().tiles_z);
  REQUIRE(compare(found.configuration(), wanted->configuration()).same);
  for (int pass = 0; pass < passes; ++pass) found.pass();
  wanted->sweep(passes * Sweeps);
  REQUIRE(compare(found.configuration(), wanted->configuration()).same);
  const std::vector<double> energies = wanted->series("energy", 1, 0).values, counted = found.energies();
  REQUIRE(counted.size() == energies.size());
  for (std::size_t i = 0; i < energies.size(); ++i) REQUIRE(counted[i] == Approx(energies[i]).margin(1e-9));
}

}  // namespace

TEST_CASE("Marches hold the oracle's spins, with whole planes and with tiles, one sweep a pass and two") {
  for (const std::uint32_t L : {4u, 6u, 8u, 16u, 20u}) {
    require_oracle<4, 1>(L, 2, 1000, 1, L < 10 ? 25 : 5);
    require_oracle<4, 2>(L, 1, 1000, 1, L < 10 ? 12 : 3);
    if (test::sanitized && L == 8) break;
  }
  require_oracle<1, 1>(12, 3, 1000, 2, 7);
  require_oracle<2, 1>(12, 1, 1000, 3, 7);
  // Rows whole and cut, tiles of different sizes, several deep, the last less so.
  require_oracle<4, 1>(30, 1, 240, 4, 3);
  if (test::sanitized) return;
  require_oracle<4, 1>(32, 1, 100, 1, 3);
  require_oracle<2, 1>(36, 1, 150, 5, 2);
  require_oracle<4, 2>(32, 1, 300, 2, 2);
  require_oracle<4, 2>(40, 1, 250, 3, 1);
}

TEST_CASE("Columns come into canonical order, march by march") {
  const SpinGlassShape shape{3, 6, 3, 8, 32};
  const std::uint64_t sites = shape.sites(), L = shape.L, a_march = 4;
  // Each word says whose it is.
  std::vector<std::uint32_t> words;
  for (std::uint64_t chunk = 0; chunk < 2; ++chunk)
    for (std::uint64_t colour = 0; colour < 2; ++colour)
      for (std::uint64_t system = 0; system < shape.systems; ++system)
        for (std::uint64_t z = 0; z < L; ++z)
          for (std::uint64_t y = 0; y < L; ++y)
            for (std::uint64_t j = 0; j < L / 2; ++j)
              for (std::uint64_t r = 0; r < a_march; ++r)
                words.push_back(static_cast<std::uint32_t>((system * shape.replicas + chunk * a_march + r) * sites +
                                                           (z * L + y) * L + 2 * j + ((y + z + colour) & 1)));
  const SpinGlassBits found = columns_in_order(shape, a_march, words.data());
  REQUIRE(found.size() == words.size());
  for (std::size_t i = 0; i < found.size(); ++i) REQUIRE(found[i] == i);
}

TEST_CASE("Tiles cover each pair once, and read little more than they write where planes fit") {
  for (const std::uint32_t L : {4u, 6u, 12u, 32u, 64u, 100u, 128u, 256u, 320u, 512u})
    for (const std::uint32_t sweeps : {1u, 2u})
      for (const std::uint32_t most : {600u, 1184u, 2368u}) {
        const ColumnTiles tiles = ColumnTiles::of(L, sweeps, most, 3);
        INFO(L << " " << sweeps << " " << most << ": " << tiles.width << " x " << tiles.height);
        CHECK(tiles.pairs() <= most);
        CHECK(tiles.tiles_x * tiles.out_x >= L / 2);
        CHECK((tiles.tiles_x - 1) * tiles.out_x < L / 2);
        CHECK(tiles.tiles_y * tiles.out_y >= L);
        CHECK((tiles.tiles_y - 1) * tiles.out_y < L);
        CHECK((tiles.tiles_z - 1) * tiles.out_z < L);
        CHECK(tiles.tiles_z * tiles.out_z >= L);
        CHECK(tiles.overlap() >= 1);
        if (L * L / 2 <= most) CHECK(tiles.overlap() == 1);
        if (most == 2368 && sweeps == 1) CHECK(tiles.overlap() < 1.3);
      }
}

TEST_CASE("A march's tile of pairs is not taken for a checkerboard's tile of sites") {
  Params params;
  params.set("L", std::int64_t{128});
  params.set("tile", std::int64_t{0});
  REQUIRE(colours_unsupported(params).empty());
  params.set("L", std::int64_t{127});
  REQUIRE(colours_unsupported(params) == "a checkerboard needs an even L, but L is 127");
}
