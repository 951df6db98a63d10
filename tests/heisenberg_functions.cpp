// Functions in fixed arithmetic against a table made with mpmath (make_heisenberg_functions.py), and the couplings that
// are drawn with them.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "kernels/common/heisenberg/disorder_check.hpp"
#include "kernels/common/heisenberg/functions.hpp"
#include "kernels/common/heisenberg/gaussian_bonds.hpp"
#include "kernels/common/heisenberg/metropolis.hpp"
#include "kernels/common/heisenberg/vector3.hpp"
#include "tests/catch.hpp"

using namespace spinbench;

namespace {

nlohmann::json table(const char* name) {
  std::ifstream file(std::string(SPINBENCH_SOURCE_DIR) + "/tests/data/heisenberg_functions.json");
  REQUIRE(file);
  return nlohmann::json::parse(file).at(name);
}

double number(const nlohmann::json& text) { return std::strtod(text.get<std::string>().c_str(), nullptr); }

/// How far `found` is from the two parts of `expected`, in units of the last place of its type there.
/// NaN stays, whatever follows.
void take(double& most, double error) {
  if (!std::isnan(most) && !(error <= most)) most = error;
}

template <class Real>
double ulps(Real found, const nlohmann::json& expected) {
  const double high = number(expected.at(0)), low = number(expected.at(1));
  if (high == 0) return found == 0 ? 0 : 1e9;
  const double unit = std::ldexp(1.0, std::ilogb(high) - ieee::Format<Real>::digits);
  return std::fabs((static_cast<double>(found) - high - low) / unit);
}

constexpr double few = 2.5;

}  // namespace

TEMPLATE_TEST_CASE("functions in fixed arithmetic are right within a few units in the last place", "[heisenberg]",
                   float, double) {
  double turns = 0, exponentials = 0, logarithms = 0;
  for (const auto& row : table("turn")) {
    const auto found = ieee::turn<TestType>(row.at(0).get<std::uint32_t>());
    take(turns, ulps(found.cosine, row.at(1)));
    take(turns, ulps(found.sine, row.at(2)));
  }
  for (const auto& row : table("exponential"))
    take(exponentials, ulps(ieee::exponential(static_cast<TestType>(number(row.at(0)))), row.at(1)));
  for (const auto& row : table("logarithm"))
    take(logarithms, ulps(ieee::logarithm(static_cast<TestType>(number(row.at(0)))), row.at(1)));
  CHECK(turns <= few);
  CHECK(exponentials <= few);
  CHECK(logarithms <= few);
  // A table that tested nothing would leave these at zero.
  CHECK(std::min({turns, exponentials, logarithms}) > 0.1);
}

TEMPLATE_TEST_CASE("an exponential less one keeps its digits where it is small", "[heisenberg]", float, double) {
  double values = 0, less = 0;
  // Across the steps of ln 2 / 2 at which the reduction goes on to the next power of two.
  for (double x = -80; x < -1e-18; x *= 0.93) {
    const auto at = static_cast<TestType>(x);
    const auto found = ieee::exponential_and_less_one(at);
    const long double one = std::expm1(static_cast<long double>(at)), all = std::exp(static_cast<long double>(at));
    const long double unit = std::numeric_limits<TestType>::epsilon();
    take(values, static_cast<double>(std::fabs((found.value - all) / all / unit)));
    take(less, static_cast<double>(std::fabs((found.less_one - one) / one / unit)));
  }
  CHECK(values <= few);
  CHECK(less <= few);
  CHECK(std::min(values, less) > 0.1);
}

TEMPLATE_TEST_CASE("exponentials stay positive below their range", "[heisenberg]", float, double) {
  CHECK(ieee::exponential(TestType{-1e4}) == ieee::exponential(ieee::detail::Coefficients<TestType>::lowest));
  CHECK(ieee::exponential(TestType{-1e4}) > 0);
}

TEMPLATE_TEST_CASE("an exponential times a power of two is that to the bit", "[heisenberg]", float, double) {
  for (TestType x = -90; x < 60; x += TestType(0.0371))
    REQUIRE(ieee::exponential<32>(x) == ieee::times(ieee::exponential(x), TestType(0x1p32)));
  // Half way between two powers, where rounding to the even one decides.
  for (int n = -100; n < 60; ++n) {
    const auto x = static_cast<TestType>((n + 0.5) * 0.69314718055994530942);
    REQUIRE(ieee::exponential<32>(x) == ieee::times(ieee::exponential(x), TestType(0x1p32)));
  }
  CHECK(ieee::exponential<32>(TestType{-1e4}) > 0);
}

TEMPLATE_TEST_CASE("a change is accepted by its price, and a gain of any size", "[heisenberg]", float, double) {
  using Math = heisenberg::Exactly<TestType>;
  for (const double gain : {0.0, 1e-30, 0.3, 12.0, 95.0, 719.0, 1e4, 1e30})
    for (const std::uint32_t word : {0u, 1u << 31, ~0u}) REQUIRE(Math::accepts(word, 1, static_cast<TestType>(-gain)));
  for (const double cost : {1e-3, 0.3, 1.0, 4.0, 12.0, 22.0}) {
    const double threshold = std::ldexp(std::exp(-2 * cost), 32);
    CHECK(Math::accepts(static_cast<std::uint32_t>(threshold * (1 - 1e-6)), 2, static_cast<TestType>(cost)) ==
          (threshold > 0.5));
    CHECK_FALSE(Math::accepts(static_cast<std::uint32_t>(threshold * (1 + 1e-6) + 1), 2, static_cast<TestType>(cost)));
  }
  CHECK_FALSE(Math::accepts(0, 2, TestType{1000}));
}

