// The heat bath with one thread a site; kernels/common/heisenberg/gpu_sites.cuh has it, heat_bath.hpp the rule.
//
// Bound in float with Gaussian couplings: 48 B a flip (the new spin 12, neighbours 12, couplings 24) and with
// lcg32_random 8 B of a stream's state, 13.1 ps at the 4.27 TB/s that an H200 copies at; some 310 instructions, counted
// in the compiled loop, 9.3 ps at 1,980 MHz. Held there at L = 256 (h200-heatbath.json): 17.6 ps, 74% of the bytes', at
// the power limit, where the clock is 1,477 MHz. docs/kernels/heisenberg3d_heatbath.md has the other precisions.
#include "kernels/common/heisenberg/gpu_sites.cuh"
#include "kernels/heisenberg3d_heatbath/physics.hpp"

namespace spinbench::heisenberg {
namespace {

/// Of float_fast: bits do not agree, and what a spin's field is off by its new direction is, too. So runs go apart by a
/// factor of 1.5 to 5 a sweep, faster the hotter: they are held to each other for six sweeps at most, and where that is
/// too long only physics judges. tests/heisenberg_heatbath.cpp draws the hardware's errors at random for both numbers.
Agreement heat_bath_agreement(const Params& params) {
  Agreement result = agreement_at(params);
  if (params.word("precision") != "float_fast") return result;
  result.distance = 1e-3;
  result.share = 2e-3;
  if (Mixture::of(params).sweeps() > 2 || beta_of(params) < 0.3) result.kind = Agreement::Kind::law;
  return result;
}

/// Large lattices, which leave verify no time for more than some sweeps.
std::vector<Params> bit_cases(const Params& params, const Device& device) {
  if (params.word("precision") != "float_fast") return row_bit_cases(params, device);
  std::vector<Params> result(2, params);
  result[0].set("L", std::int64_t{192});
  result[1].set("L", std::int64_t{150});
  return result;
}

Variant variant() {
  Variant result = of_heat_bath(coalesced_variant<3, HeatBath>(), "Weigel 2015, Heisenberg spin glass");
  result.oracle.agreement_at = heat_bath_agreement;
  result.bit_cases = bit_cases;
  return result;
}

const Register<Variant> heatbath_coalesced{variant()};

}  // namespace
}  // namespace spinbench::heisenberg
