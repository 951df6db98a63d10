// Whole sweeps in one pass over memory, block by block on the host as on a device: the spins are the oracle's.
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/spin_glass.hpp"
#include "kernels/ea3d_metropolis/axes.hpp"
#include "kernels/ea3d_metropolis/column_march.hpp"
#include "kernels/ea3d_metropolis/unsatisfied.hpp"
#include "tests/catch.hpp"
#include "tests/sanitized.hpp"
#include "tests/variants.hpp"

using namespace spinbench;
using namespace spinbench::ea3d;

namespace {

/// A device of one multiprocessor, on which a block has so much memory.
MarchDevice small_device(std::uint32_t sweeps, std::uint32_t replicas) {
  const std::uint32_t pair_bytes = sweeps == 2     ? MarchRoom<4, 2>::of_pair
                                   : replicas == 4 ? MarchRoom<4, 1>::of_pair
                                   : replicas == 2 ? MarchRoom<2, 1>::of_pair
                                                   : MarchRoom<1, 1>::of_pair;
  return {1, 1024, 232448, pair_bytes};
}

/// What a GPU does, with a vector for the memory that a block shares.
template <class Rng, int Replicas, int Sweeps>
class Marches {
 public:
  Marches(std::uint32_t L, std::uint32_t systems, std::uint32_t most, std::uint32_t deep, double beta,
          std::uint64_t seed)
      : bonds_(RandomBonds::of("bimodal", beta, seed)),
        tiles_(ColumnCut::of(L, Sweeps, systems, {most, deep}, small_device(Sweeps, Replicas)).tiles),
        places_(MarchPlaces::of(tiles_)),
        seed_(seed),
        systems_(systems),
        thresholds_(CubicThresholds::at(beta)) {
    REQUIRE(tiles_.L == L);
    const std::size_t words = std::size_t{systems} * L * L * L / 2;
    for (auto& buffer : spins_)
      for (auto& colour : buffer) colour.resize(words);
    in_plane_.resize(words);
    around_.resize(words / L);
    SiteWords<Replicas>* const spins[2] = {spins_[0][0].data(), spins_[0][1].data()};
    for (std::uint32_t system = 0; system < systems; ++system)
      for (std::uint32_t p = 0; p < L * L / 2; ++p)
        start_column<Replicas>(bonds_, L, system, p, spins, in_plane_.data(), around_.data(), 0);
  }

  const ColumnTiles& tiles() const { return tiles_; }

  void pass() {
    using March = ColumnMarch<Rng, Replicas, Sweeps, PlainLogic, PlainCopies>;
    const typename Rng::Keys keys[2] = {Rng::keys({seed_}), Rng::keys({seed_})};
    std::vector<PairBonds> kept(March::Room::of_pair * tiles_.pairs() / sizeof(PairBonds));
    const std::uint32_t plane = tiles_.L * tiles_.L / 2;
    for (std::uint32_t system = 0; system < systems_; ++system)
      for (std::uint32_t z = 0; z < tiles_.tiles_z; ++z)
        for (std::uint32_t y = 0; y < tiles_.tiles_y; ++y)
          for (std::uint32_t x = 0; x < tiles_.tiles_x; ++x) {
            ColumnArrays<Replicas> arrays = columns();
            arrays.around += system * plane;
            March block{arrays,
                        tiles_,
                        ColumnTile::at(tiles_, x, y, z),
                        keys,
                        system * plane * tiles_.L,
                        reinterpret_cast<char*>(kept.data())};
            block.draw_from(halves_ * Replicas, Replicas);
            run(block);
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
          count_unsatisfied_bonds(columns().of_system(system, tiles_.L), tiles_.L, replica, thread, threads, counts);
          counts.flush([&](int lane, std::uint32_t count) {
            result[(system * 32 + static_cast<std::uint32_t>(lane)) * Replicas + replica] += 2 * count / sites;
          });
        }
    return result;
  }

  Configuration configuration() const {
    const SpinGlassShape shape{3, tiles_.L, systems_, Replicas, 32};
    const ColumnArrays<Replicas> arrays = columns();
    for (std::uint32_t system = 0; system < systems_; ++system)
      for (std::uint32_t p = 0; p < tiles_.L * tiles_.L / 2; ++p)
        ungauge_column(bonds_, tiles_.L, system, p, arrays.from, arrays.to);
    std::vector<SiteWords<Replicas>> both = spins_[1 - now_][0];
    both.insert(both.end(), spins_[1 - now_][1].begin(), spins_[1 - now_][1].end());
    return SpinGlassObserver(shape, bonds_).configuration(columns_in_order(shape, Replicas, both.front().word));
  }

