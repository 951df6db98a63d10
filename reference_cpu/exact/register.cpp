// The exact solutions, for whoever proves a kernel by them.
#include "interface/registry.hpp"
#include "kernels/common/axes.hpp"
#include "reference_cpu/exact/ising2d.hpp"
#include "reference_cpu/exact/ising3d.hpp"

namespace spinbench::exact {
namespace {

using Expectations = std::vector<ExactSolution::Expectation>;

Expectations at_square(const Params& params) {
  const Ising2d value = ising2d(params.integer("L"), beta_of(params));
  return {{"energy", value.energy}, {"specific_heat", value.specific_heat}};
}

Expectations at_cubic(const Params& params) {
  const auto value = ising3d(params.integer("L"), beta_of(params));
  if (!value) return {};
  return {{"energy", value->energy}, {"specific_heat", value->specific_heat}};
}

const Register<ExactSolution> square{{"ising2d", at_square}}, cubic{{"ising3d", at_cubic}};

}  // namespace
}  // namespace spinbench::exact
