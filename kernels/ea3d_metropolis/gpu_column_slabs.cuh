// Marches of `multispin` (gpu_columns.cuh) on a lattice whose planes the devices of ranks share (column_slabs.hpp):
// what neighbours wait for is updated first, on a stream of its own, and sent while the bulk is updated.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "kernels/common/gpu_slab_sweeps.cuh"
#include "kernels/ea3d_metropolis/column_slabs.hpp"
#include "kernels/ea3d_metropolis/gpu_columns.cuh"
#include "kernels/ea3d_metropolis/slabs_host.hpp"

namespace spinbench::ea3d::inline SPINBENCH_GPU_NAMESPACE {

/// How a slab is cut: what neighbours read, at most two planes at either end, and what lies between.
struct SlabMarches {
  MarchSlab slab;
  MarchShape boundary, bulk;
  bool thin;  ///< nothing lies between

  SlabMarches(const Params& params, const MarchSlab& of)
      : slab(of),
        boundary(params, 1, replicas_a_march(params), std::min(of.planes, 2 * MarchSlab::beside),
                 of.planes < 2 * MarchSlab::beside ? 1 : 2),
        bulk(params, 1, replicas_a_march(params),
             std::max(of.planes, 2 * MarchSlab::beside + 1) - 2 * MarchSlab::beside,
             static_cast<std::uint32_t>(params.integer("deep"))),
        thin(of.planes <= 2 * MarchSlab::beside) {}

  SlabTiles boundary_tiles() const {
    return {boundary.tiles, slab, 0, slab.planes - std::min(slab.planes, MarchSlab::beside), slab.planes};
  }
  SlabTiles bulk_tiles() const {
    return {bulk.tiles, slab, MarchSlab::beside, bulk.tiles.out_z, slab.planes - MarchSlab::beside};
  }

