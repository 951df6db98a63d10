// The host's vectorised streams: the same words as rng::Store and rng::Stream, for every generator and instruction set.
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/rng_bench/fill_places.hpp"
#include "kernels/rng_bench/host_strips.hpp"
#include "tests/catch.hpp"
#include "tests/sanitized.hpp"
#include "tests/variants.hpp"

namespace spinbench::rng_bench {
namespace {

using namespace spinbench::rng;

constexpr std::uint32_t width = fill_lanes;

template <class Use>
void for_each_generator(Use&& use) {
  for (const Generator& generator : generators()) {
    INFO(generator.name);
    with_generator(generator.name, use);
  }
}

/// Numbers of all streams, row by row, through Store and Stream: `rows[k]` of them at the k-th opening.
template <class Rng>
std::vector<std::uint32_t> plain_words(std::uint64_t seed, std::uint64_t streams, Seeding seeding,
                                       const std::vector<std::uint64_t>& rows) {
  std::vector<typename Store<Rng>::Element> elements(Store<Rng>::size(streams, width));
  const Store<Rng> store{Rng::setup(seed, streams, seeding), elements.data(), streams, width};
  for (std::uint64_t number = 0; number < Store<Rng>::seeds(streams, width); ++number) store.seed(number, number);
  std::vector<std::uint32_t> words;
  std::uint64_t position = 0;
  for (const std::uint64_t some : rows) {
    std::vector<typename Rng::Stream> open;
    for (std::uint64_t t = 0; t < streams; ++t) open.push_back(store.open(t, t, position));
    for (std::uint64_t row = 0; row < some; ++row)
      for (auto& stream : open) words.push_back(stream.next());
    for (std::uint64_t t = 0; t < streams; ++t) store.close(t, open[t]);
    position += some;
  }
  return words;
}

/// The same by strips, as compiled for `isa`.
template <class Rng>
std::vector<std::uint32_t> strip_words(std::uint64_t seed, std::uint64_t streams, Seeding seeding,
                                       const std::vector<std::uint64_t>& rows, cpu::Isa isa) {
  using Table = HostTable<Rng>;
  std::vector<typename Table::Element> elements(Table::size(streams, width));
  const Table table{Rng::setup(seed, streams, seeding), elements.data(), streams, width, isa};
  std::vector<std::uint32_t> words(streams * std::accumulate(rows.begin(), rows.end(), std::uint64_t{0}));
  std::vector<std::uint32_t> block(static_cast<std::size_t>(HostStrip<Rng>::most_rows) * width);
  for (std::uint64_t strip = 0; strip < table.strips(); ++strip) {
    table.seed(strip);
    std::uint64_t position = 0;
    for (const std::uint64_t some : rows) {
      HostStrip<Rng> open(table, strip, position);
      for (const std::uint64_t end = position + some; position < end;) {
        const int made = open.draw(end - position, block.data());
        REQUIRE(made > 0);
        REQUIRE(made <= HostStrip<Rng>::most_rows);
        for (int row = 0; row < made; ++row, ++position)
          for (std::uint32_t i = 0; i < open.count(); ++i)
            words[position * streams + open.first() + i] = block[static_cast<std::size_t>(row) * width + i];
      }
      REQUIRE(position <= 2000);
    }
  }
  return words;
}

TEST_CASE("host strips give the words of the streams, by every instruction set of this machine", "[rng]") {
  // Beyond the longest state and its wrap; whole blocks, parts of blocks, and openings between them.
  const std::vector<std::uint64_t> rows{700, 1, 6, 13, 0, 640};
  for (const cpu::Isa isa : cpu::isas()) {
    INFO(cpu::name_of(isa));
    for_each_generator([&](auto tag, Seeding seeding) {
      using Rng = typename decltype(tag)::type;
      CHECK(strip_words<Rng>(7, 2 * width, seeding, rows, isa) == plain_words<Rng>(7, 2 * width, seeding, rows));
    });
  }
}

TEST_CASE("a last strip may have any number of streams", "[rng]") {
  const std::vector<std::uint64_t> rows{9, 8};
  for (const cpu::Isa isa : cpu::isas())
    for (const std::uint64_t streams : {1u, 15u, 255u, 257u, 511u})
      for_each_generator([&](auto tag, Seeding seeding) {
        using Rng = typename decltype(tag)::type;
        if constexpr (Rng::storage != Storage::shared)
          CHECK(strip_words<Rng>(3, streams, seeding, rows, isa) == plain_words<Rng>(3, streams, seeding, rows));
      });
}

TEST_CASE("a stream number and a position above 32 bits reach Philox's vectors", "[rng]") {
  const std::uint64_t block = (std::uint64_t{5} << 32) + 3, first = (std::uint64_t{9} << 32) - 8;
  for (const cpu::Isa isa : cpu::isas()) {
    std::vector<std::uint32_t> words(4 * 40);
    const std::uint32_t done = lanes::philox_block<10>(isa, 0x123456789abcdef0u, block, first, 37, words.data(), 40);
    CHECK(done <= 37);
    if (isa != cpu::Isa::baseline) CHECK(done >= 32);
    for (std::uint32_t i = 0; i < done; ++i) {
      const Block4x32 expected = philox_at<10>(0x123456789abcdef0u, block, first + i);
      for (std::uint32_t w = 0; w < 4; ++w) REQUIRE(words[w * 40 + i] == expected.word[w]);
    }
    for (std::uint32_t i = done; i < 40; ++i) CHECK(words[i] == 0);
  }
}

Params params_of(const Variant& variant, const std::vector<std::pair<std::string, AxisValue>>& values) {
  Params params = defaults(variant);
  for (const auto& [name, value] : values)
    if (params.has(name)) params.set(name, value);
  return params;
}

template <class T>
std::vector<T> values_of(Simulation& simulation) {
  const auto bytes = simulation.configuration().bytes;
  std::vector<T> values(bytes.size() / sizeof(T));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

/// The host variant and whatever else of that kernel and name runs here without a GPU.
std::vector<const Variant*> host_variants(const std::string& kernel, const std::string& name) {
  std::vector<const Variant*> found;
  for (const Variant& variant : Registry::instance().variants())
    if (variant.kernel == kernel && variant.name == name && (variant.backend == "cpu" || variant.backend == "kokkos")) {
      Registry::instance().backend(variant.backend)->use_device(0);
      found.push_back(&variant);
    }
  return found;
}

std::vector<std::string> names() { return names_of(any_generator); }

TEST_CASE("rng_fill fills with the streams' numbers and goes on where it ended", "[rng]") {
  constexpr std::uint64_t streams = 512;
  const auto variants = host_variants("rng_fill", "streams");
  REQUIRE(!variants.empty());
  for (const Variant* variant : variants)
    for (const std::string& name : names())
      for (const std::uint64_t n : {1u, 511u, 512u, 513u, 5000u, 8 * 512u}) {
        INFO(variant->backend << " " << name << " n " << n);
        const auto simulation = variant->make(
            params_of(*variant,
                      {{"n", static_cast<std::int64_t>(n)}, {"rng", name}, {"streams", std::int64_t{streams}}}),
            11);
        simulation->sweep(1);
        simulation->sweep(2);
        const std::uint64_t rows = (n + streams - 1) / streams;
        const auto words = with_generator(name, [&](auto tag, Seeding seeding) {
          return plain_words<typename decltype(tag)::type>(11, streams, seeding, {rows, rows, rows});
        });
        const auto found = values_of<float>(*simulation);
        REQUIRE(found.size() == n);
        std::uint64_t wrong = 0;
        for (std::uint64_t e = 0; e < n; ++e)
          wrong += found[e] != static_cast<float>((words[2 * rows * streams + e] >> 8) / 16777216.0);
        CHECK(wrong == 0);
        REQUIRE(simulation->setup_seconds());
        CHECK(*simulation->setup_seconds() >= 0);
        CHECK(*simulation->setup_seconds() < 60);
        for (const Check& check : simulation->self_check()) CHECK(check.passed);
      }
}

TEST_CASE("rng_count_odd counts the odd numbers of each stream", "[rng]") {
  constexpr std::uint64_t streams = paper_blocks * count_threads, draws = test::sanitized ? 5 : 21;
  const auto variants = host_variants("rng_count_odd", "streams");
  REQUIRE(!variants.empty());
  for (const std::string& name : names()) {
    std::vector<std::uint32_t> expected(streams);
    with_generator(name, [&](auto tag, Seeding seeding) {
      using Rng = typename decltype(tag)::type;
      const auto words = plain_words<Rng>(5, streams, seeding, {draws, draws});
      // minstd has 31 bits, of which bit 1 of the word is the lowest.
      for (std::uint64_t i = 0; i < words.size(); ++i)
        expected[i % streams] += words[i] >> (name == "minstd" ? 1 : 0) & 1;
    });
    for (const Variant* variant : variants) {
      INFO(variant->backend << " " << name);
      const auto simulation = variant->make(
          params_of(*variant, {{"grid", std::string("paper")}, {"draws", std::int64_t{draws}}, {"rng", name}}), 5);
      simulation->sweep(2);
      CHECK(values_of<std::uint32_t>(*simulation) == expected);
      CHECK(simulation->setup_seconds());
    }
  }
}

TEST_CASE("rng_blocks adds up the numbers of each stream, wherever the state lies", "[rng]") {
  const Variant* variant = Registry::instance().variant("rng_blocks", "streams", "cpu");
  REQUIRE(variant != nullptr);
  int cases = 0;
  for (const std::string& name : names())
    for (const char* state : {"shared", "registers"}) {
      INFO(name << " " << state);
      const Params params = params_of(
          *variant, {{"load", 2.0}, {"state", std::string(state)}, {"draws", std::int64_t{19}}, {"rng", name}});
      if (!variant->unsupported(params, Device{}).empty()) continue;
      ++cases;
      const auto simulation = variant->make(params, 5);
      simulation->sweep(2);
      const auto checks = simulation->self_check();
      REQUIRE(!checks.empty());
      for (const Check& check : checks) CHECK(check.passed);
      const auto sums = values_of<std::uint32_t>(*simulation);
      CHECK(sums.size() == 2 * drawing_lanes(name));
      CHECK(std::accumulate(sums.begin(), sums.end(), std::uint64_t{0}) > 0);
    }
  CHECK(cases >= 10);
}

TEST_CASE("std::mt19937 fills one number after another", "[rng]") {
  const Variant* variant = Registry::instance().variant("rng_fill", "standard", "cpu");
  REQUIRE(variant != nullptr);
  const auto simulation = variant->make(params_of(*variant, {{"n", std::int64_t{1000}}}), 9);
  simulation->sweep(3);
  for (const Check& check : simulation->self_check()) CHECK(check.passed);
  CHECK(simulation->work_per_sweep().units == 1000);
  CHECK(simulation->setup_seconds());
}

TEST_CASE("floats written past the caches are the same, whatever their number and place", "[rng]") {
  constexpr std::uint32_t columns = 70, rows = 3;
  constexpr std::uint64_t streams = 80;
  std::vector<std::uint32_t> words(columns * rows);
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = static_cast<std::uint32_t>(splitmix64(4, i + 1));
  words[0] = 0xFFFFFFFFu;
  for (const std::uint64_t begin : {0u, 1u, 4u})
    for (const std::uint64_t n : {3u, 64u, 67u, 100u, 2 * 80u + 33u, 3 * 80u}) {
      std::vector<float> near(3 * streams + 8, -1.0f), past = near;
      StoreFloats store{words.data(), columns, columns, rows, near.data(), begin, streams, n, false};
      store();
      store.numbers = past.data();
      store.past_caches = true;
      store();
      end_of_streaming();
      CHECK(near == past);
      for (std::uint64_t e = n; e < near.size(); ++e) REQUIRE(past[e] == -1.0f);
      if (begin < n) CHECK(past[begin] == 16777215.0f / 16777216.0f);
    }
}

TEST_CASE("a fill that begins a row late has other numbers", "[rng]") {
  using Table = HostTable<Philox4x32>;
  const Table table{Philox4x32::setup(1, width, Seeding::random), nullptr, width, width, cpu::widest_isa()};
  std::vector<float> right(4 * width), late(4 * width);
  const FillGeometry geometry{4 * width, width};
  fill_strip(table, 0, 0, geometry, false, right.data());
  fill_strip(table, 0, 1, geometry, false, late.data());
  CHECK(right != late);
  PlainStreams<Philox4x32> plain(table.setup, 0, width);
  plain.reopen();
  for (std::uint32_t row = 0; row < 4; ++row) {
    const auto words = plain.row();
    for (std::uint32_t i = 0; i < width; ++i) REQUIRE(right[row * width + i] == to_float(words[i]));
  }
}

TEST_CASE("plain streams that keep nothing are entered where others stand", "[rng]") {
  const auto setup = Philox4x32::setup(3, width, Seeding::random);
  PlainStreams<Philox4x32> all(setup, 512, width);
  all.reopen();
  for (int row = 0; row < 5; ++row) all.row();
  PlainStreams<Philox4x32> late(setup, 512, width, 5);
  late.reopen();
  for (int row = 0; row < 5; ++row) CHECK(late.row() == all.row());
}

TEST_CASE("places to check are the ends, both sides of borders and some more", "[rng]") {
  const auto has = [](const std::vector<std::uint64_t>& places, std::uint64_t one) {
    return std::find(places.begin(), places.end(), one) != places.end();
  };
  const auto places = places_to_check(1024, some_borders(1024, 4));
  for (const std::uint64_t one : {0, 3, 4, 511, 512, 1019, 1020, 1023}) CHECK(has(places, one));
  CHECK(places.size() > 8);
  CHECK(places.size() <= 12);
  CHECK(places.back() == 1023);
  CHECK(places_to_check(1, some_borders(1, 4)) == std::vector<std::uint64_t>{0});
  CHECK(places_to_check(0, {}).empty());
  // Parts of 16 of which the first lacks 5: they begin at 11, 27, ...
  CHECK(some_borders(100, 16, 5) == std::vector<std::uint64_t>{11, 43, 91});
  CHECK(some_borders(11, 16, 5).empty());
}

// machine_logic and machine_mad do one operation at a time on a host: a limit made of them would be far too low.
TEST_CASE("the limit of generators in a host's vector registers is not made of operations", "[rng]") {
  int seen = 0;
  for (const Variant& variant : Registry::instance().variants()) {
    if (!variant.kernel.starts_with("rng_") || variant.name != "streams") continue;
    Backend& backend = *Registry::instance().backend(variant.backend);
    if (backend.devices().empty() || !backend.devices().front().pci.empty()) continue;
    backend.use_device(0);
    ++seen;
    INFO(variant.kernel << "/" << variant.backend);
    const Work work = variant.make(defaults(variant), 1)->work_per_sweep();
    CHECK(work.units > 0);
    CHECK(work.logic_ops == 0);
    CHECK(work.multiply_adds == 0);
  }
  CHECK(seen >= 3);
}

}  // namespace
}  // namespace spinbench::rng_bench
