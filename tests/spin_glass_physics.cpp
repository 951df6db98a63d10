// The physics check of spin glasses on simulations made up for it: what is right passes, what is wrong does not.
#include "kernels/common/spin_glass_physics.hpp"

#include <cmath>
#include <cstdint>
#include <functional>
#include <random>
#include <string>

#include "tests/catch.hpp"

using namespace spinbench;

namespace {

/// Energies about a mean, those of a word alike; `change` may spoil them: change(lattice, energy).
class MadeUp final : public Simulation {
 public:
  MadeUp(const SpinGlassShape& shape, double mean, std::uint64_t seed,
         std::function<double(std::size_t, double)> change = nullptr)
      : shape_(shape), mean_(mean), change_(std::move(change)), random_(seed) {}

  std::string code_path() const override { return "made up"; }
  void sweep(int) override {}
  Observables observe() override {
    std::normal_distribution<double> of_word(0, 0.05), of_lattice(0, 0.1);
    Observable energy{"energy", std::vector<double>(shape_.lattices())};
    std::vector<double> shared(shape_.systems * shape_.replicas);
    for (double& one : shared) one = of_word(random_);
    for (std::size_t lattice = 0; lattice < energy.values.size(); ++lattice) {
      const std::size_t word = lattice / shape_.replicas / shape_.word, replica = lattice % shape_.replicas;
      const double value = mean_ + shared[word * shape_.replicas + replica] + of_lattice(random_);
      energy.values[lattice] = change_ ? change_(lattice, value) : value;
    }
    return {energy};
  }
  Configuration configuration() override { return {}; }
  Work work_per_sweep() const override { return {}; }

 private:
  SpinGlassShape shape_;
  double mean_;
  std::function<double(std::size_t, double)> change_;
  std::mt19937_64 random_;
};

SpinGlassCase sample(double energy) {
  SpinGlassCase result{"energy of a sample", {}, energy, 1};
  result.params.set("L", std::int64_t{4});
  result.params.set("systems", std::int64_t{8});
  result.params.set("replicas", std::int64_t{4});
  result.params.set("word", std::string("32"));
  result.params.set("couplings", std::string("sample"));
  result.params.set("beta", 0.5);
  return result;
}

Check check(double mean, std::uint64_t seed, std::function<double(std::size_t, double)> change = nullptr) {
  const SpinGlassCase what = sample(-1.4);
  MadeUp simulation(SpinGlassShape::of(3, what.params), mean, seed, std::move(change));
  // The least number of measurements, so that the check is as weak as it may be.
  return check_spin_glass_energy(simulation, 3, what, 1e-6, 4);
}

}  // namespace

TEST_CASE("Right energies pass, and their error is that of words") {
  int failed = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) failed += !check(-1.4, seed).passed;
  // 6e-5 each.
  CHECK(failed <= 1);
  const Check one = check(-1.4, 1);
  // 32 measurements of 32 words, which scatter by 0.05 and, of 32 lattices each, 0.1.
  CHECK(one.sigma == Approx(std::hypot(0.05, 0.1 / std::sqrt(32)) / 32).epsilon(0.4));
}

TEST_CASE("Wrong energies fail: another mean, a lattice that stands still, one that is no number") {
  CHECK(!check(-1.38, 2).passed);
  CHECK(!check(0, 2).passed);
  CHECK(!check(-1.4, 2, [](std::size_t lattice, double value) { return lattice == 77 ? -0.2 : value; }).passed);
  CHECK(!check(-1.4, 2, [](std::size_t lattice, double value) { return lattice == 77 ? std::nan("") : value; }).passed);
  // All alike: nothing moves.
  CHECK(!check(-1.4, 2, [](std::size_t, double) { return 0.0; }).passed);
}

TEST_CASE("A look finds lattices that did not move and energies below the ground state") {
  Params params = sample(0).params;
  params.set("L", std::int64_t{16});
  const SpinGlassShape shape = SpinGlassShape::of(3, params);
  const auto look = [&](double mean, std::function<double(std::size_t, double)> change = nullptr) {
    MadeUp simulation(shape, mean, 5, std::move(change));
    return look_at_spin_glass(3, params, simulation, 100).front().passed;
  };
  CHECK(look(-1.4));
  CHECK(!look(0));
  CHECK(!look(-1.4, [](std::size_t lattice, double value) { return lattice == 5 ? 0.0 : value; }));
  CHECK(!look(-1.4, [](std::size_t lattice, double value) { return lattice == 5 ? -3.1 : value; }));
  CHECK(!look(-1.4, [](std::size_t lattice, double value) { return lattice == 5 ? std::nan("") : value; }));
}
