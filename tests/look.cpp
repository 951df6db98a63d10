// The look at what was timed must never fail a right run, however short, and must see gross faults.
#include <cstdint>

#include "kernels/ising2d_metropolis/physics.hpp"
#include "kernels/ising3d_metropolis/physics.hpp"
#include "tests/catch.hpp"
#include "tests/suspect.hpp"
#include "tests/variants.hpp"

using namespace spinbench;
using test::SuspectIsing;
using Kind = test::Fault::Kind;

TEST_CASE("a look passes right runs of any length, size and temperature", "[look]") {
  for (const int L : {4, 16, 64, 256})
    for (const double beta : {0.01, 0.1, 0.331, 0.4395, 0.4407, 0.46, 0.6, 1.0, 2.0})
      for (std::uint64_t seed = 1; seed <= (L <= 16 ? 5 : 1); ++seed) {
        SuspectIsing right(L, beta, seed);
        Params params;
        params.set("L", std::int64_t{L});
        params.set("beta", beta);
        int done = 0;
        for (const int sweeps : {1, 1, 2, 6, 20, 100, 300}) {
          if (L == 256 && sweeps > 100) continue;
          right.sweep(sweeps);
          done += sweeps;
          const Check look = ising2d::look(params, right, done).front();
          CAPTURE(L, beta, seed, done, look.detail);
          CHECK(look.passed);
          CHECK(look.name == "look");
        }
      }
}

TEST_CASE("a look finds gross faults", "[look]") {
  Params params;
  params.set("L", std::int64_t{256});
  for (const double beta : {0.05, 0.331, 0.4, 0.6}) {
    params.set("beta", beta);
    for (const Kind kind : {Kind::does_nothing, Kind::half_updated, Kind::not_a_number}) {
      SuspectIsing wrong(256, beta, 1, {.kind = kind});
      wrong.sweep(200);
      // Half of the lattice that never moves, after the many sweeps of a timed row.
      const Check look = ising2d::look(params, wrong, 100000).front();
      CAPTURE(beta, static_cast<int>(kind), look.detail);
      CHECK_FALSE(look.passed);
      CHECK(look.detail.find("allowed") != std::string::npos);
    }
  }
  // Anti-aligned: every bond unsatisfied.
  class Antiferromagnet final : public Simulation {
   public:
    std::string code_path() const override { return "antiferromagnet"; }
    void sweep(int) override {}
    Observables observe() override { return {{"energy", {2.0}}, {"magnetisation", {0.0}}}; }
    Configuration configuration() override { return {}; }
    Work work_per_sweep() const override { return {}; }
  } antiferromagnet;
  for (const double beta : {0.05, 0.4, 1.0}) {
    params.set("beta", beta);
    CHECK_FALSE(ising2d::look(params, antiferromagnet, 1).front().passed);
  }
}

TEST_CASE("a look at cubic lattices without an exact energy knows bounds", "[look]") {
  const Variant* registered = Registry::instance().variant("ising3d_metropolis", "checkerboard", "cpu");
  REQUIRE(registered != nullptr);
  const Variant& variant = *registered;
  Params params = defaults(variant);
  params.set("L", std::int64_t{16});
  for (const double beta : {0.05, 0.15, 0.2, 0.2217, 0.25, 0.3, 0.5, 1.0}) {
    params.set("beta", beta);
    const auto simulation = variant.make(params, 1);
    int done = 0;
    for (const int sweeps : {1, 9, 90, 300}) {
      simulation->sweep(sweeps);
      done += sweeps;
      const Check look = ising3d::look(params, *simulation, done).front();
      CAPTURE(beta, done, look.detail);
      CHECK(look.passed);
    }
  }
  // All up after a thousand sweeps at K_c, on a larger lattice that was never swept.
  params.set("L", std::int64_t{64});
  params.set("beta", 0.2217);
  const auto still = variant.make(params, 1);
  const Check look = ising3d::look(params, *still, 1000).front();
  CAPTURE(look.detail);
  CHECK_FALSE(look.passed);
}
