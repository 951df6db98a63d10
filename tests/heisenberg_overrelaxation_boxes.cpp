// Over-relaxation in the order of blocks that keep some planes at hand: blocks of a GPU thread by thread on the host,
// and the serial code of that order.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/heisenberg3d_overrelaxation/axes.hpp"
#include "kernels/heisenberg3d_overrelaxation/boxes.hpp"
#include "tests/overrelaxation.hpp"

using namespace spinbench;
using namespace spinbench::overrelaxation;
using namespace spinbench::overrelaxation::test;

namespace {

/// The spins after some visits of the boxes of a GPU: one launch after the other, the boxes of each in turns, threads
/// between barriers, too.
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
  return configuration_of(arrays);
}

template <class Real, int Planes>
void hold_boxes(std::uint32_t L, const BoxSides& sides) {
  Params params = params_of("boxes", L, precision_of<Real>());
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
