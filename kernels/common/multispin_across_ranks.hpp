// The variants multispin_mpi, whatever updates their slabs.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "interface/rank_parts.hpp"
#include "interface/registry.hpp"
#include "kernels/common/cases.hpp"
#include "kernels/common/rank_axes.hpp"

namespace spinbench {

/// The simulation on rank 0. The parts' sums are the unsatisfied bonds and the spins that are down; their words the
/// spins of their rows or layers, 32 a word.
template <int Dimensions>
class MultispinAcrossRanks final : public AcrossRanks {
 public:
  MultispinAcrossRanks(const RankedVariant& variant, const Params& params, std::uint64_t seed, const Work& work)
      : AcrossRanks(variant, params, seed), sites_(params.integer("L")), work_(work) {
    for (int dimension = 1; dimension < Dimensions; ++dimension) sites_ *= params.integer("L");
  }

  Observables observe() override {
    const std::vector<std::int64_t> sum = sums();
    const auto sites = static_cast<double>(sites_);
    return {{"energy", {static_cast<double>(2 * sum[0] - Dimensions * sites_) / sites}},
            {"magnetisation", {static_cast<double>(sites_ - 2 * sum[1]) / sites}}};
  }
  Configuration configuration() override { return Configuration::of_bits(words(), static_cast<std::uint64_t>(sites_)); }
  Work work_per_sweep() const override { return work_; }

 private:
  std::int64_t sites_;
  Work work_;
};

/// Comparisons for as many ranks: one column of tiles and two, and the case's own path. `Model`: a MultispinModel.
template <class Model>
std::vector<Params> slabs_bit_cases(const Params& params, const std::function<std::string(const Params&)>& path,
                                    const std::function<std::string(const Params&)>& unsupported) {
  const MultispinTile tile = Model::tile(params);
  Params small = params;
  small.set("words", static_cast<std::int64_t>(tile.words()));
  const auto admits = [&](const Params& one) { return unsupported(one).empty(); };
  std::vector<Params> result;
  std::vector<std::int64_t> sizes = multispin_sizes<Model>();
  if constexpr (Model::dimensions == 2) {
    // Strips of several rows of tiles, for which many ranks have too few in smaller lattices.
    if (params.word("transport") == "direct")
      for (std::int64_t L = 2304; L <= 6656; L += 256) sizes.push_back(L);
    // Blocks that tiles fill to the last thread.
    sizes.push_back(16384);
    // Slabs beyond a device's shared memory, for lattices so large that nothing follows them in a minute.
    if (params.integer("L") > 185344 && params.word("transport") == "direct")
      for (std::int64_t L = 16640; L <= 65536; L += 256) sizes.push_back(L);
  }
  for (const bool several : {false, true})
    for (const std::int64_t L : sizes) {
      small.set("L", L);
      if (!admits(small) || several != (L / 64 > tile.across)) continue;
      result.push_back(small);
      break;
    }
  add_on_path(result, small, path(params), sizes, path, admits);
  return result;
}

}  // namespace spinbench
