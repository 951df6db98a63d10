// Known answers of the generators, those of tests/data, and that one wrong constant is seen by them.
#include <algorithm>
#include <cstdint>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include "tests/catch.hpp"
#include "tests/rng_streams.hpp"

namespace {

using namespace spinbench::rng;
using nlohmann::json;
using spinbench::test::Words;
using spinbench::test::words_of;

json read(const std::string& name) {
  std::ifstream file(std::string(SPINBENCH_SOURCE_DIR) + "/tests/data/" + name);
  REQUIRE(file);
  return json::parse(file);
}

const json& vectors() {
  static const json data = read("rng_vectors.json");
  return data;
}

const json& modern_vectors() {
  static const json data = read("rng_vectors_modern.json");
  return data;
}

// Numbers above 2^53 are strings in the file.
std::uint64_t number(const json& value) {
  return value.is_string() ? std::stoull(value.get<std::string>()) : value.get<std::uint64_t>();
}

std::uint32_t hex(const json& word) {
  return static_cast<std::uint32_t>(std::stoul(word.get<std::string>(), nullptr, 16));
}

std::vector<std::uint64_t> numbers(const json& values, std::uint64_t (*read_one)(const json&)) {
  std::vector<std::uint64_t> result;
  for (const json& value : values) result.push_back(read_one(value));
  return result;
}

std::uint64_t hex_number(const json& word) { return hex(word); }

/// How many of the vectors a generator reproduced.
struct Vectors {
  int asked = 0, agreed = 0;

