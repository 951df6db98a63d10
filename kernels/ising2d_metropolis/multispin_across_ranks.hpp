// The variant multispin_mpi, whatever updates its slabs.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "interface/rank_parts.hpp"
#include "interface/registry.hpp"
#include "kernels/common/cases.hpp"
#include "kernels/ising2d_metropolis/multispin.hpp"

namespace spinbench::ising2d {

/// The simulation on rank 0. The parts' sums are the unsatisfied bonds and the spins that are down; their words the
/// spins of their rows, 32 a word.
class MultispinAcrossRanks final : public AcrossRanks {
 public:
  MultispinAcrossRanks(const RankedVariant& variant, const Params& params, std::uint64_t seed, const Work& work)
      : AcrossRanks(variant, params, seed), sites_(params.integer("L") * params.integer("L")), work_(work) {}

  Observables observe() override {
    const std::vector<std::int64_t> sum = sums();
    const auto sites = static_cast<double>(sites_);
    return {{"energy", {static_cast<double>(2 * sum[0] - 2 * sites_) / sites}},
            {"magnetisation", {static_cast<double>(sites_ - 2 * sum[1]) / sites}}};
  }
  Configuration configuration() override { return Configuration::of_bits(words(), static_cast<std::uint64_t>(sites_)); }
  Work work_per_sweep() const override { return work_; }

 private:
  std::int64_t sites_;
  Work work_;
};

/// As axis_L(), to where the memories of many ranks end.
inline Axis axis_shared_L() { return Axis::integer("L", 4096, 64, 1 << 20, "linear size of the lattice"); }

/// Comparisons for as many ranks: one column of tiles and two, and the case's own path.
inline std::vector<Params> slabs_bit_cases(const Params& params, const std::function<std::string(const Params&)>& path,
                                           const std::function<std::string(const Params&)>& unsupported) {
  Params small = params;
  small.set("words", static_cast<std::int64_t>(multispin_tile(params).words()));
  const auto admits = [&](const Params& one) { return unsupported(one).empty(); };
  std::vector<Params> result;
  const std::vector<std::int64_t> sizes = multispin_sizes<MultispinModel>();
  for (const bool several : {false, true})
    for (const std::int64_t L : sizes) {
      small.set("L", L);
      if (!admits(small) || several != (L / 64 > multispin_tile(small).across)) continue;
      result.push_back(small);
      break;
    }
  add_on_path(result, small, path(params), sizes, path, admits);
  return result;
}

}  // namespace spinbench::ising2d
