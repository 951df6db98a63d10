// What a search of launches tries, and the file that keeps what it chose.
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "bench/errors.hpp"
#include "bench/select/selection.hpp"
#include "bench/tune/tuner.hpp"
#include "interface/glob.hpp"
#include "interface/launch_axes.hpp"
#include "tests/catch.hpp"
#include "tests/fake_backend.hpp"

using namespace spinbench;
namespace fs = std::filesystem;

namespace {

/// A kernel of our own on a fake device: 3 x 4 launches, of which block:8 x spins:4 cannot run.
struct Fake {
  testing::FakeBackend backend;
  Kernel kernel;
  Variant variant;

  Fake() {
    kernel.name = variant.kernel = "fake_kernel";
    variant.name = "fast";
    variant.backend = "fake";
    variant.axes = {Axis::integer("L", 64, 2, 1024, "size"), Axis::integer("spins", 1, 1, 64, "sites a thread"),
                    Axis::integer("block", 4, 1, 64, "threads a block"), Axis::real("beta", 0.4, 0, 1, "")};
    variant.unsupported = [](const Params& params, const Device&) -> std::string {
      return params.integer("block") == 8 && params.integer("spins") == 4 ? "too large" : "";
    };
  }
  Case at(std::int64_t L, std::int64_t spins = 1, std::int64_t block = 4) {
    Case c{&kernel, &variant, &backend, 0, {}};
    c.params.set("L", L);
    c.params.set("spins", spins);
    c.params.set("block", block);
    c.params.set("beta", 0.4);
    return c;
  }
};

const Register<LaunchAxes> registered{
    {"fake_kernel",
     "fa*",
     "*",
     {{"spins", {std::int64_t{1}, std::int64_t{2}, std::int64_t{4}}},
      {"block", {std::int64_t{1}, std::int64_t{2}, std::int64_t{4}, std::int64_t{8}}}}}};

struct Folder {
  fs::path path = fs::temp_directory_path() / ("spinbench-tuning-" + std::to_string(::getpid()));
  Folder() { fs::create_directories(path); }
  ~Folder() { fs::remove_all(path); }
  std::string file(const char* name) const { return (path / name).string(); }
};

bool any_axis(const std::string&) { return true; }

/// Never interrupted.
bool never() { return false; }

}  // namespace

TEST_CASE("the searched axes are those that were declared, less what the user fixes or the selection sweeps",
          "[tuning]") {
  Fake fake;
  const auto searched = [](const LaunchSearch& search) {
    std::vector<std::string> names;
    for (const auto& axis : search.axes) names.push_back(axis.first);
    return names;
  };
  using Names = std::vector<std::string>;
  auto searches = launch_searches({fake.at(64), fake.at(128)}, {});
  REQUIRE(searches.size() == 2);
  CHECK(searched(searches[1]) == Names{"spins", "block"});
  CHECK(searches[1].name() == "fake_kernel/fast/fake/L:128/beta:0.4");
  CHECK(searched(launch_searches({fake.at(64)}, {{}, {parse_axis("block=4")}}).front()) == Names{"spins"});
  // A sweep over blocks, as of a figure.
  searches = launch_searches({fake.at(64, 1, 1), fake.at(64, 1, 2)}, {});
  REQUIRE(searches.size() == 2);
  CHECK(searched(searches[0]) == Names{"spins"});
  // What --tune-axis names is searched, with these values alone, whatever the axis is.
  searches =
      launch_searches({fake.at(64, 1, 1), fake.at(64, 1, 2)}, {{parse_axis("block=2,8"), parse_axis("L=8")}, {}});
  REQUIRE(searches.size() == 1);
  CHECK(searched(searches[0]) == Names{"L", "spins", "block"});
  std::size_t skipped = 0;
  CHECK(launches_of(searches[0], skipped).size() == 5);
  CHECK(skipped == 1);
}

TEST_CASE("requests that fit no case are refused", "[tuning]") {
  Fake fake;
  const std::vector<Case> cases = {fake.at(64)};
  CHECK_THROWS_AS(launch_searches(cases, {{parse_axis("nope=1")}, {}}), UsageError);
  CHECK_THROWS_AS(launch_searches(cases, {{parse_axis("block=65,66")}, {}}), UsageError);
  CHECK_THROWS_AS(launch_searches(cases, {{parse_axis("block=8")}, {parse_axis("block=4")}}), UsageError);
  CHECK_THROWS_AS(launch_searches(cases, {{parse_axis("L=2:1024:+1"), parse_axis("block=1:64:+1")}, {}}), UsageError);
}

