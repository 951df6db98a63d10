// A launch that a device has no place for skips the row, on a device that this host plays.
#define SPINBENCH_GPU_BACKEND "emulated"
#define SPINBENCH_GPU_NAMESPACE on_host
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "bench/runner.hpp"
#include "kernels/ea3d_metropolis/gpu_layout.cuh"
#include "tests/fake_backend.hpp"
#include "tests/variants.hpp"

namespace {

using namespace spinbench;
using namespace spinbench::ea3d;

/// A device with so many registers a thread less than it had, while it lives.
class Registers {
 public:
  explicit Registers(unsigned a_thread) : before_(std::exchange(gpu::registers_a_thread(), a_thread)) {}
  ~Registers() { gpu::registers_a_thread() = before_; }
  Registers(const Registers&) = delete;
  Registers& operator=(const Registers&) = delete;

 private:
  unsigned before_;
};

template <class Launch>
Variant layout() {
  Variant variant = gpu_layout_variant<Launch>("a test");
  variant.bit_cases = nullptr;
  return variant;
}

Row row_of(const Variant& variant, const std::string& axis, std::int64_t value) {
  testing::FakeBackend device;
  Case c{Registry::instance().kernel("ea3d_metropolis"), &variant, &device, 0, defaults(variant)};
  c.params.set("L", std::int64_t{axis == "lines" ? 32 : 6});
  c.params.set(axis, value);
  REQUIRE(c.kernel != nullptr);
  RunnerOptions options;
  options.measure = false;
  options.checks.host_seconds = 0;
  options.checks.first_bit_units = 1;
  options.checks.follow_seconds = options.checks.follow_proved_seconds = options.checks.follow_unproved_seconds = 0;
  const auto row = Runner(options).run(c);
  REQUIRE(row.has_value());
  INFO(row->reason);
  return *row;
}

void require_skipped(const Row& row, const std::string& threads) {
  REQUIRE(row.status == Row::Status::skipped);
  REQUIRE(row.reason == "this device has too few registers or too little shared memory for a block of " + threads +
                            " threads of this kernel: take fewer threads a block");
}

}  // namespace

TEST_CASE("Emulated: blocks with more threads than a device has registers for are skipped", "[places][emulated]") {
  const Variant linear = layout<LinearLaunch<Sliced>>(), grid = layout<GridLaunch<Sliced>>();
  REQUIRE(row_of(linear, "block", 1024).status == Row::Status::verified);
  // As philox4x32 takes in `sliced` on sm_90.
  const Registers many(77);
  require_skipped(row_of(linear, "block", 1024), "1024");
  // It is asked before anything is launched.
  Params params = defaults(linear);
  params.set("L", std::int64_t{6});
  params.set("block", std::int64_t{1024});
  REQUIRE_THROWS_AS(linear.make(params, 1), Unsupported);
  REQUIRE(row_of(linear, "block", 768).status == Row::Status::verified);
  require_skipped(row_of(grid, "lines", 32), "1024");
}

TEST_CASE("Emulated: a launch that a device refuses in the middle of a check skips the row", "[places][emulated]") {
  Variant late = layout<LinearLaunch<Sliced>>();
  late.make = [make = late.make](const Params& params, std::uint64_t seed) {
    gpu::registers_a_thread() = 64;
    auto made = make(params, seed);
    gpu::registers_a_thread() = 65;
    return made;
  };
  const Registers as_before(64);
  require_skipped(row_of(late, "block", 1024), "1024");
  REQUIRE(row_of(late, "block", 992).status == Row::Status::verified);
  // The same from a graph, which is as good as new afterwards.
  Params params = defaults(late);
  params.set("L", std::int64_t{6});
  params.set("block", std::int64_t{1024});
  params.set("launch", std::string("graph"));
  const auto simulation = late.make(params, 1);
  REQUIRE_THROWS_AS(simulation->sweep(64), Unsupported);
  gpu::registers_a_thread() = 64;
  const auto other = late.make(params, 1);
  gpu::registers_a_thread() = 64;
  for (const auto& one : {simulation.get(), other.get()}) one->sweep(64);
  REQUIRE(compare(simulation->configuration(), other->configuration()).same);
}

TEST_CASE("what a device has a place for is what its multiprocessors hold", "[places]") {
  REQUIRE(why_no_place_for_block(1, 1024).empty());
  REQUIRE(!why_no_place_for_block(0, 1024).empty());
  REQUIRE(why_no_place_at_once(2, 132, 264, 256).empty());
  REQUIRE(why_no_place_at_once(2, 132, 265, 256) ==
          "this device has places for 264 of the 265 blocks that wait for each other");
  REQUIRE(why_no_place_at_once(0, 132, 1, 1024) == why_no_place_for_block(0, 1024));
}
