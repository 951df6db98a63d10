// The suite's own update of cubic spin glasses: whole sweeps in one pass over memory. Host and device code.
//
// A block marches along z with a tile of columns. At step z it does stage 0: colour 0 of plane z, around which colour 1
// of planes z - 1 to z + 1 is known; stage 1: colour 1 of plane z - 1, around which colour 0 is new by now; stage 2:
// colour 0 of plane z - 2 once more; and so on, two stages a sweep, each a plane behind the one before. So spins cross
// memory once in and once out, and couplings once, whatever the number of sweeps: with four replicas (32 + 8) B for 128
// flips and sweep, against 72 with a launch a colour.
//
// What stages see lies in shared memory: of each stage the last two planes, of what comes in the planes into which the
// hardware copies what the next steps come to, while this one is done: no thread waits for memory. A pair has all its
// places side by side, an odd number of 16 B, so that neighbours lie in different banks; and steps come in turns of
// four, so that each place is a constant.
//
// Blocks share nothing but what they read, and write to another array: column_tiles.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "backends/attributes.hpp"
#include "kernels/common/mutants.hpp"
#include "kernels/common/plus_minus_j.hpp"
#include "kernels/common/rng/philox4x32.hpp"
#include "kernels/ea3d_metropolis/column_tiles.hpp"
#include "kernels/ea3d_metropolis/columns.hpp"

namespace spinbench::ea3d {

/// Of the memory that the block of a march shares, where a pair has what; in bytes.
template <int Replicas, int Sweeps>
struct MarchRoom {
  static constexpr std::uint32_t word = 4 * Replicas, stages = 2 * Sweeps, turn = 4;
  /// Colour 1 of the planes around stage 0 and of the two that come, colour 0 of this plane and the next.
  SPINBENCH_FN static constexpr std::uint32_t upper(std::uint32_t plane) { return plane % 4 * word; }
  SPINBENCH_FN static constexpr std::uint32_t lower(std::uint32_t plane) { return (4 + plane % 2) * word; }
  /// What a stage left in this step and in the last.
  SPINBENCH_FN static constexpr std::uint32_t left(std::uint32_t stage, std::uint32_t step) {
    return (6 + 2 * stage + step % 2) * word;
  }
  /// Couplings of the planes of all colours 0 that are under way, and of the next one.
  static constexpr std::uint32_t bonds_begin = (6 + 2 * (stages - 1)) * word, planes_of_bonds = 4;
  SPINBENCH_FN static constexpr std::uint32_t bonds(std::uint32_t plane) {
    return bonds_begin + plane % planes_of_bonds * static_cast<std::uint32_t>(sizeof(PairBonds));
  }
  static_assert(bonds_begin % sizeof(PairBonds) == 0 && turn % planes_of_bonds == 0);
  static constexpr std::uint32_t of_pair =
      (bonds(planes_of_bonds - 1) + 16) / 16 * 16 + (bonds_begin / 16 % 2 == 0 ? 16 : 0);
};

/// How a thread of a host copies to what its block shares: at once.
struct PlainCopies {
  template <class T>
  SPINBENCH_FN static void copy(T* to, const T* from) {
    *to = *from;
  }
};

/// The march of one block. `Rng` is a Philox; `Logic` as kernels/common/plus_minus_j.hpp has it; `Copies` as
/// PlainCopies, or so that copies are done by the time of the next step.
template <class Rng, int Replicas, int Sweeps, class Logic, class Copies>
struct ColumnMarch {
  using Words = SiteWords<Replicas>;
  using Room = MarchRoom<Replicas, Sweeps>;
  static constexpr int stages = 2 * Sweeps;

  ColumnArrays<Replicas> arrays;  ///< of all systems, but for `around`: of its own
  ColumnTiles tiles;
  ColumnTile tile;
  /// Of each colour: the same. Were they one, registers would hold them from stage 0 to stage 1 of one sweep.
  const typename Rng::Keys (&keys)[2];
  std::uint32_t first;  ///< pair of the system, and its stream: both are below 2^32
  char* kept;           ///< Room::of_pair * tiles.pairs() bytes, which the block shares
  // Set by draw_from().
  std::uint32_t from = 0, between = 0;  ///< words of its streams behind a march, and those of a half-sweep
  typename Rng::Number numbers[stages] = {};

