// One colour of some layers of a slab, a thread a tile: as update_colour (gpu_multispin.cuh), but what lies beside the
// slab is what its neighbours sent, copies of which are kept below and above it, so that no layer is beside another
// end.
#pragma once

#include "kernels/common/gpu_multispin_slab.cuh"
#include "kernels/ising3d_metropolis/gpu_multispin.cuh"

namespace spinbench::ising3d::inline SPINBENCH_GPU_NAMESPACE {

/// Plain values; the memory belongs to somebody else.
struct SlabPlanes {
  std::uint32_t* planes[2];  ///< by colour, layer by layer, row by row: the slab's, around which the copies lie
  std::uint32_t L, words_a_row, layers;
  std::uint32_t first_layer;
  std::uint64_t first_tile;  ///< the number of the slab's first one
};

template <class Rng, int Across, int Down>
__global__ void __launch_bounds__(colour_threads)
    update_layers(SlabPlanes slab, SlabParts layers, std::uint32_t colour, std::uint64_t position,
                  const SPINBENCH_CONSTANT_ARGUMENT PhiloxKeys keys, const MultispinThresholds thresholds) {
  const std::uint32_t n = slab.words_a_row, bands = slab.L / Down;
  const std::uint32_t band = blockIdx.x * blockDim.y + threadIdx.y, number = blockIdx.y * blockDim.z + threadIdx.z;
  if (band >= bands || number >= layers.count) return;

  const std::uint32_t z = layers.first + number * layers.step;
  const auto layer = static_cast<std::int32_t>(n * slab.L);
  const LayerPlace at = {slab.planes[colour],
                         slab.planes[1 - colour],
                         static_cast<std::size_t>(z) * layer,
                         -layer,
                         layer,
                         ((slab.first_layer + z + colour) & 1) == 0};
  const TilePlace place = place_of_tile<Across, Down>(at, band, bands, threadIdx.x * Across, n);

  const std::uint64_t line = static_cast<std::uint64_t>(z) * bands + band;
  RandomWords<Rng> random(keys, slab.first_tile + line * blockDim.x + threadIdx.x, position);
  LeadingDigits<Across * Down, MultispinThresholds> leading;
  leading.prepare(random, thresholds);
  update_tile<Across, Down>(place, leading, random, thresholds);
}

/// Adds the unsatisfied bonds of the even colour and the spins that are down to totals[0] and totals[1].
template <class Total>
__global__ void sum_layers(SlabPlanes slab, Total* totals) {
  const std::uint32_t n = slab.words_a_row, L = slab.L;
  const std::int64_t layer = static_cast<std::int64_t>(L) * n;
  std::int64_t bonds = 0, down = 0;
  for (std::int64_t word = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; word < slab.layers * layer;
       word += static_cast<std::int64_t>(gridDim.x) * blockDim.x) {
    const std::int64_t row = word / n;
    const auto x = static_cast<std::uint32_t>(word - row * n), z = static_cast<std::uint32_t>(row / L),
               y = static_cast<std::uint32_t>(row - static_cast<std::int64_t>(z) * L);
    const std::uint32_t own = slab.planes[0][word], *const other = slab.planes[1] + word, same = *other;
    const std::uint32_t side = (y + z + slab.first_layer) & 1
                                   ? same >> 1 | (x + 1 == n ? other - x : other + 1)[0] << 31
                                   : same << 1 | (x == 0 ? other + (n - 1) : other - 1)[0] >> 31;
    const std::uint32_t before = *(y == 0 ? other + (layer - n) : other - n),
                        behind = *(y + 1 == L ? other - (layer - n) : other + n);
    bonds += __popc(own ^ same) + __popc(own ^ side) + __popc(own ^ before) + __popc(own ^ behind) +
             __popc(own ^ *(other - layer)) + __popc(own ^ *(other + layer));
    down += __popc(own) + __popc(same);
  }
  add_totals(bonds, down, totals);
}

/// A slab in memory, as DeviceSlab has it.
template <class Rng, int Across, int Down>
class CubicSlab {
 public:
  using Thresholds = MultispinThresholds;
  static constexpr bool has_strips = false;

