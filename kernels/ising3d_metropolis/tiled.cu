// The double checkerboard in three dimensions (Weigel 2012, section 3.6): T x T x T tiles, T = 4 and 8, of which a
// launch serves the even ones, the next the odd ones. T^3/2 threads update two sites each, k times (all even sites of
// the tile, a barrier, all odd ones, a barrier), in shared memory, and write back. This file has the geometry;
// kernels/common/gpu_tiled.cuh has the update and the launches.
//
// H = -J sum_<ij> s_i s_j, J = 1.
//
// As in two dimensions a thread keeps its two sites, which are neighbours in z, and its stream in registers, so that an
// update loads five neighbours and stores one spin; the three thresholds are registers, too; rows and layers are spaced
// so that no two lanes meet in a bank; four tiles of side 4 share a block and need no block barrier, since a warp holds
// whole tiles. The tile is int32 in shared memory for every `spin`, which is the type in device memory.
//
// Per flip: 6 shared-memory accesses of 4 B, 24 B: at 128 B a clock and multiprocessor an H200 (132 x 1.98 GHz) allows
// 1394 flips/ns. 20 instructions (lcg32, from the machine code), of which 8 logic operations and 4 on the multiply-add
// pipe: 1672 flips/ns at four warp instructions a clock, 2091 at 64 logic operations a clock. Device memory, int32 and
// lcg32: 12 B a flip and the other colour's spins, which the boundary touches, 4 B, in k flips.
// Held on an H200 at L = 512, lcg32_random (results/recorded/h200-paper-ising.json): at k = 100, 94% of the measured
// shared-memory rate with T = 4 (1297 flips/ns) and 89% with 8 (1223); at k = 1 44% of the memory's rate with T = 4 (at
// the power limit) and 49% with 8: a block loads, updates and stores its one tile behind barriers, and asks for 36 B
// (T = 4) and 22 B (T = 8) a flip, of which the second-level cache gives what another tile had asked for shortly
// before.
#include <algorithm>
#include <memory>
#include <string>

#include "interface/registry.hpp"
#include "kernels/common/cases.hpp"
#include "kernels/common/gpu_tiled.cuh"
#include "kernels/common/mutants.hpp"
#include "kernels/ising3d_metropolis/axes.hpp"
#include "kernels/ising3d_metropolis/gpu_lattice.cuh"
#include "kernels/ising3d_metropolis/physics.hpp"

