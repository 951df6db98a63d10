// Over-relaxation of the Heisenberg spin glass: the law of its start, the update by its definition, what it conserves,
// the host's vectors, and marches block by block on the host as on a device.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "backends/cpu/isa.hpp"
#include "interface/registry.hpp"
#include "kernels/heisenberg3d_overrelaxation/axes.hpp"
#include "kernels/heisenberg3d_overrelaxation/bands.hpp"
#include "kernels/heisenberg3d_overrelaxation/boxes.hpp"
#include "kernels/heisenberg3d_overrelaxation/glass.hpp"
#include "kernels/heisenberg3d_overrelaxation/march.hpp"
#include "tests/catch.hpp"
#include "tests/sanitized.hpp"
#include "tests/variants.hpp"

using namespace spinbench;
using namespace spinbench::overrelaxation;

namespace {

constexpr const char* kernel = "heisenberg3d_overrelaxation";

const Variant& variant_of(const std::string& name) {
  const Variant* const variant = Registry::instance().variant(kernel, name, "cpu");
  REQUIRE(variant != nullptr);
  return *variant;
}

Params params_of(const std::string& name, std::int64_t L, const std::string& precision) {
  Params params = defaults(variant_of(name));
  params.set("L", L);
  params.set("precision", precision);
  return params;
}

std::unique_ptr<Simulation> made(const std::string& name, const Params& params, std::uint64_t seed = 3) {
  return variant_of(name).make(params, seed);
}

double energy_of(Simulation& simulation) { return simulation.observe().of("energy").front(); }

template <class Real>
void set_start(const Arrays<Real>& arrays, std::uint64_t seed) {
  const std::uint32_t L = arrays.L;
  for (std::uint32_t line = 0; line < L * L; ++line)
    for (std::uint32_t j = 0; j < L / 2; ++j)
      for (std::uint32_t colour = 0; colour < 2; ++colour)
        start_site(arrays, Start::of(seed), {j, line % L, line / L, colour});
}

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

  Configuration configuration() const {
    const std::vector<Real> all = canonical(arrays_);
    return Configuration::of(sizeof(Real) == 4 ? Element::float32 : Element::float64, all.data(), all.size(), 3);
  }

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
  const auto serial = made("serial", params_of("serial", L, sizeof(Real) == 4 ? "float" : "double"));
  serial->sweep(2 * Sweeps);
  return compare(marches.configuration(), serial->configuration()).difference;
}

struct HostVectors {
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
  };
  Arrays<Real> arrays{nullptr, nullptr, tiles.L, std::size_t{tiles.L} * tiles.L * tiles.L / 2};
  std::vector<Real> spins[2], couplings(arrays.numbers());
  for (auto& buffer : spins) buffer.resize(arrays.numbers());
  arrays.spins = spins[0].data(), arrays.couplings = couplings.data();
  set_start(arrays, 3);
  const auto march = [&](const std::vector<Block>& blocks) {
    std::vector<Thread> threads;
    for (const Block& block : blocks)
      for (std::uint32_t y = 0; y < tiles.rows; ++y)
        for (std::uint32_t x = 0; x < tiles.width / Pairs; ++x) threads.push_back({&block, block.thread(x, y)});
    for (Thread& one : threads) one.block->prepare(one.place);
    typename Block::Ring ring;
    for (std::int32_t w = blocks[0].begin(); w < blocks[0].end(); ++w, ring.advance())
      for (Thread& one : threads) {
        const auto taken = one.block->take(w, one.place);
        if (((w - blocks[0].begin()) & 1) != 0)
          one.block->template step<1>(w, ring, one.place, taken);
        else
          one.block->template step<0>(w, ring, one.place, taken);
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
      march(blocks);
    }
    arrays.spins = spins[1 - pass].data();
  }
  const std::vector<Real> all = canonical(arrays);
  return Configuration::of(sizeof(Real) == 4 ? Element::float32 : Element::float64, all.data(), all.size(), 3);
}

