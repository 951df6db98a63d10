// The bit-sliced update of the square lattice on a CPU; kernels/common/host_lattices.hpp says how it lies in vectors,
// kernels/ising2d_metropolis/multispin.hpp states layout, tiles and rule.
//
// H = -J sum_<ij> s_i s_j, J = 1.
//
// Memory: at L = 1024 the lattice is 128 KiB and stays in a core's second-level cache. Operations decide: for a word of
// 32 spins 15 for the bonds, 6 for each of the 8 digits and 15 for what is left then, a share of 16 for the opening of
// the stream, and for 8.35 random words what the generator takes in vectors: mwc64x and sfc32 11 each, xoshiro128pp 14,
// philox4x32 43. With mwc64x that is 187 operations a word, 5.8 a flip.
// Held on a core of an AMD EPYC with AVX-512 at L = 1024 (results/recorded/epyc-paper.json, 2a74012, 32 KiB of L1):
// mwc64x 84% of what machine_logic measured there in the same run, sfc32 85%, philox4x32 81%; two threads make 1.93 to
// 1.97 times as much. On one of another generation (48 KiB, 7c846d6) 73 to 77%.
// machine_logic has no shifts, of which a core does two a clock, not four. Not recorded: on an EPYC 7003 (AVX2, a
// virtual machine's) mwc64x 63 to 72%, sfc32 55 to 62%, two threads 1.8 to 1.96 times as much: a row of the border that
// the other core wrote takes up to 300 ns a line, where the virtual machine's cores share no cache.
#include "kernels/ising2d_metropolis/multispin_host.hpp"

#include "interface/registry.hpp"
#include "kernels/common/multispin_host.hpp"
#include "kernels/ising2d_metropolis/axes.hpp"
#include "kernels/ising2d_metropolis/multispin.hpp"
#include "kernels/ising2d_metropolis/physics.hpp"

#define SPINBENCH_LANES_FILE "kernels/ising2d_metropolis/multispin_host.inl"
#include "kernels/common/lanes_each.inl"
#undef SPINBENCH_LANES_FILE

namespace spinbench::ising2d {

namespace {

struct HostModel : MultispinModel {
  static constexpr double operations_a_word = 79;
};

// Lattices that devices share are followed by it.
const Register<Variant> registered{host_multispin_variant<HostModel>(
    spinbench::axis_L(1024, 262144), axis_rng("mwc64x"), axis_beta(), {host_multispin_physics, look})};

}  // namespace

std::unique_ptr<MultispinLattices> make_multispin_lattices(const Params& params, std::uint64_t seed) {
  return with_multispin_generator(
      params.word("rng"), [&](auto tag, rng::Seeding) -> std::unique_ptr<MultispinLattices> {
        return std::make_unique<HostMultispin<HostModel, typename decltype(tag)::type>>(params, seed);
      });
}

HostMultispinRule<MultispinThresholds> host_multispin_rule(const std::string& rng) {
  return with_multispin_generator(
      rng, [](auto tag, rng::Seeding) { return host_multispin_rule_of<HostModel, typename decltype(tag)::type>(); });
}

std::string multispin_lattices_path(const Params& params) {
  const HostLattices lattices = host_lattices<HostModel>(params, 0);
  return lattices.code_path(threads_of(params, lattices));
}

}  // namespace spinbench::ising2d
