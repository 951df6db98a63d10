// Visits of coarse tiles of bit-sliced lattices: kernels/ising2d_metropolis/multispin_tiled.hpp states the order of
// updates.
//
// A group of threads takes a coarse tile and a frozen layer around it into shared memory, does all half-sweeps of the
// visit there, with a barrier behind each, and writes the tile back. A thread has the same two rows of words in either
// colour. A group that fits a warp needs no barrier of the block within a visit.
//
// Launched once a colour, a block has one visit. Launched once for many steps, the visits are a list, in their order,
// and a block takes the next one whenever it is free: no tail of a wave but at the end of the list. A visit waits until
// the tiles beside it have had their previous ones. They all stand earlier in the list, hence running blocks have them,
// of which the earliest waits for nobody: that cannot deadlock, however few blocks there are at a time.
#pragma once

#include "kernels/common/gpu_streams.cuh"
#include "kernels/common/mutants.hpp"
#include "kernels/ising2d_metropolis/gpu_multispin.cuh"
#include "kernels/ising2d_metropolis/multispin_tiled.hpp"

namespace spinbench::ising2d::inline SPINBENCH_GPU_NAMESPACE {

inline constexpr int most_visit_threads = 128;

/// Blocks of that many threads which a multiprocessor with 64 Ki registers is to hold: as many as leave the loops
/// without spilled registers. Philox needs more of them.
template <class Rng>
inline constexpr int least_visit_blocks = runs_through_visit<Rng> ? 7 : 6;

/// How a coarse tile lies in shared memory, in words: rows from the frozen one above to the frozen one below, in each
/// both planes, with room for a frozen word on either side of them. Spaced such that no two lanes of a warp that fetch
/// their packs of `Across` words in one turn meet in a bank, where a row is as wide as two of them.
template <int Across>
struct CoarseLayout {
  static constexpr std::uint32_t first = Across;                        ///< word 0 of a row
  static constexpr std::uint32_t plane = Across == 1 ? 4 : 3 * Across;  ///< from plane to plane
  static constexpr std::uint32_t pitch = Across == 1 ? 9 : 7 * Across;  ///< from row to row

  SPINBENCH_FN static std::uint32_t words(std::uint32_t rows) { return (rows + 2) * pitch; }
};

/// What a launch does.
struct VisitPlan {
  std::uint32_t hits;           ///< sweeps of a visit
  std::uint32_t group_threads;  ///< threads that share a coarse tile
  std::uint32_t groups;         ///< in a block
  std::uint32_t colour;         ///< coarse colour, where a launch does one
  std::uint32_t turns;          ///< blocks' worth of work items of one coarse colour
  std::uint32_t tickets;        ///< turns of all colours and steps
  std::uint32_t* next;          ///< the ticket to be taken next; none: each block has the ticket of its number
  std::uint32_t* visits;        ///< by tile: visits done in this launch
};

/// What a block's threads share beside their tiles, and stands before them.
struct alignas(16) VisitDesk {
  std::uint32_t ticket, next_ticket;
  std::uint64_t first_half;  ///< number of the visit's first half-sweep
};

template <int Across>
std::size_t visit_shared_bytes(const CoarseTiles& tiles, std::uint32_t groups) {
  return sizeof(VisitDesk) + sizeof(std::uint32_t) * groups * CoarseLayout<Across>::words(tiles.rows);
}

/// A thread's part of a coarse tile: `Across` words from `x` of rows 2 * pair and the next.
struct VisitPart {
  std::uint32_t x, pair;
  bool leftmost, rightmost, uppermost, lowest;

  __device__ VisitPart(const CoarseTiles& tiles, std::uint32_t thread, std::uint32_t across) {
    const std::uint32_t wide = tiles.width == across ? 0 : 1;  // two threads, or one
    x = (thread & wide) * across;
    pair = thread >> wide;
    leftmost = x == 0;
    rightmost = x + across == tiles.width;
    uppermost = pair == 0;
    lowest = 2 * pair + 2 == tiles.rows;
  }
};

/// What a group does with a block's ticket.
struct Visit {
  std::uint32_t step, colour;  ///< of this launch; coarse colour
  CoarsePlace place;
  std::uint32_t top, left;  ///< row and word where the tile begins

  __device__ Visit(const CoarseTiles& tiles, const VisitPlan& plan, std::uint32_t ticket, std::uint32_t group)
      : step(ticket / plan.turns / 2),
        colour(plan.next == nullptr ? plan.colour : ticket / plan.turns % 2),
        place(tiles, ticket % plan.turns * plan.groups + group, colour),
        top(place.row * tiles.rows),
        left(place.column * tiles.width) {}

  __device__ static std::uint32_t number(const CoarseTiles& tiles, std::uint32_t lattice, std::uint32_t row,
                                         std::uint32_t column) {
    return (lattice * tiles.down + row) * tiles.columns + column;
  }
  __device__ std::uint32_t number(const CoarseTiles& tiles) const {
    return number(tiles, place.lattice, place.row, place.column);
  }