/// The same for the boxes of a GPU: one launch after the other, the boxes of each in turns, threads between barriers,
/// too.
template <class Real, int Planes>
Configuration after_boxes(std::uint32_t L, const BoxSides& sides, int visits) {
  using Box = BoxMarch<Real, Planes>;
  Arrays<Real> arrays{nullptr, nullptr, L, std::size_t{L} * L * L / 2};
  std::vector<Real> spins(arrays.numbers()), couplings(arrays.numbers()),
      kept(3 * Box::ring * sides.places(), std::nan(""));
  arrays.spins = spins.data(), arrays.couplings = couplings.data();
  set_start(arrays, 3);
  const auto run = [&](const Box& box) {
    std::vector<typename Box::Thread> threads;
    std::vector<Real> below;
    for (std::uint32_t y = 0; y < sides.rows; ++y)
      for (std::uint32_t x = 0; x < sides.tile; ++x) {
        threads.push_back(box.thread(x, y));
        below.push_back(box.below(threads.back()));
      }
    const auto read = [&](int u) {
      for (const auto& thread : threads) box.keep(u, thread, box.spins(u, thread));
    };
    read(-1);
    read(0);
    for (int u = 0; u < static_cast<int>(sides.deep); u += Planes) {
      for (int k = 1; k <= Planes; ++k) read(u + k);
      std::vector<typename Box::Couplings> J;
      for (std::size_t n = 0; n < threads.size(); ++n) {
        J.push_back(box.couplings(u, threads[n], below[n]));
        below[n] = J.back().above();
      }
      for (std::uint32_t half = 0; half < 2 * sides.hits; ++half)
        for (std::size_t n = 0; n < threads.size(); ++n) box.update(u, half, threads[n], J[n]);
      for (const auto& thread : threads) box.write(u, thread);
    }
  };
  const bool one_layer = L == sides.deep;
  for (int launch = 0; launch < 2 * visits; ++launch)
    for (std::uint32_t layer = 0; layer < std::max(1u, L / sides.deep / 2); ++layer)
      for (std::uint32_t y = 0; y < L / sides.rows; ++y)
        for (std::uint32_t x = 0; x < L / sides.tile; ++x) {
          const auto number = Box::Number::of(x, y, layer, static_cast<std::uint32_t>(launch & 1), one_layer);
          if (number.is_there) run(Box::at(arrays, sides, number, kept.data()));
        }
  const std::vector<Real> all = canonical(arrays);
  return Configuration::of(sizeof(Real) == 4 ? Element::float32 : Element::float64, all.data(), all.size(), 3);
}

template <class Real, int Planes>
void hold_boxes(std::uint32_t L, const BoxSides& sides) {
  Params params = params_of("boxes", L, sizeof(Real) == 4 ? "float" : "double");
  params.set("tile", std::int64_t{sides.tile});
  params.set("rows", std::int64_t{sides.rows});
  params.set("deep", std::int64_t{sides.deep});
  params.set("hits", std::int64_t{sides.hits});
  params.set("planes", std::int64_t{Planes});
  INFO(params.name());
  REQUIRE(boxes_unsupported(params, Planes) == "");
  const auto serial = made("boxes", params);
  serial->sweep(2 * static_cast<int>(sides.hits));
  CHECK(compare(after_boxes<Real, Planes>(L, sides, 2), serial->configuration()).difference == "");
}

}  // namespace

TEST_CASE("couplings are normal and starts uniform on the sphere", "[heisenberg][overrelaxation]") {
  const Start start = Start::of(5);
  const int count = 60000;
  double moments[4] = {}, components[3] = {}, squares[3] = {}, furthest = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    double power = 1;
    for (double& moment : moments) moment += (power *= start.coupling<double>(i)) / count;
    const Vector3<double> s = start.spin<double>(i);
    const double all[3] = {s.x, s.y, s.z};
    for (int c = 0; c < 3; ++c) components[c] += all[c] / count, squares[c] += all[c] * all[c] / count;
    furthest = std::max(furthest, std::fabs(s.x * s.x + s.y * s.y + s.z * s.z - 1));
  }
  // Five sigma: the variances of x, x^2, x^3 and x^4 are 1, 2, 15 and 96.
  const double expected[4] = {0, 1, 0, 3}, variances[4] = {1, 2, 15, 96};
  for (int m = 0; m < 4; ++m) CHECK(std::fabs(moments[m] - expected[m]) < 5 * std::sqrt(variances[m] / count));
  for (int c = 0; c < 3; ++c) {
    CHECK(std::fabs(components[c]) < 5 * std::sqrt(1.0 / 3 / count));
    CHECK(std::fabs(squares[c] - 1.0 / 3) < 5 * std::sqrt(4.0 / 45 / count));
  }
  CHECK(furthest < 1e-15);
}

