// Cases of cluster updates and their exact values, for tests of all of them.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/statistics.hpp"
#include "tests/catch.hpp"
#include "tests/variants.hpp"

namespace spinbench::clusters {

inline Params params_of(const Variant& variant, std::int64_t L, double beta, std::int64_t q = 2,
                        std::int64_t threads = 1) {
  Params params = defaults(variant);
  params.set("L", L);
  params.set("beta", beta);
  if (params.has("q")) params.set("q", q);
  if (params.has("threads")) params.set("threads", threads);
  return params;
}

struct Exact {
  const char* kernel;
  std::int64_t L;
  double beta, energy, m2;
};

// Kaufman's sum, and enumerations: ../shared/reference/values.md, sections 1 and 5.
inline constexpr double critical = 0.4406867935097715;
inline constexpr Exact exact_values[] = {{"ising2d", 4, critical, -1.565623787638, 0.761358908569},
                                         {"ising2d", 8, critical, -1.491589107440, 0.646911574994},
                                         {"ising2d", 16, 0.4, -1.131317984411, 0.202347705063},
                                         {"ising2d", 16, critical, -1.453064852813, 0.545417204397},
                                         {"ising3d", 4, 0.221654626, -1.29322794089553, 0.331217164183}};

/// Within 5 sigma of what is expected, where sigma means something.
inline void require_mean(const std::vector<double>& series, double expected, double most_sigma) {
  const MeanEstimate mean = mean_with_error(series);
  INFO(mean.value << " +- " << mean.sigma << ", " << expected << " expected");
  REQUIRE(mean.sigma < most_sigma);
  REQUIRE(std::fabs(mean.value - expected) < 5 * mean.sigma);
}

}  // namespace spinbench::clusters