TEMPLATE_TEST_CASE("a scalar product is fused in one order", "[heisenberg]", float, double) {
  const Vector3<TestType> a{TestType(0.1), TestType(0.7), TestType(-0.3)},
      b{TestType(0.9), TestType(-0.2), TestType(1.1)};
  CHECK(dot(a, b) == std::fma(a.z, b.z, std::fma(a.y, b.y, a.x * b.x)));
  // Of x x what lies below its last place: only a fused product sees it.
  const TestType x = 1 + 3 * std::numeric_limits<TestType>::epsilon();
  CHECK(ieee::fused(x, x, TestType{-1}) != ieee::minus(ieee::times(x, x), TestType{1}));
}

TEST_CASE("Gaussian couplings have the moments of the normal distribution", "[heisenberg]") {
  const GaussianBonds bonds = GaussianBonds::of("gaussian", 7);
  constexpr std::uint64_t count = 1 << 17;
  double first = 0, second = 0, fourth = 0, neighbours = 0, last = 0, most = 0;
  for (std::uint64_t bond = 0; bond < count; ++bond) {
    const double J = bonds.coupling<double>(bond);
    first += J / count;
    second += J * J / count;
    fourth += J * J * J * J / count;
    neighbours += J * last / count;
    most = std::max(most, std::fabs(J));
    last = J;
  }
  // Variances of one term: 1, 2, 96 and 1.
  const double sigma = 1 / std::sqrt(count);
  CHECK(std::fabs(first) < 4 * sigma);
  CHECK(std::fabs(second - 1) < 4 * std::sqrt(2.0) * sigma);
  CHECK(std::fabs(fourth - 3) < 4 * std::sqrt(96.0) * sigma);
  CHECK(std::fabs(neighbours) < 4 * sigma);
  CHECK(most > 4);
  CHECK(most < 8.58);
}

TEST_CASE("numbers that are not normal, not independent or not new are found", "[heisenberg]") {
  const GaussianBonds bonds = GaussianBonds::of("gaussian", 7);
  std::vector<double> right;
  for (std::uint64_t bond = 0; bond < 1 << 17; ++bond) right.push_back(bonds.coupling<double>(bond));
  const auto passes = [&](const std::function<double(std::size_t)>& number) {
    std::vector<double> numbers;
    for (std::size_t i = 0; i < right.size(); ++i) numbers.push_back(number(i));
    const Check check = heisenberg::judge_normal("couplings", numbers);
    CHECK(check.kind == Check::Kind::support);
    return check.passed;
  };
  CHECK(passes([&](std::size_t i) { return right[i]; }));
  CHECK_FALSE(passes([&](std::size_t i) { return 1.02 * right[i]; }));
  CHECK_FALSE(passes([&](std::size_t i) { return right[i] + 0.02; }));
  // Of variance 1, and flat.
  CHECK_FALSE(passes([&](std::size_t i) { return std::sqrt(3.0) * std::erf(right[i] / std::sqrt(2.0)); }));
  // Of mean 0 and variance 1, and skew.
  CHECK_FALSE(passes([&](std::size_t i) { return 0.995 * right[i] + 0.07 * (right[i] * right[i] - 1); }));
  CHECK_FALSE(passes([&](std::size_t i) { return i % 2 == 0 ? right[i] : 0.8 * right[i] + 0.6 * right[i - 1]; }));
  CHECK_FALSE(passes([&](std::size_t i) { return right[i % (right.size() - 1)]; }));
  CHECK_FALSE(passes([&](std::size_t i) { return i == 99 ? NAN : right[i]; }));
  CHECK_FALSE(heisenberg::judge_normal("couplings", {}).passed);
}

TEST_CASE("a case's couplings and fields are looked at where it has them", "[heisenberg]") {
  const Variant variant;
  const Device host;
  const CheckContext context{variant, host, {}};
  const auto names = [&](const heisenberg::Disorder& what) {
    std::string result;
    for (const Check& check : heisenberg::check_disorder(context, what)) {
      INFO(check.detail);
      CHECK(check.passed);
      result += check.name + " ";
    }
    return result;
  };
  CHECK(names({"ferromagnet", 0, 512, 1}) == "");
  CHECK(names({"ferromagnet", 0.3, 27, 1}) == "fields ");
  CHECK(names({"gaussian", 0, 27, 1}) == "couplings ");
  CHECK(names({"gaussian", 2, std::uint64_t{1} << 27, 1}) == "couplings fields ");
  CHECK(names({"gaussian", 0, 4096, 100}) == "couplings ");
}

TEST_CASE("couplings are a function of seed and bond", "[heisenberg]") {
  const auto bonds = GaussianBonds::of("gaussian", 1);
  CHECK(bonds.coupling<double>(12) == GaussianBonds::of("gaussian", 1).coupling<double>(12));
  CHECK(bonds.coupling<double>(12) != GaussianBonds::of("gaussian", 2).coupling<double>(12));
  CHECK(bonds.coupling<float>(13) == static_cast<float>(bonds.coupling<double>(13)));
  CHECK(GaussianBonds::of("ferromagnet", 1).coupling<float>(5) == 1);
  CHECK_THROWS_WITH(GaussianBonds::of("bimodal", 1), "no couplings of vectors are called 'bimodal'");
}
