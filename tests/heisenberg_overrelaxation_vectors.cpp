// Over-relaxation in the vectors of a CPU: the serial bits, however rows end and however many sweeps are one pass.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "backends/cpu/isa.hpp"
#include "kernels/heisenberg3d_overrelaxation/row_blocks.hpp"
#include "kernels/heisenberg3d_overrelaxation/row_tiles.hpp"
#include "tests/overrelaxation.hpp"
#include "tests/sanitized.hpp"

using namespace spinbench;
using namespace spinbench::overrelaxation;
using namespace spinbench::overrelaxation::test;

namespace {

/// Rows of a lattice, of which each knows how many half-sweeps it has behind it.
class Rows {
 public:
  explicit Rows(int L) : L_(L), done_(static_cast<std::size_t>(L * L)) {}

  /// Whether all rows `first` to `last` may be updated in stage k: they did all before it, and the rows beside them the
  /// one before, and not yet the one after, which changes what is looked at.
  bool update(int k, int z, int first, int last) {
    bool may = k >= 0 && z >= 0 && z < L_ && first >= 0 && last <= L_;
    for (int y = first; may && y < last; ++y) {
      may = at(y, z) == k;
      for (const int beside : {at(y + 1, z), at(y - 1, z), at(y, z + 1), at(y, z - 1)})
        may = may && (beside == k || beside == k + 1);
      ++at(y, z);
    }
    return may;
  }
  bool all_did(int stages) const {
    return std::all_of(done_.begin(), done_.end(), [stages](int one) { return one == stages; });
  }

 private:
  int& at(int y, int z) { return done_[static_cast<std::size_t>((z + L_) % L_ * L_ + (y + L_) % L_)]; }

  int L_;
  std::vector<int> done_;
};

}  // namespace

TEST_CASE("rows are updated when their neighbours are as far, once in each half-sweep",
          "[heisenberg][overrelaxation]") {
  for (const int L : {4, 6, 8, 22, 34})
    for (const int threads : {1, 2, 3, 7})
      for (const int sweeps : {1, 2, 3, 8})
        for (const int rows : {1, 2, 3, 5, 16, 33, 512}) {
          if (threads > L / 2) continue;
          const RowTiles tiles = RowTiles::of(L, sweeps, rows, std::max(1, (L / threads + 2) / 4), 1, 1);
          INFO("L " << L << ", " << threads << " threads, " << tiles.sweeps << " sweeps, " << rows << " rows");
          CHECK(tiles.whole() == (rows >= L));
          // Threads may be ahead of one another as they like, and a last pass may be shorter.
          for (const bool backwards : {false, true})
            for (const int stages : {tiles.stages(), 2}) {
              Rows lattice(L);
              bool right = true;
              const auto update = [&](int k, int z, int first, int last) {
                right = lattice.update(k, z, first, last) && right;
              };
              const auto plane = [&](int member) { return L * member / threads; };
              for (int n = 0; n < threads; ++n) {
                const int member = backwards ? threads - 1 - n : n;
                tiles.pass(plane(member), plane(member + 1), stages, update);
              }
              for (int n = 0; n < threads; ++n) tiles.finish(plane(backwards ? threads - 1 - n : n), stages, update);
              CHECK(right);
              CHECK(lattice.all_did(stages));
            }
        }
}

TEST_CASE("tiles are chosen by the cache, and kept as they were asked for", "[heisenberg][overrelaxation]") {
  constexpr double cache = 600 << 10;
  const auto row = [](int L) { return 24.0 * L; };
  // All of a small lattice.
  const RowTiles small = RowTiles::of(16, 0, 0, 4, row(16), cache);
  CHECK(small.whole());
  CHECK(small.sweeps == 4);
  for (const int L : {64, 128, 256, 512}) {
    const RowTiles tiles = RowTiles::of(L, 0, 0, 100, row(L), cache);
    INFO("L " << L << ": " << tiles.sweeps << " sweeps, " << tiles.rows << " rows");
    CHECK_FALSE(tiles.whole());
    const int around = tiles.stages() + 2;
    CHECK((tiles.sweeps == 1 || (tiles.rows + around) * around * row(L) <= cache));
    CHECK(tiles.rows >= 4);
  }
  CHECK(RowTiles::of(64, 0, 0, 100, row(64), cache).sweeps > RowTiles::of(256, 0, 0, 100, row(256), cache).sweeps);
  // More sweeps than threads leave room for are as many as they do.
  CHECK(RowTiles::of(128, 9, 0, 2, row(128), cache).sweeps == 2);
  const RowTiles asked = RowTiles::of(128, 3, 11, 8, row(128), cache);
  CHECK(asked.sweeps == 3);
  CHECK(asked.rows == 11);
}

