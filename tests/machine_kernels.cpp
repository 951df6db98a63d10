// The machine_* kernels on the CPU: every variant proves its work, whatever its size, and declares it.
#include <string>
#include <vector>

#include "kernels/machine/host_chains.hpp"
#include "kernels/machine/host_copy.hpp"
#include "tests/catch.hpp"

namespace spinbench::machine {
namespace {

std::vector<const Variant*> cpu_variants() {
  std::vector<const Variant*> found;
  for (const Variant& variant : Registry::instance().variants())
    if (variant.kernel.starts_with("machine_") && variant.backend == "cpu") found.push_back(&variant);
  return found;
}

TEST_CASE("machine kernels prove their work", "[machine]") {
  REQUIRE(cpu_variants().size() == 9);
  for (const Variant* variant : cpu_variants()) {
    REQUIRE(variant->axes.size() == 1);
    for (const std::int64_t size : {4096, 4103, 65536}) {
      INFO(variant->kernel << "/" << variant->name << " of size " << size);
      Params params;
      params.set(variant->axes[0].name, size);
      const auto simulation = variant->make(params, 7);
      simulation->sweep(3);
      const auto checks = simulation->self_check();
      REQUIRE(checks.size() == 1);
      CHECK(checks[0].passed);
      CHECK(simulation->work_per_sweep().units > 0);
    }
  }
}

TEST_CASE("machine kernels that the CPU has no counterpart of are declared for GPUs", "[machine]") {
  for (const char* name : {"machine_launch", "machine_shared", "machine_barrier", "machine_issue"})
    CHECK(Registry::instance().kernel(name) != nullptr);
}

TEST_CASE("a working set beyond a device's second-level cache measures no cache", "[machine]") {
  Device card;
  card.cache_bytes = 4 << 20;
  CHECK(l2_unsupported(2 << 20, card).empty());
  CHECK(l2_unsupported(4 << 20, card).empty());
  CHECK(l2_unsupported(16 << 20, card) ==
        "a working set of 16777216 bytes exceeds the second-level cache of 4194304: take less");
  card.cache_bytes = 0;
  CHECK(l2_unsupported(16 << 20, card).empty());
}

TEST_CASE("a copy counts bytes read and bytes written", "[machine]") {
  CHECK(HostCopy(4096, 1, 1).work_per_sweep().units == 8192);
  CHECK(HostCopy(4096, 5, 1).work_per_sweep().units == 5 * 8192);
}

TEST_CASE("threads copy one array together, a part each", "[machine]") {
  for (const int threads : {1, 2, 3, 7}) {
    HostCopy copy(8 * 1001, 2, 1, copy_by_memcpy, threads);
    CHECK(copy.host_threads() == threads);
    CHECK(copy.work_per_sweep().units == 2 * 2 * 8 * 1001);
    CHECK(copy.self_check().at(0).passed);
    std::size_t next = 0;
    for (int member = 0; member < threads; ++member) {
      const auto [first, last] = part_of(1001, member, threads);
      CHECK(first == next);
      CHECK(last - first <= 1001 / static_cast<std::size_t>(threads) + 1);
      next = last;
    }
    CHECK(next == 1001);
  }
}

/// Chains whose walk is one step short: what an optimiser that deleted work would leave.
class ShortChains final : public HostChains<MadStep> {
 public:
  ShortChains() : HostChains(99, rng::lcg_step<std::uint32_t>(), 1) {}
  bool ends_like(std::int64_t count) { return ends_where(step().power(static_cast<std::uint64_t>(count))); }
};

/// Chains of which a batch makes one sweep, however many it should.
class LazyChains final : public HostChains<MadStep> {
 public:
  LazyChains() : HostChains(99, rng::lcg_step<std::uint32_t>(), 1) {}
  void sweep(int) override { HostChains::sweep(1); }
  bool end_right() { return ends_where(step().power(99)); }
};

TEST_CASE("a batch that leaves sweeps out is told from a whole one", "[machine]") {
  CHECK_FALSE(LazyChains().end_right());
}

TEST_CASE("a chain that is one step short is told from a whole one", "[machine]") {
  CHECK(ShortChains().ends_like(99));
  CHECK_FALSE(ShortChains().ends_like(100));
}

}  // namespace
}  // namespace spinbench::machine