  std::string code_path() const {
    CodePath path("planes " + std::to_string(std::min(slab.planes, 2 * MarchSlab::beside + 1)));
    if (!thin) path.with(bulk.code_path());
    return path.with("boundary: " + boundary.code_path()).text();
  }
};

inline MarchSlab march_slab_of(const Params& params, int rank) { return slab_of<MarchSlab>(params, rank); }

/// Why slabs of so many ranks cannot be cut into tiles that a block takes, or "".
inline std::string march_shapes_unsupported(const Params& params) {
  const std::int64_t L = params.integer("L"), ranks = params.integer("ranks");
  if (L / ranks < MarchSlab::least)
    return "a slab has two planes at least, of which L=" + std::to_string(L) + " has " + std::to_string(L / 2) +
           ": not one for each of " + std::to_string(ranks) + " ranks";
  for (const int rank : {0, static_cast<int>(ranks) - 1}) {
    const SlabMarches marches(params, march_slab_of(params, rank));
    for (const MarchShape* shape : {&marches.boundary, &marches.bulk})
      if (shape->shared_bytes > gpu::largest_shared_bytes() ||
          shape->block.x * shape->block.y > params.integer("block"))
        return "tiles of " + std::to_string(params.integer("tile")) + " pairs and blocks of " +
               std::to_string(params.integer("block")) + " threads are too few for L = " + std::to_string(L) +
               ": take tile=0 or more";
  }
  return "";
}

inline std::string march_slabs_unsupported(const Params& params) {
  if (!rng::is_of(in_marches, params.word("rng")))
    return "multispin_mpi makes numbers from counters: take rng=" + rng::one_of(in_marches);
  if (params.integer("systems") > most_systems_across)
    return "a grid has at most " + std::to_string(most_systems_across) + " systems: take fewer";
  if (const std::string why = colours_unsupported(params); !why.empty()) return why;
  if (const std::string why = ranks_unsupported(params); !why.empty()) return why;
  if (const std::string why = transport_unsupported(params); !why.empty()) return why;
  return march_shapes_unsupported(params);
}

inline std::string march_slabs_path(const Params& params) {
  return paths_of_ranks(params, [&](int rank) { return SlabMarches(params, march_slab_of(params, rank)).code_path(); });
}

/// Small lattices of which some are cut as the case's own is, by tiles that are tried until the paths agree.
inline std::vector<Params> march_slabs_bit_cases(const Params& params, const Device& device,
                                                 const std::function<std::string(const Params&)>& unsupported) {
  const auto admits = [&](const Params& one) { return unsupported(one).empty(); };
  std::vector<Params> result = layout_bit_cases(params, device);
  std::erase_if(result, [&](const Params& one) { return !admits(one); });
  const std::string wanted = march_slabs_path(params);
  std::vector<std::int64_t> sizes, tiles = {params.integer("tile"), 64, 128, 256, 600, 1000};
  for (std::int64_t L = 4; L <= 64; L += 2) sizes.push_back(L);
  for (std::int64_t tile = 32; tile <= 1024; tile += 16) tiles.push_back(tile);
  for (const std::int64_t tile : tiles)
    for (const std::int64_t deep : {1, 2, 3})
      // The same code with fewer threads takes rows in turns on smaller tiles.
      for (const std::int64_t threads : {params.integer("block"), 544l}) {
        Params small = params;
        small.set("systems", std::min<std::int64_t>(params.integer("systems"), 3));
        small.set("tile", tile);
        small.set("deep", deep);
        small.set("block", threads);
        add_on_path(result, small, wanted, sizes, march_slabs_path, admits);
      }
  return result;
}

inline Work march_slabs_work(const Params& params) {
  return march_work(SpinGlassShape::of(3, params), rng::facts_of(params.word("rng")), 1);
}

/// The slab's planes and the copies beside them.
template <int Replicas>
__global__ void start_slab_columns(ColumnMemory<Replicas> memory, MarchSlab slab, std::uint32_t systems,
                                   RandomBonds bonds, std::uint32_t first) {
  const std::uint32_t pairs = slab.pairs(), depth = slab.depth();
  const std::size_t all = static_cast<std::size_t>(systems) * depth * pairs,
                    stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  for (std::size_t n = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x; n < all; n += stride) {
    const auto plane = static_cast<std::uint32_t>(n / pairs),
               p = static_cast<std::uint32_t>(n - std::size_t{plane} * pairs);
    start_pair_at<Replicas>(n, bonds, slab.L, plane / depth, slab.number_of(plane % depth), p, memory.spins,
                            memory.in_plane, memory.upwards, first);
  }
}

template <class Rng, int Replicas>
class DeviceMarchSlab final : public RankPart {
 public:
  DeviceMarchSlab(const Params& params, std::uint64_t seed, rng::Seeding seeding, const Ring& ring)
      : shape_(SpinGlassShape::of(3, params)),
        slab_(march_slab_of(params, ring.rank())),
        neighbours_{march_slab_of(params, ring.at(-1)).planes, march_slab_of(params, ring.at(1)).planes},
        marches_(params, slab_),
        keys_(Rng::keys(Rng::setup(seed, 0, seeding))),
        thresholds_(CubicThresholds::at(beta_of(params))),
        spins_{gpu::Buffer<Words>(2 * chunk_words() * chunks()), gpu::Buffer<Words>(2 * chunk_words() * chunks())},
        in_plane_(chunk_words()),
        upwards_(chunk_words()),
        half_sweeps_(1),
        borders_(ring, params.word("transport"), {{-1, 1}, {-1, 1}}, 3 * plane_bytes() * lattices()),
        device_(gpu::device_in_words()) {
    half_sweeps_.fill_zero();
    for (const MarchShape* march : {&marches_.boundary, &marches_.bulk})
      gpu::allow_shared_bytes(kernel, march->shared_bytes);
    ColumnMemory<Replicas> memory;
    memory.in_plane = in_plane_.data();
    memory.upwards = upwards_.data();
    const RandomBonds bonds = RandomBonds::of(params.word("couplings"), beta_of(params), seed);
    for (unsigned chunk = 0; chunk < chunks(); ++chunk) {
      for (unsigned colour = 0; colour < 2; ++colour) memory.spins[colour] = spins_of(0, chunk, colour);
      gpu::launch(start_slab_columns<Replicas>, dim3(1024), dim3(256), memory, slab_, shape_.systems, bonds,
                  chunk * Replicas);
    }
    gpu::synchronize();
  }

