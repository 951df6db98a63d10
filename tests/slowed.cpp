// The slowed build of tests of `compare`: same bits, a known part of work more.
#include "kernels/common/slowed.hpp"

#include "tests/catch.hpp"
#include "tests/fake_backend.hpp"
#include "tests/variants.hpp"

using namespace spinbench;

namespace {

/// Counts sweeps.
class Counting final : public Simulation {
 public:
  explicit Counting(int& sweeps) : sweeps_(sweeps) {}
  std::string code_path() const override { return "counting"; }
  void sweep(int count) override { sweeps_ += count; }
  Observables observe() override { return {}; }
  Configuration configuration() override { return {}; }
  Work work_per_sweep() const override { return {}; }

 private:
  int& sweeps_;
};

}  // namespace

TEST_CASE("a slowed simulation sweeps the one beside it as often", "[slowed]") {
  int own = 0, beside = 0;
  Slowed both(std::make_unique<Counting>(own), std::make_unique<Counting>(beside));
  both.sweep(3);
  both.sweep(4);
  CHECK(own == 7);
  CHECK(beside == 7);
}

TEST_CASE("a slowed variant holds the same spins and declares the same work", "[slowed]") {
  const Variant* tiled = Registry::instance().variant("ising2d_metropolis", "tiled", "cpu");
  REQUIRE(tiled != nullptr);
  Params params;
  for (const Axis& axis : tiled->axes) params.set(axis.name, axis.fallback);
  params.set("L", std::int64_t{160});
  params.set("k", std::int64_t{5});
  const auto plain = tiled->make(params, 3), slow = slowed(tiled->make, 4)(params, 3);
  for (int i = 0; i < 3; ++i) plain->sweep(5), slow->sweep(5);
  CHECK(slow->configuration() == plain->configuration());
  CHECK(slow->work_per_sweep().units == plain->work_per_sweep().units);
  CHECK(slow->code_path() == plain->code_path());
  CHECK(slow->sweep_granularity() == 5);
}

TEST_CASE("the lattice beside a large one has the part of its sites that was asked for", "[slowed]") {
  for (const std::int64_t L : {4096, 8192, 16384})
    for (const std::int64_t tile : {4, 8, 16, 32}) {
      Params params;
      params.set("L", L);
      params.set("tile", tile);
      const double beside = params_beside(params, 4).real("L");
      CHECK(params_beside(params, 4).integer("L") % (2 * tile) == 0);
      CHECK(100 * beside * beside / (params.real("L") * params.real("L")) == Approx(4.0).margin(0.25));
    }
}
