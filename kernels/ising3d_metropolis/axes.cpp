#include "kernels/ising3d_metropolis/axes.hpp"

namespace spinbench::ising3d {

Axis axis_L() { return spinbench::axis_L(64, 2048); }

Axis axis_tile() { return spinbench::axis_tile(8, 16); }

Axis axis_beta() { return spinbench::axis_beta(0.15); }

std::string generator_unsupported(const Params& params) {
  const std::string& name = params.word("rng");
  for (const char* built : {"philox4x32_7", "sfc32", "mwc64x"})
    if (name == built) return "";
  if (rng::is_small_generator(name)) return "";
  return "the 3D variants are not built for " + name + ": take an lcg, philox4x32, philox4x32_7, sfc32 or mwc64x";
}

}  // namespace spinbench::ising3d
