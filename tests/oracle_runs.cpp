// One run of an oracle for all that are compared with it: launches of a case share it, each is judged by its own
// sweeps, and what is wrong among them is refused wherever it comes.
#include "bench/verify/oracle_runs.hpp"

#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "bench/tune/tuner.hpp"
#include "bench/verify/compare.hpp"
#include "bench/verify/interruptible.hpp"
#include "bench/verify/verify.hpp"
#include "interface/adapts.hpp"
#include "interface/launch_axes.hpp"
#include "tests/catch.hpp"
#include "tests/variants.hpp"

using namespace spinbench;

namespace {

const Register<LaunchAxes> registered{
    {"ising2d_metropolis",
     "many_launches",
     "*",
     {{"spins", {std::int64_t{1}, std::int64_t{2}, std::int64_t{4}}},
      {"block", {std::int64_t{1}, std::int64_t{2}, std::int64_t{4}, std::int64_t{8}}}}}};

const Variant& checkerboard() { return *Registry::instance().variant("ising2d_metropolis", "checkerboard", "cpu"); }

Params at(std::int64_t L, double beta = 0.4) {
  Params params = defaults(checkerboard());
  params.set("L", L);
  params.set("beta", beta);
  return params;
}

/// The checkerboard with launch axes that change nothing, but where `is_wrong(params)`: there beta is off.
struct Launches {
  Kernel kernel = *Registry::instance().kernel("ising2d_metropolis");
  Variant variant = checkerboard();
  int made = 0;

  template <class IsWrong>
  explicit Launches(IsWrong is_wrong) {
    variant.name = "many_launches";
    variant.oracle = "checkerboard";
    variant.physics = nullptr;
    for (const char* axis : {"spins", "block"}) variant.axes.push_back(Axis::integer(axis, 1, 1, 8, "a launch's"));
    variant.make = [this, is_wrong, make = variant.make](const Params& params, std::uint64_t seed) {
      ++made;
      Params own = params;
      if (is_wrong(params)) own.set("beta", params.real("beta") * 1.01);
      return make(own, seed);
    };
    variant.bit_cases = [](const Params& params, const Device&) {
      std::vector<Params> result(2, params);
      result[0].set("L", std::int64_t{32});
      result[1].set("L", std::int64_t{16});
      return result;
    };
  }
  Case at(std::int64_t L, std::int64_t spins, std::int64_t block) {
    Case c{&kernel, &variant, Registry::instance().backend("cpu"), 0, defaults(variant)};
    c.params.set("L", L);
    c.params.set("spins", spins);
    c.params.set("block", block);
    return c;
  }
};

std::string reason_of(const Verification& verification) {
  for (const Check& check : verification.checks)
    if (!check.passed) return check.detail;
  return "";
}

/// A spin and an observable, of which one alone may go wrong once what it adapts stands.
enum class Wrong { nothing, spins, observables, self };
class Counting : public Simulation {
 public:
  explicit Counting(Wrong wrong = Wrong::nothing) : wrong_(wrong) {}

  std::string code_path() const override { return "counting"; }
  void sweep(int count) override {
    sweeps_ += count;
    if (stands_) calls_.push_back(count);
  }
  Observables observe() override { return {{"sweeps", {sweeps_ + is(Wrong::observables)}}}; }
  Configuration configuration() override {
    const double spin = sweeps_ + is(Wrong::spins);
    return Configuration::of(Element::float64, &spin, 1);
  }
  Work work_per_sweep() const override { return {}; }
  std::vector<Check> self_check() override {
    Check check;
    check.name = "own";
    check.passed = is(Wrong::self) == 0;
    return {check};
  }

 protected:
  double is(Wrong what) const { return stands_ && wrong_ == what ? 1 : 0; }

  Wrong wrong_;
  double sweeps_ = 0;
  bool stands_ = false;
  std::vector<int> calls_;
};
class CountingAdapts final : public Counting, public Adapts {
 public:
  explicit CountingAdapts(Wrong wrong = Wrong::nothing, std::vector<int>* calls = nullptr)
      : Counting(wrong), calls_of_production_(calls) {}
  ~CountingAdapts() override {
    if (calls_of_production_ != nullptr) *calls_of_production_ = calls_;
  }

  void equilibrated() override { stands_ = true; }

 private:
  std::vector<int>* calls_of_production_;
};

/// With a series that it does not observe, off by so much; or blind.
class Making final : public Counting {
 public:
  explicit Making(double off = 0, bool is_blind = false) : off_(off), is_blind_(is_blind) {}

