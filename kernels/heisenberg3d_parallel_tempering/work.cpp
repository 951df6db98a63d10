#include "kernels/heisenberg3d_parallel_tempering/work.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "kernels/common/heisenberg/axes.hpp"
#include "kernels/common/rng/generators.hpp"

namespace spinbench::vector_tempering {
namespace {

/// Bytes of a vector of three numbers: a spin, or the couplings of a site.
double vector_bytes(const Params& params) { return 3.0 * heisenberg::component_bytes(params); }

/// Sites that have couplings of their own, each once.
double sites_with_couplings(const Params& params) {
  const Lattices lattices = Lattices::of(params);
  return heisenberg::has_couplings(params) ? static_cast<double>(lattices.sites() * lattices.realizations) : 0;
}

}  // namespace

Work tempering_work(const Params& params, int drawn, double state_bytes) {
  const Lattices lattices = Lattices::of(params);
  const double share = heisenberg::Mixture::of(params).share_of_rule(), exchange = params.real("exchange"),
               vector = vector_bytes(params), bonds = sites_with_couplings(params);
  Work work;
  work.units = static_cast<double>(lattices.sites() * lattices.count());
  work.random_words = drawn * share * work.units;
  // The new spin, the neighbours' once a colour, and the old one where it is turned; couplings once a colour.
  work.memory_bytes = work.units * ((3 - share) * vector + share * state_bytes) + 2 * bonds * vector +
                      (work.units + bonds) * vector / exchange;
  work.footprint_bytes = tempering_bytes(params);
  return work;
}

double tempering_bytes(const Params& params) {
  const Lattices lattices = Lattices::of(params);
  const auto all = static_cast<double>(lattices.sites() * lattices.count());
  return all * (vector_bytes(params) + rng::state_bytes(params.word("rng")) / 2) +
         sites_with_couplings(params) * vector_bytes(params) + 64.0 * static_cast<double>(lattices.count());
}

std::vector<Params> tempering_bit_cases(const Params& params, const Device&) {
  const std::int64_t step = params.integer("n_hb") + params.integer("n_or");
  std::vector<Params> result;
  for (const std::int64_t L : {4, 10, 16}) {
    result.push_back(params);
    result.back().set("L", L);
    result.back().set("realizations", std::min<std::int64_t>(params.integer("realizations"), L == 16 ? 1 : 3));
    const auto replicas = std::min<std::int64_t>(params.integer("replicas"), L == 4 ? 7 : 4);
    result.back().set("replicas", replicas - replicas % params.integer("copies"));
    result.back().set("exchange", std::min(params.integer("exchange"), step));
    // So few temperatures that exchanges would all be refused; but they ascend, however near they are.
    const double low = params.real("beta_low"), high = params.real("beta_high");
    result.back().set("beta_high", std::max(std::nextafter(low, high), low + (high - low) * (L == 4 ? 0.5 : 0.1)));
  }
  return result;
}

}  // namespace spinbench::vector_tempering
