// The functions of kernels/common/heisenberg at many places, for tests that compare a device's bits with a host's.
#pragma once

#include <cstdint>

#include "kernels/common/heisenberg/functions.hpp"
#include "kernels/common/rng/splitmix64.hpp"

namespace spinbench::tests {

constexpr int functions_at_a_place = 7;

/// Writes the bits of cosine, sine, exponentials and a logarithm at place number `i`.
template <class Real>
SPINBENCH_FN void function_values(std::uint32_t i, typename ieee::Format<Real>::Bits* to) {
  const std::uint64_t random = rng::splitmix64(1, i);
  const auto word = static_cast<std::uint32_t>(random), other = static_cast<std::uint32_t>(random >> 32);
  const ieee::Turn<Real> turn = ieee::turn<Real>(word);
  const Real x =
      ieee::times(ieee::whole<Real>(static_cast<std::int32_t>(other | 0x80000000u)), static_cast<Real>(0x1.8p-25));
  const auto both = ieee::exponential_and_less_one(x);
  const Real values[functions_at_a_place] = {turn.cosine,
                                             turn.sine,
                                             ieee::exponential(x),
                                             ieee::exponential<32>(x),
                                             both.value,
                                             both.less_one,
                                             ieee::logarithm(ieee::plus(ieee::whole<Real>(word), Real{1}))};
  for (int n = 0; n < functions_at_a_place; ++n) to[n] = ieee::bits_of(values[n]);
}

}  // namespace spinbench::tests
