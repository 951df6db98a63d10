// The rng_* benchmarks on whatever GPU backends this machine has: the same numbers as the cpu variants make, to the
// bit.
#include <string>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/rng/generators.hpp"
#include "tests/catch.hpp"
#include "tests/variants.hpp"

using namespace spinbench;

namespace {

/// Both hold the same bytes after each of `sweeps`, which sweep so many times.
void compare(const Variant& variant, Params params, const std::vector<int>& sweeps) {
  const Variant* oracle = Registry::instance().variant(variant.kernel, variant.oracle.variant, "cpu");
  REQUIRE(oracle != nullptr);
  Params serial = defaults(*oracle);
  for (const auto& [name, value] : params.entries())
    if (serial.has(name)) serial.set(name, value);
  INFO(variant.kernel << "/" << variant.name << "/" << variant.backend << "/" << params.name());
  const auto simulation = variant.make(params, 11), expected = oracle->make(serial, 11);
  for (const int count : sweeps) {
    simulation->sweep(count);
    expected->sweep(count);
    REQUIRE(compare(simulation->configuration(), expected->configuration()).same);
  }
  for (const Check& check : simulation->self_check()) {
    INFO(check.name << ": " << check.detail);
    REQUIRE(check.passed);
  }
}

void compare_fill(const std::vector<int>& sweeps) {
  // Full rows, a last row that is cut within four neighbours, fewer numbers than streams, a last block that is not
  // full, several that are.
  const std::int64_t sizes[][2] = {{256, 256 * 48},       {1024, 1024 * 21 + 511}, {512, 37},
                                   {1280, 1280 * 34 + 3}, {256, 256 * 5},          {3072, 3072 * 21 + 77}};
  for_each_on_gpu("rng_fill", "streams", [&](const Variant& variant, const Device&) {
    for (const rng::Generator& generator : rng::generators())
      for (const auto& [streams, n] : sizes) {
        Params params = defaults(variant);
        params.set("rng", generator.name);
        params.set("streams", streams);
        params.set("n", n);
        compare(variant, params, sweeps);
      }
  });
}

/// More groups of rows than a layer of the grid has, the last of them in part.
void compare_layers() {
  for_each_on_gpu("rng_fill", "streams", [&](const Variant& variant, const Device&) {
    for (const char* name : {"philox4x32", "philox4x32_7"})
      for (const std::int64_t streams : {256, 2304}) {
        Params params = defaults(variant);
        params.set("rng", std::string(name));
        params.set("streams", streams);
        params.set("n", streams * 8210 - 3);
        REQUIRE(variant.make(params, 11)->code_path().find("groups in layers") != std::string::npos);
        compare(variant, params, {1, 2});
      }
  });
}

/// Arrays as large as those that are timed, which no host makes again.
void check_large_fills() {
  for_each_on_gpu("rng_fill", "streams", [&](const Variant& variant, const Device&) {
    for (const rng::Generator& generator : rng::generators())
      for (const std::int64_t streams : {262144, 256}) {
        // 256 streams that keep a state are one block of threads, which takes seconds for so many rows.
        if (streams == 256 && generator.facts.block_words == 1) continue;
        Params params = defaults(variant);
        params.set("rng", generator.name);
        params.set("streams", streams);
        INFO(variant.backend << "/" << params.name());
        if (variant.memory_bytes(params) >
            static_cast<double>(Registry::instance().backend(variant.backend)->free_memory_bytes())) {
          WARN("skipped: " << params.name() << " does not fit the device");
          continue;
        }
        const auto simulation = variant.make(params, 11);
        simulation->sweep(2);
        for (const Check& check : simulation->self_check()) {
          INFO(check.name << ": " << check.detail);
          REQUIRE(check.passed);
        }
      }
  });
}

void compare_count(const std::vector<int>& sweeps) {
  for_each_on_gpu("rng_count_odd", "streams", [&](const Variant& variant, const Device&) {
    for (const rng::Generator& generator : rng::generators())
      for (const std::int64_t draws : {64, 45, 7}) {
        Params params = defaults(variant);
        params.set("rng", generator.name);
        params.set("draws", draws);
        compare(variant, params, sweeps);
      }
  });
}

void check_blocks(std::int64_t draws) {
  for_each_on_gpu("rng_blocks", "streams", [&](const Variant& variant, const Device& device) {
    for (const rng::Generator& generator : rng::generators())
      for (const char* state : {"shared", "registers"})
        for (const double load : {0.125, 1.01}) {
          Params params = defaults(variant);
          params.set("rng", generator.name);
          params.set("state", std::string(state));
          params.set("load", load);
          params.set("draws", draws);
          if (!variant.unsupported(params, device).empty()) continue;
          INFO(variant.backend << "/" << params.name());
          const Variant* oracle =
              Registry::instance().variant(variant.kernel, variant.oracle.variant, variant.oracle.backend);
          REQUIRE(oracle != nullptr);
          const auto simulation = variant.make(params, 11);
          const auto expected = oracle->make(variant.oracle.params(params, device), 11);
          for (const int count : {1, 2}) {
            simulation->sweep(count);
            expected->sweep(count);
            REQUIRE(compare(simulation->configuration(), expected->configuration()).same);
          }
        }
  });
}

void check_vendors() {
  for (const char* kernel : {"rng_fill", "rng_count_odd"})
    for_each_on_gpu(kernel, "vendor", [&](const Variant& variant, const Device& device) {
      for (const std::string& name : variant.axes.back().words) {
        Params params = defaults(variant);
        params.set("rng", name);
        if (params.has("n")) params.set("n", std::int64_t{100000});
        if (params.has("draws")) params.set("draws", std::int64_t{100});
        if (const auto why = variant.unsupported(params, device); !why.empty()) {
          WARN("skipped: " << variant.backend << " " << name << ": " << why);
          continue;
        }
        INFO(kernel << "/" << variant.backend << "/" << params.name());
        const auto one = variant.make(params, 5), two = variant.make(params, 5), other = variant.make(params, 6);
        for (Simulation* simulation : {one.get(), two.get(), other.get()}) simulation->sweep(2);
        REQUIRE(one->configuration() == two->configuration());
        REQUIRE_FALSE(one->configuration() == other->configuration());
        REQUIRE(one->setup_seconds().value_or(0) > 0);
        for (const Check& check : one->self_check()) {
          INFO(check.name << " " << check.value);
          REQUIRE(check.passed);
        }
      }
    });
}

}  // namespace

TEST_CASE("rng_fill on a GPU makes the numbers of the cpu variant", "[gpu][rng]") { compare_fill({1, 1, 15}); }
TEST_CASE("rng_fill on a GPU in layers of groups makes the numbers of the cpu variant", "[gpu][rng]") {
  compare_layers();
}
TEST_CASE("rng_fill on a GPU finds nothing wrong with arrays of the default size", "[gpu][rng]") {
  check_large_fills();
}
TEST_CASE("rng_count_odd on a GPU counts as the cpu variant", "[gpu][rng]") { compare_count({1, 3, 20}); }
TEST_CASE("rng_blocks on a GPU adds up the numbers that the host makes", "[gpu][rng]") { check_blocks(1000); }
TEST_CASE("the vendors' generators are repeatable, depend on the seed and look uniform", "[gpu][rng]") {
  check_vendors();
}

// For tools that watch every access, as in gpu_bit_exact.cpp.
TEST_CASE("the rng_* benchmarks for a few sweeps", "[.][gpu][sanitizer]") {
  compare_fill({1, 2});
  compare_count({2});
  check_blocks(20);
}