TEST_CASE("blocks of a row have a place for every number, and what lies behind its end",
          "[heisenberg][overrelaxation]") {
  for (const std::uint32_t lanes : {2u, 4u, 16u})
    for (const std::uint32_t L : {4u, 6u, 10u}) {
      RowBlocks<float> blocks{nullptr, L, lanes};
      std::vector<float> memory(blocks.size(), -9);
      blocks.data = memory.data();
      CHECK(blocks.ragged() == (L / 2 % lanes != 0));
      float next = 0;
      for (std::uint32_t z = 0; z < L; ++z)
        for (std::uint32_t y = 0; y < L; ++y)
          for (std::uint32_t n = 0; n < blocks.numbers; ++n)
            for (std::uint32_t j = 0; j < L / 2; ++j) blocks.number(n, j, y, z) = next++;
      const auto places = static_cast<std::ptrdiff_t>(6 * L * L * L);
      CHECK(std::count(memory.begin(), memory.end(), -9.0f) == static_cast<std::ptrdiff_t>(memory.size()) - places);
      if (!blocks.ragged()) continue;
      for (const std::uint32_t z : {0u, L - 1})
        for (const std::uint32_t y : {0u, 1u})
          for (const std::uint32_t colour : {0u, 1u}) {
            blocks.close_spins(y, z, colour);
            const Place first{0, y, z, colour}, last{L / 2 - 1, y, z, colour};
            for (std::uint32_t c = 0; c < 3; ++c)
              if (first.odd())
                CHECK(blocks.number(3 * colour + c, blocks.blocks() * lanes - 1, y, z) == blocks.component(last, c));
              else
                CHECK(blocks.number(3 * colour + c, L / 2, y, z) == blocks.component(first, c));
          }
    }
}

TEST_CASE("several sweeps a pass hold the serial bits", "[heisenberg][overrelaxation]") {
  const Configuration expected = after_serial<double>(24, 11);
  for (const std::int64_t threads : {1, 2, 5, 12, 40})
    for (const std::int64_t sweeps : {1, 2, 3, 32})
      for (const std::int64_t rows : {0, 1, 7, 23}) {
        Params params = params_of("vectors", 24, "double");
        params.set("threads", threads);
        params.set("sweeps", sweeps);
        params.set("rows", rows);
        const auto vectors = made("vectors", params);
        vectors->sweep(11);
        INFO(params.name() << ": " << vectors->code_path());
        CHECK(compare(vectors->configuration(), expected).difference == "");
      }
}

namespace {

template <class Real>
void hold_vectors(std::int64_t L) {
  const auto serial = made("serial", params_of("serial", L, precision_of<Real>()));
  serial->sweep(3);
  const Configuration expected = serial->configuration();
  for (const cpu::Isa isa : cpu::isas())
    for (const std::int64_t threads : {1, 2, 3}) {
      if (L > 34 && threads != 3) continue;
      Params params = params_of("vectors", L, precision_of<Real>());
      params.set("threads", threads);
      params.set("isa", std::string(cpu::word_of(isa)));
      params.set("sweeps", L % 4 == 0 ? std::int64_t{0} : std::int64_t{2});
      params.set("rows", threads == 3 ? std::int64_t{5} : std::int64_t{0});
      const auto vectors = made("vectors", params);
      vectors->sweep(3);
      INFO(params.name());
      CHECK(compare(vectors->configuration(), expected).difference == "");
      CHECK(energy_of(*vectors) == Approx(energy_of(*serial)).margin(1e-12));
    }
}

}  // namespace

TEST_CASE("vectors hold the serial bits, wherever rows end", "[heisenberg][overrelaxation]") {
  // Rows of 2 to 33 pairs: within a vector of any width, at its end, one pair before it and one behind.
  for (const std::int64_t L : {4, 6, 8, 10, 14, 16, 18, 30, 32, 34, 64, 66}) {
    if (L > 34 && spinbench::test::sanitized) continue;
    hold_vectors<float>(L);
    hold_vectors<double>(L);
  }
}
