// Many sweeps of bit-sliced lattices in one launch: each block keeps a strip of a lattice, or some whole small
// lattices, in shared memory from the first sweep to the last.
//
// A strip needs one row of the strip above and one of the strip below for each half-sweep. The threads that update a
// strip's outer tiles post each word together with the number of half-sweeps done, and their neighbours look until they
// find that number: no fence, and no barrier wider than a block. A word may be posted over the one of two half-sweeps
// before: whoever posts it has seen, in the same thread, what the neighbour posted after it had used that one. What is
// posted lasts from launch to launch; zeros at the start mean no half-sweep done, and all spins up.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <type_traits>

#include "backends/gpu/shared_memory.cuh"
#include "kernels/common/code_path.hpp"
#include "kernels/common/mutants.hpp"
#include "kernels/ising2d_metropolis/gpu_multispin.cuh"
#include "kernels/ising2d_metropolis/gpu_multispin_temperatures.cuh"

namespace spinbench::ising2d::inline SPINBENCH_GPU_NAMESPACE {

/// How the lattices are cut into blocks.
struct StripPlan {
  std::uint32_t across, down;  ///< tiles a row; tile rows of a lattice
  std::uint32_t strips;        ///< blocks a lattice; 1: each block holds whole ones
  std::uint32_t lattices;      ///< a block, where it holds whole ones
  std::uint32_t tile_words;    ///< of a row of tiles in shared memory; more than its content where banks would clash
  std::uint32_t most_rows;     ///< rows of tiles of the largest block
  std::uint32_t threads, blocks;

  std::size_t shared_bytes() const { return 2 * sizeof(std::uint32_t) * most_rows * tile_words; }
  /// Into at most `most` strips, and two at least.
  void cut(std::uint32_t most) {
    most_rows = (down + most - 1) / most;
    strips = (down + most_rows - 1) / most_rows;
    if (strips < 2) strips = 2, most_rows = (down + 1) / 2;
  }
  /// Words that are handed from block to block: for each block and colour, the first row and the last.
  std::size_t mail_words(std::uint32_t words_a_row) const {
    return strips == 1 ? 1 : static_cast<std::size_t>(blocks) * 4 * words_a_row;
  }
};

/// The most threads a block can have, by a tile of words: their registers must fit. With tiles of one word a
/// half-sweep is all latency, and more threads than 512 were not tried.
constexpr int most_strip_threads(int across, int down) {
  return across * down == 2 ? 1024 : across * down == 4 ? 704 : 512;
}

/// A spare row a row of tiles where a warp's accesses to several of them would meet in the same banks.
inline std::uint32_t strip_tile_words(std::uint32_t words_a_row, const MultispinTile& tile) {
  return (tile.down + (tile.down > 1 && words_a_row < 32 ? 1 : 0)) * words_a_row;
}
/// As few turns of all threads as can be, and as few threads as do them.
inline std::uint32_t strip_threads(const StripPlan& plan, const MultispinTile& tile) {
  const auto most = static_cast<std::uint32_t>(most_strip_threads(tile.across, tile.down));
  const std::uint32_t tiles = plan.most_rows * plan.across, turns = (tiles + most - 1) / most;
  return ((tiles + turns - 1) / turns + 31) / 32 * 32;
}

/// The plan for tiles of Across x Down words on a device with `multiprocessors`, which can give a block `shared_bytes`;
/// its `blocks` is 0 where none fits.
inline StripPlan plan_strips(const MultispinPlanes& planes, const MultispinTile& tile, std::uint32_t multiprocessors,
                             std::size_t shared_bytes) {
  StripPlan plan{};
  const std::uint32_t n = planes.words_a_row;
  plan.across = n / tile.across;
  plan.down = planes.L / tile.down;
  plan.tile_words = strip_tile_words(n, tile);
  const std::uint32_t tiles = plan.across * plan.down;
  plan.strips = 1;
  plan.lattices = 1;
  plan.most_rows = plan.down;
  if (planes.realizations >= multiprocessors || tiles <= 128) {
    // Enough threads for a block where that leaves blocks for all.
    while (2 * plan.lattices * tiles <= 256 && planes.realizations / (2 * plan.lattices) >= 2 * multiprocessors)
      plan.lattices *= 2;
    plan.most_rows = plan.lattices * plan.down;
  }
  if (plan.shared_bytes() > shared_bytes || (planes.realizations < multiprocessors && tiles > 128)) {
    const std::uint32_t most = multiprocessors / planes.realizations;
    if (most < 2) return plan;
    plan.cut(most);
    if (plan.shared_bytes() > shared_bytes) return plan;
  }
  plan.blocks =
      plan.strips == 1 ? (planes.realizations + plan.lattices - 1) / plan.lattices : plan.strips * planes.realizations;
  plan.threads = strip_threads(plan, tile);
  return plan;
}

/// As Simulation::code_path().
inline std::string strips_path(const StripPlan& plan, std::uint32_t realizations, const MultispinTile& tile) {
  CodePath path("tile " + std::to_string(tile.across) + "x" + std::to_string(tile.down));
  path.where(plan.tile_words > tile.down * plan.across * tile.across, "a spare row");
  path.count("columns", plan.across).count("rows of tiles", plan.down).count("strips", plan.strips);
  path.where(plan.strips > 1 && plan.down % plan.strips != 0, "strips of two heights");
  // Such a row is the first and the last of its strip.
  path.where(plan.strips > 1 && plan.down / plan.strips == 1, "strips of a row");
  path.where(plan.lattices > 1, "several lattices a block");
  path.where(realizations % plan.lattices != 0, "last block in part");
  path.where(plan.most_rows * plan.across > plan.threads, "several tiles a thread");
  path.where(plan.most_rows * plan.across < plan.threads, "threads to spare");
  return path.count("realizations", realizations).text();
}

/// One block's part of all lattices.
struct StripPart {
  std::uint32_t first_row;  ///< row of tiles, counted through all realizations
  std::uint32_t rows;

