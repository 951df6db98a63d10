// The slabs of Lulli 2015, section 5, Fig. 10, on a GPU: what neighbours wait for is updated first, on a stream of its
// own, and sent while the bulk is updated.
#pragma once

#include "kernels/common/gpu_slab_sweeps.cuh"
#include "kernels/common/rank_axes.hpp"
#include "kernels/ea3d_metropolis/gpu_layout.cuh"
#include "kernels/ea3d_metropolis/slabs_host.hpp"

namespace spinbench::ea3d::inline SPINBENCH_GPU_NAMESPACE {

/// The paper's generator, and one that keeps nothing.
constexpr bool in_sliced_slabs(const rng::Generator& generator) {
  return rng::takes_part(generator, rng::roles::light);
}
constexpr bool in_standard_slabs(const rng::Generator& generator) {
  return rng::takes_part(generator, rng::roles::reference);
}

template <class Layout>
constexpr rng::GeneratorSet generators_of() {
  return Layout::copies == 1 ? in_sliced_slabs : in_standard_slabs;
}

inline constexpr unsigned threads_a_block = 256;

/// Words `first` to first + count of a colour, in all systems.
template <class Layout, class Rng>
__global__ void update_planes(GlassArrays arrays, Layout layout, rng::Store<Rng> store, std::uint64_t position,
                              std::uint32_t colour, std::uint32_t first, std::uint32_t count) {
  const std::uint32_t number = blockIdx.x * blockDim.x + threadIdx.x;
  if (number >= count) return;
  const std::uint32_t i = first + number;
  const Site site = layout.site(i, colour);
  update_site<DeviceLogic>(arrays, layout, store, position, colour, blockIdx.y, i, site, layout.neighbours(i, site));
}

template <class Layout>
std::string device_slabs_unsupported(const Params& params) {
  if (const std::string why = slabs_unsupported<Layout>(params); !why.empty()) return why;
  if (const std::string why = transport_unsupported(params); !why.empty()) return why;
  if (const std::string& rng = params.word("rng"); !rng::is_of(generators_of<Layout>(), rng))
    return std::string(Layout::name) + " is not built for " + rng + " here: take " +
           rng::one_of(generators_of<Layout>());
  if (params.integer("systems") > most_blocks)
    return "a grid has at most " + std::to_string(most_blocks) + " systems: take fewer";
  return "";
}

/// Of one rank.
template <class Layout>
std::string device_slab_path(const Params& params, int rank) {
  const Layout slab = slab_of<Layout>(params, rank);
  const std::uint32_t inner = slab.planes * slab.area();
  return slab_path(params, slab)
      .where(slab.area() > threads_a_block, "several blocks a plane")
      .where(slab.area() % threads_a_block != 0, "threads beyond a plane")
      .where(inner > threads_a_block, "several blocks")
      .count("systems", static_cast<std::uint64_t>(params.integer("systems")))
      .text();
}

template <class Layout>
std::string device_slab_path(const Params& params) {
  return paths_of_ranks(params, [&](int rank) { return device_slab_path<Layout>(params, rank); });
}

template <class Layout, class Rng>
class DeviceGlassSlab final : public RankPart {
 public:
  DeviceGlassSlab(const Params& params, std::uint64_t seed, rng::Seeding seeding, const Ring& ring)
      : layout_(slab_of<Layout>(params, ring.rank())),
        path_(device_slab_path<Layout>(params, ring.rank())),
        arrays_(arrays_of_slab(params, layout_)),
        spins_(arrays_.all_spins()),
        couplings_(arrays_.all_couplings()),
        states_(rng::Store<Rng>::size(streams(), 1)),
        borders_(ring, params.word("transport"), {steps(0), steps(1)}, lattices() * plane_bytes()),
        device_(gpu::device_in_words()) {
    arrays_.spins = spins_.data(), arrays_.couplings = couplings_.data();
    store_ = {Rng::setup(seed, std::uint64_t{arrays_.systems} * layout_.words(), seeding), states_.data(), streams(),
              1};
    gpu::launch(start_glass<Layout, Rng>, dim3(1024), dim3(256), arrays_, layout_, store_,
                RandomBonds::of(params.word("couplings"), beta_of(params), seed));
    gpu::synchronize();
  }

  std::string code_path() const override { return path_; }
  void sweep(int count) override { sweeps_.run(*this, borders_, 2 * count); }
  Phases phases() const override { return sweeps_.phases(); }
  std::string device() const override { return device_; }
  std::vector<std::int64_t> sums() override { return {}; }

