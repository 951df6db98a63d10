#include "reference_cpu/ising2d_metropolis/lattice.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/ising2d_metropolis/axes.hpp"
#include "reference_cpu/exact/ising2d.hpp"

namespace spinbench::ising2d {

Work attempt_work(const Params& params) {
  const double L = params.real("L"), attempts = L * L;
  Work work;
  work.units = attempts;
  work.logic_ops = 8 * attempts;
  // Beyond L = 64 the energy hardly depends on the size, and a bound needs no more.
  const std::int64_t size = std::min<std::int64_t>(params.integer("L"), 64);
  const bool always = params.word("draw") == "always";
  work.random_words =
      always ? attempts : attempts * std::fabs(exact::ising2d(size, params.real("beta")).energy) / 2;
  const rng::Facts facts = rng::facts_of(params.word("rng"));
  work.multiply_adds = work.random_words * facts.multiply_adds;
  work.logic_ops += work.random_words * facts.logic_ops;
  return work;
}

double simulation_bytes(const Params& params, double streams, double lanes) {
  const double L = params.real("L");
  return L * L * spin_bytes(params) + streams * rng::state_bytes(params.word("rng"), lanes);
}

void set_traffic(Work& work, double footprint_bytes, double memory_bytes) {
  constexpr double first_level = 32 << 10;
  work.footprint_bytes = footprint_bytes;
  work.memory_bytes = footprint_bytes <= first_level ? 0 : memory_bytes;
}

}  // namespace spinbench::ising2d