TEST_CASE("a search tries each launch that can run, the case's own first, and chooses the cheapest", "[tuning]") {
  Fake fake;
  const auto search = launch_searches({fake.at(64, 2, 4)}, {}).front();
  std::vector<std::string> visited;
  // Lowest at spins:4/block:2.
  const auto cost = [&](const Case& c, int, bool) {
    visited.push_back(search.launch_of(c.params).name());
    const double spins = c.params.real("spins"), block = c.params.real("block");
    Attempt result;
    if (block == 1)
      result.status = Row::Status::failed, result.reason = "verification failed: bits";
    else
      result.ns_per_unit = 1 + (4 - spins) + (block - 2) / 4;
    return result;
  };
  std::ostringstream out;
  const auto result = Tuner(cost, out, never, 4, 120).search(search);
  REQUIRE(result.chosen);
  CHECK(result.chosen->launch.name() == "spins:4/block:2");
  CHECK(result.chosen->fixed.name() == "L:64/beta:0.4");
  CHECK(result.chosen->device == "Fake 1");
  CHECK(result.chosen->ns_per_unit == Approx(1.0));
  CHECK(visited.front() == "spins:2/block:4");
  CHECK(result.chosen->tried.size() == 11);
  CHECK(result.failed.size() == 3);
  CHECK(out.str().find("11 launches tried, 1 cannot run here") != std::string::npos);
  CHECK(out.str().find("dropped: verification failed: bits") != std::string::npos);
  // All of them to the end.
  std::ostringstream scan;
  const auto scanned = Tuner(cost, scan, never, max_launches).search(search);
  CHECK(scanned.chosen->launch == result.chosen->launch);
  for (const TriedLaunch& one : scanned.chosen->tried) CHECK(one.rungs == (one.failed ? 0 : 1));
  // Every launch that was tried is printed.
  for (const TriedLaunch& one : result.chosen->tried) CHECK(out.str().find(one.launch.name()) != std::string::npos);
  std::istringstream lines(out.str());
  for (std::string line; std::getline(lines, line);) CHECK(line.size() <= 120);
}

TEST_CASE("a launch is verified before it is timed, once, and one that fails a check has no time", "[tuning]") {
  /// Whose own check fails in blocks of 8, and whose time falls with `spins`.
  class Checked final : public Simulation {
   public:
    Checked(testing::FakeBackend& backend, const Params& params, int& checks)
        : backend_(backend), params_(params), checks_(checks) {}
    std::string code_path() const override { return "checked"; }
    void sweep(int count) override { backend_.last_sweeps = count; }
    Observables observe() override { return {}; }
    Configuration configuration() override { return {}; }
    Work work_per_sweep() const override {
      Work work;
      work.units = 1000 * params_.real("spins");
      return work;
    }
    std::vector<Check> self_check() override {
      ++checks_;
      Check check;
      check.name = "own";
      check.passed = params_.integer("block") != 8;
      return {check};
    }

   private:
    testing::FakeBackend& backend_;
    Params params_;
    int& checks_;
  };
  Fake fake;
  int checks = 0;
  fake.variant.make = [&](const Params& params, std::uint64_t) {
    return std::make_unique<Checked>(fake.backend, params, checks);
  };
  MeasureOptions row;
  row.clock = fake.backend.clock();
  row.hold = false;
  Runner runner({1, true, row, checks_of_candidates()});
  const Attempt first = runner.attempt(fake.at(64, 2, 4), rung_options(row, 0, false));
  REQUIRE(first.ns_per_unit);
  CHECK(*first.ns_per_unit == Approx(500.0));
  CHECK(checks == 1);
  CHECK(runner.attempt(fake.at(64, 2, 4), rung_options(row, 1, true)).ns_per_unit == Approx(500.0));
  CHECK(checks == 1);
  const int batches = fake.backend.batches;
  const Attempt bad = runner.attempt(fake.at(64, 2, 8), rung_options(row, 0, false));
  CHECK_FALSE(bad.ns_per_unit);
  CHECK(bad.status == Row::Status::failed);
  CHECK(bad.reason == "verification failed: own");
  CHECK(fake.backend.batches == batches);
  // All of it together: the failed ones are told, the fastest of the others is chosen.
  std::ostringstream out;
  Tuner tuner([&](const Case& c, int rung, bool last) { return runner.attempt(c, rung_options(row, rung, last)); }, out,
              never);
  const auto result = tuner.search(launch_searches({fake.at(64)}, {}).front());
  REQUIRE(result.chosen);
  CHECK(result.chosen->launch.integer("spins") == 4);
  CHECK(result.failed.size() == 2);
}