  void add(bool agrees) {
    ++asked;
    agreed += agrees;
  }
};

constexpr int last = 10000;

/// Numbers 1 to `last` that `next` gives, against what the vector says of the first few and of the last.
template <class Next>
bool agrees(const json& vector, Next&& next) {
  const bool decimal = vector.contains("first5");
  const auto first = decimal ? numbers(vector.at("first5"), number) : numbers(vector.at("first"), hex_number);
  bool all = !first.empty();
  for (std::size_t n = 1; n <= last; ++n) {
    const std::uint64_t value = next();
    if (n <= first.size()) all = all && value == first[n - 1];
    if (n == last && vector.contains("n10000"))
      all = all && value == (decimal ? number(vector.at("n10000")) : hex(vector.at("n10000")));
  }
  return all;
}

template <class Word>
Vectors lcg(AffineStep<Word> step) {
  Vectors result;
  const json& entry = vectors().at(sizeof(Word) == 4 ? "LCG32" : "LCG64");
  for (const json& vector : entry.at("vectors")) {
    // The state before the first draw is x_0; a word is the top 32 bits of the state.
    typename Lcg<Word>::Stream stream({step}, static_cast<Word>(number(vector.at("seed_x0"))));
    bool words_are_tops = true;
    const bool states = agrees(vector, [&] {
      const std::uint32_t word = stream.next();
      words_are_tops = words_are_tops && word == static_cast<std::uint32_t>(stream.state() >> (8 * sizeof(Word) - 32));
      return std::uint64_t{stream.state()};
    });
    result.add(states && words_are_tops);
  }
  for (const json& skip : entry.at("skip_ahead")) {
    const auto power = step.power(number(skip.at("t")));
    result.add(power.a == number(skip.at("a_t")) && power.c == number(skip.at("c_t")) &&
               power(0) == number(skip.at("x_t_from_seed_0")));
  }
  return result;
}

template <std::uint32_t Multiplier>
Vectors minstd() {
  using Rng = MinStd<Multiplier>;
  Vectors result;
  const json& entry = vectors().at("MINSTD");
  for (const json& vector : entry.at("vectors")) {
    // A word is the state's 31 bits, and the highest of them once more.
    typename Rng::Stream stream({}, static_cast<std::uint32_t>(number(vector.at("seed_x0"))));
    bool words_are_tops = true;
    const bool states = agrees(vector, [&] {
      const std::uint32_t word = stream.next();
      words_are_tops = words_are_tops && word >> 1 == stream.state() && (word & 1) == word >> 31;
      return std::uint64_t{stream.state()};
    });
    result.add(states && words_are_tops);
  }
  for (const json& skip : entry.at("skip_ahead")) {
    const std::uint64_t t = number(skip.at("t"));
    result.add(Rng::power(t) == number(skip.at("a_t")));
  }
  return result;
}

/// Numbers 1, 2, ... of LCG32 from x_0 = 12345 or 1, or of MINSTD, as the seeding of a vector says.
std::function<std::uint32_t()> seeder(const std::string& seeding) {
  const bool from_one = seeding.find("from x0=1;") != std::string::npos;
  std::uint32_t x = from_one ? 1 : 12345;
  if (seeding.find("MINSTD") != std::string::npos) return [x]() mutable { return x = Minstd::step(x); };
  REQUIRE(seeding.find("LCG32") != std::string::npos);
  return [x]() mutable { return x = lcg_step<std::uint32_t>()(x); };
}

template <std::uint32_t Near>
Vectors parisi_rapuano() {
  using Rng = ParisiRapuanoRing<false, Near>;
  Vectors result;
  for (const json& vector : vectors().at("ParisiRapuano").at("vectors")) {
    const std::string seeding = vector.at("seeding");
    // A ring of 62 seed words writes its first number over the oldest, which is never read: place 0 is position 1.
    const bool whole_ring = seeding.starts_with("62-word ring");
    Words ring(Rng::words, 0xDEADBEEFu);
    auto next_seed = seeder(seeding);
    for (std::uint32_t w = 0; w < (whole_ring ? Rng::ring : Rng::ring - 1); ++w) ring[w] = next_seed();
    typename Rng::Stream stream({}, ring.data(), 1, whole_ring ? 1 : 0);
    result.add(agrees(vector, [&] { return std::uint64_t{stream.next()}; }));
  }
  return result;
}

template <std::uint32_t Near>
Vectors parisi_rapuano_lcg64() {
  using Rng = ParisiRapuanoRing<true, Near>;
  Vectors result;
  const json& vector = modern_vectors().at("ParisiRapuano+LCG64");
  Words state(Rng::words, 0);
  auto next_seed = seeder(vector.at("seeding"));
  for (std::uint32_t w = 0; w < Rng::ring - 1; ++w) state[w] = next_seed();
  state[Rng::ring] = 1;
  typename Rng::Stream stream({}, state.data(), 1, 0);
  result.add(agrees(vector, [&] { return std::uint64_t{stream.next()}; }));
  return result;
}

template <std::uint32_t Middle>
Vectors mersenne_twister() {
  using Rng = MersenneTwister<Middle>;
  Vectors result;
  for (const json& vector : vectors().at("MT19937").at("vectors")) {
    Words state(Rng::words);
    state[0] = static_cast<std::uint32_t>(number(vector.at("seed")));
    for (std::uint32_t w = 1; w < Rng::words; ++w) state[w] = Rng::after(state[w - 1], w);
    typename Rng::Stream stream({}, state.data(), 1, 0);
    result.add(agrees(vector, [&] { return std::uint64_t{stream.next()}; }));
  }
  return result;
}

template <int Left, std::uint32_t Weyl>
Vectors xorwow() {
  using Rng = XorShiftWeyl<Left, Weyl>;
  Vectors result;
  for (const json& vector : vectors().at("XORWOW").at("vectors")) {
    // Marsaglia's start stands in words.
    Words state = {123456789, 362436069, 521288629, 88675123, 5783321};
    std::uint32_t d = 6615241;
    if (vector.contains("v")) {
      state = vector.at("v").get<Words>();
      d = static_cast<std::uint32_t>(number(vector.at("d")));
    }
    typename Rng::Stream stream({0, d}, state.data(), 1, 0);
    result.add(agrees(vector, [&] { return std::uint64_t{stream.next()}; }));
  }
  return result;
}

/// `lanes` streams that draw in turns give the one sequence of their ring. `r`: the lag of the vectors.
template <std::uint32_t R, std::uint32_t S>
Vectors fibonacci(std::uint32_t r) {
  using Rng = Fibonacci<R, S>;
  Vectors result;
  for (const json& vector : vectors().at("LaggedFibonacci").at("vectors"))
    if (vector.at("r") == r && vector.at("form").get<std::string>().starts_with("uint32"))
      for (const std::uint32_t lanes : {1u, 64u, 256u, S}) {
        Words ring(Rng::words, 0xDEADBEEFu);
        std::uint32_t x = 12345;
        for (std::uint32_t w = 0; w < R; ++w) ring[w] = x = lcg_step<std::uint32_t>()(x);
        std::vector<typename Rng::Stream> streams;
        for (std::uint32_t lane = 0; lane < lanes; ++lane) streams.emplace_back(ring.data(), lane, lanes, 0);
        std::uint32_t lane = 0;
        result.add(agrees(vector, [&] {
          const std::uint64_t word = streams[lane].next();
          lane = (lane + 1) % lanes;
          return word;
        }));
      }
  return result;
}

template <int Rounds>
Vectors philox(const json& entry) {
  Vectors result;
  for (const json& kat : entry.at("kat")) {
    Block4x32 counter;
    for (std::size_t i = 0; i < 4; ++i) counter.word[i] = hex(kat.at("ctr").at(i));
    const PhiloxKeySchedule schedule{hex(kat.at("key").at(0)), hex(kat.at("key").at(1))};
    const Block4x32 block = philox4x32<Rounds>(counter, schedule);
    const Block4x32 again = philox4x32<Rounds>(counter, PhiloxKeys<Rounds>::of(schedule));
    CHECK(std::equal(std::begin(block.word), std::end(block.word), std::begin(again.word)));
    std::istringstream out(kat.at("out").get<std::string>());
    bool all = true;
    for (const std::uint32_t word : block.word) {
      std::string expected;
      out >> expected;
      all = all && word == std::stoul(expected, nullptr, 16);
    }
    result.add(all);
  }
  return result;
}

/// A generator of four words of state.
template <class Engine>
Vectors engine(const std::string& name) {
  Vectors result;
  for (const json& vector : modern_vectors().at(name).at("vectors")) {
    Block4x32 state;
    for (std::size_t i = 0; i < 4; ++i) state.word[i] = hex(vector.at("state").at(i));
    Engine generator(state);
    for (int i = 0; i < vector.at("skip").get<int>(); ++i) generator.next();
    result.add(agrees(vector, [&] { return std::uint64_t{generator.next()}; }));
  }
  return result;
}

template <int Shift, int Step>
Vectors sfc32() {
  return engine<Sfc32Engine<Shift, Step>>("sfc32");
}

template <int Shift, int Rotation>
Vectors xoshiro128pp() {
  return engine<Xoshiro128ppEngine<Shift, Rotation>>("xoshiro128++");
}

template <std::uint32_t Multiplier>
Vectors mwc64x() {
  Vectors result;
  const json& all = modern_vectors().at("MWC64X").at("vectors");
  for (const json& first : all) {
    MultiplyWithCarry<Multiplier> one{hex(first.at("x")), hex(first.at("c"))};
    result.add(agrees(first, [&] { return std::uint64_t{one.next()}; }));
    // The engine draws from two in turns; a carry is the upper 31 bits of its seed word, made odd.
    for (const json& second : all)
      for (const bool upper : {false, true}) {
        const Block4x32 seed{
            {hex(first.at("x")), hex(first.at("c")) << 1, hex(second.at("x")), hex(second.at("c")) << 1}};
        Mwc64xEngine<Multiplier> both(seed);
        if (upper) both.next();
        result.add(agrees(upper ? second : first, [&] {
          const std::uint64_t word = both.next();
          both.next();
          return word;
        }));
      }
  }
  return result;
}

struct Known {
  std::string name;
  Vectors right, wrong;  ///< as published; with one constant changed
};

std::vector<Known> known() {
  const auto step32 = lcg_step<std::uint32_t>();
  const auto step64 = lcg_step<std::uint64_t>();
  const json& philox10 = vectors().at("Philox4x32-10");
  const json& philox7 = modern_vectors().at("Philox4x32-7");
  return {
      {"lcg32_skip", lcg(step32), lcg<std::uint32_t>({step32.a + 4, step32.c})},
      {"lcg32_skip", lcg(step32), lcg<std::uint32_t>({step32.a, step32.c + 2})},
      {"lcg64_skip", lcg(step64), lcg<std::uint64_t>({step64.a + 4, step64.c})},
      {"lcg64_skip", lcg(step64), lcg<std::uint64_t>({step64.a, step64.c + 2})},
      {"fibonacci521", fibonacci<521, 353>(521), fibonacci<521, 352>(521)},
      {"fibonacci521", fibonacci<521, 353>(521), fibonacci<522, 353>(521)},
      {"fibonacci1279", fibonacci<1279, 861>(1279), fibonacci<1279, 860>(1279)},
      {"minstd", minstd<16807>(), minstd<16806>()},
      {"parisi_rapuano", parisi_rapuano<24>(), parisi_rapuano<25>()},
      {"parisi_rapuano_lcg64", parisi_rapuano_lcg64<24>(), parisi_rapuano_lcg64<25>()},
      {"mt19937", mersenne_twister<397>(), mersenne_twister<398>()},
      {"xorwow", xorwow<4, 362437>(), xorwow<5, 362437>()},
      {"xorwow", xorwow<4, 362437>(), xorwow<4, 362439>()},
      {"philox4x32", philox<10>(philox10), philox<9>(philox10)},
      {"philox4x32_7", philox<7>(philox7), philox<8>(philox7)},
      {"sfc32", sfc32<9, 3>(), sfc32<8, 3>()},
      {"sfc32", sfc32<9, 3>(), sfc32<9, 4>()},
      {"xoshiro128pp", xoshiro128pp<9, 11>(), xoshiro128pp<8, 11>()},
      {"xoshiro128pp", xoshiro128pp<9, 11>(), xoshiro128pp<9, 12>()},
      {"mwc64x", mwc64x<4294883355u>(), mwc64x<4294883356u>()},
  };
}

}  // namespace

