// The check that couplings and random fields have the law that they are said to have. Simulations, oracles and expected
// energies draw them from the same functions (gaussian_bonds.hpp, random_fields.hpp): what is wrong with these shows in
// no comparison.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "interface/registry.hpp"

namespace spinbench::heisenberg {

/// The check `name`, of Check::Kind::support, that `numbers` are of the normal distribution of mean 0 and variance 1:
/// their moments 1 to 4, and the mean product of the two of a pair, 2 i and 2 i + 1, within five standard errors each;
/// and no two of them are equal.
Check judge_normal(const std::string& name, const std::vector<double>& numbers);

/// What a case draws.
struct Disorder {
  std::string couplings;  ///< as GaussianBonds::of()
  double field = 0;       ///< standard deviation of each component of the random fields, units of J; 0: none
  std::uint64_t sites = 0, realizations = 1;
};

/// The checks "couplings" and "fields" of what is drawn at random, once for all cases of a variant with the same: some
/// 10^5 numbers from all over the range that the case has, or that a larger one would have.
std::vector<Check> check_disorder(const CheckContext& context, const Disorder& what);

}  // namespace spinbench::heisenberg
