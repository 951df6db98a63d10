// What the machine cannot do is often known only when a check is made: ranks tell then that they share a device, and a
// device that it has no place for a block. It makes a skipped row as what is known beforehand does, and no failed one.
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bench/runner.hpp"
#include "tests/catch.hpp"
#include "tests/verification_rig.hpp"

using namespace spinbench;
using namespace spinbench::verifying;

namespace {

class RefusesToSweep final : public Simulation {
 public:
  RefusesToSweep(const Params& params, std::uint64_t seed) : inner_(params, seed, {}) {}
  std::string code_path() const override { return inner_.code_path(); }
  void sweep(int) override { throw Unsupported("no place for a block of 1024 threads"); }
  Observables observe() override { return inner_.observe(); }
  Configuration configuration() override { return inner_.configuration(); }
  Work work_per_sweep() const override { return inner_.work_per_sweep(); }

 private:
  Suspect inner_;
};

std::unique_ptr<Simulation> refuse_to_be_made(const Params&, std::uint64_t) {
  throw Unsupported("ranks 0 and 2 share a device");
}

std::unique_ptr<Simulation> refuse_to_sweep(const Params& params, std::uint64_t seed) {
  return std::make_unique<RefusesToSweep>(params, seed);
}

}  // namespace

TEST_CASE("what the machine cannot do skips the row, whichever check meets it", "[verification]") {
  Rig making, sweeping, deciding, alone;
  making.variant.make = refuse_to_be_made;
  sweeping.variant.make = refuse_to_sweep;
  // The bits are right.
  deciding.variant.physics = [](const CheckContext&) -> std::vector<Check> {
    throw Unsupported("no place for L = 64");
  };
  alone.variant.make = refuse_to_sweep;
  alone.variant.oracle = "";
  for (const auto& [rig, why] : {std::pair{&making, "ranks 0 and 2 share a device"},
                                 {&sweeping, "no place for a block of 1024 threads"},
                                 {&deciding, "no place for L = 64"},
                                 {&alone, "no place for a block of 1024 threads"}}) {
    CHECK_THROWS_AS(rig->verify(), Unsupported);
    RunnerOptions options;
    options.checks.first_bit_units = 1e6;
    for (const bool measure : {false, true}) {
      options.measure = measure;
      Runner runner(options);
      // The second finds nothing of the first that would stand for a check.
      for (int time = 0; time < 2; ++time) {
        const auto row = runner.run(rig->test_case());
        REQUIRE(row.has_value());
        CHECK(row->status == Row::Status::skipped);
        CHECK(row->reason == why);
        CHECK_FALSE(row->measurement.has_value());
      }
    }
    Runner runner(options);
    const Attempt attempt = runner.attempt(rig->test_case(), {});
    CHECK(attempt.status == Row::Status::skipped);
    CHECK(attempt.reason == why);
    CHECK_FALSE(attempt.ns_per_unit.has_value());
  }
}

TEST_CASE("what was found wrong is failed, whatever the machine cannot do besides", "[verification]") {
  const bool has_memory = GENERATE(true, false);
  Rig rig;
  rig.variant.bit_cases = [](const Params& params, const Device&) {
    std::vector<Params> all = {params, params};
    all[0].set("L", std::int64_t{32});
    all[1].set("L", std::int64_t{64});
    return all;
  };
  rig.variant.make = [=](const Params& params, std::uint64_t seed) -> std::unique_ptr<Simulation> {
    if (params.integer("L") == 64 && !has_memory) throw std::bad_alloc();
    if (params.integer("L") == 64) throw Unsupported("no room for the lattice");
    return std::make_unique<Suspect>(params, seed, Fault{.dead = true});
  };
  const Verification result = rig.verify();
  CHECK_FALSE(result.passed);
  REQUIRE_FALSE(result.checks.empty());
  CHECK(result.checks.back().detail.find("spins differ") != std::string::npos);
  RunnerOptions options;
  options.measure = false;
  const auto row = Runner(options).run(rig.test_case());
  REQUIRE(row.has_value());
  CHECK(row->status == Row::Status::failed);
  CHECK(row->reason.find("spins differ") != std::string::npos);
}
