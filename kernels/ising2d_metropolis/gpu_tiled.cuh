// The simulation behind v5: tile geometry in shared memory, loading and storing tiles, the order of visits, tracked
// energy.
#pragma once

#include <algorithm>
#include <memory>
#include <numeric>

#include "kernels/ising2d_metropolis/gpu_checkerboard.cuh"
#include "kernels/ising2d_metropolis/tiled_builds.hpp"

namespace spinbench::ising2d::inline SPINBENCH_GPU_NAMESPACE {

/// One visit of all tiles of a coarse colour.
struct TileVisit {
  std::uint32_t colour;
  std::uint32_t hits;
  bool reversed;  ///< odd sites before even ones
};

/// How tiles of side T lie in a block and in shared memory.
template <int T>
struct TileGeometry {
  static_assert(T == 4 || T == 8 || T == 16 || T == 32);
  static constexpr int items = T * T / 2;  ///< threads a tile
  /// On every target: a wave of 64 lanes holds twice as many tiles.
  static constexpr bool warp_holds_tiles = items <= gpu::least_warp_lanes;
  static constexpr int threads = std::max(items, 128);
  static constexpr int tiles = threads / items;  ///< tiles a block
  /// Words from row to row and from tile to tile, such that a warp's sites of one colour, and hence also their
  /// neighbours in any one direction, lie in 32 different banks.
  static constexpr int pitch = T == 4 ? 8 : T == 8 ? 12 : T == 16 ? 24 : 34;
  static constexpr int stride = T == 4 ? 52 : pitch * (T + 2);
  static constexpr int shared_words = stride * tiles;

  static std::uint32_t blocks(std::uint32_t L) {
    const std::uint32_t visited = (L / T) * (L / T) / 2;
    return (visited + tiles - 1) / tiles;
  }
};

/// The lattice in device memory, of any spin type. A tile is loaded and stored once in k hits, so the type is told apart
/// there, by a branch that all threads take alike, and the update needs no copy for each type.
struct SpinArray {
  void* data;
  int bytes;

  /// Calls `use(pointer)` with a pointer to the spin type.
  template <class Use>
  __device__ __forceinline__ void with_type(Use&& use) const {
    if (bytes == 4) use(static_cast<std::int32_t*>(data));
    else if (bytes == 2) use(static_cast<std::int16_t*>(data));
    else use(static_cast<std::int8_t*>(data));
  }
};

/// Where a thread works: its tile, its column there and its pair of rows. The threads beyond the last tile (not
/// `inside`) go along with the first tile, so that barriers are reached by all, and must not write.
template <int T>
struct TilePlace {
  bool inside;
  int slot;               ///< the tile's place in the block
  int x, pair;            ///< column, and pair of rows (2 pair, 2 pair + 1), within the tile
  std::uint32_t x0, y0;   ///< the tile's corner
  std::uint64_t stream;

