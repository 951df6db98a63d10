#include "kernels/common/tempering/tempered.hpp"

#include <cstddef>

namespace spinbench::tempering {

std::vector<double> equal_betas(const Params& params) {
  const auto count = static_cast<std::size_t>(params.integer("replicas"));
  const double low = params.real("beta_low"), high = params.real("beta_high");
  std::vector<double> result(count);
  for (std::size_t i = 0; i < count; ++i)
    result[i] = low + (high - low) * static_cast<double>(i) / static_cast<double>(count - 1);
  return result;
}

}  // namespace spinbench::tempering
