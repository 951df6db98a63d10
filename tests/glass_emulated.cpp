// The cubic spin glass on a GPU that this host plays (tests/emulated): words of 32, 64 and 128 realizations in each
// layout, and any number of replicas in a march, to the oracle's bit.
#define SPINBENCH_GPU_BACKEND "emulated"
#define SPINBENCH_GPU_NAMESPACE on_host
#include "tests/glass_emulated.hpp"

#include "kernels/ea3d_metropolis/gpu_columns.cuh"
#include "kernels/ea3d_metropolis/gpu_layout.cuh"

namespace {

using namespace spinbench;
using namespace spinbench::ea3d;

template <class Launch, class Rng>
void require_words(std::int64_t L, std::int64_t systems, std::int64_t replicas, const char* rng) {
  const auto require = [&](auto word, const char* name) {
    const Params params = glass_on_device(L, systems, replicas, name, rng);
    INFO(Launch::name() << " " << params.name());
    REQUIRE(gpu_layout_unsupported<Launch>(params, Device{}).empty());
    const auto found = layout_on_device<Launch, Rng, decltype(word)>(params, 21);
    REQUIRE(found->code_path().find("words of " + std::string(name)) != std::string::npos);
    REQUIRE(found->work_per_sweep().units == SpinGlassShape::of(3, params).flips_a_sweep());
    REQUIRE(holds_the_oracles_glass(*found, params, 21));
  };
  require(std::uint32_t{}, "32");
  require(CodedWord<2>{}, "64");
  require(CodedWord<4>{}, "128");
}

}  // namespace

TEST_CASE("Emulated: words of 32, 64 and 128 realizations hold the oracle's spins in each layout",
          "[glass][emulated]") {
  // Threads beyond the last site, several blocks and systems; replicas that are no whole fours.
  require_words<LinearLaunch<Standard>, rng::Philox4x32>(6, 3, 5, "philox4x32");
  require_words<LinearLaunch<Bitwise>, rng::Philox4x32>(8, 1, 4, "philox4x32");
  require_words<LinearLaunch<Sliced>, rng::Minstd>(6, 2, 4, "minstd");
  require_words<GridLaunch<Standard>, rng::Minstd>(6, 1, 1, "minstd");
  require_words<GridLaunch<Sliced>, rng::Philox4x32>(4, 2, 2, "philox4x32");
}

TEST_CASE("Emulated: wide words that no generator was built for are refused in one line", "[glass]") {
  using Launch = LinearLaunch<Sliced>;
  Params params = glass_on_device(6, 1, 4, "64", "sfc32");
  REQUIRE(gpu_layout_unsupported<Launch>(params, Device{}) ==
          "words of 64 realizations are built for minstd or philox4x32: take one of these, or word=32");
  params.set("word", std::string("32"));
  REQUIRE(gpu_layout_unsupported<Launch>(params, Device{}).empty());
}

TEST_CASE("Emulated: marches of any number of replicas hold the oracle's spins", "[glass][emulated]") {
  for (const std::int64_t replicas : {1, 2, 3, 4, 5, 6, 10, 12}) {
    Params params = glass_on_device(6, replicas < 10 ? 2 : 1, replicas, "32", "philox4x32");
    params.set("block", std::int64_t{1024});
    INFO(params.name());
    REQUIRE(replicas % replicas_a_march(params) == 0);
    const auto found = columns_on_device(params, 21);
    REQUIRE(found->work_per_sweep().units == SpinGlassShape::of(3, params).flips_a_sweep());
    REQUIRE(holds_the_oracles_glass(*found, params, 21));
  }
  // Planes that are cut into tiles, several deep.
  Params cut = glass_on_device(20, 1, 6, "32", "philox4x32");
  cut.set("block", std::int64_t{1024}), cut.set("tile", std::int64_t{64}), cut.set("deep", std::int64_t{2});
  REQUIRE(holds_the_oracles_glass(*columns_on_device(cut, 21), cut, 21, 1));
}

TEST_CASE("Emulated: marches of so many replicas and registers have paths of their own", "[glass]") {
  const auto path = [](std::int64_t replicas, std::int64_t block) {
    Params params = glass_on_device(8, 1, replicas, "32", "philox4x32");
    params.set("block", block);
    REQUIRE(columns_on_device(params, 21)->code_path() == march_path(params));
    return march_path(params);
  };
  // Marches of fewer replicas than four are built for 1024 threads alone.
  REQUIRE(path(1, 512).starts_with("sweeps 1, replicas 1, 64 registers, "));
  REQUIRE(path(6, 512).starts_with("sweeps 1, replicas 2, 64 registers, "));
  REQUIRE(path(4, 512).starts_with("sweeps 1, replicas 4, 128 registers, "));
  REQUIRE(path(4, 1024).starts_with("sweeps 1, replicas 4, 64 registers, "));
  for (const std::int64_t replicas : {1, 2}) REQUIRE(path(replicas, 512) == path(replicas, 1024));
}
