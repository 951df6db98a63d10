// The mean magnetisation says something only where it turned often; right simulations then pass. That it finds a spin
// that never moves is shown in physics.cpp, where the energy does not.
#include <chrono>
#include <cstdint>
#include <string>
#include <thread>

#include "kernels/common/symmetry_check.hpp"
#include "tests/catch.hpp"
#include "tests/suspect.hpp"

namespace {

using namespace spinbench;
using test::SuspectIsing;

/// A right simulation on a machine that does something else first.
class LateIsing final : public Simulation {
 public:
  explicit LateIsing(std::chrono::milliseconds wait) : wait_(wait) {}

  std::string code_path() const override { return ising_.code_path(); }
  void sweep(int count) override { ising_.sweep(count); }
  Observables observe() override { return ising_.observe(); }
  Series series(const std::string& observable, int measurements, int spacing) override {
    std::this_thread::sleep_for(wait_);
    wait_ = {};
    return ising_.series(observable, measurements, spacing);
  }
  Configuration configuration() override { return ising_.configuration(); }
  Work work_per_sweep() const override { return ising_.work_per_sweep(); }

 private:
  std::chrono::milliseconds wait_;
  SuspectIsing ising_{8, 0.4, 1};
};

TEST_CASE("a magnetisation that hardly turns is not judged", "[physics]") {
  SuspectIsing cold(8, 0.9, 1);
  const Check check = check_symmetry(cold, 5, 0.05, 4);
  CHECK(check.passed);
  CHECK(check.kind == Check::Kind::support);
}

// The trial alone would have 1,280 measurements taken, in which it turns some 100 times.
TEST_CASE("a magnetisation is judged though the trial was kept waiting", "[physics]") {
  LateIsing late(std::chrono::milliseconds(200));
  const Check check = check_symmetry(late, 5, 1, 4);
  CAPTURE(check.detail);
  CHECK(check.kind == Check::Kind::physics);
  CHECK(check.passed);
}

TEST_CASE("500 right magnetisations bring no false alarm to speak of", "[physics]") {
  int failed = 0;
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    SuspectIsing right(4, 0.3 + 1e-4 * static_cast<double>(seed), seed);
    right.sweep(100);
    const Check check = check_symmetry(right, 2, 2e-3, 3);
    failed += check.kind == Check::Kind::physics && !check.passed;
  }
  // With 3 sigma 1.35 are expected; more than 7 with 2e-4.
  CHECK(failed <= 7);
}

TEST_CASE("turns are counted from one side to the other, not at every crossing", "[physics]") {
  CHECK(turns_of({}, 1) == 0);
  CHECK(turns_of({2, 0.5, -0.5, 0.5, 2}, 1) == 0);
  CHECK(turns_of({2, -2, -0.5, -2, 2, 0, -2}, 1) == 3);
}

}  // namespace
