// The oracle of the GPU variants `multispin`: the rule of kernels/ising2d_metropolis/multispin.hpp, spin by spin on a
// plain lattice, without a word of bit logic. H = -J sum_<ij> s_i s_j, J = 1.
#include "kernels/ising2d_metropolis/multispin.hpp"

#include <stdexcept>

#include "kernels/ising2d_metropolis/axes.hpp"
#include "kernels/rng_quality/variant.hpp"
#include "reference_cpu/common/multispin_plain.hpp"
#include "reference_cpu/ising2d_metropolis/plane.hpp"

namespace spinbench::ising2d {
namespace {

std::unique_ptr<Simulation> make(const Params& params, std::uint64_t seed) {
  return with_multispin_generator(
      params.word("rng"), [&](auto tag, rng::Seeding seeding) -> std::unique_ptr<Simulation> {
        using Generator = typename decltype(tag)::type;
        return std::make_unique<MultispinPlain<Plane, Generator>>(params, multispin_tile(params), seed, seeding);
      });
}

const Variant variant{
    .kernel = "ising2d_metropolis",
    .name = "multispin_plain",
    .backend = "cpu",
    .title = "serial: each spin compares random bits with its threshold, digit by digit",
    .source = "after Isakov et al., Comput. Phys. Commun. 192, 265 (2015), without their shared random bits",
    .axes = {axis_L(), axis_realizations(), axis_words(0), axis_rng("philox4x32"), axis_beta()},
    .oracle = "",
    .unsupported =
        [](const Params& params, const Device&) {
          const std::string other = square_lattice_unsupported(params);
          return other.empty() ? multispin_unsupported(params, 2) : other;
        },
    .memory_bytes =
        [](const Params& params) { return params.real("L") * params.real("L") * params.real("realizations"); },
    .make = make,
};
const Register<Variant> registered{variant}, quality{rng_quality::quality_variant(variant)};

}  // namespace
}  // namespace spinbench::ising2d
