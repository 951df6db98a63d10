#include "bench/rows/embedded.hpp"
#include "bench/rows/published.hpp"
#include "tests/catch.hpp"

using namespace spinbench;
using nlohmann::json;

namespace {

struct Example {
  Kernel kernel;
  Variant variant;
  Case c;

  explicit Example(const std::string& backend = "cuda") {
    kernel.name = "ising2d_metropolis";
    variant.kernel = kernel.name;
    variant.name = "tiled";
    variant.backend = backend;
    c.kernel = &kernel;
    c.variant = &variant;
    c.params.set("L", std::int64_t{16384});
    c.params.set("k", std::int64_t{100});
    c.params.set("tile", std::int64_t{16});
    c.params.set("rng", std::string("lcg32_random"));
    c.params.set("spin", std::string("int32"));
    c.params.set("measure", std::string("none"));
  }
};

json record(const json& axes) {
  return json::array({{{"source", "s"},
                       {"locator", "l"},
                       {"device", "d"},
                       {"metric", "ns_per_flip"},
                       {"value", 0.5},
                       {"case", {{"kernel", "ising2d_metropolis"}, {"variant", "tiled"}, {"axes", axes}}}}});
}

}  // namespace

TEST_CASE("a published record fits exact values, bounds and lists") {
  const Example example;
  CHECK(published_for(example.c, record({{"L", 16384}})).size() == 1);
  CHECK(published_for(example.c, record({{"L", 1024}})).empty());
  CHECK(published_for(example.c, record({{"L", ">=4096"}, {"rng", {"lcg32_skip", "lcg32_random"}}})).size() == 1);
  CHECK(published_for(example.c, record({{"L", "<=4096"}})).empty());
  CHECK(published_for(example.c, record({{"rng", "philox4x32"}})).empty());
  CHECK(published_for(example.c, record({{"spin", 3}})).empty());
  CHECK(published_for(example.c, record({{"unknown", 1}})).empty());
}

TEST_CASE("the papers' tiled figures stand beside the same case on a GPU, not on the CPU") {
  const Example gpu, cpu("cpu");
  const auto found = published_for(gpu.c);
  bool gtx = false;
  for (const auto& entry : found) gtx = gtx || (entry.device == "GTX 480" && entry.ns_per_unit == 0.034);
  CHECK(gtx);
  CHECK(published_for(cpu.c).empty());
}

TEST_CASE("spin-glass figures in ps stand beside one coded system and beside many") {
  Example example;
  example.kernel.name = example.variant.kernel = "ea3d_metropolis";
  example.variant.name = "standard";
  example.c.params = Params();
  for (const auto& [systems, ns] : {std::pair<std::int64_t, double>{1, 0.004}, {256, 0.003}}) {
    example.c.params.set("L", std::int64_t{32});
    example.c.params.set("systems", systems);
    example.c.params.set("replicas", std::int64_t{4});
    example.c.params.set("rng", std::string("minstd"));
    const auto found = published_for(example.c);
    REQUIRE(found.size() == 1);
    CHECK(*found.front().ns_per_unit == ns);
  }
}

TEST_CASE("the 3D figures stand beside large lattices") {
  Example example;
  example.kernel.name = example.variant.kernel = "ising3d_metropolis";
  example.c.params.set("tile", std::int64_t{8});
  example.c.params.set("L", std::int64_t{512});
  bool gtx = false;
  for (const auto& entry : published_for(example.c))
    gtx = gtx || (entry.device == "GTX 480" && entry.ns_per_unit == 0.067);
  CHECK(gtx);
  example.c.params.set("L", std::int64_t{64});
  CHECK(published_for(example.c).empty());
}

TEST_CASE("published rates and times of generators stand in a row's terms") {
  Example example;
  example.kernel.name = example.variant.kernel = "rng_fill";
  example.kernel.unit = "number";
  example.variant.name = "vendor";
  example.c.params = {};
  example.c.params.set("n", std::int64_t{1} << 29);
  example.c.params.set("rng", std::string("mt19937"));
  // Lulli 2015, Table 1: cuRAND's MT19937 on a GTX Titan alone, 3.23 s for 2^29 numbers.
  double generation = 0, setup = 0;
  for (const auto& entry : published_for(example.c)) {
    CHECK(entry.device == "GTX Titan");
    CHECK(entry.ns_per_unit.has_value() != entry.setup_s.has_value());
    generation += entry.ns_per_unit.value_or(0);
    setup += entry.setup_s.value_or(0);
  }
  CHECK(generation == Approx(3.23e9 / (1 << 29)));
  CHECK(setup > 0);
  example.c.params.set("n", std::int64_t{1} << 24);
  CHECK(published_for(example.c).empty());

  example.kernel.name = example.variant.kernel = "rng_count_odd";
  example.variant.name = "streams";
  example.c.params = {};
  example.c.params.set("grid", std::string("paper"));
  example.c.params.set("draws", std::int64_t{32768});
  example.c.params.set("rng", std::string("minstd"));
  bool titan = false;
  for (const auto& entry : published_for(example.c))
    titan = titan || (entry.device == "GTX Titan" && entry.ns_per_unit.value_or(0) == Approx(1 / 89.0));
  CHECK(titan);
}

TEST_CASE("Table 1 of Weigel 2012 stands beside the experiment, with our sign of the energy") {
  Example example;
  example.kernel.name = example.variant.kernel = "rng_quality";
  example.c.params.set("L", std::int64_t{1024});
  example.c.params.set("beta", 0.4);
  example.c.params.set("rng", std::string("lcg32_skip"));
  const auto found = published_for(example.c);
  REQUIRE(found.size() == 2);
  CHECK(found[0].estimate == "energy");
  CHECK(found[0].value == -1.0944121);
  CHECK(found[0].error == 1.4e-6);
  CHECK(found[0].deviation_sigmas == 8259.05);
  CHECK(found[1].estimate == "specific_heat");
  CHECK(found[1].value == 0.80316);
  CHECK(found[1].deviation_sigmas == -121.05);
  example.c.params.set("rng", std::string("philox4x32"));
  CHECK(published_for(example.c).empty());
}

TEST_CASE("the published file kept every record") {
  const auto document = json::parse(embedded_published);
  CHECK(document["records"].size() == 452);
  for (const auto& entry : document["records"]) CHECK(document["sources"].contains(entry["source"].get<std::string>()));
}
