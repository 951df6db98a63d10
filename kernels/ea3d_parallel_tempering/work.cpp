#include "kernels/ea3d_parallel_tempering/work.hpp"

#include "kernels/common/glass_tempering/axes.hpp"
#include "kernels/ea3d_metropolis/layout_host.hpp"

namespace spinbench::glass_tempering {

Work tempering_work(const ea3d::GlassArrays& arrays, const rng::Facts& facts, double state_bytes, int step) {
  Work work = ea3d::layout_work(arrays, facts, state_bytes);
  const double systems = arrays.systems, words = 2.0 * arrays.words * systems, R = arrays.replicas;
  // Of a word its three bonds: two differences, and a digit by digit addition to counters of eight. Then the difference
  // of two words under a mask.
  constexpr double operations = 3 * (2 + 16) + 1.5;
  work.logic_ops += words * R * operations / step;
  work.issue_slots += words * R * operations / step;
  // Spins and couplings are read once, then spins read and written.
  work.memory_bytes += (words * R * (4 + 8) + words * 12) / step;
  return work;
}

double tempering_bytes(const Params& params) {
  // Beside the lattices' own, a count, a copy's number and what is read of them.
  return ea3d::layout_bytes(at_one_temperature(params)) + 32 * 40 * params.real("systems") * params.real("replicas");
}

}  // namespace spinbench::glass_tempering
