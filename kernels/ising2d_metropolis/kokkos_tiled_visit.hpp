// A visit of all tiles of a coarse colour in Kokkos, and with it the simulations of tiled.kokkos.cpp by the side of
// their tiles: tiled_side*.kokkos.cpp.
#pragma once

#include "kernels/common/mutants.hpp"
#include "kernels/ising2d_metropolis/kokkos_host_tile.hpp"
#include "kernels/ising2d_metropolis/kokkos_tiled_sides.hpp"

namespace spinbench::ising2d {

template <class Spin, class RngOf, bool Always, int T, bool Energy>
class VisitTiles {
  using Geometry = TeamGeometry<T>;
  using Policy = Kokkos::TeamPolicy<kokkos::Space, Kokkos::LaunchBounds<Geometry::threads, 1>>;
  using Team = typename Policy::member_type;
  using Spins = Kokkos::View<Spin*, kokkos::Memory>;
  using Tile = Kokkos::View<std::int32_t*, kokkos::Scratch, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  static constexpr int words = kokkos::on_host ? HostTile<T>::words : Geometry::stride * Geometry::tiles;

 public:
  using Rng = RngOf;
  using Lattice = KokkosLattice<RowMajor, Spin>;
  using Board = DoubleCheckerboard;
  using Thresholds = SquareThresholds;
  static constexpr int side = T, items = Geometry::items;
  static constexpr bool tracks_energy = Energy;
  static constexpr double boundary_bytes = Geometry::boundary_bytes(sizeof(Spin));
  static constexpr double logic_ops = 5.25, multiply_adds = 1, shared_bytes = 16;

