// What tests ask of the arithmetic of kernels/common/heisenberg on devices. device_arithmetic.cu answers, once for each
// GPU backend of the build.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace spinbench::tests {

class DeviceArithmetic {
 public:
  virtual ~DeviceArithmetic() = default;
  virtual std::string backend() const = 0;
  /// Of root_usual() in float, for all numbers from 2^-100 to 2^100 and 0: how many are not what root() gives.
  virtual std::uint64_t wrong_roots() const = 0;
  /// The same in double, for so many random numbers.
  virtual std::uint64_t wrong_roots(std::uint64_t count) const = 0;
  /// Of divide_usual() for so many pairs of random numbers: how many quotients are not what over() gives.
  virtual std::uint64_t wrong_quotients_of_float(std::uint64_t count) const = 0;
  virtual std::uint64_t wrong_quotients_of_double(std::uint64_t count) const = 0;
  /// The bits of function_values() on the device.
  virtual std::vector<std::uint32_t> functions_of_float(std::uint32_t count) const = 0;
  virtual std::vector<std::uint64_t> functions_of_double(std::uint32_t count) const = 0;
};

inline std::vector<std::unique_ptr<DeviceArithmetic>>& device_arithmetics() {
  static std::vector<std::unique_ptr<DeviceArithmetic>> all;
  return all;
}

}  // namespace spinbench::tests
