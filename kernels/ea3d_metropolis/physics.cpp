#include "kernels/ea3d_metropolis/physics.hpp"

#include "kernels/common/spin_glass_physics.hpp"

namespace spinbench::ea3d {

std::vector<Check> single_spin_physics(const CheckContext& context) {
  SpinGlassPhysics what;
  what.base = context.params;
  what.nishimori_L = 8;
  // A word of one realization costs little.
  if (context.params.word("word") == "1") what.sample_systems = 64, what.nishimori_systems = 512;
  return check_spin_glass(context, what);
}

std::vector<Check> look(const Params& params, Simulation& simulation, double sweeps) {
  return look_at_spin_glass(3, params, simulation, sweeps);
}

}  // namespace spinbench::ea3d
