#include "kernels/common/clusters/equilibration.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "kernels/common/clusters/host_swendsen_wang.hpp"

namespace spinbench::clusters {
namespace {

/// Sites that a core updates in a minute or two.
constexpr double most_host_sites = 6e9;

template <int Dimensions>
void equilibrate(const Params& params, std::uint64_t seed, std::vector<std::uint8_t>& states,
                 const std::function<bool()>& is_over) {
  Params host;
  host.set("L", params.integer("L"));
  host.set("beta", beta_of(params));
  host.set("q", std::int64_t{2});
  host.set("rng", std::string("philox4x32"));
  // Serial code may be held to one core.
  host.set("threads", std::int64_t{1});
  host.set("isa", std::string("widest"));
  HostSwendsenWang<rng::Philox4x32, Dimensions> update(host, equilibration_seed(seed));
  const double affordable = std::max(1.0, most_host_sites / sites_of(params, Dimensions));
  const double updates = std::min<double>(equilibration_updates(Dimensions, params), affordable);
  // The caller's own memory comes back.
  std::swap(update.states(), states);
  for (int i = 0; i < updates && !(is_over && is_over()); ++i) update.sweep(1);
  std::swap(update.states(), states);
}

}  // namespace

int equilibration_updates(int dimensions, const Params& params) {
  return static_cast<int>(std::ceil(10 * std::pow(params.real("L"), dimensions == 2 ? 0.25 : 0.5)));
}

std::uint64_t equilibration_seed(std::uint64_t seed) { return ~seed ^ 0x9E3779B97F4A7C15u; }

void equilibrate_on_host(int dimensions, const Params& params, std::uint64_t seed, std::vector<std::uint8_t>& states,
                         const std::function<bool()>& is_over) {
  if (dimensions == 2)
    equilibrate<2>(params, seed, states, is_over);
  else
    equilibrate<3>(params, seed, states, is_over);
}

}  // namespace spinbench::clusters
