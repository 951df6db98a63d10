// `multispin` on a lattice that the devices of several ranks share, a slab of rows each: the same streams, decisions
// and bits as on one. kernels/ising2d_metropolis/multispin_mpi.cpp is the same on CPUs.
//
// The outer rows of tiles are updated first, on a stream of their own, and sent while the rest is updated.
// H = -J sum_<ij> s_i s_j, J = 1. Memory: 3/8 byte a flip; of a slab of 131072 x 32768 one row in 32768 leaves it.
#include "kernels/common/gpu_borders.cuh"
#include "kernels/common/multispin_work.hpp"
#include "kernels/common/rank_axes.hpp"
#include "kernels/ising2d_metropolis/axes.hpp"
#include "kernels/ising2d_metropolis/gpu_multispin_slab.cuh"
#include "kernels/ising2d_metropolis/multispin_across_ranks.hpp"
#include "kernels/ising2d_metropolis/multispin_slabs.hpp"
#include "kernels/ising2d_metropolis/physics.hpp"
#include "kernels/ising2d_metropolis/slabs_physics.hpp"

namespace spinbench::ising2d::inline SPINBENCH_GPU_NAMESPACE {

namespace {

/// The reference of the counter-based ones, and the fastest.
constexpr bool in_slabs(const rng::Generator& generator) {
  const std::string_view name = generator.name;
  return name == "philox4x32" || name == "mwc64x";
}

std::uint32_t slabs_side(const Params& params) { return static_cast<std::uint32_t>(params.integer("L")); }

std::string device_slabs_unsupported(const Params& params) {
  if (params.integer("words") != 8)
    return "multispin_mpi is built for tiles of 8 words, but words is " + std::to_string(params.integer("words"));
  if (const std::string why = multispin_unsupported(params, 64); !why.empty()) return why;
  if (const std::string& rng = params.word("rng"); !rng::is_of(in_slabs, rng))
    return "multispin_mpi is not built for " + rng + ": take " + rng::one_of(in_slabs);
  if (const std::string why = ranks_unsupported(params); !why.empty()) return why;
  return slabs_unsupported(slabs_side(params), multispin_tile(params).down, params.integer("ranks"));
}

Slab slab_of_rank(const Params& params, int rank) {
  return slab_of(slabs_side(params), multispin_tile(params).down, rank, static_cast<int>(params.integer("ranks")));
}

/// Of one rank's slab.
std::string device_slab_path(const Params& params, int rank) {
  const MultispinTile tile = multispin_tile(params);
  const std::uint32_t tiles = slab_of_rank(params, rank).rows / tile.down, inner = tiles > 2 ? tiles - 2 : 0;
  const SlabShape bulk(slabs_side(params) / 64, tile, inner);
  CodePath path("tile " + std::to_string(tile.across) + "x" + std::to_string(tile.down));
  path.count("columns", bulk.across).with("rows of tiles", tiles < 3 ? std::to_string(tiles) : "several");
  path.where(bulk.blocks.y > 1, "several blocks across").where(bulk.blocks.x > 1, "several blocks down");
  path.where(inner % bulk.block.y != 0, "threads beyond the last row");
  path.where(bulk.across % bulk.block.x != 0, "threads beyond the last column");
  return path.text();
}

std::string device_slab_path(const Params& params) {
  std::string result;
  for (int rank = 0; rank < params.integer("ranks"); ++rank)
    if (const std::string path = device_slab_path(params, rank); result.find(path) == std::string::npos)
      result += path + "; ";
  return result;
}

template <class Rng, int Across, int Down>
class DeviceSlab final : public RankPart {
 public:
  DeviceSlab(const Params& params, std::uint64_t seed, const Ring& ring)
      : path_(device_slab_path(params, ring.rank())),
        n_(slabs_side(params) / 64),
        rows_(slab_of_rank(params, ring.rank()).rows),
        tile_rows_(rows_ / Down),
        words_(2 * plane_words()),
        totals_(2),
        // What goes to the rank before is message 0, so that what comes in as such is from the one behind.
        borders_(ring, params.word("transport"), {{-1, 1}, {-1, 1}}, n_ * sizeof(std::uint32_t)),
        keys_(seed),
        thresholds_(MultispinThresholds::at(params.real("beta"))),
        device_(gpu::device_in_words()) {
    words_.fill_zero();
    slab_.words_a_row = n_;
    slab_.rows = rows_;
    slab_.first_tile = static_cast<std::uint64_t>(slab_of_rank(params, ring.rank()).first_row / Down) * (n_ / Across);
    for (std::uint32_t colour = 0; colour < 2; ++colour) {
      slab_.planes[colour] = words_.data() + colour * plane_words();
      slab_.before[colour] = borders_.inbox(colour, 1);
      slab_.behind[colour] = borders_.inbox(colour, 0);
    }
    gpu::synchronize();
  }

  std::string code_path() const override { return path_; }
  void sweep(int count) override { sweeps_.run(*this, borders_, count); }
  Phases phases() const override { return sweeps_.phases(); }
  std::string device() const override { return device_; }

  std::vector<std::int64_t> sums() override {
    totals_.fill_zero();
    gpu::launch(sum_slab<std::int64_t>, dim3(1024), dim3(128), slab_, totals_.data());
    std::vector<std::int64_t> result(2);
    totals_.copy_to(result.data(), 2);
    return result;
  }