  /// Of the tile on side 0 to 3; a band has neighbours above and below only.
  __device__ std::uint32_t neighbour(const CoarseTiles& tiles, std::uint32_t side) const {
    const std::uint32_t back = side & 1, count = side < 2 ? tiles.down : tiles.columns;
    std::uint32_t along = side < 2 ? place.row : place.column;
    along = back ? (along == 0 ? count : along) - 1 : along + 1 == count ? 0 : along + 1;
    return side < 2 ? number(tiles, place.lattice, along, place.column)
                    : number(tiles, place.lattice, place.row, along);
  }
};

/// Copies a thread's part of the tile, and what of the frozen layer lies beside it. Past the first-level cache, which
/// may hold what was there before another block's visit.
template <int Across>
__device__ __forceinline__ void fetch_part(const MultispinPlanes& planes, const CoarseTiles& tiles, const Visit& visit,
                                           const VisitPart& part, std::uint32_t* shared) {
  using Layout = CoarseLayout<Across>;
  const std::uint32_t n = planes.words_a_row, last = planes.L - 1, y = visit.top + 2 * part.pair;
  const std::uint32_t* const even = planes.plane(visit.place.lattice, 0);
  const auto copy = [&](std::uint32_t from, std::uint32_t to) {
#pragma unroll
    for (std::uint32_t p = 0; p < 2; ++p)
      gpu::store_pack<Across>(shared + to * Layout::pitch + p * Layout::plane + Layout::first + part.x,
                              gpu::load_pack<Across, true>(even + p * planes.plane_words() +
                                                           static_cast<std::size_t>(from) * n + visit.left + part.x));
  };
  const std::uint32_t row = 2 * part.pair + 1;
  copy(y, row);
  copy(y + 1, row + 1);
  if (part.uppermost) copy(y == 0 ? last : y - 1, 0);
  if (part.lowest) copy(y + 1 == last ? 0 : y + 2, row + 2);
  if (tiles.is_band()) return;
    // Sites of colour c in row y look left for y + c even, to the right else, so that each row needs one word a plane.
#pragma unroll
  for (std::uint32_t r = 0; r < 2; ++r) {
    const std::uint32_t p = part.leftmost ? 1 - r : r;
    const std::uint32_t from =
        part.leftmost
            ? (visit.left == 0 ? n : visit.left) - 1
            : (visit.left + tiles.width == n || (planted(Mutant::visits_wrap_in_pairs) && visit.place.column % 2 != 0)
                   ? 0
                   : visit.left + tiles.width);
    const std::uint32_t to = part.leftmost ? Layout::first - 1 : Layout::first + tiles.width;
    shared[(row + r) * Layout::pitch + p * Layout::plane + to] =
        gpu::load_past_l1(even + p * planes.plane_words() + static_cast<std::size_t>(y + r) * n + from);
  }
}

/// Writes a thread's part back.
template <int Across>
__device__ __forceinline__ void return_part(const MultispinPlanes& planes, const Visit& visit, const VisitPart& part,
                                            const std::uint32_t* shared) {
  using Layout = CoarseLayout<Across>;
#pragma unroll
  for (std::uint32_t r = 0; r < (planted(Mutant::visits_half_returned) ? 1 : 2); ++r)
#pragma unroll
    for (std::uint32_t p = 0; p < 2; ++p)
      gpu::store_pack<Across, true>(planes.plane(visit.place.lattice, p) +
                                        static_cast<std::size_t>(visit.top + 2 * part.pair + r) * planes.words_a_row +
                                        visit.left + part.x,
                                    gpu::load_pack<Across>(shared + (2 * part.pair + 1 + r) * Layout::pitch +
                                                           p * Layout::plane + Layout::first + part.x));
}

/// The words of stream `number` through a visit. The number of its first half-sweep stays in shared memory, since it is
/// the same for all threads and registers are scarce.
template <class Rng>
class VisitWords {
 public:
  __device__ VisitWords(const PhiloxKeys& keys, std::uint64_t number, const std::uint64_t& first_half)
      : keys_(&keys), number_(number), first_half_(&first_half), words_(keys, number, first_half * multispin_draws) {}
  /// For half-sweep `half` of the visit.
  __device__ __forceinline__ RandomWords<Rng>& at(std::uint32_t half) {
    if constexpr (!runs_through_visit<Rng>) words_ = {*keys_, number_, (*first_half_ + half) * multispin_draws};
    return words_;
  }