  __device__ TilePlace(std::uint32_t L, std::uint32_t colour) {
    using Geometry = TileGeometry<T>;
    const DoubleCheckerboard order{L, T};
    const int n = static_cast<int>(threadIdx.x) % Geometry::items;
    slot = static_cast<int>(threadIdx.x) / Geometry::items;
    x = n % T;
    pair = n / T;
    const std::uint32_t item = blockIdx.x * Geometry::tiles + slot;
    inside = item / order.tiles_a_side() < order.tiles_a_side() / 2;
    const std::uint32_t column = inside ? item % order.tiles_a_side() : 0;
    const std::uint32_t row = inside ? item / order.tiles_a_side() : 0;
    x0 = column * T;
    y0 = DoubleCheckerboard::tile_row(column, row, colour) * T;
    stream = order.stream(column, row, static_cast<std::uint32_t>(n));
  }
};

/// Copies the tile and its boundary layer; (x, y) of the tile lands at (y + 1) pitch + x + 1.
template <int T, class Spin>
__device__ __forceinline__ void load_tile(const Spin* spins, std::uint32_t L, const TilePlace<T>& place,
                                          std::int32_t* tile) {
  constexpr int pitch = TileGeometry<T>::pitch;
  const std::uint32_t x = place.x0 + place.x, y = place.y0 + 2 * place.pair;
  std::int32_t* const row = tile + (2 * place.pair + 1) * pitch + 1;
  row[place.x] = spins[RowMajor::place(x, y, L)];
  row[pitch + place.x] = spins[RowMajor::place(x, y + 1, L)];
  if (place.pair == 0) tile[place.x + 1] = spins[RowMajor::place(x, place.y0 == 0 ? L - 1 : place.y0 - 1, L)];
  if (place.pair == T / 2 - 1)
    tile[(T + 1) * pitch + place.x + 1] = spins[RowMajor::place(x, place.y0 + T == L ? 0 : place.y0 + T, L)];
  if (place.x == 0) {
    const std::uint32_t left = place.x0 == 0 ? L - 1 : place.x0 - 1;
    row[-1] = spins[RowMajor::place(left, y, L)];
    row[pitch - 1] = spins[RowMajor::place(left, y + 1, L)];
  }
  if (place.x == T - 1) {
    const std::uint32_t right = place.x0 + T == L ? 0 : place.x0 + T;
    row[T] = spins[RowMajor::place(right, y, L)];
    row[pitch + T] = spins[RowMajor::place(right, y + 1, L)];
  }
}

/// Writes a thread's two spins back.
template <int T, class Spin>
__device__ __forceinline__ void store_pair(Spin* spins, std::uint32_t L, const TilePlace<T>& place, int upper, int lower) {
  Spin* const target = spins + RowMajor::place(place.x0 + place.x, place.y0 + 2 * place.pair, L);
  target[0] = static_cast<Spin>(upper);
  target[L] = static_cast<Spin>(lower);
}

/// Counters over which the blocks spread their energy changes, so that few meet at one address.
inline constexpr int energy_counters = 1024;

/// Adds the block's energy changes: a tree within each warp and over the warps, then one addition a block.
template <int Threads>
__device__ __forceinline__ void add_energy(int change, std::int64_t* counters) {
  __shared__ int partial[Threads / gpu::least_warp_lanes];
  const unsigned lanes = gpu::warp_lanes(), warps = Threads / lanes;
  const int sum = gpu::warp_sum(change);
  if (threadIdx.x % lanes == 0) partial[threadIdx.x / lanes] = sum;
  __syncthreads();
  if (threadIdx.x < lanes) {
    const int total = gpu::warp_sum(threadIdx.x < warps ? partial[threadIdx.x] : 0);
    if (threadIdx.x == 0) gpu::atomic_add(&counters[blockIdx.x % energy_counters], total);
  }
}

template <template <class, bool, int, bool> class Kernel, class Spin, class Rng, bool Always, int T, bool Energy>
class GpuTiled : public Simulation {
 public:
  GpuTiled(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : lattice_(static_cast<std::uint32_t>(params.integer("L"))),
        streams_(seed, DoubleCheckerboard{lattice_.side(), T}.streams(), seeding, StreamsInOrder{lattice_.side()},
                 TileGeometry<T>::items),
        thresholds_(SquareThresholds::at(params.real("beta"))),
        k_(static_cast<std::uint32_t>(params.integer("k"))),
        symmetric_(params.word("order") == "symmetric"),
        energy_(Energy ? energy_counters : 0),
        runner_(params.word("launch"), steps_a_graph),
        series_(params.word("launch")) {
    if constexpr (Energy) {
      energy_.fill_zero();
      energy_at_start_ = -lattice_.totals().bonds;
    }
    gpu::synchronize();
  }

  int sweep_granularity() const override { return static_cast<int>(k_); }

  void sweep(int count) override {
    runner_.run(count / sweep_granularity(), [this](int steps) {
      std::uint32_t attempts = 0;
      for (int i = 0; i < steps; ++i) attempts = enqueue_step(attempts);
      streams_.advance(attempts);
    });
  }

  std::vector<double> energy_series(int measurements, int spacing) override {
    const int steps = spacing / sweep_granularity();
    return series_.run(lattice_, runner_.launcher(), measurements, steps, [&](int turns, const auto& measure) {
      std::uint32_t attempts = 0;
      for (int i = 0; i < turns; ++i) {
        for (int j = 0; j < steps; ++j) attempts = enqueue_step(attempts);
        measure(i);
      }
      streams_.advance(attempts);
    });
  }

  Observables observe() override { return lattice_.observe(); }
  Configuration configuration() override { return lattice_.configuration(); }

  std::vector<Check> self_check() override {
    if constexpr (!Energy) return {};
    std::vector<std::int64_t> counters(energy_counters);
    energy_.copy_to(counters.data(), counters.size());
    Check check;
    check.name = "tracked_energy";
    check.numeric = true;
    check.value = static_cast<double>(std::accumulate(counters.begin(), counters.end(), energy_at_start_));
    check.expected = static_cast<double>(-lattice_.totals().bonds);
    check.passed = check.value == check.expected;
    check.detail = "energy tracked through the sweeps against the energy of the configuration";
    return {check};
  }

  Work work_per_sweep() const override {
    const double sites = lattice_.sites(), k = k_ / (symmetric_ ? 2.0 : 1.0);
    // A visit draws 2 k words for two sites of the half that it serves.
    const double state = rng::Store<Rng>::traffic(2 * k, TileGeometry<T>::items) / 2;
    // Once a visit: the tile and its boundary read, the tile written, half a state a site read and written. Boundary
    // columns cost a sector of 32 B for each spin, rows only their bytes.
    const double boundary = (2.0 * T * sizeof(Spin) + 2.0 * T * 32) / (T * T);
    Work work;
    work.units = sites;
    work.memory_bytes = sites * (2.0 * sizeof(Spin) + boundary + state) / k;
    work.footprint_bytes = sites * (sizeof(Spin) + rng::Store<Rng>::bytes_a_stream(TileGeometry<T>::items) / 4);
    // Three neighbours and the spin; with a ring in shared memory two reads and a write for the word.
    work.shared_bytes = sites * (Rng::storage == rng::Storage::shared ? 28 : 16);
    const rng::WordCost word = rng::word_cost(Rng::facts, 2 * k);
    work.logic_ops = sites * (7 + word.logic_ops);
    work.multiply_adds = sites * (1 + word.multiply_adds);
    work.random_words = sites;
    work.dependent_launches = 2 / k;
    return work;
  }

 private:
  void enqueue_visit(const TileVisit& visit, std::uint32_t attempts) {
    Kernel<Rng, Always, T, Energy>::enqueue(runner_.launcher(), SpinArray{lattice_.data(), sizeof(Spin)},
                                            lattice_.side(), thresholds_, streams_.table(runner_.launcher(), attempts), visit,
                                            energy_.data());
  }

  /// k sweeps: both colours k hits each; or, in the symmetric order, from one measurement in the middle of the even
  /// tiles' hits to the next (section 3.4), with the inner order mirrored too, so that the whole is a palindrome.
  std::uint32_t enqueue_step(std::uint32_t attempts) {
    const auto visit = [&](std::uint32_t colour, std::uint32_t hits, bool reversed) {
      enqueue_visit({colour, hits, reversed}, attempts);
      attempts += 2 * hits;
    };
    // A stream serves an even and an odd tile, so each visit moves every stream on.
    if (symmetric_) {
      visit(0, k_ / 2, false);
      visit(1, k_ / 2, true);
      visit(1, k_ / 2, false);
      visit(0, k_ / 2, true);
    } else {
      visit(0, k_, false);
      visit(1, k_, false);
    }
    return attempts;
  }

  static constexpr int steps_a_graph = 16;

  GpuLattice<RowMajor, Spin> lattice_;
  GpuStreams<Rng> streams_;
  SquareThresholds thresholds_;
  std::uint32_t k_;
  bool symmetric_;
  gpu::Buffer<std::int64_t> energy_;
  std::int64_t energy_at_start_ = 0;
  StepRunner runner_;
  EnergySeries series_;
};

/// Calls `use(std::integral_constant<int, T>{})` for a tile side that the kernels are built for.
template <class Use>
decltype(auto) with_tile(std::int64_t tile, Use&& use) {
  switch (tile) {
    case 4: return use(std::integral_constant<int, 4>{});
    case 8: return use(std::integral_constant<int, 8>{});
    case 16: return use(std::integral_constant<int, 16>{});
    case 32: return use(std::integral_constant<int, 32>{});
    default: throw Unsupported("tile " + std::to_string(tile) + " is not built for GPUs: take 4, 8, 16 or 32");
  }
}

template <template <class, bool, int, bool> class Kernel>
std::unique_ptr<Simulation> make_tiled(const Params& params, std::uint64_t seed) {
  return with_spin(params.word("spin"), [&](auto spin) {
    return rng::with_generator(params.word("rng"), [&](auto tag, rng::Seeding seeding) {
      return with_tile(params.integer("tile"), [&](auto tile) -> std::unique_ptr<Simulation> {
        using Spin = decltype(spin);
        using Rng = typename decltype(tag)::type;
        constexpr int T = decltype(tile)::value;
        return with_tiled_rules<Rng, T>(params, [&](auto draw, auto track) -> std::unique_ptr<Simulation> {
          return std::make_unique<GpuTiled<Kernel, Spin, Rng, decltype(draw)::value, T, decltype(track)::value>>(
              params, seed, seeding);
        });
      });
    });
  });
}

template <template <class, bool, int, bool> class Kernel>
Variant tiled_variant() {
  Variant variant;
  variant.kernel = "ising2d_metropolis";
  variant.name = "tiled";
  variant.backend = SPINBENCH_GPU_BACKEND;
  variant.title = "double checkerboard in shared memory, k hits a tile visit";
  variant.source = "Weigel 2012, section 3.2; Weigel 2015, v5";
  variant.axes = {axis_L(),           axis_k(),    axis_tile(),   axis_order(), axis_measure(), axis_rng(),
                  axis_draw("always"), axis_spin(), axis_launch(), axis_beta()};
  variant.oracle = "tiled";
  variant.unsupported = [](const Params& params, const Device&) -> std::string {
    const auto tile = params.integer("tile");
    if (tile != 4 && tile != 8 && tile != 16 && tile != 32) return "on GPUs tile is 4, 8, 16 or 32";
    const std::string reason = tiled_unsupported(params);
    return reason.empty() ? gpu_unsupported(params) : reason;
  };
  variant.memory_bytes = [](const Params& params) {
    const double state = rng::state_bytes(params.word("rng"), params.real("tile") * params.real("tile") / 2);
    return params.real("L") * params.real("L") * (spin_bytes(params) + state / 4) + 1e6;
  };
  variant.make = make_tiled<Kernel>;
  return variant;
}

}  // namespace spinbench::ising2d::SPINBENCH_GPU_NAMESPACE
