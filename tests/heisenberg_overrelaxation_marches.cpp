// What blocks of a GPU do in one pass over memory, thread by thread on the host: marches and bands, however tiles are
// cut.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "kernels/heisenberg3d_overrelaxation/bands.hpp"
#include "kernels/heisenberg3d_overrelaxation/march.hpp"
#include "tests/overrelaxation.hpp"
#include "tests/sanitized.hpp"

using namespace spinbench;
using namespace spinbench::overrelaxation;
using namespace spinbench::overrelaxation::test;

namespace {

struct HostMemory {
  template <class Real>
  static Real once(const Real* address) {
    return *address;
  }
  template <class Real>
  static Real again(const Real* address) {
    return *address;
  }
};

/// What a GPU does, with a vector for the memory that a block shares and a state for each thread.
template <class Real, int Sweeps>
class Marches {
 public:
  using Block = March<Real, Sweeps, 256, HostMemory>;

  Marches(std::uint32_t L, std::uint32_t threads, std::uint32_t deep, std::uint32_t across, std::uint64_t seed)
      : tiles_(MarchTiles::of(L, Sweeps, threads, deep, across)),
        arrays_{nullptr, nullptr, L, std::size_t{L} * L * L / 2} {
    REQUIRE(tiles_.L == L);
    for (auto& buffer : spins_) buffer.resize(arrays_.numbers());
    couplings_.resize(arrays_.numbers());
    arrays_.spins = spins_[0].data(), arrays_.couplings = couplings_.data();
    set_start(arrays_, seed);
  }

  const MarchTiles& tiles() const { return tiles_; }

  void pass() {
    const auto arrays = MarchArrays<Real>::of(arrays_, spins_[1 - now_].data());
    std::vector<Real> kept(Block::reals_kept);
    for (std::uint32_t z = 0; z < tiles_.tiles_z; ++z)
      for (std::uint32_t y = 0; y < tiles_.tiles_y; ++y)
        for (std::uint32_t x = 0; x < tiles_.tiles_x; ++x)
          march(Block{arrays, tiles_, MarchTile::at(tiles_, x, y, z), kept.data()});
    now_ = 1 - now_;
    arrays_.spins = spins_[now_].data();
  }

  Configuration configuration() const { return configuration_of(arrays_); }

 private:
  void march(const Block& block) const {
    struct Thread {
      typename Block::Pair pair;
      typename Block::Column columns[2];
    };
    std::vector<Thread> threads;
    for (std::uint32_t y = 0; y < tiles_.height; ++y)
      for (std::uint32_t x = 0; x < tiles_.width; ++x) threads.push_back({block.pair(x, y), {}});
    for (Thread& one : threads) block.prepare(one.pair, one.columns[0], one.columns[1]);
    for (std::int32_t w = block.begin(); w < block.end(); ++w) {
      const bool odd = ((w - block.begin()) & 1) != 0;
      for (Thread& one : threads)
        if (odd)
          block.template step<1>(w, one.pair, block.template take<1>(w, one.pair), one.columns[1], one.columns[0]);
        else
          block.template step<0>(w, one.pair, block.template take<0>(w, one.pair), one.columns[0], one.columns[1]);
    }
  }

