// The heat bath with one thread a site; kernels/common/heisenberg/gpu_sites.cuh has it, heat_bath.hpp the rule.
#include "kernels/common/heisenberg/gpu_sites.cuh"
#include "kernels/common/heisenberg/heat_bath.hpp"

namespace spinbench::heisenberg {
namespace {

Variant variant() {
  Variant result = coalesced_variant<3, HeatBath>();
  result.source = "this suite";
  result.oracle.agreement_at = nullptr;
  const auto others = result.unsupported;
  result.unsupported = [others](const Params& params, const Device& device) {
    if (params.word("precision") == "float_fast") return std::string("the heat bath's precision is float or double");
    return others(params, device);
  };
  return result;
}

const Register<Variant> registered{variant()};

}  // namespace
}  // namespace spinbench::heisenberg
