#include "kernels/ea3d_metropolis/physics.hpp"

#include "kernels/common/ising_physics.hpp"
#include "kernels/common/spin_glass_physics.hpp"

namespace spinbench::ea3d {

std::vector<Check> single_spin_physics(const CheckContext& context) {
  SpinGlassPhysics what;
  what.base = context.params;
  what.nishimori_L = 8;
  // A word of one realization costs little.
  if (context.params.word("word") == "1") what.sample_systems = 64, what.nishimori_systems = 512;
  if (context.variant.oracle.empty()) what.turns = turns_of_words(3, context.params, what.sample_L);
  return check_spin_glass(context, what);
}

std::vector<Check> layout_physics(const CheckContext& context) {
  SpinGlassPhysics what;
  what.base = context.params;
  what.sample_systems = what.nishimori_systems = is_parallel(context.device) ? 64 : 32;
  what.nishimori_L = is_parallel(context.device) ? 16 : 8;
  return check_spin_glass(context, what);
}

std::vector<Check> host_multispin_physics(const CheckContext& context) {
  SpinGlassPhysics what;
  what.base = context.params;
  what.base.set("threads", std::int64_t{1});
  what.sample_L = 0;
  what.nishimori_systems = 64;
  return check_spin_glass(context, what);
}

std::vector<Check> look(const Params& params, Simulation& simulation, double sweeps) {
  return look_at_spin_glass(3, params, simulation, sweeps);
}

}  // namespace spinbench::ea3d
