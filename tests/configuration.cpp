// How configurations are compared where they need not be the same to the bit.
#include "interface/configuration.hpp"

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "tests/catch.hpp"

using namespace spinbench;

namespace {

Agreement within(double distance, double share = 0) {
  Agreement result;
  result.kind = Agreement::Kind::distance;
  result.distance = distance;
  result.share = share;
  return result;
}

template <class Real>
Comparison compared(Element element, const std::vector<Real>& found, const std::vector<Real>& expected,
                    const Agreement& agreement) {
  const auto of = [&](const std::vector<Real>& all) { return Configuration::of(element, all.data(), all.size(), 3); };
  return compare(of(found), of(expected), agreement);
}

template <class Real>
void refuses_what_is_no_number(Element element) {
  using Limits = std::numeric_limits<Real>;
  const std::vector<Real> right(3 * 1000, Real(0.5));
  for (const Real wrong : {Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity()})
    for (const std::size_t component : {0, 1, 3 * 1000 - 1}) {
      CAPTURE(wrong, component);
      std::vector<Real> found = right;
      // Decisions that parted before it neither hide it nor are named in its place.
      found[0] = Real(-0.5);
      CHECK(compared(element, found, right, within(1e-3, 0.1)).same);
      found[component] = wrong;
      const Comparison one = compared(element, found, right, within(1e-3, 0.1));
      CHECK_FALSE(one.same);
      CHECK(one.difference.find("at site " + std::to_string(component / 3) + " (") != std::string::npos);
      CHECK(one.difference.find(std::to_string(wrong)) != std::string::npos);
      // Nor does an oracle's prove anything.
      CHECK_FALSE(compared(element, right, found, within(1e-3, 0.1)).same);
      CHECK_FALSE(compared(element, found, right, {}).same);
    }
  std::vector<Real> both = right;
  both[7] = Limits::quiet_NaN();
  CHECK_FALSE(compared(element, both, both, within(1e-3, 0.1)).same);
}

}  // namespace

TEST_CASE("what is no number is no decision that parted", "[verification]") {
  refuses_what_is_no_number<float>(Element::float32);
  refuses_what_is_no_number<double>(Element::float64);
}

TEST_CASE("a difference names numbers of any size", "[verification]") {
  const std::vector<double> right(30, 0.5);
  std::vector<double> found = right;
  found[4] = 1e300;
  const Comparison one = compared(Element::float64, found, right, Agreement{});
  CHECK(one.difference.find("at site 1 (1000000") != std::string::npos);
  CHECK(one.difference.find(", not 0.5") != std::string::npos);
}
