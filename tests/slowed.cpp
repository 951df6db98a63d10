// The slowed build of tests of `compare`: same bits, a known part of time more.
#include "kernels/common/slowed.hpp"

#include "tests/catch.hpp"
#include "tests/fake_backend.hpp"
#include "tests/variants.hpp"

using namespace spinbench;

namespace {

/// Waits as a device would, on a clock that only work and waiting move.
class FakeDelay {
 public:
  FakeDelay(double& now, double percent) : now_(&now), part_(percent / 100) {}
  void begin() { began_ = *now_; }
  void end() { *now_ += part_ * (*now_ - began_); }

 private:
  double* now_;
  double part_, began_ = 0;
};

/// Takes so long a call and so long a sweep.
class Timed final : public testing::FakeSimulation {
 public:
  Timed(testing::FakeBackend& backend, double& now, double call, double sweep)
      : FakeSimulation(backend), now_(now), call_(call), sweep_(sweep) {}
  void sweep(int count) override { now_ += call_ + sweep_ * count; }

 private:
  double &now_, call_, sweep_;
};

}  // namespace

TEST_CASE("a slowed simulation takes the asked part longer, whatever a call and a sweep take", "[slowed]") {
  testing::FakeBackend backend;
  for (const double call : {0.0, 3.0, 1000.0})
    for (const int sweeps : {1, 24, 49300}) {
      double now = 0;
      Slowed slow(std::make_unique<Timed>(backend, now, call, 0.5), FakeDelay(now, 4));
      for (int batch = 0; batch < 3; ++batch) {
        const double start = now;
        slow.sweep(sweeps);
        CHECK(now - start == Approx(1.04 * (call + 0.5 * sweeps)));
      }
    }
}

TEST_CASE("a slowed variant holds the same spins and declares the same work", "[slowed]") {
  const Variant* tiled = Registry::instance().variant("ising2d_metropolis", "tiled", "cpu");
  REQUIRE(tiled != nullptr);
  Params params;
  for (const Axis& axis : tiled->axes) params.set(axis.name, axis.fallback);
  params.set("L", std::int64_t{160});
  params.set("k", std::int64_t{5});
  double now = 0;
  const auto plain = tiled->make(params, 3);
  const auto slow = slowed(tiled->make, [&] { return FakeDelay(now, 4); })(params, 3);
  for (int i = 0; i < 3; ++i) plain->sweep(5), slow->sweep(5);
  CHECK(slow->configuration() == plain->configuration());
  CHECK(slow->work_per_sweep().units == plain->work_per_sweep().units);
  CHECK(slow->code_path() == plain->code_path());
  CHECK(slow->sweep_granularity() == 5);
}