  CubicSlab(const Slab& slab, const Params& params)
      : layer_(static_cast<std::size_t>(params.integer("L") * (params.integer("L") / 64))),
        words_(2 * (slab.count + 2) * layer_) {
    const auto L = static_cast<std::uint32_t>(params.integer("L"));
    words_.fill_zero();
    slab_ = {{own(0, slab.count), own(1, slab.count)},   L, L / 64, slab.count, slab.first,
             first_stream_of<3>(slab, L, {Across, Down})};
  }

  std::uint32_t parts() const { return slab_.layers; }
  std::size_t border_words() const { return layer_; }
  std::uint32_t words_a_row() const { return slab_.words_a_row; }
  std::uint32_t* own(std::uint32_t colour) const { return slab_.planes[colour]; }
  std::size_t plane_words() const { return slab_.layers * layer_; }
  bool starts_even(std::size_t row) const { return (row % slab_.L + row / slab_.L + slab_.first_layer) % 2 == 0; }

  void attach(const GpuBorders&) {}
  void take(gpu::Stream in, std::uint32_t colour, const GpuBorders& borders) const {
    const std::size_t bytes = layer_ * sizeof(std::uint32_t);
    const auto keep = [&](std::uint32_t* to, std::size_t number) {
      gpu::copy_rows(in, {to, bytes}, {const_cast<std::uint32_t*>(borders.inbox(colour, number)), bytes}, bytes, 1);
    };
    keep(own(colour) - layer_, 1);
    keep(own(colour) + plane_words(), 0);
  }
  void update(gpu::Stream in, const SlabParts& layers, std::uint32_t colour, std::uint64_t position,
              const PhiloxKeys& keys, const Thresholds& thresholds) const {
    const ColourShape shape(slab_.L, layers.count, 1, {Across, Down});
    gpu::launch_in(in, update_layers<Rng, Across, Down>, shape.blocks, shape.block, slab_, layers, colour, position,
                   keys, thresholds);
  }
  void sum(std::int64_t* totals) const {
    gpu::launch(sum_layers<std::int64_t>, dim3(blocks_to_sum(plane_words())), dim3(128), slab_, totals);
  }

 private:
  /// Behind the copy of the layer below.
  std::uint32_t* own(std::uint32_t colour, std::uint32_t layers) const {
    return words_.data() + (colour * (layers + 2) + 1) * layer_;
  }

  std::size_t layer_;  ///< words
  gpu::Buffer<std::uint32_t> words_;
  SlabPlanes slab_{};
};

/// For DeviceSlabs.
struct CubicSlabs : MultispinModel {
  template <class Rng, int Across, int Down>
  using Lattice = CubicSlab<Rng, Across, Down>;

  static Work work(const Params& params, double sites) {
    Work work = multispin_work(sites, 8, multispin3d_cost, Thresholds::at(params.real("beta")),
                               rng::facts_of(params.word("rng")));
    work.memory_bytes = sites * 3 / 8;
    work.dependent_launches = 2;
    return work;
  }
  static std::string unsupported(const Params& params, std::int64_t unit) {
    const std::int64_t across = params.integer("L") / 64 / multispin_tile(params).across;
    if (across > colour_threads)
      return "a block has " + std::to_string(colour_threads) +
             " threads for the tiles of a row, but L=" + std::to_string(params.integer("L")) + " has " +
             std::to_string(across) + ": take L up to 16384";
    return multispin_unsupported(params, unit);
  }
  template <class Use>
  static auto with_tile(const MultispinTile& tile, Use&& use) {
    return with_built_tile<BuiltTile<2, 4>, BuiltTile<1, 8>>(tile, use);
  }
  static std::string path(const Params& params, const Slab& slab) {
    const auto L = static_cast<std::uint32_t>(params.integer("L"));
    const std::uint32_t inner = SlabParts::bulk(slab.count).count;
    CodePath path("layers " + (slab.count < 3 ? std::to_string(slab.count) : "several"));
    return path.text() + ", " +
           ColourShape(L, inner == 0 ? slab.count : inner, 1, MultispinModel::tile(params)).code_path();
  }
};

}  // namespace spinbench::ising3d::SPINBENCH_GPU_NAMESPACE