TEST_CASE("every generator gives its known answers, and none with one constant changed", "[rng]") {
  // The names stand for these constants.
  CHECK(std::is_same_v<Fibonacci521, Fibonacci<521, 353>>);
  CHECK(std::is_same_v<Fibonacci1279, Fibonacci<1279, 861>>);
  CHECK(std::is_same_v<Minstd, MinStd<16807>>);
  CHECK(std::is_same_v<ParisiRapuano, ParisiRapuanoRing<false, 24>>);
  CHECK(std::is_same_v<ParisiRapuanoLcg64, ParisiRapuanoRing<true, 24>>);
  CHECK(std::is_same_v<Mt19937, MersenneTwister<397>>);
  CHECK(std::is_same_v<Xorwow, XorShiftWeyl<4, 362437>>);
  CHECK(std::is_same_v<Philox4x32, Philox<10>>);
  CHECK(std::is_same_v<Philox4x32_7, Philox<7>>);
  CHECK(std::is_same_v<Sfc32, Seeded<Sfc32Engine<9, 3>>>);
  CHECK(std::is_same_v<Xoshiro128pp, Seeded<Xoshiro128ppEngine<9, 11>>>);
  CHECK(std::is_same_v<Mwc64x, Seeded<Mwc64xEngine<4294883355u>>>);
  for (const Known& entry : known()) {
    INFO(entry.name);
    CHECK(entry.right.asked > 0);
    CHECK(entry.right.agreed == entry.right.asked);
    CHECK(entry.wrong.asked == entry.right.asked);
    CHECK(entry.wrong.agreed == 0);
  }
}

