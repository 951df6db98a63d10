// The axes of the Heisenberg kernels beyond those of kernels/common/axes.hpp.
#pragma once

#include <string>
#include <vector>

#include "interface/configuration.hpp"
#include "interface/params.hpp"
#include "kernels/common/rng/generators.hpp"

namespace spinbench::heisenberg {

Axis axis_precision();                          ///< float, float_fast or double
Axis axis_layout(const std::string& fallback);  ///< aos or soa
Axis axis_couplings();                          ///< gaussian or ferromagnet
Axis axis_rng(const std::string& fallback);     ///< any of generators_of_tiles

/// L, then a variant's `own`, couplings on the cubic lattice, precision, `rng` and beta: in this order in all variants
/// of the kernel in so many dimensions. `mixed`: of a rule that takes turns with over-relaxation, also n_hb and n_or,
/// and field.
std::vector<Axis> axes(int dimensions, const std::vector<Axis>& own, const Axis& rng, bool mixed = false);

/// The sweeps of a step: some of the kernel's rule, then some of over-relaxation.
struct Mixture {
  int of_rule = 1, of_relaxation = 0;

  /// By the axes n_hb and n_or, where the case has them.
  static Mixture of(const Params& params);
  int sweeps() const { return of_rule + of_relaxation; }
  /// Whether the sweep of that number, counted from 0, is one of over-relaxation.
  bool relaxes(int sweep) const { return sweep % sweeps() >= of_rule; }
  /// What of all sweeps the rule does.
  double share_of_rule() const { return 1.0 * of_rule / sweeps(); }
};

/// Of one thread a site: the paper's, and one that keeps nothing.
constexpr bool generators_of_sites(const rng::Generator& generator) {
  return rng::takes_part(generator, rng::roles::sites);
}
/// Of the serial code and the tiles, also the fastest that passes BigCrush. A direction takes most of an attempt: more
/// generators would take more compiling than they tell.
constexpr bool generators_of_tiles(const rng::Generator& generator) {
  return rng::takes_part(generator, rng::roles::sites | rng::roles::fastest);
}

/// Bytes of a spin's component.
int component_bytes(const Params& params);

/// Whether the case has couplings of its own to every bond.
bool has_couplings(const Params& params);

/// Standard deviation of each component of the random field, units of J: 0 where the case has none.
double field_of(const Params& params);

/// Bytes of spins, couplings and random fields for each site, in `dimensions`.
double site_bytes(const Params& params, int dimensions);

/// Why a host cannot do the case, or "": float_fast are functions of a GPU.
std::string host_unsupported(const Params& params);

/// As Oracle::params: the same with precision float in place of float_fast.
Params in_ieee(const Params& params);
/// As Oracle::agreement_at: bits; of float_fast within 2e-6 but for decisions that its errors turned.
Agreement agreement_at(const Params& params);

/// Calls `use(Real{})` for the precision of a host.
template <class Use>
decltype(auto) with_real(const std::string& precision, Use&& use) {
  if (precision == "double") return use(double{});
  return use(float{});
}

}  // namespace spinbench::heisenberg