  Observables observe() override { return is_blind_ ? Observables() : Counting::observe(); }
  Series series(const std::string& observable, int measurements, int spacing) override {
    if (observable != "made") return Counting::series(observable, measurements, spacing);
    Series result{observable, 1, {}};
    for (int i = 0; i < measurements; ++i) sweep(spacing), result.values.push_back(sweeps_ + off_);
    return result;
  }

 private:
  double off_;
  bool is_blind_;
};

/// What a comparison says, as verify makes it: of simulations that can be interrupted.
std::string difference(std::unique_ptr<Simulation> found, std::unique_ptr<Simulation> oracle, const Course& course) {
  const auto own = interruptible(std::move(found)), other = interruptible(std::move(oracle));
  const Check check = compare_with_run("", *own, run_oracle(*other, course), course, Agreement{});
  CHECK(check.passed == (check.detail.find(": ") == std::string::npos));
  return check.passed ? "" : check.detail;
}

bool says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("what an oracle observes, and what experiments read, must be there and the same", "[verification]") {
  Course course{2, 9, true};
  course.read = {"made", "nobody's"};
  course.made = {"made"};
  const auto found = [](double off = 0, bool is_blind = false) { return std::make_unique<Making>(off, is_blind); };
  CHECK(difference(found(), found(), course).empty());
  CHECK(says(difference(found(1), found(), course), "a series of the made differs"));
  CHECK(says(difference(found(0, true), found(), course), "it has no sweeps, which its oracle observes"));
  // Where the oracle has none.
  course.made.clear();
  CHECK(difference(found(1), found(), course).empty());
  CHECK(difference(found(1), found(0, true), course).empty());
}

TEST_CASE("what adapts is compared once more when that stands", "[verification]") {
  const Course observed{2, 9, true}, followed{2, 9, false};
  const auto adapts = [](Wrong wrong = Wrong::nothing) { return std::make_unique<CountingAdapts>(wrong); };
  CHECK(difference(adapts(), adapts(), observed).empty());
  CHECK(says(difference(adapts(Wrong::spins), adapts(), observed), "when what it adapts stands, 1 of 1 spins differ"));
  CHECK(says(difference(adapts(Wrong::observables), adapts(), observed),
             "when what it adapts stands, the sweeps observed differs"));
  CHECK(says(difference(adapts(Wrong::self), adapts(), observed), "when what it adapts stands, own fails"));
  // Not where it is timed afterwards.
  for (const Wrong wrong : {Wrong::spins, Wrong::observables, Wrong::self})
    CHECK(difference(adapts(wrong), adapts(), followed).empty());

  const auto plain = [] { return std::make_unique<Counting>(); };
  CHECK(difference(plain(), plain(), observed).empty());
  CHECK(says(difference(plain(), adapts(), observed), "it adapts nothing, and its oracle something"));
  CHECK(says(difference(adapts(), plain(), observed), "it adapts something, and its oracle nothing"));
}

TEST_CASE("what adapts goes the whole course once more, in as many calls", "[verification]") {
  for (const bool observe : {true, false}) {
    std::vector<int> found, oracle;
    CHECK(difference(std::make_unique<CountingAdapts>(Wrong::nothing, &found),
                     std::make_unique<CountingAdapts>(Wrong::nothing, &oracle), {2, 9, observe})
              .empty());
    CHECK(found == (observe ? std::vector<int>{2, 10, 6} : std::vector<int>{}));
    CHECK(oracle == found);
  }
  // What of it is kept counts as memory.
  CountingAdapts adapts;
  Counting plain;
  const double bytes = run_oracle(adapts, {1, 3, true}).bytes();
  CHECK(bytes == run_oracle(plain, {1, 3, true}).bytes() + 2 * sizeof(double));
}

TEST_CASE("an oracle runs once for all launches of a case, and a wrong launch among right ones is refused",
          "[tuning][verification]") {
  Launches launches([](const Params& params) { return params.integer("block") == 8; });
  Verifier verifier(1, checks_of_candidates());
  const auto attempt = [&](const Case& c, int, bool) {
    const Verification found = verifier.verify(c);
    if (!found.passed) return Attempt{std::nullopt, Row::Status::failed, reason_of(found)};
    // The wrong ones would be the fastest.
    return Attempt{9.0 - c.params.real("block"), Row::Status::measured, ""};
  };
  std::ostringstream out;
  // The first is a wrong one: what it was compared with is right for the others.
  const auto search = launch_searches({launches.at(64, 2, 8)}, {}).front();
  const auto result = Tuner(attempt, out, [] { return false; }).search(search);
  REQUIRE(result.chosen);
  CHECK(result.chosen->tried.size() == 12);
  CHECK(result.chosen->launch.integer("block") == 4);
  CHECK(result.failed.size() == 3);
  for (const TriedLaunch& one : result.chosen->tried) {
    INFO(one.launch.name() << " " << one.reason);
    CHECK(one.failed == (one.launch.integer("block") == 8));
    CHECK((one.reason.find("spins differ") != std::string::npos) == one.failed);
  }
  // Two cases are compared. A launch that failed the first is not asked for the second.
  CHECK(verifier.oracle_runs().made() == 2);
  CHECK(launches.made >= 9 * 2 + 3);
}

TEST_CASE("what follows one launch at its size follows the others, which are judged each by its own sweeps",
          "[tuning][verification]") {
  Launches launches([](const Params& params) { return params.integer("L") > 32 && params.integer("block") == 4; });
  Verifier verifier(1, checks_of_candidates());
  int followed = 0;
  for (const std::int64_t spins : {1, 2})
    for (const std::int64_t block : {1, 4, 8}) {
      const Case c = launches.at(64, spins, block);
      Verification found = verifier.verify(c);
      CHECK(found.passed);
      const auto simulation = launches.variant.make(c.params, 1);
      verifier.follow(c, *simulation, found);
      REQUIRE(found.checks.back().name == "bits at size");
      ++followed;
      CHECK(found.passed == (block != 4));
    }
  CHECK(followed == 6);
  CHECK(verifier.oracle_runs().made() == 3);
}

TEST_CASE("a kept run is that of a new oracle, and of its own case and course alone", "[verification]") {
  const Variant& variant = checkerboard();
  OracleRuns runs(7, 1 << 20);
  const OracleCase oracle{variant, at(16)};
  CHECK(runs.facts(oracle).units_a_sweep == 256);
  const Course course{1, 9, true};
  const auto run = runs.run(oracle, course);
  const auto fresh = variant.make(oracle.params, 7);
  fresh->sweep(9);
  CHECK(compare(run->configuration, fresh->configuration()).same);
  CHECK(run->observables.of("energy") == fresh->observe().of("energy"));
  REQUIRE(run->series.size() == 1);
  CHECK(run->series.front().values == series_in_turns(*fresh, run->series.front().name, 3, 1).values);
  CHECK(runs.run(oracle, course) == run);
  CHECK(runs.made() == 1);
  CHECK(runs.run({variant, at(16, 0.41)}, course)->configuration != run->configuration);
  CHECK(runs.run({variant, at(18)}, course) != run);
  CHECK(runs.run(oracle, {1, 10, true}) != run);
  CHECK(runs.run(oracle, {3, 3, true}) != run);
  CHECK(runs.run(oracle, {1, 9, false}) != run);
  CHECK(runs.made() == 6);
  CHECK(runs.sweeps_kept(oracle, 1) == 9);
  CHECK(runs.sweeps_kept(oracle, 3) == 0);
  CHECK(runs.run(oracle, course) == run);
}

TEST_CASE("runs of oracles are kept in a bounded memory, the last used for longest", "[verification]") {
  const Variant& variant = checkerboard();
  const Course course{1, 3, false};
  // Two of 16 x 16 spins of a byte.
  OracleRuns runs(7, 600);
  const OracleCase a{variant, at(16, 0.1)}, b{variant, at(16, 0.2)}, c{variant, at(16, 0.3)}, large{variant, at(32)};
  runs.run(a, course), runs.run(b, course), runs.run(a, course);
  CHECK(runs.made() == 2);
  runs.run(c, course), runs.run(a, course);
  CHECK(runs.made() == 3);
  CHECK(runs.bytes() == 512);
  runs.run(b, course);
  CHECK(runs.made() == 4);
  // What does not fit drives nothing out.
  CHECK_FALSE(runs.run(large, course)->configuration.is_empty());
  runs.run(b, course), runs.run(a, course);
  CHECK(runs.made() == 5);
}

TEST_CASE("samples are those of their case, kept in as much memory", "[verification]") {
  const Variant& variant = checkerboard();
  const OracleCase a{variant, at(16, 0.1)}, b{variant, at(16, 0.2)};
  const double bytes = OracleRuns::bytes_of(variant.sample(a.params, 7));
  CHECK(bytes > 16 * 16);
  OracleRuns runs(7, 1.5 * bytes);
  const auto first = runs.sample(a);
  REQUIRE(first->has_value());
  CHECK((*first)->values == variant.sample(a.params, 7)->values);
  CHECK(runs.sample(a) == first);
  CHECK(runs.samples_made() == 1);
  runs.sample(b), runs.sample(b);
  CHECK(runs.samples_made() == 2);
  runs.sample(a);
  CHECK(runs.samples_made() == 3);
}
