#include "kernels/common/heisenberg/axes.hpp"

#include <vector>

#include "kernels/common/axes.hpp"

namespace spinbench::heisenberg {
namespace {

/// Of a component, a number of magnitude one or less: the hardware's cosine and sine are off by 2^-21 or less.
constexpr double fast_distance = 2e-6;
/// Of decisions: the errors of a cost and of the exponential turn less than one in 10^6 attempts, and a spin keeps the
/// difference until the next accepted one.
constexpr double fast_share = 2e-5;
/// Seen: after 306 sweeps of the ferromagnet at beta = 1 a difference has reached 4% of the spins.
constexpr int fast_sweeps = 6;

}  // namespace

Axis axis_precision() {
  return Axis::word("precision", "float", {"float", "float_fast", "double"},
                    "numbers that hold a spin; float_fast: float with the hardware's functions (GPUs)");
}

Axis axis_layout(const std::string& fallback) {
  return Axis::word("layout", fallback, {"aos", "soa"},
                    "the components of a spin side by side in memory (aos), or each in an array of its own (soa)");
}

Axis axis_couplings() {
  return Axis::word("couplings", "gaussian", {"gaussian", "ferromagnet"},
                    "normally distributed with mean 0 and variance 1, or all 1");
}

Axis axis_rng(const std::string& fallback) {
  return Axis::word("rng", fallback, rng::names_of(generators_of_tiles), "random number generator");
}

std::vector<Axis> axes(int dimensions, const std::vector<Axis>& own, const Axis& rng, bool mixed) {
  std::vector<Axis> result{dimensions == 2 ? axis_L(1024, 32768) : axis_L(64, 1024)};
  result.insert(result.end(), own.begin(), own.end());
  if (mixed) {
    result.push_back(Axis::integer("n_hb", 1, 1, 100, "sweeps of the heat bath in a step"));
    result.push_back(Axis::integer("n_or", 0, 0, 100, "sweeps of over-relaxation behind them"));
  }
  if (dimensions == 3) result.push_back(axis_couplings());
  if (mixed)
    result.push_back(
        Axis::real("field", 0, 0, 10, "standard deviation of each component of the random field, 0: none"));
  result.insert(result.end(), {axis_precision(), rng, axis_beta(dimensions == 2 ? 1.0 : 0.7)});
  return result;
}

int component_bytes(const Params& params) { return params.word("precision") == "double" ? 8 : 4; }

bool has_couplings(const Params& params) {
  return params.has("couplings") && params.word("couplings") != "ferromagnet";
}

Mixture Mixture::of(const Params& params) {
  if (!params.has("n_hb")) return {};
  return {static_cast<int>(params.integer("n_hb")), static_cast<int>(params.integer("n_or"))};
}

double field_of(const Params& params) { return params.has("field") ? params.real("field") : 0; }

double site_bytes(const Params& params, int dimensions) {
  return component_bytes(params) * (3.0 + (has_couplings(params) ? dimensions : 0) + (field_of(params) > 0 ? 3 : 0));
}

std::string host_unsupported(const Params& params) {
  return params.word("precision") == "float_fast" ? "precision float_fast is a GPU's: take float or double" : "";
}

Params in_ieee(const Params& params) {
  Params result = params;
  if (params.word("precision") == "float_fast") result.set("precision", std::string("float"));
  return result;
}

Agreement agreement_at(const Params& params) {
  Agreement result;
  if (params.word("precision") != "float_fast") return result;
  result.kind = Agreement::Kind::distance;
  result.distance = fast_distance;
  result.share = fast_share;
  result.sweeps = fast_sweeps;
  return result;
}

}  // namespace spinbench::heisenberg