TEST_CASE("launches that are compared to the bit share the physics of the first", "[tuning]") {
  Registry& registry = Registry::instance();
  Variant variant = *registry.variant("ising2d_metropolis", "multispin", "cpu");
  int decided = 0;
  variant.physics = [&](const CheckContext&) {
    ++decided;
    Check check;
    check.name = "counted";
    check.kind = Check::Kind::physics;
    check.passed = true;
    return std::vector<Check>{check};
  };
  Case c{registry.kernel("ising2d_metropolis"), &variant, registry.backend("cpu"), 0, {}};
  for (const Axis& axis : variant.axes) c.params.set(axis.name, axis.fallback);
  c.params.set("L", std::int64_t{64});
  const auto decided_for = [&](Verifier& verifier, const char* isa, double beta) {
    c.params.set("isa", std::string(isa));
    c.params.set("beta", beta);
    const int before = decided;
    const Verification found = verifier.verify(c);
    CHECK(found.passed);
    CHECK(found.proved() == "bits+physics");
    return decided - before;
  };
  Verifier candidates(1, checks_of_candidates()), rows(1);
  CHECK(decided_for(candidates, "widest", 0.4) == 1);
  CHECK(decided_for(candidates, "baseline", 0.4) == 0);
  CHECK(decided_for(candidates, "baseline", 0.3) == 1);
  CHECK(decided_for(rows, "widest", 0.4) == 1);
  CHECK(decided_for(rows, "baseline", 0.4) == 1);
}

TEST_CASE("a search of the host's multispin variant finds the best of a made cost", "[tuning]") {
  Selection selection;
  selection.kernels = {"ising2d_metropolis"};
  selection.variants = {"multispin"};
  selection.backends = {"cpu"};
  const auto searches = launch_searches(select_cases(selection, Registry::instance()), {});
  REQUIRE(searches.size() == 1);
  std::size_t skipped = 0;
  const auto launches = launches_of(searches[0], skipped);
  REQUIRE(launches.size() >= 12);
  for (const Case& best : launches) {
    const auto cost = [&](const Case& c, int, bool) {
      double distance = 1;
      for (const auto& [name, value] : best.params.entries()) distance += c.params.at(name) == value ? 0 : 1;
      return Attempt{distance, Row::Status::measured, ""};
    };
    std::ostringstream out;
    const auto result = Tuner(cost, out, never).search(searches[0]);
    REQUIRE(result.chosen);
    CHECK(result.chosen->launch == searches[0].launch_of(best.params));
  }
}

TEST_CASE("every registered launch axis is one of a variant, with values that it admits", "[tuning]") {
  const auto& variants = Registry::instance().variants();
  const auto is_built = [&](const LaunchAxes& one) {
    return std::any_of(variants.begin(), variants.end(), [&](const Variant& v) {
      return v.kernel == one.kernel && glob_match(one.variant, v.name) && glob_match(one.backend, v.backend);
    });
  };
  for (const LaunchAxes& one : launch_axes()) {
    if (one.kernel == "fake_kernel" || !is_built(one)) continue;
    for (const auto& [name, values] : one.axes) {
      INFO(one.kernel << "/" << one.variant << "/" << one.backend << " " << name);
      bool found = false;
      for (const Variant& variant : variants)
        for (const Axis& axis : variant.axes)
          if (axis.name == name && launch_values(variant, name) == values) {
            found = true;
            for (const AxisValue& value : values) CHECK(why_outside(axis, value) == "");
          }
      CHECK((found || one.backend == "*"));
    }
  }
}