 private:
  const PhiloxKeys* keys_;
  std::uint64_t number_;
  const std::uint64_t* first_half_;
  RandomWords<Rng> words_;
};

/// The half-sweeps of a visit, for one thread's part of the tile in `shared`. With the colour known at compile time,
/// all addresses are one register and constants.
template <class Rng, int Across>
__device__ __forceinline__ void sweep_part(const CoarseTiles& tiles, const VisitPart& part, const VisitPlan& plan,
                                           std::uint32_t* shared, VisitWords<Rng>& words,
                                           const MultispinThresholds& thresholds) {
  using Layout = CoarseLayout<Across>;
  constexpr std::int32_t pitch = Layout::pitch, plane = Layout::plane;
  std::uint32_t* const upper = shared + (2 * part.pair + 1) * pitch + part.x;
  const bool in_warp = plan.group_threads <= gpu::least_warp_lanes;
  const auto half_sweep = [&](auto which, std::uint32_t half) {
    constexpr std::int32_t colour = decltype(which)::value;
    // Colour 1 counts rows from the bottom, which is nothing but a negative stride.
    TilePlace place;
    place.own = upper + colour * (pitch + plane);
    place.other = upper + colour * pitch + (1 - colour) * plane;
    place.stride = colour == 0 ? pitch : -pitch;
    place.x = Layout::first;
    place.left = Layout::first - 1;
    place.right = Layout::first + Across;
    RandomWords<Rng>& random = words.at(half);
    LeadingDigits<2 * Across> leading;
    leading.prepare(random, thresholds);
    TileSpins<Across, 2> spins(place, gpu::load_pack<Across>(place.other - place.stride + place.x),
                               gpu::load_pack<Across>(place.other + 2 * place.stride + place.x));
    // Around a band a row's neighbour at one end is its other end.
    if (tiles.is_band()) {
      if (part.leftmost) spins.beside[0] = place.other[place.left + tiles.width];
      if (part.rightmost) spins.beside[1] = (place.other + place.stride)[place.right - tiles.width];
    }
    update_tile(place, spins, leading, random, thresholds);
    spins.store(place);
    if (in_warp)
      gpu::sync_warp();
    else
      __syncthreads();
  };
#pragma unroll 1
  for (std::uint32_t half = 0; half < 2 * plan.hits; half += 2) {
    if (planted(Mutant::visits_few_hits) && half == 32) break;
    half_sweep(std::integral_constant<int, 0>{}, half);
    half_sweep(std::integral_constant<int, 1>{}, half + 1);
  }
}

template <class Rng, int Across>
__global__ void SPINBENCH_LAUNCH_BOUNDS(most_visit_threads, least_visit_blocks<Rng>)
    visit_tiles(MultispinPlanes planes, CoarseTiles tiles, VisitPlan plan, StreamTable<Rng> table,
                const SPINBENCH_CONSTANT_ARGUMENT PhiloxKeys keys, const MultispinThresholds thresholds) {
  extern __shared__ uint4 shared_memory[];
  table.wait_for_previous_launch();
  VisitDesk& desk = *reinterpret_cast<VisitDesk*>(shared_memory);
  const std::uint32_t group = threadIdx.x / plan.group_threads, thread = threadIdx.x - group * plan.group_threads;
  std::uint32_t* const shared =
      reinterpret_cast<std::uint32_t*>(&desk + 1) + group * CoarseLayout<Across>::words(tiles.rows);
  const VisitPart part(tiles, thread, Across);
  const bool queued = plan.next != nullptr;
  if (threadIdx.x == 0) desk.next_ticket = queued ? gpu::take_number(plan.next) : blockIdx.x;
  for (;;) {
    __syncthreads();
    const std::uint32_t ticket = desk.next_ticket;
    if (ticket >= plan.tickets) return;
    {
      const Visit visit(tiles, plan, ticket, group);
      if (threadIdx.x == 0) {
        desk.ticket = ticket;
        desk.first_half =
            table.position() +
            static_cast<std::uint64_t>(planted(Mutant::visits_step_stands) ? 0 : visit.step) * 2 * plan.hits;
      }
      if (queued)
        for (std::uint32_t side = thread; side < (tiles.is_band() ? 2 : 4); side += plan.group_threads) {
          const std::uint32_t* const beside = plan.visits + visit.neighbour(tiles, side);
          while (gpu::acquire(beside) < visit.step + visit.colour) gpu::pause();
        }
      __syncthreads();
      fetch_part<Across>(planes, tiles, visit, part, shared);
      const std::uint64_t row =
          (visit.place.lattice * static_cast<std::uint64_t>(planes.L) + visit.top) / 2 + part.pair;
      VisitWords<Rng> words(keys, row * (planes.words_a_row / Across) + (visit.left + part.x) / Across,
                            desk.first_half);
      __syncthreads();
      sweep_part<Rng, Across>(tiles, part, plan, shared, words, thresholds);
    }
    // Once more from the ticket, so that nothing but that is kept through the sweeps, where registers are scarce.
    const Visit visit(tiles, plan, desk.ticket, group);
    std::uint32_t next = 0;
    if (queued && threadIdx.x == 0) next = gpu::take_number(plan.next);
    return_part<Across>(planes, visit, part, shared);
    if (!queued) return;
    if (threadIdx.x == 0) desk.next_ticket = next;
    __syncthreads();
    if (thread == 0) gpu::release(plan.visits + visit.number(tiles), visit.step + 1);
  }
}

}  // namespace spinbench::ising2d::inline SPINBENCH_GPU_NAMESPACE
