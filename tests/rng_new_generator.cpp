// A generator that is no line of the list: what a header must have is all that the vector and multispin code asks for.
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/multispin_host.hpp"
#include "kernels/common/rng/generators.hpp"
#include "kernels/common/rng/known_answers.hpp"
#include "kernels/ising2d_metropolis/multispin.hpp"
#include "kernels/rng_bench/host_strips.hpp"
#include "tests/catch.hpp"
#include "tests/rng_streams.hpp"
#include "tests/variants.hpp"

#define SPINBENCH_LANES_FILE "kernels/ising2d_metropolis/multispin_host.inl"
#include "kernels/common/lanes_each.inl"
#undef SPINBENCH_LANES_FILE

namespace {

using namespace spinbench;

inline constexpr rng::KnownAnswer xorshift128_answers[] = {
    {.source = "Marsaglia, J. Stat. Softw. 8, 14 (2003): the recurrence by hand from (1, 0, 0, 0)",
     .start = {1, 0, 0, 0},
     .first = {2057, 2057, 2057, 2057, 4196416}},
};

/// Marsaglia's xorshift of four words, x ^= x << 11, x ^= x >> 8, w ^= w >> 19 ^ x: nobody else knows of it.
class Xorshift128Engine {
 public:
  static constexpr rng::Facts facts{128, 32, 0, 8, 0, 1, 28, 14};
  static constexpr std::span<const rng::KnownAnswer> known_answers = xorshift128_answers;
  static constexpr rng::Quality quality{"", "G. Marsaglia, J. Stat. Softw. 8, 14 (2003)", false, "", ""};

  SPINBENCH_FN explicit Xorshift128Engine(const rng::Block4x32& seed)
      : x_(seed.word[0]), y_(seed.word[1]), z_(seed.word[2]), w_(seed.word[3]) {}
  SPINBENCH_FN std::uint32_t next() {
    const std::uint32_t t = x_ ^ (x_ << 11);
    x_ = y_;
    y_ = z_;
    z_ = w_;
    w_ = w_ ^ (w_ >> 19) ^ t ^ (t >> 8);
    return w_;
  }

 private:
  std::uint32_t x_, y_, z_, w_;
};

using Toy = rng::Seeded<Xorshift128Engine>;

/// Known generators under names for which nobody has written vector code.
struct OtherSfc32 : rng::Sfc32 {};
struct OtherPhilox : rng::Philox4x32 {};

/// The words of a vector's lanes, of each instruction set, are those of the streams.
template <class Rng>
void check_lanes() {
  static_assert(!lanes::baseline::RandomLanes<Rng>::vectorised);
  constexpr std::uint64_t seed = 11, first = (1ull << 33) - 3, step = 5, position = (1ull << 40) + 8;
  constexpr std::size_t count = 37;
  for (const cpu::Isa isa : cpu::isas()) {
    INFO(cpu::name_of(isa));
    std::vector<std::uint32_t> words(16 * count);
    const std::uint32_t width = lanes::draw_lanes<Rng>(isa, seed, first, step, position, count, words.data());
    REQUIRE(width == static_cast<std::uint32_t>(cpu::vector_bytes(isa)) / 4);
    for (std::uint32_t lane = 0; lane < width; ++lane) {
      typename Rng::Stream stream(Rng::setup(seed, 0, rng::Seeding::random), first + lane * step, position);
      for (std::size_t m = 0; m < count; ++m) REQUIRE(words[m * width + lane] == stream.next());
    }
  }
}

struct Model : ising2d::MultispinModel {
  static constexpr double operations_a_word = 79;
};

template <class Rng>
Configuration multispin_spins(const std::string& isa) {
  const Variant* variant = Registry::instance().variant("ising2d_metropolis", "multispin", "cpu");
  REQUIRE(variant != nullptr);
  Params params = defaults(*variant);
  params.set("L", std::int64_t{128});
  params.set("isa", isa);
  HostMultispin<Model, Rng> simulation(params, 7);
  simulation.sweep(20);
  CHECK(simulation.work_per_sweep().logic_ops > 0);
  return simulation.configuration();
}

}  // namespace

TEST_CASE("A new engine's known answers are asked for by its header alone", "[rng]") {
  const rng::Agreement right = rng::compare_generator<Toy>();
  CHECK(right.complete());
  CHECK(rng::compare_generator<rng::Sfc32>(Toy::known_answers).agreed == 0);
}

TEST_CASE("Vectors draw from any generator that keeps nothing, lane by lane where none has code for it", "[rng]") {
  check_lanes<Toy>();
  check_lanes<OtherSfc32>();
  check_lanes<OtherPhilox>();
}

TEST_CASE("The bit-sliced update takes any generator that keeps nothing", "[rng]") {
  const Configuration toy = multispin_spins<Toy>("baseline"), sfc32 = multispin_spins<rng::Sfc32>("widest");
  CHECK((toy != sfc32));
  // Which vectors there are changes nothing, nor whether there is vector code for the generator.
  CHECK((multispin_spins<Toy>("widest") == toy));
  CHECK((multispin_spins<OtherSfc32>("widest") == sfc32));
  CHECK((multispin_spins<OtherPhilox>("widest") == multispin_spins<rng::Philox4x32>("baseline")));
}