  MarchTiles tiles_;
  Arrays<Real> arrays_;
  std::vector<Real> spins_[2], couplings_;
  std::size_t now_ = 0;
};

template <class Real, int Sweeps>
std::string compare_marches(std::uint32_t L, std::uint32_t threads, std::uint32_t deep, std::uint32_t across = 0) {
  Marches<Real, Sweeps> marches(L, threads, deep, across, 3);
  marches.pass();
  marches.pass();
  return compare(marches.configuration(), after_serial<Real>(L, 2 * Sweeps)).difference;
}

struct HostVectors {
  using Block = char*;
  /// Bytes that blocks were handed, by where they have their signals.
  static std::map<const char*, std::uint32_t>& handed() {
    static std::map<const char*, std::uint32_t> bytes;
    return bytes;
  }
  template <class Several>
  static void lay(Block block, std::uint32_t place, const Several& value) {
    *reinterpret_cast<Several*>(block + place) = value;
  }
  template <class Several>
  static void hand(Block block, std::uint32_t place, const Several& value, std::uint32_t signal) {
    lay(block, place, value);
    handed()[block + signal] += sizeof(Several);
  }
  template <class Several, class Real>
  static Several load(const Real* address) {
    return *reinterpret_cast<const Several*>(address);
  }
  template <class Several>
  static void copy(Several* to, const Several* from) {
    *to = *from;
  }
  template <class Real, int Count>
  static void divide(Real (&a)[Count], const Real (&b)[Count]) {
    for (int i = 0; i < Count; ++i) a[i] = ieee::over(a[i], b[i]);
  }
};

/// The spins after two passes of what clusters of blocks do on a GPU: a vector for the memory of each block, a state
/// for each thread.
template <class Real, int Sweeps, int Pairs>
Configuration after_bands(const BandTiles& tiles) {
  using Block = Band<Real, Sweeps, Pairs, HostVectors>;
  struct Thread {
    const Block* block;
    typename Block::Thread place;
    typename Block::Columns columns{};
  };
  int miscounted = 0;
  Arrays<Real> arrays{nullptr, nullptr, tiles.L, std::size_t{tiles.L} * tiles.L * tiles.L / 2};
  std::vector<Real> spins[2], couplings(arrays.numbers());
  for (auto& buffer : spins) buffer.resize(arrays.numbers());
  arrays.spins = spins[0].data(), arrays.couplings = couplings.data();
  set_start(arrays, 3);
  const auto march = [&](const std::vector<Block>& blocks, bool backwards) {
    std::vector<Thread> threads;
    for (const Block& block : blocks)
      for (std::uint32_t y = 0; y < tiles.rows; ++y)
        for (std::uint32_t x = 0; x < tiles.width / Pairs; ++x) threads.push_back({&block, block.thread(x, y)});
    // In a step threads and blocks may come in any order: one pass takes them forwards, the other one backwards.
    if (backwards) std::reverse(threads.begin(), threads.end());
    for (Thread& one : threads) {
      for (std::int32_t group = 0; group < Block::first_groups; ++group) one.block->copy_first(group, one.place);
      one.block->prepare(one.place, one.columns);
    }
    typename Block::Ring ring = blocks[0].ring();
    for (std::int32_t w = blocks[0].begin(); w < blocks[0].end(); ++w, ring.advance()) {
      HostVectors::handed().clear();
      const bool odd = ((w - blocks[0].begin()) & 1) != 0;
      for (Thread& one : threads) {
        const auto taken = one.block->take(odd ? 1 : 0, one.place);
        one.block->copy_ahead(w, odd ? 1 : 0, ring, one.place);
        if (odd)
          one.block->template step<1>(w, ring, one.place, taken, one.columns);
        else
          one.block->template step<0>(w, ring, one.place, taken, one.columns);
      }
      // A block waits for as many bytes as come, no more and no fewer.
      for (const Block& block : blocks)
        if (HostVectors::handed()[block.kept + (odd ? 8 : 0)] != block.handed_in(w)) ++miscounted;
    }
  };
  for (int pass = 0; pass < 2; ++pass) {
    const auto from_to = MarchArrays<Real>::of(arrays, spins[1 - pass].data());
    for (std::uint32_t tile = 0; tile < tiles.clusters(); ++tile) {
      std::vector<std::vector<Real>> kept;
      const auto bytes_of = [&](std::uint32_t b) { return reinterpret_cast<char*>(kept[b].data()); };
      for (std::uint32_t b = 0; b < tiles.blocks; ++b)
        kept.emplace_back(BandRoom::of(tiles, Pairs, Pairs * sizeof(Real)).all / sizeof(Real),
                          std::numeric_limits<Real>::quiet_NaN());
      std::vector<Block> blocks;
      for (std::uint32_t b = 0; b < tiles.blocks; ++b) {
        blocks.push_back(Block::at(from_to, tiles, tile % tiles.tiles_x, tile / tiles.tiles_x % tiles.tiles_y,
                                   tile / tiles.tiles_x / tiles.tiles_y, b, bytes_of(b)));
        blocks.back().before = bytes_of(Block::band_before(tiles, b));
        blocks.back().after = bytes_of(Block::band_after(tiles, b));
      }
      march(blocks, pass == 1);
    }
    arrays.spins = spins[1 - pass].data();
  }
  CHECK(miscounted == 0);
  return configuration_of(arrays);
}

}  // namespace