TEST_CASE("the tuning file gives back what was kept, for its device and case", "[tuning]") {
  Fake fake;
  const Folder folder;
  const std::string path = folder.file("t.json");
  const auto chosen_for = [&](std::int64_t L, std::int64_t spins) {
    ChosenLaunch chosen{"Fake 1", "fake", "fake_kernel",          "fast", {}, {},
                        "flip",   0.25,   "2026-11-22T09:30:00Z", "abc",  {}};
    chosen.fixed.set("L", L);
    chosen.fixed.set("beta", 0.4);
    chosen.launch.set("spins", spins);
    chosen.launch.set("block", std::int64_t{8});
    chosen.tried = {{chosen.launch, 3, 0.25, "", false}, {chosen.launch, 0, std::nullopt, "too large", true}};
    return chosen;
  };
  TuningFile file = TuningFile::read(path, true);
  CHECK(file.all().empty());
  file.keep(chosen_for(64, 2));
  file.keep(chosen_for(128, 4));
  file.keep(chosen_for(64, 1));
  file = TuningFile::read(path, false);
  REQUIRE(file.all().size() == 2);
  CHECK(to_json(file.all()[1]) == to_json(chosen_for(64, 1)));
  REQUIRE(file.find(fake.at(64), any_axis) != nullptr);
  CHECK(file.find(fake.at(64), any_axis)->launch.integer("spins") == 1);
  CHECK(file.find(fake.at(256), any_axis) == nullptr);
  // block:8 was chosen: a case whose block stays as it is cannot have that launch.
  const auto but_block = [](const std::string& axis) { return axis != "block"; };
  CHECK(file.find(fake.at(64, 1, 4), but_block) == nullptr);
  CHECK(file.find(fake.at(64, 4, 8), but_block) != nullptr);
  fake.backend.all.front().name = "Fake 2";
  CHECK(file.find(fake.at(64), any_axis) == nullptr);
  CHECK_FALSE(file.has_device("Fake 2"));
  // Of another device, it stays beside.
  ChosenLaunch other = chosen_for(64, 4);
  other.device = "Fake 2";
  file.keep(other);
  CHECK(TuningFile::read(path, false).all().size() == 3);
  CHECK(file.find(fake.at(64), any_axis)->launch.integer("spins") == 4);
}

TEST_CASE("what is no tuning file of this version is refused, and left as it is", "[tuning]") {
  const Folder folder;
  const std::string path = folder.file("t.json");
  CHECK_THROWS_AS(TuningFile::read(path, false), UsageError);
  CHECK_THROWS_AS(TuningFile::read(folder.path.string(), true), UsageError);
  const std::string launch =
      R"({"device":"d","backend":"b","kernel":"k","variant":"v","params":{},"launch":{"spins":2},)"
      R"("unit":"flip","ns_per_unit":1,"date":"","git":"","tried":[]})";
  const auto with = [&](const std::string& text) {
    return R"({"schema":"spinbench-tuning/1","launches":[)" + text + "]}";
  };
  std::ofstream(path) << with(launch);
  CHECK(TuningFile::read(path, false).all().size() == 1);
  const auto without = [&](const std::string& part, const std::string& instead) {
    std::string text = launch;
    return with(text.replace(text.find(part), part.size(), instead));
  };
  for (const std::string& text :
       {std::string("{"), std::string("[]"), std::string("null"), std::string("{}"), std::string(100000, '['),
        std::string(R"({"schema":1})"), std::string(R"({"schema":"spinbench-tuning/2","launches":[]})"),
        std::string(R"({"schema":"spinbench-tuning/1"})"), with("7"), with("{}"), without(R"({"spins":2})", "{}"),
        without(R"("tried":[])", R"("tried":7)"), without(R"("params":{})", R"("params":[])"),
        without(R"({"spins":2})", R"({"block":null})"), without(R"("ns_per_unit":1)", R"("ns_per_unit":-1)"),
        without(R"("device":"d")", R"("device":3)"),
        without(R"("tried":[])", R"("tried":[{"launch":{},"rungs":-1}])")}) {
    INFO(text.substr(0, 200));
    std::ofstream(path) << text;
    CHECK_THROWS_AS(TuningFile::read(path, true), UsageError);
    CHECK(fs::file_size(path) == text.size());
  }
}