  std::vector<std::uint32_t> words() override {
    const std::size_t own = std::size_t{layout_.planes} * layout_.area() * sizeof(std::uint32_t);
    std::vector<std::uint32_t> result(2 * lattices() * own / sizeof(std::uint32_t));
    gpu::copy_rows(gpu::stream(), {result.data(), own}, {spins_.data(), pitch()}, own, 2 * lattices());
    gpu::synchronize();
    return result;
  }

  // For GpuSlabSweeps.
  void boundary(gpu::Stream in, std::uint32_t colour) {
    const std::uint32_t outer = layout_.sent(colour, 0).plane, other = layout_.sent(colour, Layout::messages - 1).plane;
    update(in, colour, outer, 1);
    if (other != outer) update(in, colour, other, 1);
  }
  void bulk(gpu::Stream in, std::uint32_t colour) {
    // What is left between the planes that were sent, or beside the one.
    const std::uint32_t outer = layout_.sent(colour, 0).plane, other = layout_.sent(colour, Layout::messages - 1).plane;
    const std::uint32_t first = outer == 0 ? 1 : 0, behind = std::max(outer, other) == 0 ? 0 : 1;
    if (layout_.planes > first + behind) update(in, colour, first, layout_.planes - first - behind);
  }
  void send(gpu::Stream in, std::uint32_t colour, GpuBorders& borders) {
    for (int number = 0; number < Layout::messages; ++number)
      borders.send(in, colour, static_cast<std::size_t>(number),
                   {{plane_of(colour, layout_.sent(colour, number).plane), plane_bytes(), lattices()}});
  }
  void take(gpu::Stream in, std::uint32_t colour) {
    for (int number = 0; number < Layout::messages; ++number)
      gpu::copy_rows(
          in, plane_of(colour, layout_.sent(colour, number).kept_at),
          {const_cast<std::uint32_t*>(borders_.inbox(colour, static_cast<std::size_t>(number))), plane_bytes()},
          plane_bytes(), lattices());
  }
  void next() { position_ += arrays_.replicas; }

 private:
  std::uint64_t streams() const { return std::uint64_t{arrays_.systems} * arrays_.words; }
  /// Of a colour.
  std::size_t lattices() const { return std::size_t{arrays_.replicas} * arrays_.systems; }
  std::size_t plane_bytes() const { return layout_.area() * sizeof(std::uint32_t); }
  std::size_t pitch() const { return arrays_.words * sizeof(std::uint32_t); }
  std::vector<int> steps(std::uint32_t colour) const {
    std::vector<int> result;
    for (int number = 0; number < Layout::messages; ++number) result.push_back(layout_.sent(colour, number).step);
    return result;
  }
  gpu::Rows plane_of(std::uint32_t colour, std::uint32_t plane) const {
    return {spins_.data() + colour * lattices() * arrays_.words + std::size_t{plane} * layout_.area(), pitch()};
  }
  void update(gpu::Stream in, std::uint32_t colour, std::uint32_t first_plane, std::uint32_t planes) {
    const std::uint32_t count = planes * layout_.area();
    gpu::launch_in(in, update_planes<Layout, Rng>,
                   dim3((count + threads_a_block - 1) / threads_a_block, arrays_.systems), dim3(threads_a_block),
                   arrays_, layout_, store_, position_, colour, first_plane * layout_.area(), count);
  }

  Layout layout_;
  std::string path_;
  GlassArrays arrays_;
  gpu::Buffer<std::uint32_t> spins_, couplings_;
  gpu::Buffer<typename rng::Store<Rng>::Element> states_;
  GpuBorders borders_;
  std::string device_;
  rng::Store<Rng> store_;
  std::uint64_t position_ = 0;
  GpuSlabSweeps sweeps_;
};

template <class Layout>
std::unique_ptr<RankPart> make_device_slab(const Params& params, std::uint64_t seed, const Ring& ring) {
  // Rank 0 has the device that the program was told to take.
  if (ring.rank() > 0) gpu::use_device_number(world().places[static_cast<std::size_t>(ring.rank())].of_host);
  return rng::with_generator_of<generators_of<Layout>()>(
      params.word("rng"), [&](auto tag, rng::Seeding seeding) -> std::unique_ptr<RankPart> {
        return std::make_unique<DeviceGlassSlab<Layout, typename decltype(tag)::type>>(params, seed, seeding, ring);
      });
}

}  // namespace spinbench::ea3d::SPINBENCH_GPU_NAMESPACE