 private:
  /// All threads step by step, from the first to the last and back: between two steps no order counts.
  template <class March>
  void run(const March& block) const {
    std::vector<typename March::Thread> threads;
    std::vector<typename March::State> states;
    for (std::uint32_t n = 0; n < places_.threads; ++n) {
      const std::uint32_t last = places_.threads - 1 - n;
      threads.push_back(block.thread(
          places_.words[n], last < places_.seen ? places_.words[places_.threads + last] : MarchPlaces::nobody));
      states.push_back(block.prepare(threads.back()));
    }
    const auto all = [&](bool back, auto&& use) {
      for (std::size_t n = 0; n < threads.size(); ++n) {
        const std::size_t i = back ? threads.size() - 1 - n : n;
        use(states[i], threads[i]);
      }
    };
    for (std::uint32_t step = 0; step < block.steps(); ++step)
      all(step % 3 == 1, [&](auto& state, const auto& thread) {
        if (step % 4 == 0) block.template step<0>(state, thread);
        if (step % 4 == 1) block.template step<1>(state, thread);
        if (step % 4 == 2) block.template step<2>(state, thread);
        if (step % 4 == 3) block.template step<3>(state, thread);
      });
  }

  ColumnArrays<Replicas> columns() const {
    ColumnArrays<Replicas> arrays;
    for (std::size_t c = 0; c < 2; ++c) {
      arrays.from[c] = spins_[now_][c].data();
      arrays.to[c] = spins_[1 - now_][c].data();
    }
    arrays.in_plane = in_plane_.data();
    arrays.around = around_.data();
    arrays.thresholds = thresholds_;
    return arrays;
  }

  RandomBonds bonds_;
  ColumnTiles tiles_;
  MarchPlaces places_;
  std::uint64_t seed_, halves_ = 0;
  std::uint32_t systems_;
  CubicThresholds thresholds_;
  mutable std::vector<SiteWords<Replicas>> spins_[2][2];
  std::vector<PairBonds> in_plane_;
  std::vector<BondsAround> around_;
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

TEST_CASE("Tiles cover each pair once, and do little more than what they write where planes fit") {
  for (const std::uint32_t L : {4u, 6u, 12u, 32u, 64u, 100u, 128u, 256u, 320u, 512u})
    for (const std::uint32_t sweeps : {1u, 2u})
      for (const std::uint32_t most : {0u, 600u}) {
        MarchDevice device = small_device(sweeps, 4);
        device.multiprocessors = 132;
        const ColumnCut cut = ColumnCut::of(L, sweeps, 1, {most, 0}, device);
        const ColumnTiles& tiles = cut.tiles;
        INFO(L << " " << sweeps << " " << most << ": " << tiles.width << " x " << tiles.height << " for " << tiles.out_x
               << " x " << tiles.out_y << " x " << tiles.out_z << ", " << cut.held << " held");
        REQUIRE(tiles.L == L);
        CHECK((most == 0 || tiles.pairs() <= most));
        CHECK(cut.held * (device.pair_bytes * tiles.pairs() + 1024) <= device.shared_bytes + 1024);
        CHECK(tiles.tiles_x * tiles.out_x >= L / 2);
        CHECK((tiles.tiles_x - 1) * tiles.out_x < L / 2);
        CHECK(tiles.tiles_y * tiles.out_y >= L);
        CHECK((tiles.tiles_y - 1) * tiles.out_y < L);
        CHECK((tiles.tiles_z - 1) * tiles.out_z < L);
        CHECK(tiles.tiles_z * tiles.out_z >= L);
        CHECK(tiles.overlap() >= 1);
        const MarchPlaces places = MarchPlaces::of(tiles);
        CHECK(places.threads * cut.held <= device.threads);
        CHECK(places.seen <= places.threads);
        const ColumnTiles::Load load = tiles.load();
        std::uint32_t pairs = 0, stages = 0;
        for (std::uint32_t n = 0; n < places.threads; ++n)
          if (places.words[n] != MarchPlaces::nobody) stages += MarchPlaces::stages(places.words[n]), ++pairs;
        // Those that are only seen may stand among the last warp's.
        CHECK(stages == load.stages);
        CHECK((pairs >= load.pairs && pairs < load.pairs + 32));
        if (most == 0 && L >= 128) CHECK(tiles.overlap() < (sweeps == 1 ? 1.2 : 1.5));
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
