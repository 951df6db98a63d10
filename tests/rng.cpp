// Known answers of the generators, and what their streams promise.
#include <cstdint>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "kernels/common/rng/generators.hpp"
#include "tests/catch.hpp"

namespace {

using namespace spinbench::rng;
using nlohmann::json;

const json& vectors() {
  static const json data = [] {
    std::ifstream file(std::string(SPINBENCH_SOURCE_DIR) + "/tests/data/rng_vectors.json");
    REQUIRE(file);
    return json::parse(file);
  }();
  return data;
}

// Numbers above 2^53 are strings in the file.
std::uint64_t number(const json& value) {
  return value.is_string() ? std::stoull(value.get<std::string>()) : value.get<std::uint64_t>();
}

template <class Word>
void check_lcg(const json& entry) {
  using Generator = Lcg<Word>;
  CHECK(lcg_step<Word>().a == number(entry.at("a")));
  CHECK(lcg_step<Word>().c == number(entry.at("c")));
  for (const json& vector : entry.at("vectors")) {
    // One stream of the skip set-up is the plain sequence from x_0 = seed.
    const auto setup = Generator::setup(number(vector.at("seed_x0")), 1, Seeding::skip);
    typename Generator::Stream stream(setup, Generator::initial(setup, 0));
    for (int n = 1; n <= 10000; ++n) {
      const std::uint32_t word = stream.next();
      const std::uint64_t state = stream.state();
      CHECK(word == static_cast<std::uint32_t>(state >> (8 * sizeof(Word) - 32)));
      if (n <= 5) CHECK(state == number(vector.at("first5").at(static_cast<std::size_t>(n - 1))));
      if (n == 10000) CHECK(state == number(vector.at("n10000")));
    }
  }
  for (const json& skip : entry.at("skip_ahead")) {
    const auto step = lcg_step<Word>().power(number(skip.at("t")));
    CHECK(step.a == number(skip.at("a_t")));
    CHECK(step.c == number(skip.at("c_t")));
    CHECK(step(0) == number(skip.at("x_t_from_seed_0")));
  }
}

// Output m of stream t of T must be number t + 1 + m T of the one sequence.
template <class Generator>
void check_shared_sequence(std::uint64_t seed, std::uint64_t streams) {
  constexpr std::uint64_t draws = 7;
  const auto one = Generator::setup(seed, 1, Seeding::skip);
  typename Generator::Stream sequence(one, Generator::initial(one, 0));
  std::vector<std::uint32_t> expected;
  for (std::uint64_t i = 0; i < streams * draws; ++i) expected.push_back(sequence.next());
  const auto setup = Generator::setup(seed, streams, Seeding::skip);
  for (std::uint64_t t = 0; t < streams; ++t) {
    typename Generator::Stream stream(setup, Generator::initial(setup, t));
    for (std::uint64_t m = 0; m < draws; ++m) REQUIRE(stream.next() == expected[t + m * streams]);
  }
}

// The streams of a simulation, with memory of their own.
template <class Generator>
class Streams {
 public:
  Streams(std::uint64_t seed, std::uint64_t count, Seeding seeding)
      : elements_(Store<Generator>::size(count, 1)), store_{Generator::setup(seed, count, seeding), elements_.data(), count, 1} {
    for (std::uint64_t number = 0; number < Store<Generator>::seeds(count, 1); ++number) store_.seed(number, number);
  }
  const Store<Generator>& operator*() const { return store_; }

 private:
  std::vector<typename Store<Generator>::Element> elements_;
  Store<Generator> store_;
};

template <class Generator>
void check_resumes(Seeding seeding) {
  // A stream that is put to rest and taken up again goes on where it was.
  const Streams<Generator> first(99, 64, seeding), second(99, 64, seeding);
  auto whole = (*first).open(5, 5, 0);
  for (std::uint64_t position = 0; position < 1500;) {
    auto part = (*second).open(5, 5, position);
    for (std::uint64_t i = 0; i <= position % 3; ++i, ++position) REQUIRE(part.next() == whole.next());
    (*second).close(5, part);
  }
}

}  // namespace