  static std::string path(std::uint32_t L) { return Geometry::path(L); }
  static void run(const Spins& spins, std::uint32_t L, const SquareThresholds& thresholds,
                  const KokkosStreamTable<Rng>& streams, const TileVisit& visit, const EnergyCounters& energy) {
    const VisitTiles functor(spins, L, thresholds, streams, visit, energy);
    Policy policy(Geometry::teams(L), Geometry::threads);
    policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(Tile::shmem_size(words))));
    Kokkos::parallel_for("ising2d_tiled", policy, functor);
  }

  KOKKOS_FUNCTION void operator()(const Team& team) const {
    std::int32_t* const scratch = Tile(team.team_scratch(0), words).data();
    if constexpr (kokkos::on_host)
      walk(team, HostTile<T>(scratch));
    else
      share(team, kokkos::in_scratch(scratch));
  }

 private:
  VisitTiles(const Spins& spins, std::uint32_t L, const SquareThresholds& thresholds,
             const KokkosStreamTable<Rng>& streams, const TileVisit& visit, const EnergyCounters& energy)
      : spins_(spins), streams_(streams), energy_(energy), thresholds_(thresholds), visit_(visit), L_(L) {}

  DoubleCheckerboard board() const { return {L_, T}; }

  /// A host thread walks the whole tile.
  void walk(const Team& team, HostTile<T> tile) const {
    const TileCorner corner(board(), static_cast<std::uint32_t>(team.league_rank()), visit_.colour);
    tile.load(spins_, L_, corner);
    TileStreams<Rng, Geometry::items> streams(streams_, board().stream(corner.column, corner.row, 0));
    const SquareThresholds thresholds = thresholds_;
    const int first = visit_.reversed ? 1 : 0;
    std::int64_t change = 0;
    const std::uint32_t hits = planted(Mutant::kokkos_few_hits) && visit_.hits > 16 ? 16 : visit_.hits;
    for (std::uint32_t hit = 0; hit < hits; ++hit) {
      const int a = tile.template update<Always, Rng>(first, streams, thresholds);
      const int b = tile.template update<Always, Rng>(1 - first, streams, thresholds);
      if constexpr (Energy)
        change += 2 * (a + b);
      else
        static_cast<void>(a), static_cast<void>(b);
    }
    streams.close(streams_);
    tile.store(spins_, L_, corner);
    if constexpr (Energy) Kokkos::atomic_add(&energy_(team.league_rank() % energy_counters), change);
  }

  /// Where a device thread works. Threads beyond the last tile (not `inside`) go along with the first one, so that
  /// barriers are reached by all, and must not write.
  struct Place {
    int x, pair, slot;
    bool inside;
    std::uint32_t item;
    KOKKOS_FUNCTION Place(const Team& team, const DoubleCheckerboard& board)
        : x(team.team_rank() % Geometry::items % T),
          pair(team.team_rank() % Geometry::items / T),
          slot(team.team_rank() / Geometry::items) {
      const std::uint32_t wanted = static_cast<std::uint32_t>(team.league_rank() * Geometry::tiles + slot);
      inside = wanted / board.tiles_a_side() < board.tiles_a_side() / 2;
      item = inside ? wanted : 0;
    }
  };

  /// Copies the tile and its boundary layer; (x, y) of the tile lands at (y + 1) pitch + x + 1.
  KOKKOS_FUNCTION void load(const Place& place, const TileCorner& corner, std::int32_t* tile) const {
    constexpr int pitch = Geometry::pitch;
    const int x = place.x, pair = place.pair;
    const std::uint32_t column = corner.x0 + x, upper = (corner.y0 + 2 * pair) * L_, lower = upper + L_;
    std::int32_t* const row = tile + (2 * pair + 1) * pitch + 1;
    row[x] = spins_(upper + column);
    row[pitch + x] = spins_(lower + column);
    if (pair == 0) tile[x + 1] = spins_((corner.y0 == 0 ? L_ - 1 : corner.y0 - 1) * L_ + column);
    if (pair == T / 2 - 1)
      tile[(T + 1) * pitch + x + 1] = spins_((corner.y0 + T == L_ ? 0 : corner.y0 + T) * L_ + column);
    if (x == 0) {
      const std::uint32_t left = corner.x0 == 0 ? L_ - 1 : corner.x0 - 1;
      row[-1] = spins_(upper + left);
      row[pitch - 1] = spins_(lower + left);
    }
    if (x == T - 1) {
      const std::uint32_t right = corner.x0 + T == L_ ? 0 : corner.x0 + T;
      row[T] = spins_(upper + right);
      row[pitch + T] = spins_(lower + right);
    }
  }

  /// One attempt at the site at `here`, whose spin and whose partner's are in registers. Returns the field where the
  /// spin was flipped, else 0.
  KOKKOS_FUNCTION int hit(std::int32_t* here, int outer, int& spin, int partner, typename Rng::Stream& stream) const {
    const int field = spin * (here[-1] + here[1] + here[outer] + partner);
    if (!attempt<Always, Rng>(field, stream, thresholds_)) return 0;
    spin = -spin;
    *here = spin;
    return field;
  }

  /// A team of device threads shares its tiles, each thread two sites.
  KOKKOS_FUNCTION void share(const Team& team, std::int32_t* scratch) const {
    constexpr int pitch = Geometry::pitch;
    const DoubleCheckerboard board{L_, T};
    const Place place(team, board);
    const TileCorner corner(board, place.item, visit_.colour);
    std::int32_t* const tile = scratch + place.slot * Geometry::stride;
    load(place, corner, tile);
    team.team_barrier();

    const std::uint64_t number =
        board.stream(corner.column, corner.row, static_cast<std::uint32_t>(place.pair * T + place.x));
    auto stream = streams_.open(number, number);
    // Even sites lie in the upper row of the pair where x is even, in the lower one where it is odd.
    std::int32_t* const upper = tile + (2 * place.pair + 1) * pitch + place.x + 1;
    const bool first_is_lower = ((place.x & 1) != 0) != visit_.reversed;
    std::int32_t* const first = first_is_lower ? upper + pitch : upper;
    std::int32_t* const second = first_is_lower ? upper : upper + pitch;
    const int outer = first_is_lower ? pitch : -pitch;
    int first_spin = *first, second_spin = *second, change = 0;
    SPINBENCH_UNROLL(2)
    for (std::uint32_t n = 0; n < visit_.hits; ++n) {
      const int a = hit(first, outer, first_spin, second_spin, stream);
      team.team_barrier();
      const int b = hit(second, -outer, second_spin, first_spin, stream);
      team.team_barrier();
      if constexpr (Energy) change += 2 * (a + b);
    }
    if (place.inside) {
      streams_.close(number, stream);
      const std::uint32_t target = (corner.y0 + 2 * place.pair) * L_ + corner.x0 + place.x;
      spins_(target) = static_cast<Spin>(first_is_lower ? second_spin : first_spin);
      spins_(target + L_) = static_cast<Spin>(first_is_lower ? first_spin : second_spin);
    }
    if constexpr (Energy) add_energy(team, place.inside ? change : 0);
  }

  KOKKOS_FUNCTION void add_energy(const Team& team, int change) const {
    int total = 0;
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(team, team.team_size()), [&](int, int& sum) { sum += change; }, total);
    Kokkos::single(Kokkos::PerTeam(team), [&] {
      Kokkos::atomic_add(&energy_(team.league_rank() % energy_counters), static_cast<std::int64_t>(total));
    });
  }

  Spins spins_;
  KokkosStreamTable<Rng> streams_;
  EnergyCounters energy_;
  SquareThresholds thresholds_;
  TileVisit visit_;
  std::uint32_t L_;
};

template <int T>
std::unique_ptr<Simulation> make_kokkos_tiled_of_side(const Params& params, std::uint64_t seed) {
  return with_spin(params.word("spin"), [&](auto spin) {
    return rng::with_generator(params.word("rng"), [&](auto tag, rng::Seeding seeding) {
      using Spin = decltype(spin);
      using Rng = typename decltype(tag)::type;
      return with_tiled_rules<Rng, T>(params, [&](auto draw, auto track) -> std::unique_ptr<Simulation> {
        return std::make_unique<KokkosTiled<VisitTiles<Spin, Rng, decltype(draw)::value, T, decltype(track)::value>>>(
            params, seed, seeding);
      });
    });
  });
}

}  // namespace spinbench::ising2d
