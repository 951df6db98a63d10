// `multispin` on a lattice whose planes the devices of several ranks share: whole sweeps in one pass over memory, and
// one exchange a sweep (kernels/ea3d_metropolis/column_slabs.hpp). What neighbours wait for is updated first, on a
// stream of its own, and sent while the bulk is updated. On CPUs the planes are those of a checkerboard
// (slabs_host.cpp).
//
// H = -J sum_<ij> J_ij s_i s_j, J = 1, J_ij = +-1. A march does a plane of one colour more on either side of those that
// it writes. There are three of them, the ends and what lies between: of a slab of N planes N + 3 are updated, N + 9
// read.
#include "kernels/ea3d_metropolis/gpu_column_slabs.cuh"

namespace spinbench::ea3d::inline SPINBENCH_GPU_NAMESPACE {

namespace {

const RankedVariant& ranked_marches() {
  static const RankedVariant the = {"ea3d_metropolis", MarchSlab::name, SPINBENCH_GPU_BACKEND, make_march_slab};
  return the;
}

std::unique_ptr<Simulation> make_shared_marches(const Params& params, std::uint64_t seed) {
  return std::make_unique<GlassAcrossRanks<MarchSlab>>(ranked_marches(), params, seed, march_slabs_work(params));
}

std::vector<Check> march_slabs_physics(const CheckContext& context) {
  return shared_glass_physics(context, [](const Params& params) { return march_slabs_unsupported(params).empty(); });
}

const RegisterRanked marches_part{ranked_marches()};
const Register<Variant> marches_registered{{
    .kernel = "ea3d_metropolis",
    .name = MarchSlab::name,
    .backend = SPINBENCH_GPU_BACKEND,
    .title = "both colours in one pass over memory, planes shared by the devices of ranks, one exchange a sweep",
    .source = "this suite",
    .axes = {axis_L(), axis_systems(1), axis_replicas(4), axis_ranks(),
             axis_transport({"peer", "staged", "aware", "direct", "nccl"}),
             Axis::integer("tile", 0, 0, 4096, "pairs of sites that a block holds of a plane; 0: as many as fit"),
             Axis::integer("block", 1024, 544, 1024, "threads a block at most"),
             Axis::integer("deep", 0, 0, 64, "tiles along z of what lies between the ends; 0: enough to fill a card"),
             axis_couplings(), Axis::word("rng", "philox4x32", rng::names_of(in_marches), "random number generator"),
             axis_beta()},
    .oracle = single_spin_oracle(),
    .follower = multispin_follower(),
    .unsupported = [](const Params& params, const Device&) { return march_slabs_unsupported(params); },
    .memory_bytes =
        [](const Params& params) {
          const double planes = params.real("L") / params.real("ranks");
          return 1.6 * layout_bytes(params) / params.real("L") * (planes + 4) +
                 static_cast<double>(gpu::least_shared_bytes);
        },
    .make = make_shared_marches,
    .bit_cases = [](const Params& params,
                    const Device& device) { return march_slabs_bit_cases(params, device, march_slabs_unsupported); },
    .physics = march_slabs_physics,
    .look = look,
}};

}  // namespace

}  // namespace spinbench::ea3d::SPINBENCH_GPU_NAMESPACE
