#include "reference_cpu/ising2d_metropolis/lattice.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/ising2d_metropolis/axes.hpp"
#include "reference_cpu/exact/ising2d.hpp"

namespace spinbench::ising2d {

Work Square::attempt_work(const Params& params) {
  // <s h> = -2 e and s h <= 4 give P(s h > 0) >= |e| / 2. Beyond L = 64 the energy hardly depends on the size, and a
  // bound needs no more.
  const std::int64_t size = std::min<std::int64_t>(params.integer("L"), 64);
  const double drawn = std::fabs(exact::ising2d(size, beta_of(params)).energy) / 2;
  return spinbench::attempt_work(params, sites_of(params, dimensions), 8, drawn);
}

}  // namespace spinbench::ising2d