namespace spinbench::ising3d {
inline namespace SPINBENCH_GPU_NAMESPACE {

/// Where a thread works: its tile, its column and row there, and its pair of layers.
template <int T>
struct CubicTile {
  using Thresholds = CubicThresholds;
  using Board = CubicDoubleCheckerboard;

  static_assert(T == 4 || T == 8);
  static constexpr int side = T;
  static constexpr int items = T * T * T / 2;
  static constexpr int threads = std::max(items, 128);
  static constexpr int tiles = threads / items;
  /// Words from row to row and from layer to layer, such that a warp's sites of one colour, and their neighbours in any
  /// one direction, lie in 32 different banks.
  static constexpr int pitch = T == 4 ? 8 : 24;
  static constexpr int layer = T == 4 ? 52 : 240;
  static constexpr int stride = layer * (T + 2);
  static constexpr int apart = layer;
  /// Five neighbours and the spin.
  static constexpr int shared_accesses = 6;
  static constexpr PipeCost attempt_cost{8, 3, 18};
  /// A side has an even number of tiles, so a colour has a multiple of four: the last block is full.
  static constexpr bool inside = true;

  static std::uint32_t blocks(std::uint32_t L) { return (L / T) * (L / T) * (L / T) / 2 / tiles; }
  static bool last_block_is_part(std::uint32_t) { return false; }
  /// A site: rows of T spins are a sector of 32 B or less, so the faces across x alone touch every sector of the other
  /// colour's tiles; several tiles touch the same one, which memory needs to give once.
  static double boundary_bytes(double spin) { return spin; }

  int slot, item;
  std::uint32_t x0, y0, z0;  ///< the tile's corner
  std::uint64_t stream;

  __device__ CubicTile(std::uint32_t L, std::uint32_t colour) {
    const Board board{L, T};
    item = static_cast<int>(threadIdx.x) % items;
    slot = static_cast<int>(threadIdx.x) / items;
    const std::uint32_t tiles_a_side = board.tiles_a_side(), tile = blockIdx.x * tiles + slot;
    const std::uint32_t column = tile % tiles_a_side, line = tile / tiles_a_side;
    const std::uint32_t row = line % tiles_a_side, work_layer = line / tiles_a_side;
    x0 = column * T;
    y0 = row * T;
    z0 = Board::tile_layer(column, row, work_layer, colour) * T;
    stream = board.stream(column, row, work_layer, static_cast<std::uint32_t>(item));
  }

  __device__ int x() const { return item % T; }
  __device__ int y() const { return item / T % T; }
  __device__ int z() const { return item / (T * T) * 2; }

  /// (x, y, z) of the tile lands at (z + 1) layer + (y + 1) pitch + x + 1.
  __device__ static int word(int x, int y, int z) { return (z + 1) * layer + (y + 1) * pitch + x + 1; }

  template <class Spin>
  __device__ __forceinline__ void load(const Spin* spins, std::uint32_t L, std::int32_t* words) const {
    const Spin* const own = spins + pair_site(L);
    words[pair()] = own[0];
    words[pair() + apart] = own[apart_in_memory(L)];
    // Only one of the three can lie beyond the lattice's end, on either side.
    const auto wrapped = [L](std::uint32_t i) {
      return i == L ? (planted(Mutant::cubic_halo_shifted) ? L - 1 : 0) : i > L ? L - 1 : i;
    };
    for (int n = item; n < 6 * T * T; n += items) {
      const int face = n / (T * T), across = face % 2 == 0 ? -1 : T, a = n % T, b = n / T % T;
      const int i = face < 2 ? across : a, j = face < 2 ? a : face < 4 ? across : b, k = face < 4 ? b : across;
      words[word(i, j, k)] = spins[cubic_site(wrapped(x0 + i), wrapped(y0 + j), wrapped(z0 + k), L)];
    }
  }

  __device__ int pair() const { return word(x(), y(), z()); }
  __device__ std::size_t pair_site(std::uint32_t L) const { return cubic_site(x0 + x(), y0 + y(), z0 + z(), L); }
  __device__ static std::size_t apart_in_memory(std::uint32_t L) { return static_cast<std::size_t>(L) * L; }
  /// Even sites lie in the lower layer of the pair where x + y is even, in the upper one where it is odd.
  __device__ bool second_is_even() const { return (x() + y()) & 1; }
  __device__ static int beside(const std::int32_t* here) { return here[-1] + here[1] + here[-pitch] + here[pitch]; }
};

}  // namespace SPINBENCH_GPU_NAMESPACE

namespace {

std::string gpu_unsupported(const Params& params) {
  const auto tile = params.integer("tile");
  if (tile != 4 && tile != 8) return "on GPUs tile is 4 or 8, but tile is " + std::to_string(tile);
  if (params.word("measure") == "energy" && !rng::is_small_generator(params.word("rng")))
    return "with " + params.word("rng") + " this variant tracks no energy on GPUs: take measure=none";
  const std::string reason = tiled_unsupported(params);
  return reason.empty() ? launch_unsupported(params) : reason;
}

std::unique_ptr<Simulation> make_tiled(const Params& params, std::uint64_t seed) {
  auto lattice = TiledTypes::with_spin(params.word("spin"), [&](auto spin) -> std::unique_ptr<AnyLattice> {
    return std::make_unique<GpuLattice<decltype(spin)>>(static_cast<std::uint32_t>(params.integer("L")));
  });
  return TiledTypes::with_generator(params.word("rng"), [&](auto tag, rng::Seeding seeding) {
    using Rng = typename decltype(tag)::type;
    const auto make = [&](auto tile, auto track) -> std::unique_ptr<Simulation> {
      using Tile = CubicTile<decltype(tile)::value>;
      return std::make_unique<GpuTiled<Tile, Rng, true, decltype(track)::value>>(std::move(lattice), params, seed,
                                                                                 seeding);
    };
    const auto with_tile = [&](auto tile) {
      if constexpr (rng::is_small<Rng>)
        if (params.word("measure") == "energy") return make(tile, std::true_type{});
      return make(tile, std::false_type{});
    };
    if (params.integer("tile") == 4) return with_tile(std::integral_constant<int, 4>{});
    return with_tile(std::integral_constant<int, 8>{});
  });
}

const Register<Variant> tiled_variant{{
    .kernel = "ising3d_metropolis",
    .name = "tiled",
    .backend = SPINBENCH_GPU_BACKEND,
    .title = "double checkerboard in shared memory, k hits a tile visit",
    .source = "Weigel 2012, section 3.6",
    .axes = {axis_L(), axis_k(), axis_tile(), axis_order(), axis_measure(), axis_rng(), axis_draw("always"),
             axis_spin(), axis_launch(), axis_beta()},
    .oracle = "tiled",
    .unsupported = [](const Params& params, const Device&) { return gpu_unsupported(params); },
    .memory_bytes =
        [](const Params& params) {
          return sites_of(params, 3) * (spin_bytes(params) + rng::state_bytes(params.word("rng")) / 4) + 1e6;
        },
    .make = make_tiled,
    .bit_cases = tiled_bit_cases<3>,
    .physics = tiled_physics,
    .look = look,
}};

}  // namespace
}  // namespace spinbench::ising3d
