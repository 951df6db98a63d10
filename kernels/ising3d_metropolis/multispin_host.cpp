// The bit-sliced update of the cubic lattice on a CPU; kernels/common/host_lattices.hpp says how it lies in vectors,
// kernels/ising3d_metropolis/multispin.hpp states layout and tiles.
//
// H = -J sum_<ij> s_i s_j, J = 1.
//
// Memory: at L = 256 the lattice is 2 MiB, and a colour reads and writes 3 bits = 0.375 B a flip; the layers that a
// tile looks into are 4 KiB each and stay in a core's first-level cache. Operations decide: for a word of 32 spins 25
// for the bonds (10 more than on the square lattice: two full adders in place of one), 8 for each of the 8 digits (a
// class more) and 19 for what is left then, a share of 16 for the opening of the stream, and for 8.35 random words what
// the generator takes in vectors, as in two dimensions. With mwc64x that is 216 operations a word, 6.7 a flip. Held on
// a core of an AMD EPYC with AVX-512 at L = 256 and beta = 0.15 (results/recorded/epyc-paper.json, 32 KiB of L1):
// mwc64x and sfc32 91% of what machine_logic measured there in the same run, philox4x32 84%; 156, 155 and 66 times the
// rate of row_order with lcg32_random. Not recorded: on one with AVX2, shared with others' builds, 71%, 65% and 61%;
// tiles of four words take 1.2 times as long.
#include "kernels/ising3d_metropolis/multispin_host.hpp"

#include "interface/registry.hpp"
#include "kernels/common/multispin_host.hpp"
#include "kernels/ising3d_metropolis/axes.hpp"
#include "kernels/ising3d_metropolis/multispin.hpp"
#include "kernels/ising3d_metropolis/physics.hpp"

#define SPINBENCH_LANES_FILE "kernels/ising3d_metropolis/multispin_host.inl"
#include "kernels/common/lanes_each.inl"
#undef SPINBENCH_LANES_FILE

namespace spinbench::ising3d {

namespace {

struct HostModel : MultispinModel {
  static constexpr double operations_a_word = 108;
};

// Lattices that devices share are followed by it.
const Register<Variant> registered{host_multispin_variant<HostModel>(spinbench::axis_L(64, 8192), axis_rng("mwc64x"),
                                                                     axis_beta(), {host_multispin_physics, look})};

}  // namespace

HostMultispinRule<MultispinThresholds> host_multispin_rule(const std::string& rng) {
  return with_multispin_generator(
      rng, [](auto tag, rng::Seeding) { return host_multispin_rule_of<HostModel, typename decltype(tag)::type>(); });
}

}  // namespace spinbench::ising3d
