#include "reference_cpu/common/work.hpp"

#include "kernels/common/axes.hpp"
#include "kernels/common/rng/generators.hpp"

namespace spinbench {

Work attempt_work(const Params& params, double attempts, double logic_ops, double drawn) {
  const rng::Facts facts = rng::facts_of(params.word("rng"));
  Work work;
  work.units = attempts;
  work.random_words = params.word("draw") == "always" ? attempts : attempts * drawn;
  work.multiply_adds = work.random_words * facts.multiply_adds;
  work.logic_ops = logic_ops * attempts + work.random_words * facts.logic_ops;
  return work;
}

double simulation_bytes(const Params& params, double sites, double streams, double lanes) {
  return sites * spin_bytes(params) + streams * rng::state_bytes(params.word("rng"), lanes);
}

void set_traffic(Work& work, double footprint_bytes, double memory_bytes) {
  constexpr double first_level = 32 << 10;
  work.footprint_bytes = footprint_bytes;
  work.memory_bytes = footprint_bytes <= first_level ? 0 : memory_bytes;
}

}  // namespace spinbench
