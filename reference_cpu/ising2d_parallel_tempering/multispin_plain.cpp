// The oracle of the variants multispin: the bit-sliced update spin by spin (reference_cpu/common/multispin_plain.hpp)
// on each replica, whose tiles are numbered one replica after the other. H = -J sum_<ij> s_i s_j, J = 1.
#include "interface/registry.hpp"
#include "kernels/ising2d_parallel_tempering/physics.hpp"
#include "reference_cpu/ising2d_parallel_tempering/tempered.hpp"

namespace spinbench::tempering {
namespace {

const Register<Variant> registered{{
    .kernel = "ising2d_parallel_tempering",
    .name = "multispin_plain",
    .backend = "cpu",
    .title = "serial, each spin of each replica compares random bits with its threshold",
    .source = "after Weigel 2012, section 6, with the decisions of multispin",
    .axes = with_tempering({axis_L(64), axis_words(), axis_rng(of_bits, "philox4x32")}),
    .oracle = "",
    .unsupported = [](const Params& params, const Device&) { return multispin_unsupported(params, 2); },
    .memory_bytes = [](const Params& params) { return sites_of(params, 2) * params.real("replicas"); },
    .make = make_tempered<ising2d::ReplicasInWords>,
    .bit_cases = small_cases,
    .physics = plain_multispin_physics,
    .look = look,
}};

}  // namespace
}  // namespace spinbench::tempering
