// The order in which planes of kernels/heisenberg3d_overrelaxation/wavefront.hpp make their half sweeps: each finds its
// neighbours as far as it needs them, in the block's memory, and all have made as many in the end.
#include <cstdint>
#include <vector>

#include "kernels/heisenberg3d_overrelaxation/wavefront.hpp"
#include "tests/catch.hpp"

using namespace spinbench::overrelaxation;

namespace {

/// What is wrong with a launch, or "".
template <std::uint32_t L, std::int32_t Halves>
std::string wrong_with(const WavefrontPlanes<L, Halves>& planes) {
  using Blocks = WavefrontBlocks<L, Halves>;
  constexpr auto slots = static_cast<std::int32_t>(Blocks::slots), length = static_cast<std::int32_t>(L);
  std::vector<std::int32_t> made(L);
  const auto layer = [&](std::int32_t plane) -> std::int32_t& {
    return made[static_cast<std::size_t>((plane + length) % length)];
  };
  for (std::int32_t phase = -1; phase <= planes.last_phase(); ++phase) {
    const auto says = [&](std::int32_t plane, const std::string& what) {
      return "plane " + std::to_string(plane) + " in phase " + std::to_string(phase) + ": " + what;
    };
    // Plane p enters in phase p - 1, over the one that its slot had; who is seen in this phase must have entered
    // before, and be there still when the next ones enter beside it.
    const auto held = [&](std::int32_t plane) { return plane <= phase && plane + slots > phase + 1; };
    std::vector<std::int32_t> at_work;
    for (std::int32_t plane = phase - slots; plane <= phase; ++plane) {
      const std::int32_t since = phase - plane - 1, half = since / 2;
      if (since < 0 || since % 2 != 0 || half >= planes.half_sweeps(plane)) continue;
      at_work.push_back(plane);
      const std::int32_t level = layer(plane);
      if (level != planes.before(plane) + half) return says(plane, "is not as far as it takes itself to be");
      for (const std::int32_t beside : {plane - 1, plane + 1}) {
        if (!held(beside)) return says(plane, "a neighbour is not there");
        if (layer(beside) != level && layer(beside) != level + 1)
          return says(plane, "a neighbour is too far, or behind");
      }
      if (!held(plane)) return says(plane, "is not there itself");
    }
    for (const std::int32_t plane : at_work) ++layer(plane);
    // What enters next must have been written by its last turn.
    const std::int32_t next = phase + 1, last = next - length;
    if (last >= -1 && last + 2 * planes.half_sweeps(last) - 1 >= next - 1 && planes.half_sweeps(last) > 0)
      return says(next, "enters before it was written");
  }
  for (std::size_t z = 0; z < made.size(); ++z)
    if (made[z] != planes.all()) return "layer " + std::to_string(z) + " makes " + std::to_string(made[z]);
  return "";
}

}  // namespace

TEST_CASE("Planes that pass through find their neighbours as far as they need them", "[overrelaxation]") {
  for (const std::int32_t turns : {2, 4, 6}) {
    CHECK(wrong_with<64, 15>({15, turns}) == "");
    CHECK(wrong_with<128, 15>({15, turns}) == "");
    CHECK(wrong_with<256, 15>({15, turns}) == "");
    CHECK(wrong_with<64, 3>({3, turns}) == "");
  }
  for (std::int32_t halves = 1; halves < 15; ++halves)
    for (const std::int32_t turns : {1, 2}) CHECK(wrong_with<64, 15>({halves, turns}) == "");
}

TEST_CASE("Launches of planes that pass through make all sweeps that are asked for", "[overrelaxation]") {
  using Planes = WavefrontPlanes<64, 15>;
  for (const std::int64_t sweeps : {1, 2, 7, 8, 14, 15, 16, 29, 30, 31, 1000, 20000, 1000000}) {
    std::int64_t left = 2 * sweeps;
    while (left > 0) {
      const Planes planes = Planes::next(left);
      REQUIRE(planes.halves >= 1);
      REQUIRE(planes.halves <= 15);
      REQUIRE(planes.turns >= 1);
      REQUIRE(planes.turns <= Planes::most_turns);
      REQUIRE(planes.all() % 2 == 0);
      left -= planes.all();
    }
    CHECK(left == 0);
  }
}
