#include "kernels/common/glass_tempering/axes.hpp"

#include <algorithm>
#include <utility>

#include "kernels/common/axes.hpp"
#include "kernels/common/tempering/tempered.hpp"

namespace spinbench::glass_tempering {

std::vector<Axis> with_tempering(int dimensions, std::vector<Axis> own) {
  const bool cubic = dimensions == 3;
  std::vector<Axis> result = {
      Axis::integer("L", 16, 4, cubic ? 128 : 64, "linear size of the lattice"), axis_systems(1),
      Axis::integer("replicas", most_replicas, 2, most_replicas,
                    "lattices with the same couplings, at inverse temperatures of their own"),
      Axis::integer("copies", 1, 1, 2, "of them at each temperature: two have an overlap there"),
      Axis::integer("exchange", 10, 1, 1000, "sweeps from one exchange to the next")};
  for (Axis& axis : own) result.push_back(std::move(axis));
  // Without a transition spin glasses of two dimensions are cooled further.
  for (Axis& axis : std::vector<Axis>{
           axis_couplings(),
           Axis::word("rng", "philox4x32", cubic ? rng::names_of(in_tempering<3>) : rng::names_of(in_tempering<2>),
                      "random number generator"),
           Axis::real("beta_low", 0.5, 1e-6, 10, "inverse temperature of the hottest replica, units of 1/J"),
           Axis::real("beta_high", cubic ? 1.0 : 2.0, 1e-6, 10,
                      "inverse temperature of the coldest replica, units of 1/J")})
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

Kernel::Reference serial_reference(const Params& params) {
  Params result;
  result.set("L", std::min<std::int64_t>(params.integer("L"), 16));
  result.set("systems", std::int64_t{1});
  result.set("rng", std::string("philox4x32"));
  for (const char* name : {"replicas", "copies", "exchange", "couplings", "beta_low", "beta_high"})
    result.set(name, params.at(name));
  return {"single_spin", "cpu", result};
}

std::vector<Params> tempering_bit_cases(const Params& params, const Device&) {
  std::vector<Params> result;
  for (const auto& [L, systems] : {std::pair<std::int64_t, std::int64_t>{6, 3}, {8, 1}, {12, 2}, {16, 1}}) {
    result.push_back(params);
    result.back().set("L", L);
    result.back().set("systems", std::min(systems, params.integer("systems")));
    result.back().set("exchange", std::min<std::int64_t>(params.integer("exchange"), 3));
  }
  return result;
}

}  // namespace spinbench::glass_tempering