  __device__ StripPart(const MultispinPlanes& planes, const StripPlan& plan) {
    if (plan.strips == 1) {
      const std::uint32_t first = blockIdx.x * plan.lattices, left = planes.realizations - first;
      first_row = first * plan.down;
      rows = (left < plan.lattices ? left : plan.lattices) * plan.down;
    } else {
      const std::uint32_t realization = blockIdx.x / plan.strips, strip = blockIdx.x % plan.strips;
      const std::uint32_t begin = strip * plan.down / plan.strips, end = (strip + 1) * plan.down / plan.strips;
      first_row = realization * plan.down + begin;
      rows = end - begin;
    }
  }
};

/// Calls use(word in memory, word in shared memory) for all words of the block's part, both colours, shared among its
/// threads.
template <int Down, class Use>
__device__ __forceinline__ void for_each_word(const MultispinPlanes& planes, const StripPlan& plan,
                                              const StripPart& part, std::uint32_t* shared, Use&& use) {
  const std::uint32_t n = planes.words_a_row, content = Down * n;
  for (std::uint32_t colour = 0; colour < 2; ++colour)
    for (std::uint32_t i = threadIdx.x; i < part.rows * content; i += blockDim.x) {
      const std::uint32_t t = i / content, row = part.first_row + t;
      std::uint32_t* plane = planes.plane(row / plan.down, colour);
      use(plane[static_cast<std::size_t>(row % plan.down) * content + i % content],
          shared[(colour * plan.most_rows + t) * plan.tile_words + i % content]);
    }
}

/// Where a block posts the rows that others wait for, and where it looks for theirs: the strips of a launch have all of
/// a lattice. A row's place of colour 1 lies two rows behind that of colour 0, and that of the last row one behind that
/// of the first.
struct StripBoxes {
  using Mail = std::uint64_t*;
  /// Whether they are those of a slab, of which other devices have the rest: `last_box` says where a block's last row
  /// goes, `first_number` the number of the slab's first tile, and the outermost tiles of a strip come before all
  /// others. What is not so here must not be named in sweep_strips(), whose code it would change.
  static constexpr bool of_a_slab = false;

