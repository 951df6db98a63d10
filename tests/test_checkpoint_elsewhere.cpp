// What a run makes of a checkpoint that another machine or other code wrote, and whom it saw beside it.
#include <functional>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "bench/errors.hpp"
#include "bench/measure/experiment.hpp"
#include "interface/cards.hpp"
#include "tests/catch.hpp"
#include "tests/fake_backend.hpp"
#include "tests/walk.hpp"

using namespace spinbench;
using namespace spinbench::testing;
using namespace spinbench::testing::walks;

namespace {

const Experiment::Length length{.sweeps = 100000, .equilibration = 20000, .spacing = 5};

/// Where a walk runs, and for how many batches.
struct Place {
  std::string device = "Fake 1", pci = "", path = "";
  double slower = 1;
  int batches = 1 << 30;
};

/// The same memory means another place on the ring.
class WalkLaidOutOtherwise final : public Walk {
 public:
  using Walk::Walk;
  void restore(StateReader& from) override {
    Walk::restore(from);
    at_ = (at_ + 1) % ring;
  }
};

/// One that keeps more.
class WalkOfAnotherSize final : public Walk {
 public:
  using Walk::Walk;
  void restore(StateReader& from) override {
    double more = 0;
    Walk::restore(from), from.take(more);
  }
};

/// One with no room for a copy of its spins.
class WalkShortOfMemory final : public Walk {
 public:
  using Walk::Walk;
  Configuration configuration() override { throw std::bad_alloc(); }
};

template <class Simulated = Walk>
ExperimentResult walk_at(const Place& place, const Checkpoint* checkpoint,
                         std::function<std::vector<std::string>(double now)> others = {}) {
  FakeBackend backend;
  Simulated simulation(backend);
  simulation.path = place.path;
  backend.all[0].name = place.device;
  backend.all[0].pci = place.pci;
  const auto time = backend.time;
  backend.time = [&](int batch, int sweeps) { return place.slower * time(batch, sweeps); };
  if (others) backend.others = [&] { return others(backend.now_s); };
  MeasureOptions options;
  options.clock = backend.clock();
  options.interrupted = [&] { return backend.batches >= place.batches; };
  return run_experiment(simulation, backend, walked(), {}, length, options, checkpoint);
}

double estimate(const ExperimentResult& result) { return result.findings.estimates.front().value; }

/// With what a run there refused the file.
template <class Simulated = Walk>
std::string refusal(const Place& place, const Checkpoint& checkpoint) {
  try {
    walk_at<Simulated>(place, &checkpoint);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("what another machine or other code kept goes on without its times, and says so", "[experiment]") {
  const auto whole = walk_at({}, nullptr);
  know_card("test-elsewhere:1", "GPU-1");
  know_card("test-elsewhere:2", "GPU-2");
  const Place here{.pci = "test-elsewhere:1", .path = "narrow", .slower = 3};
  const auto own = walk_at(here, nullptr);
  for (const auto& [there, name] :
       {std::pair<Place, std::string>{{.device = "Fake 2", .pci = here.pci, .path = "narrow"}, "Fake 2"},
        {{.pci = here.pci, .path = "wide"}, "code for wide"},
        {{.pci = "test-elsewhere:2", .path = "narrow"}, "GPU-2"}}) {
    INFO(name);
    const Folder folder;
    const Checkpoint checkpoint((folder.path / "c").string(), "this", 0);
    Place first = there;
    first.batches = 60;
    REQUIRE(walk_at(first, &checkpoint).measurement.stop_reason == "interrupted");
    ExperimentResult resumed;
    const std::string line = said([&] { resumed = walk_at(here, &checkpoint); });
    CHECK(line.find('\n') == line.size() - 1);
    CHECK(has(line, (folder.path / "c").string()));
    CHECK(has(line, name));
    CHECK(has(line, "from now on"));
    CHECK(estimate(resumed) == estimate(whole));
    // None of them is as quick as there.
    CHECK(resumed.measurement.median == Approx(own.measurement.median).epsilon(0.02));
    for (const double sample : resumed.measurement.samples()) CHECK(sample > 2.9 * whole.measurement.median);
  }
}

TEST_CASE("what the same place kept goes on with its times, and says nothing", "[experiment]") {
  const Folder folder;
  const Checkpoint checkpoint((folder.path / "c").string(), "this", 0);
  REQUIRE(walk_at({.batches = 60}, &checkpoint).measurement.stop_reason == "interrupted");
  ExperimentResult resumed;
  CHECK(said([&] { resumed = walk_at({}, &checkpoint); }).empty());
  CHECK(resumed.measurement.samples().size() == Approx(walk_at({}, nullptr).measurement.samples().size()).epsilon(0.1));
}

TEST_CASE("a run that left its times behind can be interrupted before it has any, and go on", "[experiment]") {
  const Folder folder;
  const Checkpoint checkpoint((folder.path / "c").string(), "this", 0);
  REQUIRE(walk_at({.batches = 60}, &checkpoint).measurement.stop_reason == "interrupted");
  const Place there{.device = "Fake 2", .batches = 0};
  const std::vector<std::string> seen = {"python3 (pid 12)"};
  CHECK_FALSE(said([&] { walk_at(there, &checkpoint, [&](double) { return seen; }); }).empty());
  const auto kept = checkpoint.read();
  REQUIRE(kept);
  CHECK_FALSE(kept->values.empty());
  CHECK(kept->batches.empty());
  CHECK(kept->others == seen);
  const auto resumed = walk_at({}, &checkpoint);
  CHECK(estimate(resumed) == estimate(walk_at({}, nullptr)));
  CHECK(resumed.measurement.other_processes.empty());
}

TEST_CASE("where no batch is left to be timed, a checkpoint names the place that has the row", "[experiment]") {
  const Folder folder;
  const Checkpoint checkpoint((folder.path / "c").string(), "this", 30);
  const auto whole = walk_at({}, &checkpoint);
  const std::string why = refusal({.device = "Fake 2"}, checkpoint);
  CHECK(has(why, "no batch is left"));
  CHECK(has(why, "Fake 1"));
  CHECK(has(why, "Fake 2"));
  CHECK(has(why, "remove the file to start anew"));
  // It is left as it was.
  CHECK(walk_at({}, &checkpoint).measurement.samples() == whole.measurement.samples());
}

TEST_CASE("a state that means other spins here is refused, and so is one of another size", "[experiment]") {
  for (const int batches : {3, 60}) {
    const Folder folder;
    const Checkpoint checkpoint((folder.path / "c").string(), "this", 0);
    REQUIRE(walk_at({.path = "wide", .batches = batches}, &checkpoint).measurement.stop_reason == "interrupted");
    const std::string why = refusal<WalkLaidOutOtherwise>({.path = "narrow"}, checkpoint);
    CHECK(has(why, "means other spins"));
    CHECK(has(why, "code for wide"));
    CHECK(has(why, "code for narrow"));
    CHECK(has(refusal<WalkOfAnotherSize>({.path = "narrow"}, checkpoint), "a state that is too short"));
    CHECK(estimate(walk_at({.path = "wide"}, &checkpoint)) == estimate(walk_at({}, nullptr)));
  }
}

TEST_CASE("a run with too little memory to be kept goes on, and says so once", "[experiment]") {
  const Folder folder;
  const Checkpoint checkpoint((folder.path / "c").string(), "this", 0);
  ExperimentResult result;
  const std::string line = said([&] { result = walk_at<WalkShortOfMemory>({}, &checkpoint); });
  CHECK(line.find('\n') == line.size() - 1);
  CHECK(has(line, "too little free memory; the run goes on"));
  CHECK(estimate(result) == estimate(walk_at({}, nullptr)));
  CHECK_FALSE(checkpoint.read());
}

TEST_CASE("an experiment names other processes, whenever they came, and those beside what it went on from",
          "[experiment]") {
  using Names = std::vector<std::string>;
  CHECK(walk_at({}, nullptr).measurement.other_processes.empty());
  // A hundred times as slow, so that it measures from 100 s to 600 s.
  const Place slow{.slower = 100};
  const auto middle = [](double now) { return now > 200 && now < 300 ? Names{"python3 (pid 12)"} : Names{}; };
  CHECK(walk_at(slow, nullptr, middle).measurement.other_processes == Names{"python3 (pid 12)"});

  const Folder folder;
  const Checkpoint checkpoint((folder.path / "c").string(), "this", 0);
  const auto always = [](double) { return Names{"python3 (pid 12)"}; };
  REQUIRE(walk_at({.batches = 60}, &checkpoint, always).measurement.stop_reason == "interrupted");
  CHECK(walk_at({}, &checkpoint).measurement.other_processes == Names{"python3 (pid 12)"});
  // Of a run that is complete nobody is beside its times.
  const auto late = [](double) { return Names{"late (pid 13)"}; };
  CHECK(walk_at({}, &checkpoint, late).measurement.other_processes == Names{"python3 (pid 12)"});
}

TEST_CASE("an experiment says where others had its cores", "[experiment]") {
  FakeBackend backend;
  Walk simulation(backend);
  backend.seen = [](int) {
    Conditions conditions;
    conditions.waited_share = 0.13;
    return conditions;
  };
  MeasureOptions options;
  options.clock = backend.clock();
  const auto result = run_experiment(simulation, backend, walked(), {}, length, options);
  CHECK(result.measurement.other_processes == std::vector<std::string>{"other processes on the cores in use"});
}
