// The arithmetic of kernels/common/heisenberg on devices: roots and quotients of their own, and functions to the bit.
#include "tests/device_arithmetic.hpp"

#include "tests/catch.hpp"
#include "tests/function_values.hpp"
#include "tests/on_devices.hpp"

using namespace spinbench;
using tests::DeviceArithmetic;

namespace {

template <class Test>
void with_devices(Test&& test) {
  tests::with_devices(tests::device_arithmetics(), test);
}

template <class Real>
std::vector<typename ieee::Format<Real>::Bits> on_host(std::uint32_t places) {
  std::vector<typename ieee::Format<Real>::Bits> result(std::size_t{places} * tests::functions_at_a_place);
  for (std::uint32_t i = 0; i < places; ++i)
    tests::function_values<Real>(i, result.data() + std::size_t{i} * tests::functions_at_a_place);
  return result;
}

}  // namespace

TEST_CASE("square roots without a branch are rounded to nearest on devices", "[heisenberg]") {
  with_devices([](const DeviceArithmetic& device) {
    CHECK(device.wrong_roots() == 0);
    CHECK(device.wrong_roots(std::uint64_t{1} << 32) == 0);
  });
}

TEST_CASE("quotients without a branch are rounded to nearest on devices", "[heisenberg]") {
  with_devices([](const DeviceArithmetic& device) {
    CHECK(device.wrong_quotients_of_float(std::uint64_t{1} << 32) == 0);
    CHECK(device.wrong_quotients_of_double(std::uint64_t{1} << 32) == 0);
  });
}

TEST_CASE("functions in fixed arithmetic have the same bits on devices and the host", "[heisenberg]") {
  constexpr std::uint32_t places = 1 << 20;
  with_devices([](const DeviceArithmetic& device) {
    CHECK(device.functions_of_float(places) == on_host<float>(places));
    CHECK(device.functions_of_double(places) == on_host<double>(places));
  });
}
