// Lulli 2015, section 5, Fig. 10: planes shared by the devices of several ranks. What neighbours wait for is updated
// first, on a stream of its own, and sent while the bulk is updated. sliced_mpi sends one plane a colour, standard_mpi
// one to either side. H = -J sum_<ij> J_ij s_i s_j, J = 1, J_ij = +-1.
#include "kernels/common/rank_axes.hpp"
#include "kernels/ea3d_metropolis/gpu_slabs.cuh"

namespace spinbench::ea3d::inline SPINBENCH_GPU_NAMESPACE {

namespace {

template <class Layout>
const RankedVariant& ranked() {
  static const RankedVariant the = {"ea3d_metropolis", Layout::name, SPINBENCH_GPU_BACKEND, make_device_slab<Layout>};
  return the;
}

template <class Layout>
std::unique_ptr<Simulation> make(const Params& params, std::uint64_t seed) {
  Work work = rng::with_generator_of<generators_of<Layout>()>(params.word("rng"), [&](auto tag, rng::Seeding) {
    using Rng = typename decltype(tag)::type;
    const GlassArrays arrays = arrays_of<std::uint32_t>(params);
    return layout_work(arrays, Rng::facts, rng::Store<Rng>::traffic(arrays.replicas, 1));
  });
  work.dependent_launches = 2;
  return std::make_unique<GlassAcrossRanks<Layout>>(ranked<Layout>(), params, seed, work);
}

template <class Layout>
std::vector<Params> bit_cases(const Params& params, const Device& device) {
  std::vector<Params> result = slabs_bit_cases<Layout>(params, device);
  const auto admits = [](const Params& one) { return device_slabs_unsupported<Layout>(one).empty(); };
  std::erase_if(result, [&](const Params& one) { return !admits(one); });
  std::vector<std::int64_t> sizes;
  for (std::int64_t L = 4; L <= 64; L += 2) sizes.push_back(L);
  Params small = params;
  small.set("systems", std::min<std::int64_t>(params.integer("systems"), 3));
  add_on_path(
      result, small, device_slab_path<Layout>(params), sizes,
      [](const Params& one) { return device_slab_path<Layout>(one); }, admits);
  return result;
}

template <class Layout>
Variant variant(const char* title) {
  return {
      .kernel = "ea3d_metropolis",
      .name = Layout::name,
      .backend = SPINBENCH_GPU_BACKEND,
      .title = title,
      .source = "Lulli 2015, section 5",
      .axes = {axis_L(), axis_systems(1), axis_replicas(4), axis_ranks(),
               axis_transport({"peer", "staged", "aware", "direct", "nccl"}), axis_couplings(), axis_rng("philox4x32"),
               axis_beta()},
      .oracle = single_spin_oracle(),
      .follower = multispin_follower(),
      .unsupported = [](const Params& params, const Device&) { return device_slabs_unsupported<Layout>(params); },
      .memory_bytes = [](const Params& params) { return layout_bytes(params) / params.real("ranks"); },
      .make = make<Layout>,
      .bit_cases = bit_cases<Layout>,
      .physics = slabs_physics<Layout>,
      .look = look,
  };
}

const RegisterRanked sliced_part{ranked<SlicedSlab>()}, standard_part{ranked<StandardSlab>()};
const Register<Variant> sliced{variant<SlicedSlab>("planes of one colour shared by the devices of ranks")},
    standard{variant<StandardSlab>("planes of a checkerboard shared by the devices of ranks")};

}  // namespace

}  // namespace spinbench::ea3d::SPINBENCH_GPU_NAMESPACE
