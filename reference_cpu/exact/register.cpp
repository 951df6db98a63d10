// The exact solutions, for whoever proves a kernel by them.
#include "interface/registry.hpp"
#include "kernels/common/axes.hpp"
#include "reference_cpu/exact/ising2d.hpp"
#include "reference_cpu/exact/ising3d.hpp"
#include "reference_cpu/exact/potts.hpp"
#include "reference_cpu/exact/spin_glass.hpp"

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

/// Of q states a spin.
template <int Dimensions>
Expectations at_potts(const Params& params) {
  const auto value = potts(Dimensions, params.integer("L"), params.integer("q"), beta_of(params));
  if (!value) return {};
  return {{"energy", value->energy}, {"specific_heat", value->specific_heat}};
}

/// With the logarithm of the partition function, per spin.
Expectations free_energy_at_square(const Params& params) {
  const Ising2d value = ising2d(params.integer("L"), beta_of(params));
  return {{"energy", value.energy}, {"specific_heat", value.specific_heat}, {"log_z", value.log_z}};
}

/// Disorder averages, and what is known of the listed sample, by the axis `couplings`.
template <int Dimensions>
Expectations at_spin_glass(const Params& params) {
  const std::int64_t L = params.integer("L");
  const double beta = beta_of(params);
  const std::string& couplings = params.word("couplings");
  if (couplings == "nishimori") return {{"energy", nishimori_energy(Dimensions, beta)}};
  if (couplings == "ferromagnet") return Dimensions == 2 ? at_square(params) : at_cubic(params);
  if (couplings == "sample") {
    const auto value = spin_glass_sample(Dimensions, L, beta);
    if (!value) return {};
    return {{"energy", value->energy}, {"specific_heat", value->specific_heat}};
  }
  const auto value = bimodal_energy(Dimensions, L, beta);
  if (!value) return {};
  return {{"energy", *value}};
}

/// How often an exchange of two replicas is accepted, L = 4.
Expectations exchange_at_cubic(const Params& params) {
  const double beta = beta_of(params), next = params.real("next_beta");
  if (params.integer("L") != 4) return {};
  return {{"acceptance", exchange_acceptance(energies_of_ising3d(beta), beta, energies_of_ising3d(next), next)}};
}

const Register<ExactSolution> cubic_exchange{{"ising3d_exchange", exchange_at_cubic}};
const Register<ExactSolution> glass{{"ea2d", at_spin_glass<2>}}, cubic_glass{{"ea3d", at_spin_glass<3>}};
const Register<ExactSolution> free_energy{{"ising2d_free_energy", free_energy_at_square}};
const Register<ExactSolution> plane_potts{{"potts2d", at_potts<2>}}, space_potts{{"potts3d", at_potts<3>}};
const Register<ExactSolution> square{{"ising2d", at_square}}, cubic{{"ising3d", at_cubic}};

}  // namespace
}  // namespace spinbench::exact