  /// How long a thread looks for what is posted to it.
  struct Patience {
    __device__ __forceinline__ explicit Patience(const Mail&) {}
    /// For a wait that begins.
    __device__ __forceinline__ void begin() {}
    /// Who looks in vain looks again.
    __device__ static constexpr bool gives_up() { return false; }
  };

  std::uint64_t* box;
  const std::uint64_t *box_above, *box_below;

  /// A block posts its first row and its last, each for either colour.
  __device__ __forceinline__ StripBoxes(std::uint64_t* mail, const StripPlan& plan, std::uint32_t n) {
    const std::uint32_t strip = blockIdx.x % plan.strips, lattice_block = blockIdx.x - strip, box_words = 4 * n;
    box = mail + static_cast<std::size_t>(blockIdx.x) * box_words;
    box_above =
        mail + static_cast<std::size_t>(lattice_block + (strip == 0 ? plan.strips - 1 : strip - 1)) * box_words + n;
    box_below = mail + static_cast<std::size_t>(lattice_block + (strip + 1 == plan.strips
                                                                     ? (planted(Mutant::strips_never_wrap) ? strip : 0)
                                                                     : strip + 1)) *
                           box_words;
  }
  __device__ __forceinline__ static void post(std::uint64_t* slot, std::uint64_t value) { gpu::post(slot, value); }
  __device__ __forceinline__ static std::uint64_t look(const std::uint64_t* slot) { return gpu::look(slot); }
};

/// Posts a row behind half-sweep number `done`.
template <class Boxes, int Across>
__device__ __forceinline__ void post_row(std::uint64_t* slot, const TileRow<Across>& row, std::uint32_t done) {
#pragma unroll
  for (int j = 0; j < Across; ++j) Boxes::post(slot + j, static_cast<std::uint64_t>(done) << 32 | row.item[j]);
}

/// Words as they were posted when somebody looked.
template <int Across, class Boxes>
struct PostedRow : Boxes::Patience {
  std::uint64_t word[Across];

  __device__ __forceinline__ explicit PostedRow(const typename Boxes::Mail& mail) : Boxes::Patience(mail) {}
  __device__ __forceinline__ void look(const std::uint64_t* slot) {
#pragma unroll
    for (int j = 0; j < Across; ++j) word[j] = Boxes::look(slot + j);
  }
  __device__ __forceinline__ bool is_of(std::uint32_t done) const {
    bool all = true;
#pragma unroll
    for (int j = 0; j < Across; ++j) all = all && static_cast<std::uint32_t>(word[j] >> 32) == done;
    return all;
  }
  __device__ __forceinline__ TileRow<Across> await(const std::uint64_t* slot, std::uint32_t done) {
    this->begin();
    while (!is_of(done) && !this->gives_up()) look(slot);
    TileRow<Across> row;
#pragma unroll
    for (int j = 0; j < Across; ++j) row.item[j] = static_cast<std::uint32_t>(word[j]);
    return row;
  }
};

/// A tile of a block's part.
template <int Across, int Down>
struct StripTile {
  std::uint32_t row;           ///< of tiles, counted through all realizations
  std::uint32_t start, x;      ///< its first row in shared memory, and its first word in a row
  std::uint32_t above, below;  ///< the words above and below in shared memory, where they lie in the part
  bool first, last;            ///< whether they lie in another block's part
  bool odd;                    ///< the parity of its first row
  std::uint64_t number;        ///< of its stream