TEST_CASE("LCG32 and LCG64 give the known answers", "[rng]") {
  check_lcg<std::uint32_t>(vectors().at("LCG32"));
  check_lcg<std::uint64_t>(vectors().at("LCG64"));
}

TEST_CASE("SplitMix64 gives the known answers", "[rng]") {
  for (const json& vector : vectors().at("SplitMix64").at("vectors")) {
    const std::uint64_t seed = number(vector.at("seed"));
    for (std::uint64_t n = 1; n <= 5; ++n)
      CHECK(splitmix64(seed, n) == number(vector.at("first5").at(static_cast<std::size_t>(n - 1))));
    CHECK(splitmix64(seed, 10000) == number(vector.at("n10000")));
  }
}

TEST_CASE("Philox4x32-10 gives Random123's known answers", "[rng]") {
  const auto hex = [](const json& word) {
    return static_cast<std::uint32_t>(std::stoul(word.get<std::string>(), nullptr, 16));
  };
  for (const json& kat : vectors().at("Philox4x32-10").at("kat")) {
    Block4x32 counter;
    for (std::size_t i = 0; i < 4; ++i) counter.word[i] = hex(kat.at("ctr").at(i));
    const Block4x32 block = philox4x32<10>(counter, hex(kat.at("key").at(0)), hex(kat.at("key").at(1)));
    std::istringstream out(kat.at("out").get<std::string>());
    for (const std::uint32_t word : block.word) {
      std::string expected;
      out >> expected;
      CHECK(word == std::stoul(expected, nullptr, 16));
    }
  }
}

TEST_CASE("Philox4x32 streams have cuRAND's layout", "[rng]") {
  for (const json& vector : vectors().at("Philox4x32-10").at("stream")) {
    const auto setup = Philox4x32::setup(number(vector.at("seed")), 1, Seeding::random);
    Philox4x32::Stream stream(setup, number(vector.at("subsequence")), 0);
    for (int n = 1; n <= 10000; ++n) {
      const std::uint32_t word = stream.next();
      if (n <= 5) CHECK(word == number(vector.at("first5").at(static_cast<std::size_t>(n - 1))));
      if (n == 10000) CHECK(word == number(vector.at("n10000")));
    }
  }
}

TEST_CASE("an attempt that draws nothing still takes its place in a Philox stream", "[rng]") {
  const auto setup = Philox4x32::setup(3, 1, Seeding::random);
  Philox4x32::Stream all(setup, 2, 0), some(setup, 2, 0);
  for (int i = 0; i < 200; ++i) {
    const std::uint32_t word = all.next();
    if (i % 3 == 0 || i % 7 < 2) CHECK(some.next() == word);
    else some.pass();
  }
}

TEST_CASE("streams that skip ahead share one sequence", "[rng]") {
  for (const std::uint64_t streams : {1u, 2u, 3u, 512u, 8450u}) {
    check_shared_sequence<Lcg32>(1, streams);
    check_shared_sequence<Lcg64>(0x123456789abcdef0u, streams);
  }
}

TEST_CASE("random seeding starts every stream at its own place", "[rng]") {
  const auto narrow = Lcg32::setup(1, 1000, Seeding::random);
  const auto wide = Lcg64::setup(1, 1000, Seeding::random), other = Lcg64::setup(2, 1000, Seeding::random);
  std::set<std::uint64_t> states;
  for (std::uint64_t t = 0; t < 1000; ++t) {
    CHECK(Lcg64::initial(wide, t) == splitmix64(1, t + 1));
    CHECK(Lcg32::initial(narrow, t) == splitmix64(1, t + 1) >> 32);
    states.insert(Lcg64::initial(wide, t));
    states.insert(Lcg64::initial(other, t));
  }
  CHECK(states.size() == 2000);
}

TEST_CASE("a stream goes on where it was put to rest", "[rng]") {
  for (const Generator& generator : generators())
    with_generator(generator.name, [](auto tag, Seeding seeding) {
      using Type = typename decltype(tag)::type;
      // What is seeded anew at each opening begins another sequence there.
      if constexpr (Type::facts.opening_multiply_adds == 0) check_resumes<Type>(seeding);
    });
  CHECK_THROWS_AS(with_generator("rand", [](auto, Seeding) {}), std::invalid_argument);
}
