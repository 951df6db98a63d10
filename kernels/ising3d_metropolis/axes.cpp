#include "kernels/ising3d_metropolis/axes.hpp"

namespace spinbench::ising3d {

Axis axis_L() { return spinbench::axis_L(64, 2048); }

Axis axis_shared_L() { return Axis::integer("L", 256, 64, 65536, "linear size of the lattice"); }

Axis axis_tile() { return spinbench::axis_tile(8, 16); }

Axis axis_beta() { return spinbench::axis_beta(0.15); }

std::string types_unsupported(const Params& params) {
  const std::string& name = params.word("rng");
  if (!rng::is_of(rng::fits_registers_in_3d, name))
    return "in 3D this variant is not built for " + name + ": take " + rng::one_of(rng::fits_registers_in_3d);
  if (params.word("spin") == "int16") return "in 3D this variant is not built for int16: take spin=int8 or int32";
  return "";
}

std::string tiled_unsupported(const Params& params) {
  if (params.word("draw") != "always") return "in 3D this variant draws for every attempt: take draw=always";
  const std::string types = types_unsupported(params);
  return types.empty() ? board_unsupported(params, 3) : types;
}

}  // namespace spinbench::ising3d