  /// `ends_first`: rows of tiles come in the order first, last, second, third and so on.
  __device__ StripTile(std::uint32_t tile, std::uint32_t n, const StripPlan& plan, const StripPart& part,
                       bool ends_first) {
    std::uint32_t t = tile / plan.across;
    row = part.first_row + t;
    x = (tile - t * plan.across) * Across;
    if (ends_first && t > 0) {
      tile -= t * plan.across;
      t = t == 1 ? part.rows - 1 : t - 1;
      tile += t * plan.across;
      row = part.first_row + t;
    }
    number = static_cast<std::uint64_t>(part.first_row) * plan.across + tile;
    const bool whole = plan.strips == 1;
    const std::uint32_t rows = whole ? plan.down : part.rows, inside = whole ? t % plan.down : t;
    first = !whole && inside == 0;
    last = !whole && inside + 1 == rows;
    odd = Down == 1 && row % 2 != 0;
    start = t * plan.tile_words;
    above = (inside == 0 ? t + rows - 1 : t - 1) * plan.tile_words + (Down - 1) * n + x;
    below = (inside + 1 == rows ? t + 1 - rows : t + 1) * plan.tile_words + x;
  }
};

/// `halves` half-sweeps, the first of which is number `first_half`, an even number. `Temperatures`: the thresholds of
/// all realizations, or their table. The ones for all are used where they are, and other devices' strips have their own
/// words in `if constexpr`: handed on by a function or an object, or named where they are not used, which adds no
/// instruction, they had the compiler put the loop in another order, and with mwc64x it took 14% longer at L = 1024,
/// where a half-sweep is all latency.
template <class Rng, int Across, int Down, class Boxes, class Temperatures>
__device__ __forceinline__ void sweep_strips(const MultispinPlanes& planes, const StripPlan& plan,
                                             const typename Boxes::Mail& mail, const PhiloxKeys& keys,
                                             std::uint64_t first_half, std::uint32_t halves,
                                             const Temperatures& temperatures) {
  std::uint32_t* const shared = reinterpret_cast<std::uint32_t*>(gpu::shared_memory());
  const StripPart part(planes, plan);
  for_each_word<Down>(planes, plan, part, shared, [](std::uint32_t& far, std::uint32_t& near) { near = far; });
  __syncthreads();

  const std::uint32_t n = planes.words_a_row, tiles = part.rows * plan.across;
  const std::uint32_t plane_words = plan.most_rows * plan.tile_words;
  const Boxes boxes(mail, plan, n);
  std::uint64_t* const box = boxes.box;
  const std::uint64_t *const box_above = boxes.box_above, *const box_below = boxes.box_below;

  // A thread does its tiles one after the other, half-sweep by half-sweep. What is random about the next one is drawn
  // before its turn, while others are still at work.
  const bool busy = threadIdx.x<tiles, several = tiles> blockDim.x;
  std::uint32_t index = threadIdx.x;
  StripTile<Across, Down> tile(busy ? index : 0, n, plan, part, Boxes::of_a_slab);
  std::uint64_t number = tile.number;
  if constexpr (Boxes::of_a_slab) number += boxes.first_number;
  RandomWords<Rng> random(keys, number, (planted(Mutant::strips_counter_restarts) ? 0 : first_half) * multispin_draws);
  constexpr bool at_one_temperature = std::is_same_v<Temperatures, MultispinThresholds>;
  [[maybe_unused]] std::conditional_t<at_one_temperature, NoThresholds, MultispinThresholds> own;
  if constexpr (!at_one_temperature) own = thresholds_of(temperatures, tile.row / plan.down);
  LeadingDigits<Across * Down> leading;
  if constexpr (at_one_temperature)
    leading.prepare(random, temperatures);
  else
    leading.prepare(random, own);
  // With few words a half-sweep is all latency: by the time the random part is drawn, what was looked for is there.
  constexpr bool looks_early = Across * Down <= 2;
  PostedRow<Across, Boxes> posted_above(mail), posted_below(mail);
  if (tile.first) posted_above.look(box_above + 2 * n + tile.x);
  if (tile.last) posted_below.look(box_below + 2 * n + tile.x);

  const auto half_sweep = [&](auto which, std::uint32_t i) {
    constexpr std::uint32_t colour = decltype(which)::value;
    if (planted(Mutant::strips_wide_one_sweep) && i >= 2 && plan.tile_words == Down * n && Down > 1) return;
    const std::uint32_t done = static_cast<std::uint32_t>(first_half) + i;
    std::uint32_t* const own_plane = shared + colour * plane_words;
    const std::uint32_t* const other_plane = shared + (1 - colour) * plane_words;
    for (bool more = busy; more;) {
      TilePlace place;
      place.own = own_plane + tile.start + (colour == 0 ? 0 : (Down - 1) * n);
      place.other = other_plane + tile.start + (colour == 0 ? 0 : (Down - 1) * n);
      place.stride = colour == 0 ? static_cast<std::int32_t>(n) : -static_cast<std::int32_t>(n);
      place.x = tile.x;
      place.left = tile.x == 0 ? n - 1 : tile.x - 1;
      place.right = tile.x + Across == n ? 0 : tile.x + Across;
      place.odd = tile.odd != (colour != 0);
      const TileRow<Across> above = gpu::load_pack<Across>(other_plane + tile.above);
      const TileRow<Across> below = gpu::load_pack<Across>(other_plane + tile.below);
      TileSpins<Across, Down> spins(place, colour == 0 ? above : below, colour == 0 ? below : above);
      TileRow<Across>&spins_above = spins.other[colour == 0 ? 0 : Down + 1],
      &spins_below = spins.other[colour == 0 ? Down + 1 : 0];
      // One branch for all that are inside.
      if (tile.first | tile.last) {
        if (!looks_early && tile.first) posted_above.look(box_above + (1 - colour) * 2 * n + tile.x);
        if (!looks_early && tile.last) posted_below.look(box_below + (1 - colour) * 2 * n + tile.x);
        if (tile.first) spins_above = posted_above.await(box_above + (1 - colour) * 2 * n + tile.x, done);
        if (tile.last) spins_below = posted_below.await(box_below + (1 - colour) * 2 * n + tile.x, done);
      }
      if constexpr (at_one_temperature)
        update_tile(place, spins, leading, random, temperatures);
      else
        update_tile(place, spins, leading, random, own);
      if (tile.first | tile.last) {
        if (tile.first) post_row<Boxes>(box + colour * 2 * n + tile.x, spins.own[colour == 0 ? 0 : Down - 1], done + 1);
        if (tile.last) {
          const TileRow<Across>& row = spins.own[colour == 0 ? Down - 1 : 0];
          if constexpr (Boxes::of_a_slab)
            post_row<Boxes>(boxes.last_box + colour * 2 * n + tile.x, row, done + 1);
          else
            post_row<Boxes>(box + (colour * 2 + 1) * n + tile.x, row, done + 1);
        }
      }
      spins.store(place);

      more = false;
      if (several) {
        index += blockDim.x;
        more = index < tiles;
        if (!more) index = threadIdx.x;
        tile = StripTile<Across, Down>(index, n, plan, part, Boxes::of_a_slab);
        if constexpr (!at_one_temperature) own = thresholds_of(temperatures, tile.row / plan.down);
      }
      std::uint64_t next_number = tile.number;
      if constexpr (Boxes::of_a_slab) next_number += boxes.first_number;
      random = RandomWords<Rng>(keys, next_number, (first_half + i + (more ? 0 : 1)) * multispin_draws);
      if constexpr (looks_early) {
        if (tile.first) posted_above.look(box_above + colour * 2 * n + tile.x);
        if (tile.last) posted_below.look(box_below + colour * 2 * n + tile.x);
      }
      if constexpr (at_one_temperature)
        leading.prepare(random, temperatures);
      else
        leading.prepare(random, own);
    }
    __syncthreads();
  };
  for (std::uint32_t i = 0; i < halves; i += 2) {
    half_sweep(std::integral_constant<std::uint32_t, 0>{}, i);
    half_sweep(std::integral_constant<std::uint32_t, 1>{}, i + 1);
  }
  for_each_word<Down>(planes, plan, part, shared, [](std::uint32_t& far, std::uint32_t& near) { far = near; });
}

/// Of lattices that the launch has as a whole.
template <class Rng, int Across, int Down, class Temperatures = MultispinThresholds>
__global__ void __launch_bounds__(most_strip_threads(Across, Down))
    update_strips(MultispinPlanes planes, StripPlan plan, std::uint64_t* mail,
                  const SPINBENCH_CONSTANT_ARGUMENT PhiloxKeys keys, std::uint64_t first_half, std::uint32_t halves,
                  const Temperatures temperatures) {
  sweep_strips<Rng, Across, Down, StripBoxes>(planes, plan, mail, keys, first_half, halves, temperatures);
}

}  // namespace spinbench::ising2d::SPINBENCH_GPU_NAMESPACE