  std::string code_path() const override { return marches_.code_path(); }
  void sweep(int count) override {
    sweeps_.run(*this, borders_, count, static_cast<std::uint32_t>(done_ & 1));
    gpu::launch(add_attempts<std::uint64_t>, dim3(1), dim3(1), half_sweeps_.data(), 2 * (done_ - counted_));
    counted_ = done_;
  }
  Phases phases() const override { return sweeps_.phases(); }
  std::string device() const override { return device_; }
  /// Unsatisfied bonds, as energies_of_unsatisfied() takes them: those that the slab's own sites have to the next ones.
  std::vector<std::int64_t> sums() override {
    const CountedPlanes planes{slab_.L, slab_.planes, slab_.first, false};
    return energies_.counts(shape_, planes.pairs(), [&](std::uint32_t parts, std::int64_t* totals) {
      for (unsigned chunk = 0; chunk < chunks(); ++chunk) {
        ColumnArrays<Replicas> arrays = columns();
        for (auto& from : arrays.from) from += chunk * 2 * chunk_words();
        gpu::launch(count_unsatisfied_columns<Replicas>, dim3(shape_.systems * Replicas * parts), dim3(energy_threads),
                    arrays, planes, slab_.depth(), chunk * Replicas, shape_.replicas, parts, totals);
      }
    });
  }

  /// Chunk by chunk, colour by colour, system by system: the planes of the slab.
  std::vector<std::uint32_t> words() override {
    const std::size_t own = slab_.planes * plane_bytes(), rows = 2 * lattices();
    std::vector<std::uint32_t> result(rows * own / sizeof(std::uint32_t));
    gpu::copy_rows(gpu::stream(), {result.data(), own}, {spins_[now()].data(), pitch()}, own, rows);
    gpu::synchronize();
    return result;
  }

  // For GpuSlabSweeps, whose turns are sweeps here.
  void boundary(gpu::Stream in, std::uint32_t) { march_over(in, marches_.boundary, marches_.boundary_tiles()); }
  void bulk(gpu::Stream in, std::uint32_t) {
    if (!marches_.thin) march_over(in, marches_.bulk, marches_.bulk_tiles());
  }
  void send(gpu::Stream in, std::uint32_t turn, GpuBorders& borders) {
    for (int message = 0; message < 2; ++message) {
      const auto piece = [&](unsigned chunk, int number) -> GpuBorders::Piece {
        const SentPlanes sent = sent_planes(message, number, slab_.planes, neighbours_[message]);
        return {rows_of(1 - now(), chunk, sent.colour, sent.plane), sent.count * plane_bytes(), shape_.systems};
      };
      std::vector<GpuBorders::Piece> pieces;
      for (unsigned chunk = 0; chunk < chunks(); ++chunk)
        for (int number = 0; number < 2; ++number) pieces.push_back(piece(chunk, number));
      borders.send(in, turn, static_cast<std::size_t>(message), pieces);
    }
  }
  void take(gpu::Stream in, std::uint32_t turn) {
    for (int message = 0; message < 2; ++message) {
      const std::uint32_t* next = borders_.inbox(turn, static_cast<std::size_t>(message));
      for (unsigned chunk = 0; chunk < chunks(); ++chunk)
        for (int number = 0; number < 2; ++number) {
          // What goes to the rank before comes from the one behind.
          const SentPlanes sent = sent_planes(message, number, neighbours_[1 - message], slab_.planes);
          const std::size_t bytes = sent.count * plane_bytes();
          gpu::copy_rows(in, rows_of(now(), chunk, sent.colour, slab_.slot(sent.kept_as)),
                         {const_cast<std::uint32_t*>(next), bytes}, bytes, shape_.systems);
          next += shape_.systems * bytes / sizeof *next;
        }
    }
  }
  void next() { ++done_; }