TEST_CASE("SplitMix64 gives the known answers", "[rng]") {
  for (const json& vector : vectors().at("SplitMix64").at("vectors")) {
    std::uint64_t n = 0;
    CHECK(agrees(vector, [&] { return splitmix64(number(vector.at("seed")), ++n); }));
  }
}

TEST_CASE("Philox4x32 streams have cuRAND's layout", "[rng]") {
  for (const json& vector : vectors().at("Philox4x32-10").at("stream")) {
    const auto setup = Philox4x32::setup(number(vector.at("seed")), 1, Seeding::random);
    Philox4x32::Stream stream(setup, number(vector.at("subsequence")), 0);
    CHECK(agrees(vector, [&] { return std::uint64_t{stream.next()}; }));
  }
}

TEST_CASE("MINSTD in Carta's form is the remainder of the product", "[rng]") {
  for (const std::uint32_t x : {1u, 2u, 16806u, 0x10000u, 0xFFFFu, 0x7FFF0000u, 0x7FFFFFFDu, 0x7FFFFFFEu})
    CHECK(Minstd::step(x) == 16807ull * x % Minstd::modulus);
  for (std::uint64_t n = 1; n <= 1000000; ++n) {
    const auto x = static_cast<std::uint32_t>(splitmix64(7, n) % (Minstd::modulus - 1)) + 1;
    REQUIRE(Minstd::step(x) == 16807ull * x % Minstd::modulus);
  }
}