TEST_CASE("marches hold the serial bits however tiles are cut", "[heisenberg][overrelaxation]") {
  std::set<std::string> shapes;
  const auto hold = [&](std::uint32_t L, std::uint32_t threads, std::uint32_t deep) {
    const MarchTiles one = MarchTiles::of(L, 1, threads, deep), two = MarchTiles::of(L, 2, threads, deep);
    INFO("L " << L << ", " << threads << " threads, " << deep << " deep");
    if (one.L != 0) CHECK(compare_marches<float, 1>(L, threads, deep) == "");
    if (two.L != 0 && L >= 8) CHECK(compare_marches<float, 2>(L, threads, deep) == "");
    for (const MarchTiles& tiles : {one, two})
      shapes.insert(std::to_string(tiles.whole_x()) + std::to_string(tiles.whole_y()) +
                    std::to_string(tiles.tiles_z > 1));
  };
  hold(4, 64, 1);
  hold(6, 64, 2);
  hold(8, 64, 3);
  hold(12, 40, 1);
  hold(16, 60, 5);
  if (!spinbench::test::sanitized) hold(32, 150, 2);
  CHECK(compare_marches<float, 1>(16, 60, 2, 3) == "");
  CHECK(compare_marches<float, 2>(24, 80, 2, 4) == "");
  CHECK(MarchTiles::of(24, 2, 80, 2, 4).out_x == 4);
  // Whole rows where they do little more twice.
  CHECK(MarchTiles::of(256, 1, 1024, 2).whole_x());
  CHECK(MarchTiles::of(256, 2, 768, 2).width == 32);
  CHECK(compare_marches<double, 1>(8, 32, 2) == "");
  CHECK(compare_marches<double, 2>(16, 90, 1) == "");
  // Whole planes, whole rows, and tiles cut along both.
  CHECK(shapes.count("111") == 1);
  CHECK(shapes.count("101") + shapes.count("100") >= 1);
  CHECK(shapes.count("001") + shapes.count("000") >= 1);
}

TEST_CASE("bands hold the serial bits however tiles are cut", "[heisenberg][overrelaxation]") {
  std::set<std::string> shapes;
  const auto hold = [&](auto real, auto sweeps, auto pairs, std::uint32_t L, std::uint32_t blocks,
                        std::uint32_t threads, std::uint32_t across, std::uint32_t deep) {
    using Real = decltype(real);
    const BandTiles tiles =
        BandTiles::of(L, sweeps(), blocks, pairs(), sizeof(Real), {threads, 1u << 20, 1, 8, across, deep});
    INFO("L " << L << ", " << blocks << " blocks of " << threads << " threads, " << across << " across, " << deep
              << " deep: " << tiles.width << " x " << tiles.rows << ", " << tiles.out_x << " x " << tiles.out_y << " x "
              << tiles.out_z);
    REQUIRE(tiles.L == L);
    CHECK(compare(after_bands<Real, sweeps(), pairs()>(tiles), after_serial<Real>(L, 2 * sweeps())).difference == "");
    shapes.insert(std::to_string(tiles.whole_x()) + std::to_string(tiles.whole_y()) + std::to_string(blocks > 1) +
                  std::to_string(tiles.tiles_z > 1));
  };
  const std::integral_constant<int, 1> one;
  const std::integral_constant<int, 2> two;
  hold(float{}, one, two, 4, 1, 8, 0, 1);
  hold(float{}, one, one, 6, 1, 64, 0, 2);
  // Whole planes in one block, whose own rows are beside it.
  hold(float{}, two, two, 8, 1, 64, 0, 1);
  hold(double{}, two, one, 8, 1, 64, 0, 2);
  CHECK(BandTiles::of(8, 2, 1, 2, 4, {64, 1u << 20, 1, 8, 0, 1}).whole_y());
  CHECK(BandTiles::of(8, 2, 1, 1, 8, {64, 1u << 20, 1, 8, 0, 2}).whole_y());
  hold(float{}, one, one, 6, 2, 24, 0, 1);
  hold(float{}, one, two, 8, 2, 8, 0, 0);
  hold(float{}, two, two, 8, 4, 12, 0, 2);
  hold(float{}, two, two, 12, 2, 24, 0, 5);
  hold(float{}, one, two, 16, 8, 16, 0, 3);
  hold(float{}, two, two, 16, 2, 40, 2, 1);
  hold(float{}, one, two, 24, 4, 32, 4, 2);
  hold(float{}, two, one, 14, 2, 70, 3, 2);
  const std::integral_constant<int, 4> four;
  hold(float{}, two, four, 16, 4, 24, 0, 2);
  hold(float{}, one, four, 24, 2, 24, 4, 2);
  hold(double{}, two, one, 8, 2, 24, 0, 1);
  hold(double{}, one, two, 12, 1, 30, 0, 3);
  if (!spinbench::test::sanitized) hold(float{}, two, two, 32, 4, 64, 8, 2);
  if (spinbench::test::sanitized) return;  // the last of them was left out
  // Rows and planes whole and cut, in one block and in several.
  for (const char* shape : {"1111", "1011", "0011"}) {
    INFO(shape);
    CHECK(shapes.count(shape) == 1);
  }
  CHECK(shapes.count("1100") + shapes.count("1101") >= 1);
}