  /// Blocks of random numbers: `position` words of its streams lie behind a march, and a half-sweep takes `replicas`.
  SPINBENCH_FN void draw_from(std::uint64_t position, std::uint32_t replicas) {
    // Half-sweeps begin at multiples of `Replicas`, so that a march's lie in one block.
    from = static_cast<std::uint32_t>(position), between = replicas;
    SPINBENCH_UNROLL(4)
    for (int k = 0; k < stages; ++k)
      numbers[k] = Rng::Number::of(keys[0], (position + static_cast<std::uint32_t>(k) * replicas) / 4);
  }

  /// Steps, each for all threads; between two of them, and before the first, all must be done and all copies made.
  SPINBENCH_FN std::uint32_t steps() const { return tile.planes + 2 * (stages - 1); }

  /// A thread's pair, and where it finds what it needs; bytes in `kept`.
  struct Thread {
    std::uint32_t at, back, front;  ///< the pair and those beside it; at the edges of a tile anything will do
    std::uint32_t side[2];          ///< that of the neighbour in the row, in even and odd steps
    std::uint32_t in_plane;         ///< the pair's number in a plane of the lattice
    int stages;                     ///< that it does
    bool odd;                       ///< whether x is odd in even steps: then the pair's other site comes before
    bool inside;                    ///< whether this tile writes it
    bool copies, sees;              ///< whether it has a pair, and another that is only seen
    std::uint32_t seen, seen_in_plane;
  };
  /// `place`: its word of MarchPlaces; `seen`: that of the pair that is only seen, or nobody.
  SPINBENCH_FN Thread thread(std::uint32_t place, std::uint32_t seen) const {
    constexpr std::uint32_t bytes = Room::of_pair;
    const std::uint32_t width = tiles.width, height = tiles.height;
    Thread t{};
    t.copies = place != MarchPlaces::nobody, t.sees = seen != MarchPlaces::nobody;
    const std::uint32_t x = t.copies ? MarchPlaces::x(place) : 0, y = t.copies ? MarchPlaces::y(place) : 0,
                        row = wrapped(tile.y0 + y, tiles.L), at = y * width + x;
    const std::uint32_t left = bytes * (x == 0 ? at + width - 1 : at - 1),
                        right = bytes * (x + 1 == width ? at + 1 - width : at + 1);
    t.at = bytes * at;
    t.back = bytes * (y == 0 ? at + (height - 1) * width : at - width);
    t.front = bytes * (y + 1 == height ? at - (height - 1) * width : at + width);
    t.odd = ((row + tile.z0 + stages - 1) & 1) != 0;
    t.side[0] = t.odd ? right : left, t.side[1] = t.odd ? left : right;
    t.in_plane = in_plane(x, y);
    t.stages = t.copies ? static_cast<int>(MarchPlaces::stages(place)) : 0;
    t.inside = t.stages == stages && x >= tile.skip_x && x < tile.end_x && y >= tile.skip_y && y < tile.end_y;
    if (t.sees) {
      t.seen = bytes * (MarchPlaces::y(seen) * width + MarchPlaces::x(seen));
      t.seen_in_plane = in_plane(MarchPlaces::x(seen), MarchPlaces::y(seen));
    }
    return t;
  }

  /// Couplings of a colour 1, which the colour 0 of its plane found a step before.
  struct Bonds {
    std::uint32_t within, beside, ahead, behind;
  };
  /// What goes with a thread from step to step.
  struct State {
    std::uint32_t step;
    std::uint32_t plane[stages + 3];  ///< first pairs of planes z - stages to z + 2; the same for all threads
    Bonds bonds[Sweeps], last_bonds[Sweeps];
  };
  /// Before the first step: has copied what it comes to.
  SPINBENCH_FN State prepare(const Thread& t) const {
    State s{};
    SPINBENCH_UNROLL(8)
    for (int i = 0; i < stages + 3; ++i)
      s.plane[i] =
          first + (tile.z0 + 4 * tiles.L + static_cast<std::uint32_t>(i) - 2 * stages + 1) % tiles.L * pairs_of_plane();
    const auto planes = [&](std::uint32_t to, std::uint32_t pair) {
      Copies::copy(&words(to, Room::upper(3)), &arrays.from[1][of(s, -1) + pair]);
      Copies::copy(&words(to, Room::upper(0)), &arrays.from[1][of(s, 0) + pair]);
      Copies::copy(&words(to, Room::upper(1)), &arrays.from[1][of(s, 1) + pair]);
      Copies::copy(&bonds(to, Room::bonds(0)), &arrays.in_plane[of(s, 0) + pair]);
    };
    if (t.copies) {
      planes(t.at, t.in_plane);
      Copies::copy(&words(t.at, Room::lower(0)), &arrays.from[0][of(s, 0) + t.in_plane]);
    }
    if (t.sees) planes(t.seen, t.seen_in_plane);
    return s;
  }

