#include "kernels/common/tempering/tempered.hpp"

#include <algorithm>
#include <cstddef>

namespace spinbench::tempering {

std::size_t copies_of(const Params& params) {
  return params.has("copies") ? static_cast<std::size_t>(params.integer("copies")) : 1;
}

std::vector<double> equal_betas(const Params& params) {
  const auto count = static_cast<std::size_t>(params.integer("replicas"));
  const std::size_t copies = copies_of(params), last = std::max<std::size_t>(count / copies, 2) - 1;
  const double low = params.real("beta_low"), high = params.real("beta_high");
  std::vector<double> result(count);
  for (std::size_t i = 0; i < count; ++i)
    result[i] = low + (high - low) * static_cast<double>(i / copies) / static_cast<double>(last);
  return result;
}

std::string temperatures_unsupported(const Params& params) {
  if (!(params.real("beta_low") < params.real("beta_high")))
    return "inverse temperatures go from beta_low up to beta_high, but beta_low is " +
           to_string(params.at("beta_low")) + " and beta_high " + to_string(params.at("beta_high"));
  const auto replicas = static_cast<std::size_t>(params.integer("replicas")), copies = copies_of(params);
  if (replicas % copies != 0 || replicas < 2 * copies)
    return std::to_string(copies) +
           " copies at each of two temperatures or more are a multiple of as many replicas, but replicas is " +
           std::to_string(replicas);
  return "";
}

}  // namespace spinbench::tempering
