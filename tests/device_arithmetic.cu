// The arithmetic of kernels/common/heisenberg as device_arithmetic.cpp tests it.
#include "backends/gpu/runtime.hpp"
#include "kernels/common/heisenberg/arithmetic.hpp"
#include "tests/device_arithmetic.hpp"
#include "tests/function_values.hpp"

namespace spinbench::tests::inline SPINBENCH_GPU_NAMESPACE {

namespace {

/// A random number of size 2^low to 2^high; a quarter have digits that end in ones, a quarter few digits.
template <class Real>
__device__ Real random_number(std::uint64_t key, std::uint64_t i, int low, int high) {
  using Bits = typename ieee::Format<Real>::Bits;
  constexpr int digits = ieee::Format<Real>::digits;
  const std::uint64_t random = rng::splitmix64(key, 2 * i), more = rng::splitmix64(key, 2 * i + 1);
  const Bits ones = (Bits{1} << more % digits) - 1, all = (Bits{1} << digits) - 1;
  Bits mantissa = static_cast<Bits>(random) & all;
  if (more >> 62 == 0) mantissa |= ones;
  if (more >> 62 == 1) mantissa &= all ^ ones;
  const auto bias = static_cast<int>(ieee::bits_of(Real{1}) >> digits);
  const int exponent = low + static_cast<int>((more >> 20 & 0xffff) % static_cast<unsigned>(high - low));
  return ieee::from_bits<Real>(static_cast<Bits>(bias + exponent) << digits | mantissa);
}

__device__ void count(std::uint64_t* wrong, bool right) {
  if (!right) atomicAdd(reinterpret_cast<unsigned long long*>(wrong), 1ull);
}

__global__ void check_float_roots(std::uint64_t* wrong) {
  const std::uint32_t first = ieee::bits_of(0x1p-100f), last = ieee::bits_of(0x1p100f), all = gridDim.x * blockDim.x;
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0) count(wrong, ieee::bits_of(ieee::root_usual(0.0f)) == 0);
  for (std::uint32_t bits = first + i; bits <= last; bits += all) {
    const float a = ieee::from_bits<float>(bits);
    count(wrong, ieee::root_usual(a) == ieee::root(a));
  }
}

__global__ void check_double_roots(std::uint64_t* wrong, std::uint64_t roots) {
  const std::uint64_t first = blockIdx.x * blockDim.x + threadIdx.x;
  if (first == 0) count(wrong, ieee::bits_of(ieee::root_usual(0.0)) == 0);
  for (std::uint64_t i = first; i < roots; i += gridDim.x * blockDim.x) {
    const double a = random_number<double>(1, i, -100, 100);
    count(wrong, ieee::root_usual(a) == ieee::root(a));
  }
}

template <class Real>
__global__ void check_quotients(std::uint64_t* wrong, std::uint64_t pairs) {
  for (std::uint64_t i = blockIdx.x * blockDim.x + threadIdx.x; i < pairs; i += gridDim.x * blockDim.x) {
    const Real of_one = random_number<Real>(2, i, -100, 100);
    // The second's quotient lies in the same range.
    Real a[] = {Real{1}, random_number<Real>(3, i, -50, 50), Real{0}};
    const Real b[] = {of_one, random_number<Real>(4, i, -50, 50), of_one};
    const Real wanted[] = {ieee::over(a[0], b[0]), ieee::over(a[1], b[1]), Real{0}};
    ieee::divide_usual(a, b);
    count(wrong, a[0] == wanted[0] && a[1] == wanted[1] && a[2] == wanted[2]);
  }
}

template <class Real>
__global__ void write_functions(typename ieee::Format<Real>::Bits* to, std::uint32_t places) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < places) function_values<Real>(i, to + std::size_t{i} * functions_at_a_place);
}

template <class Real>
std::vector<typename ieee::Format<Real>::Bits> functions(std::uint32_t places) {
  std::vector<typename ieee::Format<Real>::Bits> result(std::size_t{places} * functions_at_a_place);
  gpu::Buffer<typename ieee::Format<Real>::Bits> buffer(result.size());
  gpu::launch(write_functions<Real>, dim3((places + 255) / 256), dim3(256), buffer.data(), places);
  buffer.copy_to(result.data(), result.size());
  return result;
}

template <class Kernel, class... Arguments>
std::uint64_t count_wrong(Kernel kernel, Arguments... arguments) {
  gpu::Buffer<std::uint64_t> wrong(1);
  wrong.fill_zero();
  gpu::launch(kernel, dim3(2048), dim3(256), wrong.data(), arguments...);
  std::uint64_t result = 0;
  wrong.copy_to(&result, 1);
  return result;
}

class BackendsArithmetic : public DeviceArithmetic {
 public:
  std::string backend() const override { return SPINBENCH_GPU_BACKEND; }
  std::uint64_t wrong_roots() const override { return count_wrong(check_float_roots); }
  std::uint64_t wrong_roots(std::uint64_t count) const override { return count_wrong(check_double_roots, count); }
  std::uint64_t wrong_quotients_of_float(std::uint64_t count) const override {
    return count_wrong(check_quotients<float>, count);
  }
  std::uint64_t wrong_quotients_of_double(std::uint64_t count) const override {
    return count_wrong(check_quotients<double>, count);
  }
  std::vector<std::uint32_t> functions_of_float(std::uint32_t count) const override { return functions<float>(count); }
  std::vector<std::uint64_t> functions_of_double(std::uint32_t count) const override {
    return functions<double>(count);
  }
};

const bool registered = (device_arithmetics().push_back(std::make_unique<BackendsArithmetic>()), true);

}  // namespace

}  // namespace spinbench::tests::SPINBENCH_GPU_NAMESPACE