  std::vector<std::uint32_t> words() override {
    std::vector<std::uint32_t> raw(words_.size()), bits;
    words_.copy_to(raw.data(), raw.size());
    bits.reserve(raw.size());
    for (std::uint32_t y = 0; y < rows_; ++y)
      for (std::size_t x = 0; x < n_; ++x) {
        const std::size_t at = static_cast<std::size_t>(y) * n_ + x;
        append_row_order(bits, raw[(y & 1) * plane_words() + at], raw[(1 - (y & 1)) * plane_words() + at]);
      }
    return bits;
  }

  // For GpuSlabSweeps.
  void take(gpu::Stream, std::uint32_t) {}
  void boundary(gpu::Stream in, std::uint32_t colour) {
    update(in, colour, {0, std::max(tile_rows_ - 1, 1u), std::min(tile_rows_, 2u)});
  }
  void bulk(gpu::Stream in, std::uint32_t colour) {
    if (tile_rows_ > 2) update(in, colour, {1, 1, tile_rows_ - 2});
  }
  void send(gpu::Stream in, std::uint32_t colour, GpuBorders& borders) {
    const std::size_t bytes = n_ * sizeof(std::uint32_t);
    std::uint32_t* const plane = slab_.planes[colour];
    borders.send(in, colour, 0, {plane, bytes}, bytes, 1);
    borders.send(in, colour, 1, {plane + static_cast<std::size_t>(rows_ - 1) * n_, bytes}, bytes, 1);
  }
  void next() { ++halves_; }

 private:
  std::size_t plane_words() const { return static_cast<std::size_t>(rows_) * n_; }

  void update(gpu::Stream in, std::uint32_t colour, const TileRows& rows) {
    const SlabShape shape(n_, {Across, Down}, rows.count);
    gpu::launch_in(in, update_slab<Rng, Across, Down>, shape.blocks, shape.block, slab_, rows, shape.across, colour,
                   halves_ * multispin_draws, keys_, thresholds_);
  }

  std::string path_;
  std::uint32_t n_, rows_, tile_rows_;
  gpu::Buffer<std::uint32_t> words_;
  gpu::Buffer<std::int64_t> totals_;
  GpuBorders borders_;
  PhiloxKeys keys_;
  MultispinThresholds thresholds_;
  std::string device_;
  SlabPlanes slab_{};
  std::uint64_t halves_ = 0;
  GpuSlabSweeps sweeps_;
};

std::unique_ptr<RankPart> make_device_slab(const Params& params, std::uint64_t seed, const Ring& ring) {
  // Rank 0 has the device that the program was told to take.
  if (ring.rank() > 0) gpu::use_device_number(world().places[static_cast<std::size_t>(ring.rank())].of_host);
  return rng::with_generator_of<in_slabs>(params.word("rng"), [&](auto tag, rng::Seeding) -> std::unique_ptr<RankPart> {
    using Rng = typename decltype(tag)::type;
    return with_built_tile<BuiltTile<4, 2>, BuiltTile<2, 4>, BuiltTile<1, 8>>(
        multispin_tile(params), [&](auto built) -> std::unique_ptr<RankPart> {
          return std::make_unique<DeviceSlab<Rng, built.across, built.down>>(params, seed, ring);
        });
  });
}

const RankedVariant ranked_slabs = {"ising2d_metropolis", "multispin_mpi", SPINBENCH_GPU_BACKEND, make_device_slab};
const RegisterRanked slabs_part{ranked_slabs};

std::unique_ptr<Simulation> make_shared_lattice(const Params& params, std::uint64_t seed) {
  const double sites = sites_of(params, 2);
  Work work = multispin_work(sites, 8, multispin2d_cost, MultispinThresholds::at(params.real("beta")),
                             rng::facts_of(params.word("rng")));
  work.footprint_bytes = sites / 8;
  work.memory_bytes = sites * 3 / 8;
  work.dependent_launches = 2;
  return std::make_unique<MultispinAcrossRanks>(ranked_slabs, params, seed, work);
}

/// A slab of the largest rank's.
double slab_bytes(const Params& params) {
  return sites_of(params, 2) / 8 / params.real("ranks") + static_cast<double>(gpu::least_shared_bytes) + 1e6;
}

const Register<Variant> slabs_registered{{
    .kernel = "ising2d_metropolis",
    .name = "multispin_mpi",
    .backend = SPINBENCH_GPU_BACKEND,
    .title = "the bit-sliced lattice shared by the devices of ranks, a slab of rows each",
    .source = "this suite",
    .axes = {axis_shared_L(), axis_ranks(), axis_transport({"peer", "staged"}), axis_words(8), axis_rng("mwc64x"),
             axis_beta()},
    .oracle = "multispin_plain",
    .unsupported = [](const Params& params, const Device&) { return device_slabs_unsupported(params); },
    .memory_bytes = slab_bytes,
    .make = make_shared_lattice,
    .bit_cases =
        [](const Params& params, const Device&) {
          return slabs_bit_cases(
              params, [](const Params& one) { return device_slab_path(one); }, device_slabs_unsupported);
        },
    .physics =
        [](const CheckContext& context) {
          return slabs_physics(context, [](const Params& params) { return device_slabs_unsupported(params).empty(); });
        },
    .look = look,
}};

}  // namespace

}  // namespace spinbench::ising2d::SPINBENCH_GPU_NAMESPACE
