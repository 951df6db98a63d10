// Asynchronous multispin coding (Weigel 2012, section 5): the same site of 32, 64 or 128 realizations in a word, one
// random number a site for all of them, k hits a visit of the lattice.
//
// H = -J sum_<ij> J_ij s_i s_j, J = 1, J_ij = +-1.
//
// With L = 16 a lattice lies in the registers of 16 lanes, bond by bond (columns.hpp); others lie in shared memory
// (gpu_lattices.cuh), as do those with numbers=own.
//
// Memory: a visit reads a word's spins and couplings, 12 B a site, and writes 4: 0.5 / k B a flip.
// Instructions, of 32 flips: 8 logic operations, of three operands each, and 2 words handed to a neighbouring lane; for
// each random number two comparisons, which are multiply-adds, and the number itself: philox4x32 4.75 logic operations
// and 9 turns of multiply-adds. So with w realizations a word a flip takes (8 + 4.75 * 32 / w) / 32 logic operations:
// at the 16.7 T/s of an H200 0.024 ps with w = 32, 0.0194 with 64, 0.0172 with 128; lcg32 0.015 at any w. The other
// pipes have less to do: with w = 64 multiply-adds 0.6, instructions started 0.75, words handed over 0.4 of that time.
// The machine code for sm_90 has, for two sweeps of a column's 16 sites with w = 64 and philox4x32, 2048 flips a lane:
// 1140 instructions, among them 682 of logic (the least is 664), 441 turns of multiply-adds and 68 operations of either
// pipe, 128 words handed over; 128 registers, 16 warps a multiprocessor, 20 B spilled.
#include "interface/registry.hpp"
#include "kernels/ea2d_metropolis/gpu_multispin.cuh"
#include "kernels/ea2d_metropolis/physics.hpp"

namespace spinbench::ea2d::inline SPINBENCH_GPU_NAMESPACE {
namespace {

std::unique_ptr<Simulation> make(const Params& params, std::uint64_t seed) {
  return rng::with_generator_of<in_square_glasses>(params.word("rng"), [&](auto tag, rng::Seeding seeding) {
    return make_multispin_of<typename decltype(tag)::type>(params, seed, seeding);
  });
}

const Register<Variant> registered{{
    .kernel = "ea2d_metropolis",
    .name = "multispin",
    .backend = SPINBENCH_GPU_BACKEND,
    .title = "a bit a spin, a word for each site of 32, 64 or 128 realizations, k hits a visit",
    .source = "Weigel 2012, section 5",
    .axes = {axis_L(), axis_systems(16384), axis_word({"64", "32", "128"}), axis_k(), axis_numbers(), axis_couplings(),
             axis_rng(), axis_beta()},
    .oracle = "single_spin",
    .unsupported = [](const Params& params, const Device&) -> std::string {
      const std::string other = unsupported(params);
      if (!other.empty() || lies_in_columns(params)) return other;
      const std::size_t bytes =
          lattice_shared_bytes(static_cast<std::uint32_t>(params.integer("L")), words_of_lattice(params));
      if (bytes > gpu::largest_shared_bytes())
        return "a lattice of this L takes " + std::to_string(bytes) + " B of shared memory, but a block has " +
               std::to_string(gpu::largest_shared_bytes()) + ": take a smaller L or word";
      return "";
    },
    .memory_bytes =
        [](const Params& params) {
          const SpinGlassShape shape = SpinGlassShape::of(2, params);
          return static_cast<double>(shape.sites()) *
                     (12.0 * shape.groups() + shape.systems / 2.0 * rng::state_bytes(params.word("rng"))) +
                 1e6;
        },
    .make = make,
    .bit_cases = multispin_cases,
    .physics = gpu_physics,
    .look = look,
}};

}  // namespace
}  // namespace spinbench::ea2d::inline SPINBENCH_GPU_NAMESPACE