TEST_CASE("a sweep turns each spin about the field of its neighbours", "[heisenberg][overrelaxation]") {
  const std::int64_t L = 4;
  const auto serial = made("serial", params_of("serial", L, "double"));
  const Configuration before = serial->configuration();
  serial->sweep(1);
  const Configuration after = serial->configuration();
  const Start start = Start::of(3);
  const auto site = [&](std::int64_t x, std::int64_t y, std::int64_t z) {
    return static_cast<std::uint64_t>((((z + L) % L) * L + (y + L) % L) * L + (x + L) % L);
  };
  for (std::int64_t z = 0; z < L; ++z)
    for (std::int64_t y = 0; y < L; ++y)
      for (std::int64_t x = 0; x < L; ++x) {
        // Colour 0 sees the spins before the sweep, colour 1 those after it.
        const Configuration& around = (x + y + z) % 2 == 0 ? before : after;
        const std::uint64_t i = site(x, y, z);
        double h[3] = {};
        const auto add = [&](std::uint64_t bond, std::uint64_t neighbour) {
          for (std::uint64_t c = 0; c < 3; ++c) h[c] += start.coupling<double>(bond) * around.value(3 * neighbour + c);
        };
        const std::int64_t step[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        for (std::uint64_t d = 0; d < 3; ++d) {
          add(3 * i + d, site(x + step[d][0], y + step[d][1], z + step[d][2]));
          const std::uint64_t last = site(x - step[d][0], y - step[d][1], z - step[d][2]);
          add(3 * last + d, last);
        }
        double along = 0, square = 0;
        for (std::uint64_t c = 0; c < 3; ++c) along += h[c] * before.value(3 * i + c), square += h[c] * h[c];
        for (std::uint64_t c = 0; c < 3; ++c)
          CHECK(after.value(3 * i + c) == Approx(2 * along / square * h[c] - before.value(3 * i + c)).margin(1e-12));
      }
}

TEST_CASE("the energy and lengths stand still but for rounding", "[heisenberg][overrelaxation]") {
  for (const char* name : {"serial", "vectors"})
    for (const std::string precision : {"float", "double"}) {
      const auto simulation = made(name, params_of(name, 8, precision));
      const double at_start = energy_of(*simulation), epsilon = precision == "float" ? 1.2e-7 : 2.3e-16;
      const int sweeps = test::sanitized ? 100 : 1000;
      simulation->sweep(sweeps);
      INFO(name << " " << precision);
      CHECK(std::fabs(energy_of(*simulation) - at_start) < rounding_gate(epsilon, 512, sweeps));
      CHECK(std::fabs(simulation->observe().of("length").front() - 1) < 10 * epsilon);
      CHECK(simulation->self_check().front().passed);
    }
}

TEST_CASE("the gate of the energy is one bond's worth of error away from a bug's", "[heisenberg][overrelaxation]") {
  // A spin in 512 that is turned about a field without one of its neighbours changes the energy by about 1 / 512 of J.
  CHECK(rounding_gate(1.2e-7, 512, 10) < 1e-3 / 512 * 5);
  CHECK(rounding_gate(1.2e-7, 1 << 21, 1e6) < 2e-4);
  CHECK_FALSE(energy_conserved(-0.1, std::nan(""), 1.2e-7, 512, 10).passed);
  CHECK_FALSE(energy_conserved(-0.1, -0.1 + 1e-4, 1.2e-7, 512, 10).passed);
}

TEST_CASE("several sweeps a pass hold the serial bits", "[heisenberg][overrelaxation]") {
  const auto serial = made("serial", params_of("serial", 24, "double"));
  serial->sweep(11);
  for (const std::int64_t threads : {1, 2, 5, 12, 40})
    for (const std::int64_t sweeps : {1, 2, 3, 32}) {
      Params params = params_of("vectors", 24, "double");
      params.set("threads", threads);
      params.set("sweeps", sweeps);
      const auto vectors = made("vectors", params);
      vectors->sweep(11);
      INFO(params.name() << ": " << vectors->code_path());
      CHECK(compare(vectors->configuration(), serial->configuration()).difference == "");
    }
}

TEST_CASE("vectors hold the serial bits", "[heisenberg][overrelaxation]") {
  for (const std::string precision : {"float", "double"})
    for (const std::int64_t L : {4, 6, 34, 64}) {
      if (L == 64 && test::sanitized) continue;
      const auto serial = made("serial", params_of("serial", L, precision));
      serial->sweep(3);
      const Configuration expected = serial->configuration();
      for (const cpu::Isa isa : cpu::isas())
        for (const std::int64_t threads : {1, 2, 3}) {
          Params params = params_of("vectors", L, precision);
          params.set("threads", threads);
          params.set("isa", std::string(cpu::word_of(isa)));
          params.set("sweeps", L % 4 == 0 ? std::int64_t{0} : std::int64_t{2});
          const auto vectors = made("vectors", params);
          vectors->sweep(3);
          INFO(params.name());
          CHECK(compare(vectors->configuration(), expected).difference == "");
          CHECK(energy_of(*vectors) == Approx(energy_of(*serial)).margin(1e-12));
        }
    }
}

TEST_CASE("columns of a colour hold the serial bits however long they are", "[heisenberg][overrelaxation]") {
  for (const std::uint32_t L : {4u, 6u, 10u}) {
    const auto serial = made("serial", params_of("serial", L, "float"));
    serial->sweep(2);
    for (const std::uint32_t spins : {1u, 2u, 3u, 4u, 10u}) {
      Arrays<float> arrays{nullptr, nullptr, L, std::size_t{L} * L * L / 2};
      std::vector<float> own(arrays.numbers()), couplings(arrays.numbers());
      arrays.spins = own.data(), arrays.couplings = couplings.data();
      set_start(arrays, 3);
      for (std::uint32_t half = 0; half < 4; ++half)
        for (std::uint32_t line = 0; line < L * L / 2; ++line)
          for (std::uint32_t z = 0; z < L; z += spins)
            update_column(arrays, Place{line % (L / 2), line / (L / 2), z, half & 1}, std::min(spins, L - z));
      const std::vector<float> all = canonical(arrays);
      INFO("L " << L << ", " << spins << " spins");
      CHECK(
          compare(Configuration::of(Element::float32, all.data(), all.size(), 3), serial->configuration()).difference ==
          "");
    }
  }
}

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
  if (!test::sanitized) hold(32, 150, 2);
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
    const auto serial = made("serial", params_of("serial", L, sizeof(Real) == 4 ? "float" : "double"));
    serial->sweep(2 * sweeps());
    CHECK(compare(after_bands<Real, sweeps(), pairs()>(tiles), serial->configuration()).difference == "");
    shapes.insert(std::to_string(tiles.whole_x()) + std::to_string(tiles.whole_y()) + std::to_string(blocks > 1) +
                  std::to_string(tiles.tiles_z > 1));
  };
  const std::integral_constant<int, 1> one;
  const std::integral_constant<int, 2> two;
  hold(float{}, one, two, 4, 1, 8, 0, 1);
  hold(float{}, one, one, 6, 1, 64, 0, 2);
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
  if (!test::sanitized) hold(float{}, two, two, 32, 4, 64, 8, 2);
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