  /// A step. `Phase`: its number in a turn.
  template <int Phase>
  SPINBENCH_FN void step(State& s, const Thread& t) const {
    if (s.step + 1 < steps()) fetch<Phase>(s, t);
    if (t.stages > 0) {
      // A stage's result is what the next one has above it.
      const Words above = words(t.at, Room::upper(Phase + 1)), own = words(t.at, Room::lower(Phase));
      stage<Phase, 0>(s, t, own, above, words(t.at, Room::upper(Phase + 3)));
    }
    ++s.step;
    SPINBENCH_UNROLL(8)
    for (int i = 0; i + 1 < stages + 3; ++i) s.plane[i] = s.plane[i + 1];
    const std::uint32_t next = s.plane[stages + 2] + pairs_of_plane();
    s.plane[stages + 2] = next == first + tiles.L * pairs_of_plane() ? first : next;
  }

 private:
  SPINBENCH_FN std::uint32_t pairs_of_plane() const { return tiles.L * (tiles.L / 2); }
  SPINBENCH_FN std::uint32_t in_plane(std::uint32_t x, std::uint32_t y) const {
    return wrapped(tile.y0 + y, tiles.L) * (tiles.L / 2) + wrapped(tile.j0 + x, tiles.L / 2);
  }
  /// The first pair of plane z + offset.
  SPINBENCH_FN static std::uint32_t of(const State& s, int offset) { return s.plane[stages + offset]; }

  SPINBENCH_FN Words& words(std::uint32_t pair, std::uint32_t place) const {
    return *reinterpret_cast<Words*>(kept + pair + place);
  }
  SPINBENCH_FN PairBonds& bonds(std::uint32_t pair, std::uint32_t place) const {
    return *reinterpret_cast<PairBonds*>(kept + pair + place);
  }

  /// Copies what the next step comes to.
  template <int Phase>
  SPINBENCH_FN void fetch(const State& s, const Thread& t) const {
    const auto planes = [&](std::uint32_t to, std::uint32_t pair) {
      Copies::copy(&words(to, Room::upper(Phase + 2)), &arrays.from[1][of(s, 2) + pair]);
      Copies::copy(&bonds(to, Room::bonds(Phase + 1)), &arrays.in_plane[of(s, 1) + pair]);
    };
    if (t.copies) {
      planes(t.at, t.in_plane);
      Copies::copy(&words(t.at, Room::lower(Phase + 1)), &arrays.from[0][of(s, 1) + t.in_plane]);
    }
    if (t.sees) planes(t.seen, t.seen_in_plane);
  }

  /// Stage k and those after it, of plane z - k. `above`, `below`: what it sees in the planes beside.
  template <int Phase, int k>
  SPINBENCH_FN void stage(State& s, const Thread& t, const Words own, const Words above, const Words below) const {
    // A march begins with the first stages alone.
    if (k > 0 && (s.step < static_cast<std::uint32_t>(2 * k) || k >= t.stages)) return;
    const Words same =
        words(t.at, k == 0 ? Room::upper(Phase) : Room::left(static_cast<std::uint32_t>(k - 1), Phase + 1));
    Words result = own;
    update<Phase, k>(s, t, result, same, above, below);
    if constexpr (k >= stages - 2) {
      // Planes beyond those of the tile, which the last stage needs.
      const bool beyond = k == stages - 2 && (s.step == static_cast<std::uint32_t>(2 * k) || s.step + 1 == steps());
      if (t.inside && !beyond) arrays.to[k & 1][of(s, -k) + t.in_plane] = result;
    }
    if constexpr (k + 1 < stages) {
      Words& place = words(t.at, Room::left(static_cast<std::uint32_t>(k), Phase));
      // The thread alone looks at what it left two steps before.
      const Words below_next = place;
      place = result;
      stage<Phase, k + 1>(s, t, below, result, below_next);
    }
  }

  /// A word for each replica.
  template <int k>
  SPINBENCH_FN void draw(std::uint32_t stream, std::uint32_t (&drawn)[Replicas]) const {
    static_assert(Replicas == 1 || Replicas == 2 || Replicas == 4);
    const rng::Block4x32 block = Rng::block_of(keys[Sweeps == 1 ? k : 0], numbers[k], stream);
    const std::uint32_t in_block = (from + static_cast<std::uint32_t>(k) * between) & (4 - Replicas);
    // Selects, so that the block stays in registers.
    SPINBENCH_UNROLL(Replicas)
    for (int r = 0; r < Replicas; ++r) {
      const std::uint32_t low = Replicas == 1 && (in_block & 1) != 0 ? block.word[1] : block.word[r],
                          high = Replicas == 1 && (in_block & 1) != 0 ? block.word[3] : block.word[(r + 2) % 4];
      drawn[r] = Replicas < 4 && (in_block & 2) != 0 ? high : low;
    }
  }

