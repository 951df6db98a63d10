// What the bit-sliced updates declare to a GPU's limits.
#include "kernels/common/multispin_work.hpp"

#include <algorithm>
#include <random>

#include "kernels/common/rng/sfc32.hpp"
#include "kernels/ising2d_metropolis/multispin.hpp"
#include "kernels/ising3d_metropolis/multispin.hpp"
#include "tests/catch.hpp"

namespace spinbench {
namespace {

TEST_CASE("a warp serves as many spins as its worst thread has, at least one", "[multispin]") {
  CHECK(expected_serves(1e-9) == Approx(1.0).margin(1e-6));
  std::mt19937_64 random(1);
  for (const double mean : {0.3125, 1.0}) {
    std::poisson_distribution<int> undecided(mean);
    double sum = 0;
    constexpr int warps = 20000;
    for (int w = 0; w < warps; ++w) {
      int most = 1;
      for (int lane = 0; lane < 32; ++lane) most = std::max(most, undecided(random));
      sum += most;
    }
    // The greatest of 32 has a standard deviation below 0.8.
    CHECK(expected_serves(mean) == Approx(sum / warps).margin(5 * 0.8 / std::sqrt(warps)));
  }
}

struct TwoClasses {
  static constexpr int classes = 2;
  std::uint32_t each[2];
  std::uint32_t digits(int number) const { return each[number]; }
};
struct ThreeClasses {
  static constexpr int classes = 3;
  std::uint32_t each[3];
  std::uint32_t digits(int number) const { return each[number]; }
};

TEST_CASE("digits that differ between the classes cost more", "[multispin]") {
  CHECK(digit_operations(TwoClasses{{0xA5, 0xA5}}) == 0);
  CHECK(digit_operations(TwoClasses{{0xFF, 0x00}}) == 4);
  CHECK(digit_operations(TwoClasses{{0x03, 0x00}}) == 1);
  CHECK(digit_operations(ThreeClasses{{0x00, 0x00, 0x00}}) == 0);
  CHECK(digit_operations(ThreeClasses{{0x01, 0x00, 0x00}}) == 1);
  CHECK(digit_operations(ThreeClasses{{0x01, 0x01, 0x00}}) == 0);
  CHECK(digit_operations(ThreeClasses{{0x00, 0xFF, 0xFF}}) == 8);
}

TEST_CASE("the work of a sweep is that of all its tiles", "[multispin]") {
  const auto thresholds = ising2d::MultispinThresholds::at(0.4);
  const Work one = multispin_work(256, 8, multispin2d_cost, thresholds, rng::Sfc32::facts);
  const Work many = multispin_work(256e3, 8, multispin2d_cost, thresholds, rng::Sfc32::facts);
  CHECK(many.logic_ops == Approx(1000 * one.logic_ops));
  const double serves = expected_serves(5.0 / 16);
  CHECK(one.random_words == Approx(64 + serves));
  // The opening, the half-sweep, three pairs of digits that differ, the spins served and the words.
  CHECK(one.logic_ops == Approx(14 + 133 + 4 * 20 + 3 * 8 + (serves - 1) * 7 + (64 + serves) * 4));
  CHECK(one.issue_slots > one.logic_ops + one.multiply_adds / 2);
  const Work visit = multispin_work(256, 8, multispin2d_cost, thresholds, rng::Sfc32::facts, 200);
  CHECK(one.logic_ops - visit.logic_ops == Approx(14 * (1 - 1.0 / 200)));
}

TEST_CASE("the work of lattices at several temperatures is their mean", "[multispin]") {
  const auto at = [](double beta) { return ising2d::MultispinThresholds::at(beta); };
  const auto work = [&](const std::vector<double>& betas) {
    return multispin_work_at(betas, at, 256, 8, multispin2d_cost, rng::Sfc32::facts);
  };
  const auto one = [&](double beta) { return multispin_work(256, 8, multispin2d_cost, at(beta), rng::Sfc32::facts); };
  CHECK(work({0.4, 0.4}).logic_ops == Approx(one(0.4).logic_ops));
  REQUIRE(one(0.3).logic_ops != one(0.4).logic_ops);
  const Work mean = work({0.3, 0.4, 0.4});
  CHECK(mean.logic_ops == Approx((one(0.3).logic_ops + 2 * one(0.4).logic_ops) / 3));
  CHECK(mean.issue_slots == Approx((one(0.3).issue_slots + 2 * one(0.4).issue_slots) / 3));
  CHECK(mean.multiply_adds == Approx(one(0.4).multiply_adds));
  CHECK(mean.units == 256);
  CHECK(mean.random_words == Approx(one(0.4).random_words));
}

}  // namespace
}  // namespace spinbench