 private:
  using Words = SiteWords<Replicas>;
  static constexpr int threads = 1024;
  static constexpr auto kernel = march<Rng, Replicas, 1, threads, SlabTiles>;

  unsigned chunks() const { return shape_.replicas / Replicas; }
  /// Words of one chunk and colour.
  std::size_t chunk_words() const { return std::size_t{shape_.systems} * slab_.depth() * slab_.pairs(); }
  /// Of a colour.
  std::size_t lattices() const { return std::size_t{chunks()} * shape_.systems; }
  std::size_t plane_bytes() const { return slab_.pairs() * sizeof(Words); }
  std::size_t pitch() const { return slab_.depth() * plane_bytes(); }
  /// Where the spins are.
  unsigned now() const { return static_cast<unsigned>(done_ & 1); }
  Words* spins_of(unsigned buffer, unsigned chunk, unsigned colour) const {
    return spins_[buffer].data() + (std::size_t{2} * chunk + colour) * chunk_words();
  }
  /// A plane of all systems.
  gpu::Rows rows_of(unsigned buffer, unsigned chunk, unsigned colour, std::uint32_t slot) const {
    return {spins_of(buffer, chunk, colour) + std::size_t{slot} * slab_.pairs(), pitch()};
  }

  ColumnArrays<Replicas> columns() const {
    ColumnArrays<Replicas> arrays;
    for (unsigned colour = 0; colour < 2; ++colour) {
      arrays.from[colour] = spins_of(now(), 0, colour);
      arrays.to[colour] = spins_of(1 - now(), 0, colour);
    }
    arrays.in_plane = in_plane_.data();
    arrays.upwards = upwards_.data();
    arrays.thresholds = thresholds_;
    return arrays;
  }
  void march_over(gpu::Stream in, const MarchShape& shape, const SlabTiles& tiles) {
    gpu::launch_shared_in(in, kernel, shape.grid, shape.block, shape.shared_bytes, columns(), tiles,
                          MarchStreams<Rng>{keys_, half_sweeps_.data(), shape_.replicas},
                          static_cast<std::uint32_t>(2 * (done_ - counted_)), 2 * chunk_words(), false);
  }

  SpinGlassShape shape_;
  MarchSlab slab_;
  std::uint32_t neighbours_[2];  ///< planes of the rank before, and of the one behind
  SlabMarches marches_;
  typename Rng::Keys keys_;
  CubicThresholds thresholds_;
  gpu::Buffer<Words> spins_[2];
  gpu::Buffer<BondsInPlane> in_plane_;
  gpu::Buffer<BondsUpwards> upwards_;
  gpu::Buffer<std::uint64_t> half_sweeps_;
  GpuBorders borders_;
  std::string device_;
  std::uint64_t done_ = 0, counted_ = 0;  ///< sweeps; and those that half_sweeps_ has
  GpuSlabSweeps sweeps_;
  DeviceEnergies energies_;
};

inline std::unique_ptr<RankPart> make_march_slab(const Params& params, std::uint64_t seed, const Ring& ring) {
  // Rank 0 has the device that the program was told to take.
  if (ring.rank() > 0) gpu::use_device_number(world().places[static_cast<std::size_t>(ring.rank())].of_host);
  return rng::with_generator_of<in_marches>(
      params.word("rng"), [&](auto tag, rng::Seeding seeding) -> std::unique_ptr<RankPart> {
        using Rng = typename decltype(tag)::type;
        const std::uint32_t replicas = replicas_a_march(params);
        if (replicas == 1) return std::make_unique<DeviceMarchSlab<Rng, 1>>(params, seed, seeding, ring);
        if (replicas == 2) return std::make_unique<DeviceMarchSlab<Rng, 2>>(params, seed, seeding, ring);
        return std::make_unique<DeviceMarchSlab<Rng, 4>>(params, seed, seeding, ring);
      });
}

}  // namespace spinbench::ea3d::SPINBENCH_GPU_NAMESPACE
