#include "kernels/ea3d_parallel_tempering/axes.hpp"

#include "kernels/common/axes.hpp"
#include "kernels/common/tempering/tempered.hpp"

namespace spinbench::glass_tempering {

std::vector<Axis> with_tempering(std::vector<Axis> own) {
  std::vector<Axis> result = {
      Axis::integer("L", 16, 4, 128, "linear size of the lattice"), axis_systems(1),
      Axis::integer("replicas", most_replicas, 2, most_replicas,
                    "lattices with the same couplings, at inverse temperatures of their own"),
      Axis::integer("copies", 1, 1, 2, "of them at each temperature: two have an overlap there"),
      Axis::integer("exchange", 10, 1, 1000, "sweeps from one exchange to the next")};
  for (Axis& axis : own) result.push_back(std::move(axis));
  for (Axis& axis : std::vector<Axis>{
           axis_couplings(), Axis::word("rng", "philox4x32", rng::names_of(in_tempering), "random number generator"),
           Axis::real("beta_low", 0.5, 1e-6, 10, "inverse temperature of the hottest replica, units of 1/J"),
           Axis::real("beta_high", 1.0, 1e-6, 10, "inverse temperature of the coldest replica, units of 1/J")})
    result.push_back(std::move(axis));
  return result;
}

std::string tempering_unsupported(const Params& params) {
  if (const std::string why = tempering::temperatures_unsupported(params); !why.empty()) return why;
  return colours_unsupported(params);
}

Params at_one_temperature(const Params& params) {
  Params result;
  for (const char* name : {"L", "systems", "replicas", "couplings", "rng"})
    if (params.has(name)) result.set(name, params.at(name));
  result.set("beta", params.real("beta_low"));
  return result;
}

}  // namespace spinbench::glass_tempering
