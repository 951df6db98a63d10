#include "kernels/ea2d_metropolis/physics.hpp"

#include "kernels/common/spin_glass_physics.hpp"
#include "kernels/ea2d_metropolis/axes.hpp"

namespace spinbench::ea2d {
namespace {

/// Few hits, so that measurements may follow each other closely.
SpinGlassPhysics physics_of(const Params& params) {
  SpinGlassPhysics what;
  what.dimensions = 2;
  what.base = params;
  what.base.set("k", std::int64_t{4});
  what.sample_L = 8;
  what.nishimori_L = 16;
  return what;
}

}  // namespace

std::vector<Check> host_physics(const CheckContext& context) {
  SpinGlassPhysics what = physics_of(context.params);
  // A word of one realization costs little.
  if (context.params.word("word") == "1") what.sample_systems = 64, what.nishimori_systems = 512;
  if (context.variant.oracle.empty()) what.turns = turns_of_words(2, context.params, what.sample_L);
  return check_spin_glass(context, what);
}

std::vector<Check> gpu_physics(const CheckContext& context) {
  SpinGlassPhysics what = physics_of(context.params);
  what.sample_systems = 64, what.nishimori_systems = 64;
  return check_spin_glass(context, what);
}

std::vector<Check> serial_physics(const CheckContext& context) {
  SpinGlassPhysics what = physics_of(in_words_of_one(context.params));
  what.sample_systems = 64, what.nishimori_systems = 512;
  return check_spin_glass(context, what);
}

std::vector<Check> tiled_physics(const CheckContext& context) {
  SpinGlassPhysics what = physics_of(in_words_of_one(context.params));
  what.sample_systems = 1024, what.nishimori_systems = 2048;
  return check_spin_glass(context, what);
}

std::vector<Check> look(const Params& params, Simulation& simulation, double sweeps) {
  return look_at_spin_glass(2, params, simulation, sweeps);
}

std::vector<Check> look_of_realizations(const Params& params, Simulation& simulation, double sweeps) {
  return look_at_spin_glass(2, in_words_of_one(params), simulation, sweeps);
}

}  // namespace spinbench::ea2d
