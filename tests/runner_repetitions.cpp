// What the repetitions of a row have: which seeds, and a path that a check ran.
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bench/runner.hpp"
#include "tests/catch.hpp"
#include "tests/verification_rig.hpp"

using namespace spinbench;
using namespace spinbench::verifying;

namespace {

/// Notes its seed when it is swept first; its work is counted where that is wanted.
class Noted final : public Simulation {
 public:
  Noted(const Params& params, std::uint64_t seed, bool counts) : inner_(params, seed, {}), counts_(counts) {}
  std::string code_path() const override { return inner_.code_path(); }
  void sweep(int count) override { inner_.sweep(count), done_ += count; }
  Observables observe() override { return inner_.observe(); }
  Configuration configuration() override { return inner_.configuration(); }
  Work work_per_sweep() const override { return inner_.work_per_sweep(); }
  std::optional<double> units_done() const override {
    return counts_ ? std::optional(work_per_sweep().units * done_) : std::nullopt;
  }

 private:
  Suspect inner_;
  bool counts_;
  double done_ = 0;
};

std::vector<std::uint64_t> seeds_of_repetitions(Runner& runner, bool counts) {
  Rig rig;
  std::vector<std::uint64_t> seeds;
  rig.variant.make = [&](const Params& params, std::uint64_t seed) -> std::unique_ptr<Simulation> {
    seeds.push_back(seed);
    return std::make_unique<Noted>(params, seed, counts);
  };
  const auto row = runner.run(rig.test_case());
  REQUIRE(row.has_value());
  CAPTURE(row->reason);
  REQUIRE(row->status == Row::Status::measured);
  // What checks made comes before.
  REQUIRE(seeds.size() >= 3);
  return {seeds.end() - 3, seeds.end()};
}

RunnerOptions short_options() {
  RunnerOptions options;
  options.seed = 7;
  options.measuring.hold = false;
  options.measuring.repetitions = 3;
  options.measuring.batch_ns = 1e5;
  options.measuring.time_limit_s = 0.3;
  options.checks.first_bit_units = 1e6;
  return options;
}

}  // namespace

TEST_CASE("where work is counted each repetition has a seed of its own, elsewhere all have the row's",
          "[verification][measure]") {
  // One for both: each measures the machine's limits first.
  Runner runner(short_options());
  CHECK(seeds_of_repetitions(runner, true) == std::vector<std::uint64_t>{7, 8, 9});
  CHECK(seeds_of_repetitions(runner, false) == std::vector<std::uint64_t>{7, 7, 7});
}

namespace {

/// Of the objects of the timed size the one of that number, from 1 on, says another path; 0: none does.
struct PartingRig : Rig {
  int timed = 0;

  explicit PartingRig(int parting) {
    variant.make = [this, parting](const Params& params, std::uint64_t seed) -> std::unique_ptr<Simulation> {
      const bool parts = params.integer("L") > 64 && ++timed == parting;
      return std::make_unique<Suspect>(params, seed, parts ? Fault{.path = "several columns"} : Fault{});
    };
  }
};

bool is_other_path(const std::string& reason) { return reason.find("several columns") != std::string::npos; }

Experiment some_energies() {
  Experiment experiment;
  experiment.length = [](const Params&, const Device&, std::optional<int>) { return Experiment::Length{64, 2, 1}; };
  experiment.estimates = [](const Params&, const Experiment::Length&, const Series&, Simulation&) {
    return std::vector<NamedEstimate>{};
  };
  return experiment;
}

}  // namespace

TEST_CASE("each object that is timed runs a path that a check ran, not the first alone", "[verification][measure]") {
  Runner runner(short_options());
  for (const int parting : {0, 2, 3}) {
    PartingRig rig(parting);
    const auto row = runner.run(rig.test_case());
    REQUIRE(row.has_value());
    CAPTURE(parting, row->reason);
    CHECK(row->status == (parting == 0 ? Row::Status::measured : Row::Status::failed));
    CHECK(row->measurement.has_value() == (parting == 0));
    CHECK(is_other_path(row->reason) == (parting != 0));
  }
}

TEST_CASE("so do those of a search, and that of an experiment", "[verification][measure]") {
  const RunnerOptions options = short_options();
  for (const int parting : {0, 2, 4}) {
    Runner runner(options);
    PartingRig rig(parting);
    // Two starts a time of it; the first of all is the one that was verified.
    MeasureOptions measuring = options.measuring;
    measuring.repetitions = 2;
    const Attempt first = runner.attempt(rig.test_case(), measuring),
                  second = runner.attempt(rig.test_case(), measuring);
    CAPTURE(parting, first.reason, second.reason);
    CHECK(first.ns_per_unit.has_value() == (parting != 2));
    CHECK(is_other_path(first.reason) == (parting == 2));
    CHECK(second.ns_per_unit.has_value() == (parting != 4));
    CHECK(is_other_path(second.reason) == (parting == 4));
  }
  for (const int parting : {0, 2}) {
    Runner runner(options);
    PartingRig rig(parting);
    rig.kernel.experiment = std::make_shared<const Experiment>(some_energies());
    const auto row = runner.run(rig.test_case());
    REQUIRE(row.has_value());
    CAPTURE(parting, row->reason);
    CHECK(row->status == (parting == 0 ? Row::Status::measured : Row::Status::failed));
    CHECK(is_other_path(row->reason) == (parting != 0));
  }
}