TEST_CASE("bands are built as their axes say, or refused", "[heisenberg][overrelaxation]") {
  const auto params = [](std::int64_t L, std::int64_t pairs, std::int64_t block, std::int64_t held,
                         const char* precision) {
    Params result;
    result.set("L", L);
    result.set("pairs", pairs);
    result.set("block", block);
    result.set("held", held);
    result.set("precision", std::string(precision));
    return result;
  };
  const auto pairs_at = [&](std::int64_t L, std::int64_t asked) {
    const Params one = params(L, asked, 256, 1, "float");
    CHECK(bands_not_built(one) == "");
    return BandBuild::of(one).pairs;
  };
  CHECK(pairs_at(16, 4) == 4);
  CHECK(pairs_at(12, 4) == 2);
  CHECK(pairs_at(14, 4) == 1);
  CHECK(pairs_at(12, 2) == 2);
  for (const char* precision : {"float", "double"})
    for (const std::int64_t pairs : {1, 2, 3, 4})
      for (const std::int64_t block : {32, 256, 320, 384, 512})
        for (const std::int64_t held : {1, 2}) {
          const Params one = params(64, pairs, block, held, precision);
          INFO(one.name());
          if (!bands_not_built(one).empty()) continue;
          const BandBuild build = BandBuild::of(one);
          CHECK(build.pairs == pairs);
          CHECK(build.threads == block);
          CHECK(build.held == held);
          // What bands.cu has.
          CHECK((block == 256 || held == 1));
          CHECK((block == 256 || block == 384 || (block == 512 && pairs <= 2 && precision == std::string("float"))));
          CHECK((pairs == 1 || precision == std::string("float")));
        }
  const auto reason = [&](std::int64_t pairs, std::int64_t block, std::int64_t held, const char* precision) {
    return bands_not_built(params(64, pairs, block, held, precision));
  };
  CHECK(reason(3, 256, 1, "float").find("not 3") != std::string::npos);
  CHECK(reason(1, 128, 1, "float").find("not 128") != std::string::npos);
  CHECK(reason(1, 384, 2, "float").find("held=1") != std::string::npos);
  CHECK(reason(4, 512, 1, "float").find("block=384") != std::string::npos);
  CHECK(reason(1, 512, 1, "double").find("block=384") != std::string::npos);
  CHECK(reason(2, 256, 1, "double").find("pairs=1") != std::string::npos);
  CHECK(reason(1, 256, 2, "double").empty());
  CHECK(reason(2, 512, 1, "float").empty());
  CHECK(reason(4, 384, 1, "float").empty());
}
