// The Edwards-Anderson kernel on GPUs: all layouts, launches and marches hold the oracle's spins.
#include <array>
#include <cstdint>
#include <string>

#include "interface/registry.hpp"
#include "tests/catch.hpp"
#include "tests/same_spins.hpp"
#include "tests/variants.hpp"

using namespace spinbench;

namespace {

/// `steps` of the granularity: one, and the rest in two calls that start from either of two buffers.
void require_oracle(const Variant& variant, const Params& params, int steps) {
  const Variant* oracle = Registry::instance().variant("ea3d_metropolis", "single_spin", "cpu");
  REQUIRE(oracle != nullptr);
  Params serial = defaults(*oracle);
  for (const auto& [name, value] : params.entries())
    if (serial.has(name)) serial.set(name, value);
  if (!params.has("word")) serial.set("word", std::string("32"));
  const auto wanted = oracle->make(serial, 5), found = variant.make(params, 5);
  const int step = found->sweep_granularity(), second = (steps - 1) / 2 | 1;
  wanted->sweep(steps * step);
  for (const int part : {1, second, steps - 1 - second}) found->sweep(part * step);
  INFO(variant.name << "/" << variant.backend << " " << params.name());
  REQUIRE(compare(found->configuration(), wanted->configuration()).same);
  const Observables seen = found->observe(), expected = wanted->observe();
  for (const Observable& one : expected.all())
    for (std::size_t i = 0; i < one.values.size(); ++i)
      REQUIRE(seen.of(one.name).at(i) == Approx(one.values[i]).margin(1e-12));
}

}  // namespace

TEST_CASE("Every layout of the cubic spin glass holds the oracle's spins", "[gpu]") {
  int compared = 0;
  const auto is_layout = [](const Variant& v) { return v.kernel == "ea3d_metropolis" && v.name != "multispin"; };
  const bool any = for_each_on_gpu(is_layout, [&](const Variant& variant, const Device& device) {
    for (const char* generator : {"minstd", "mt19937", "xorwow", "philox4x32", "sfc32"})
      for (const auto& [L, systems, replicas] :
           {std::array{6, 3, 4}, {8, 2, 5}, {10, 1, 2}, {12, 2, 4}, {16, 3, 4}, {30, 1, 4}, {32, 1, 8}}) {
        Params params = defaults(variant);
        params.set("L", std::int64_t{L});
        params.set("systems", std::int64_t{systems});
        params.set("replicas", std::int64_t{replicas});
        params.set("rng", std::string(generator));
        // A host, under Kokkos, repeats itself.
        const bool is_host = device.pci.empty();
        if ((is_host && L > 10) || !variant.unsupported(params, device).empty()) continue;
        require_oracle(variant, params, is_host || L > 20 ? 5 : 50);
        ++compared;
      }
  });
  if (any) say_compared(compared);
}

TEST_CASE("Layouts of the cubic spin glass hold the oracle's spins in wide words", "[gpu]") {
  int compared = 0;
  const auto has_words = [](const Variant& v) {
    return v.kernel == "ea3d_metropolis" && v.name != "multispin" && defaults(v).has("word");
  };
  const bool any = for_each_on_gpu(has_words, [&](const Variant& variant, const Device& device) {
    for (const char* word : {"64", "128"})
      for (const char* generator : {"minstd", "philox4x32"})
        for (const auto& [L, systems, replicas] : {std::array{6, 3, 4}, {8, 2, 5}, {16, 3, 4}, {30, 1, 4}}) {
          Params params = defaults(variant);
          params.set("L", std::int64_t{L});
          params.set("systems", std::int64_t{systems});
          params.set("replicas", std::int64_t{replicas});
          params.set("word", std::string(word));
          params.set("rng", std::string(generator));
          if (!variant.unsupported(params, device).empty()) continue;
          require_oracle(variant, params, L > 20 ? 5 : 50);
          ++compared;
        }
  });
  if (any) say_compared(compared);
}

TEST_CASE("Marches on a GPU hold the oracle's spins, however lattices are cut and launched", "[gpu]") {
  int compared = 0;
  const bool any = for_each_on_gpu("ea3d_metropolis", "multispin", [&](const Variant& variant, const Device& device) {
    for (const int sweeps : {1, 2})
      for (const auto& [L, systems, replicas, tile] : {std::array{6, 3, 4, 0},
                                                       {16, 2, 8, 0},
                                                       {32, 2, 4, 0},
                                                       {32, 1, 4, 256},
                                                       {48, 1, 4, 300},
                                                       {96, 1, 4, 0},
                                                       {20, 1, 1, 0},
                                                       {20, 1, 2, 0},
                                                       {16, 2, 3, 0},
                                                       {16, 2, 6, 0},
                                                       {32, 1, 10, 256}})
        for (const int deep : {0, 3})
          for (const char* launch : {"stream", "graph", "chained"}) {
            Params params = defaults(variant);
            params.set("L", std::int64_t{L});
            params.set("systems", std::int64_t{systems});
            params.set("replicas", std::int64_t{replicas});
            params.set("tile", std::int64_t{tile});
            params.set("deep", std::int64_t{deep});
            params.set("sweeps", std::int64_t{sweeps});
            params.set("launch", std::string(launch));
            if (!variant.unsupported(params, device).empty()) continue;
            require_oracle(variant, params, L < 40 ? 75 : 5);
            ++compared;
          }
  });
  if (any) say_compared(compared);
}
