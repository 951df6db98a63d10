// By which working set the rate of a GPU's second-level cache is measured.
#include "bench/measure/limits.hpp"
#include "tests/catch.hpp"
#include "tests/fake_backend.hpp"

using namespace spinbench;

namespace {

Variant copy_in_cache() {
  Variant variant;
  variant.kernel = "machine_l2", variant.name = "wide", variant.backend = "fake";
  variant.axes = {Axis::integer("bytes", 16 << 20, 4096, std::int64_t{1} << 31, "working set")};
  return variant;
}

}  // namespace

TEST_CASE("the rate of a small second-level cache is measured within it") {
  Variant variant = copy_in_cache();
  Device card = testing::small_device();
  card.pci = "no such address";
  const auto bytes = [&](std::uint64_t cache) {
    card.cache_bytes = cache;
    return limit_params(variant, card).integer("bytes");
  };
  // H200, A100, V100, T4; one that is no multiple of a page; one that does not tell.
  CHECK(bytes(60 << 20) == 16 << 20);
  CHECK(bytes(40 << 20) == 16 << 20);
  CHECK(bytes(32 << 20) == 16 << 20);
  CHECK(bytes(6 << 20) == 3 << 20);
  CHECK(bytes(4 << 20) == 2 << 20);
  CHECK(bytes((4 << 20) + 12346) == (2 << 20) + 4096);
  CHECK(bytes(0) == 16 << 20);
  CHECK(bytes(100) == 4096);
  // A host's own default is of the caches of a core; other kernels have arrays in memory.
  card.cache_bytes = 4 << 20;
  card.pci = "";
  CHECK(limit_params(variant, card).integer("bytes") == 16 << 20);
  card.pci = "no such address";
  variant.kernel = "machine_copy";
  CHECK(limit_params(variant, card).integer("bytes") == 16 << 20);
}

TEST_CASE("a row tells the rate of a cache by the working set that limits have there") {
  const Registry& registry = Registry::instance();
  const Kernel& kernel = *registry.kernel("machine_l2");
  const Variant variant = copy_in_cache();
  testing::FakeBackend backend;
  backend.all[0].pci = "no such address";
  const auto rate_of = [&](std::uint64_t cache, std::int64_t bytes) {
    backend.all[0].cache_bytes = cache;
    Case c{&kernel, &variant, &backend, 0, {}};
    c.params.set("bytes", bytes);
    Limits limits(1);
    limits.note(c, 1, 5, {});
    return limits.rates(backend, 0).cache_bytes;
  };
  CHECK(rate_of(50 << 20, 16 << 20) == 5);
  CHECK(rate_of(50 << 20, 2 << 20) == 0);
  CHECK(rate_of(4 << 20, 2 << 20) == 5);
  CHECK(rate_of(4 << 20, 16 << 20) == 0);
}
