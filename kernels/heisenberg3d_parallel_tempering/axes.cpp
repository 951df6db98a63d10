#include "kernels/heisenberg3d_parallel_tempering/axes.hpp"

#include <utility>

#include "kernels/common/axes.hpp"
#include "kernels/common/heisenberg/axes.hpp"
#include "kernels/common/tempering/tempered.hpp"

namespace spinbench::vector_tempering {

std::vector<Axis> with_tempering(std::vector<Axis> own) {
  std::vector<Axis> result = {
      Axis::integer("L", 16, 4, 256, "linear size of the lattice"),
      Axis::integer("realizations", 1, 1, 32767, "of the couplings; each exchanges by itself"),
      Axis::integer("replicas", 32, 2, most_replicas,
                    "lattices with the same couplings, at inverse temperatures of their own"),
      Axis::integer("copies", 1, 1, 2, "of them at each temperature: two have an overlap there"),
      Axis::integer("exchange", 10, 1, 1000, "sweeps from one exchange to the next"),
      Axis::integer("n_hb", 1, 1, 100, "sweeps of the heat bath in a step"),
      Axis::integer("n_or", 4, 0, 100, "sweeps of over-relaxation behind them")};
  for (Axis& axis : own) result.push_back(std::move(axis));
  for (Axis& axis : std::vector<Axis>{
           heisenberg::axis_couplings(),
           Axis::word("precision", "float", {"float", "double"}, "of spins, couplings and updates"),
           Axis::word("rng", "philox4x32", rng::names_of(in_tempering), "random number generator"),
           Axis::real("beta_low", 3, 1e-6, 100, "inverse temperature of the hottest replica, units of 1/J"),
           Axis::real("beta_high", 7, 1e-6, 100, "inverse temperature of the coldest replica, units of 1/J")})
    result.push_back(std::move(axis));
  return result;
}

std::string tempering_unsupported(const Params& params) {
  if (const std::string why = tempering::temperatures_unsupported(params); !why.empty()) return why;
  const std::int64_t exchange = params.integer("exchange"), step = params.integer("n_hb") + params.integer("n_or");
  if (exchange % step != 0)
    return "exchanges come after whole steps of n_hb + n_or = " + std::to_string(step) + " sweeps, but exchange is " +
           std::to_string(exchange);
  if (const std::uint64_t lattices = Lattices::of(params).count(); lattices > most_lattices)
    return std::to_string(most_lattices) + " lattices at most, but realizations times replicas are " +
           std::to_string(lattices);
  return colours_unsupported(params);
}

Params of_one_lattice(const Params& params) {
  Params result;
  for (const char* name : {"L", "n_hb", "n_or", "couplings", "precision", "rng"}) result.set(name, params.at(name));
  result.set("beta", params.real("beta_low"));
  result.set("threads", std::int64_t{1});
  return result;
}

Lattices Lattices::of(const Params& params) {
  const auto number = [&](const char* name) { return static_cast<std::uint32_t>(params.integer(name)); };
  return {number("L"), number("realizations"), number("replicas")};
}

}  // namespace spinbench::vector_tempering