TEST_CASE("blocks that keep planes hold the bits of serial boxes", "[heisenberg][overrelaxation]") {
  hold_boxes<float, 1>(8, {4, 4, 2, 1});
  hold_boxes<float, 1>(8, {2, 4, 8, 2});
  hold_boxes<float, 2>(8, {4, 2, 2, 1});
  hold_boxes<float, 2>(12, {6, 3, 12, 3});
  hold_boxes<float, 2>(16, {4, 8, 4, 2});
  hold_boxes<double, 1>(12, {2, 6, 3, 2});
  hold_boxes<double, 2>(8, {2, 2, 4, 5});
}

TEST_CASE("boxes take another order and conserve the energy in it", "[heisenberg][overrelaxation]") {
  Params params = params_of("boxes", 16, "double");
  for (const char* side : {"tile", "rows", "deep"}) params.set(side, std::int64_t{4});
  for (const std::int64_t planes : {1, 2}) {
    params.set("planes", planes);
    params.set("hits", std::int64_t{3});
    const auto boxes = made("boxes", params), serial = made("serial", params_of("serial", 16, "double"));
    const double at_start = energy_of(*boxes);
    CHECK(boxes->sweep_granularity() == 3);
    boxes->sweep(30);
    serial->sweep(30);
    CHECK(std::fabs(energy_of(*boxes) - at_start) < 1e-13);
    CHECK_FALSE(compare(boxes->configuration(), serial->configuration()).same);
  }
}

TEST_CASE("boxes that do not fit are refused in one line", "[heisenberg][overrelaxation]") {
  Params params = params_of("boxes", 16, "float");
  params.set("tile", std::int64_t{16});
  params.set("rows", std::int64_t{5});
  CHECK(boxes_unsupported(params, 1).find("rows is 5") != std::string::npos);
  params.set("rows", std::int64_t{8});
  params.set("deep", std::int64_t{16});
  CHECK(boxes_unsupported(params, 2) == "");
  params.set("L", std::int64_t{48});
  CHECK(boxes_unsupported(params, 1).find("tile is 16") != std::string::npos);
}