  /// The couplings of stage k.
  template <int Phase, int k>
  SPINBENCH_FN Bonds find_bonds(State& s, const Thread& t) const {
    if (k % 2 != 0 && Sweeps > 1) return s.last_bonds[k / 2];
    constexpr std::uint32_t place = Room::bonds(Phase + Room::turn - static_cast<std::uint32_t>(k));
    constexpr std::uint32_t colour = k % 2;
    const bool odd = t.odd != (Phase % 2 != 0);
    if (Sweeps == 1) {
      const PairBonds& here = bonds(t.at, place);
      return {here.within, bonds(odd ? t.at : t.side[Phase % 2], place).beyond, here.y[colour],
              bonds(t.back, place).y[1 - colour]};
    }
    const PairBonds here = bonds(t.at, place);
    const std::uint32_t before = bonds(odd ? t.side[1 - Phase % 2] : t.side[Phase % 2], place).beyond;
    const std::uint32_t behind[2] = {bonds(t.back, place).y[0], bonds(t.back, place).y[1]};
    s.last_bonds[k / 2] = s.bonds[k / 2];
    s.bonds[k / 2] = {here.within, odd ? before : here.beyond, here.y[1], behind[0]};
    return {here.within, odd ? here.beyond : before, here.y[0], behind[1]};
  }

  /// One attempt of stage k for the site of the pair whose spins are `own`.
  template <int Phase, int k>
  SPINBENCH_FN void update(State& s, const Thread& t, Words& own, const Words& same, Words above, Words below) const {
    constexpr int colour = k % 2, other = 1 - colour;
    // Streams of colour 1 are keyed by the plane below: as sites are numbered by the checkerboard's layouts.
    std::uint32_t drawn[Replicas];
    draw<k>(of(s, -k - colour) + t.in_plane, drawn);
    if (planted(Mutant::columns_replicas_share) && Replicas > 1) drawn[Replicas - 1] = drawn[0];

    const Bonds bond = find_bonds<Phase, k>(s, t);
    const std::uint32_t around = k == 0 ? Room::upper(Phase)
                                        : Room::left(static_cast<std::uint32_t>(k - 1),
                                                     planted(Mutant::columns_stale_plane) ? Phase : Phase + 1);
    const Words side = words(t.side[Phase % 2], around), behind = words(t.back, around), ahead = words(t.front, around);

    // Couplings from the last plane to the first; where stages come near them is the same for all threads.
    if (of(s, 1) - first <= static_cast<std::uint32_t>(stages) * pairs_of_plane() &&
        !planted(Mutant::columns_gauge_around)) {
      const BondsAround& J = arrays.around[t.in_plane];
      if (of(s, 1 - k) == first)
        for (std::uint32_t& word : above.word) word ^= J.z[colour];
      if (of(s, -k) == first)
        for (std::uint32_t& word : below.word) word ^= J.z[other];
    }

    CubicSums sums[Replicas];
    std::uint32_t least = drawn[0];
    SPINBENCH_UNROLL(Replicas)
    for (int r = 0; r < Replicas; ++r) {
      sums[r] =
          CubicSums::of<Logic>(above.word[r], below.word[r], same.word[r] ^ bond.within, side.word[r] ^ bond.beside,
                               behind.word[r] ^ bond.behind, ahead.word[r] ^ bond.ahead);
      least = least < drawn[r] ? least : drawn[r];
    }
    const CubicThresholds& thresholds = arrays.thresholds;
    if (least >= thresholds.field4 || planted(Mutant::columns_seldom_lost)) {
      SPINBENCH_UNROLL(Replicas)
      for (int r = 0; r < Replicas; ++r)
        own.word[r] ^= cubic_flips_at_most_four<Logic>(own.word[r], sums[r], drawn[r], thresholds.field2);
    } else {
      SPINBENCH_UNROLL(Replicas)
      for (int r = 0; r < Replicas; ++r) own.word[r] ^= cubic_flips<Logic>(own.word[r], sums[r], drawn[r], thresholds);
    }
  }
};

}  // namespace spinbench::ea3d
