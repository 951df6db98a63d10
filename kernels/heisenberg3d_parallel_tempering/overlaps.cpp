#include "kernels/heisenberg3d_parallel_tempering/overlaps.hpp"

#include <array>
#include <cstddef>

namespace spinbench::vector_tempering {
namespace {

template <class Real>
double product(const Real* a, const Real* b) {
  double sum = 0;
  for (int n = 0; n < 3; ++n) sum += static_cast<double>(a[n]) * static_cast<double>(b[n]);
  return sum;
}

}  // namespace

template <class Real>
Overlaps overlaps(const Real* one, const Real* other, std::uint32_t L) {
  const std::size_t side = L, sites = side * side * side;
  std::array<double, 9> q{};
  Overlaps result;
  for (std::size_t site = 0; site < sites; ++site) {
    const Real *const a = one + 3 * site, *const b = other + 3 * site;
    for (std::size_t n = 0; n < 9; ++n) q[n] += static_cast<double>(a[n / 3]) * static_cast<double>(b[n % 3]);
    // The neighbour behind in each direction, around the lattice.
    std::size_t stride = 1;
    for (int d = 0; d < 3; ++d, stride *= side) {
      const std::size_t behind = site / stride % side + 1 < side ? site + stride : site - (side - 1) * stride;
      const double of_one = product(a, one + 3 * behind), of_other = product(b, other + 3 * behind);
      result.links += of_one * of_other;
      result.squares += (of_one * of_one + of_other * of_other) / 2;
    }
  }
  const auto all = static_cast<double>(sites);
  for (const double component : q) result.squared += component / all * (component / all);
  result.links /= 3 * all, result.squares /= 3 * all;
  return result;
}

template Overlaps overlaps(const float*, const float*, std::uint32_t);
template Overlaps overlaps(const double*, const double*, std::uint32_t);

}  // namespace spinbench::vector_tempering
