// The oracle of the variants `multispin` in three dimensions: the tiles of kernels/ising3d_metropolis/multispin.hpp,
// spin by spin on a plain lattice. H = -J sum_<ij> s_i s_j, J = 1.
#include "reference_cpu/common/multispin_plain.hpp"

#include "kernels/ising3d_metropolis/axes.hpp"
#include "kernels/ising3d_metropolis/multispin.hpp"
#include "reference_cpu/ising3d_metropolis/lattice.hpp"

namespace spinbench::ising3d {
namespace {

struct Layers : Cubic {
  static std::uint32_t layers(std::uint32_t L) { return L; }
  static int field(const Lattice<std::int8_t>& lattice, std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    return lattice.field(x, y, z);
  }
  static void flip(Lattice<std::int8_t>& lattice, std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    lattice.flip(x, y, z);
  }
  static constexpr double logic_ops = 11;
};

std::unique_ptr<Simulation> make(const Params& params, std::uint64_t seed) {
  return with_multispin_generator(
      params.word("rng"), [&](auto tag, rng::Seeding seeding) -> std::unique_ptr<Simulation> {
        using Generator = typename decltype(tag)::type;
        return std::make_unique<MultispinPlain<Layers, Generator>>(params, multispin_tile(params), seed, seeding);
      });
}

const Register<Variant> registered{{
    .kernel = "ising3d_metropolis",
    .name = "multispin_plain",
    .backend = "cpu",
    .title = "serial: each spin compares random bits with its threshold, digit by digit",
    .source = "after Isakov et al., Comput. Phys. Commun. 192, 265 (2015), without their shared random bits",
    .axes = {axis_L(), axis_realizations(), axis_words(0), axis_rng("philox4x32"), axis_beta()},
    .oracle = "",
    .unsupported =
        [](const Params& params, const Device&) {
          const std::string other = board_unsupported(params, 3);
          return other.empty() ? multispin_unsupported(params, 2) : other;
        },
    .memory_bytes = [](const Params& params) { return sites_of(params, 3) * params.real("realizations"); },
    .make = make,
}};

}  // namespace
}  // namespace spinbench::ising3d
