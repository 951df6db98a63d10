#include "reference_cpu/ising3d_metropolis/lattice.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/common/axes.hpp"
#include "reference_cpu/common/work.hpp"
#include "reference_cpu/exact/ising3d.hpp"

namespace spinbench::ising3d {

Work Cubic::attempt_work(const Params& params) {
  // <s h> = -2 e and s h <= 6 give P(s h > 0) >= |e| / 3. By Griffiths' inequality |e| grows with beta and is least on
  // the infinite lattice.
  const double beta = std::min(beta_of(params), exact::ising3d_largest_beta);
  const double drawn = std::fabs(exact::ising3d_infinite(beta).energy) / 3;
  return spinbench::attempt_work(params, sites_of(params, dimensions), 11, drawn);
}

}  // namespace spinbench::ising3d
