// The double checkerboard in three dimensions (Weigel 2012, section 3.6) in Kokkos. A team loads a T x T x T tile, T =
// 4 or 8, and a boundary layer into scratch memory, updates it k times (all even sites of the tile, a barrier, all odd
// ones, a barrier), and writes it back. kernels/common/kokkos_tiles.hpp has the order of the visits.
//
// H = -J sum_<ij> s_i s_j, J = 1. Update order and streams are those of tiled.cu.
//
// On a device a thread keeps its two sites, neighbours in z, and its stream in registers, as in tiled.cu; four tiles of
// side 4 share a team. On a host space a team is one thread, which walks its tile alone (kokkos_tiles.hpp).
#include <memory>
#include <string>

#include "interface/registry.hpp"
#include "kernels/common/acceptance.hpp"
#include "kernels/common/cases.hpp"
#include "kernels/common/mutants.hpp"
#include "kernels/ising3d_metropolis/axes.hpp"
#include "kernels/ising3d_metropolis/kokkos_lattice.hpp"
#include "kernels/ising3d_metropolis/kokkos_tiles.hpp"
#include "kernels/ising3d_metropolis/physics.hpp"

namespace spinbench::ising3d {

namespace {

template <class Spin, class RngOf, int T, bool Energy>
class VisitTiles {
  using Geometry = TeamGeometry<T>;
  using Policy = Kokkos::TeamPolicy<kokkos::Space, Kokkos::LaunchBounds<Geometry::threads, 1>>;
  using Team = typename Policy::member_type;
  using Spins = Kokkos::View<Spin*, kokkos::Memory>;
  using Tile = Kokkos::View<std::int32_t*, kokkos::Scratch, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  static constexpr int words = kokkos::on_host ? HostTile<T>::words : Geometry::stride * Geometry::tiles;

 public:
  using Rng = RngOf;
  using Lattice = KokkosLattice<Spin>;
  using Board = CubicDoubleCheckerboard;
  using Thresholds = CubicThresholds;
  static constexpr int side = T, items = Geometry::items;
  static constexpr bool tracks_energy = Energy;
  /// Rows of T spins are a sector or a line at most, so the faces across x alone touch all that the other colour's
  /// tiles hold; several tiles touch the same, which memory needs to give once.
  static constexpr double boundary_bytes = sizeof(Spin);
  /// As tiled.cu has them: five neighbours and the spin from scratch memory.
  static constexpr double logic_ops = 8, multiply_adds = 3, shared_bytes = 24;

  static std::string path(std::uint32_t L) { return Geometry::path(L); }
  static void run(const Spins& spins, std::uint32_t L, const Thresholds& thresholds,
                  const KokkosStreamTable<Rng>& streams, const TileVisit& visit, const EnergyCounters& energy) {
    const VisitTiles functor(spins, L, thresholds, streams, visit, energy);
    Policy policy(Geometry::teams(L), Geometry::threads);
    policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(Tile::shmem_size(words))));
    Kokkos::parallel_for("ising3d_tiled", policy, functor);
  }

  KOKKOS_FUNCTION void operator()(const Team& team) const {
    std::int32_t* const scratch = Tile(team.team_scratch(0), words).data();
    if constexpr (kokkos::on_host)
      walk(team, HostTile<T>(scratch));
    else
      share(team, kokkos::in_scratch(scratch));
  }

 private:
  VisitTiles(const Spins& spins, std::uint32_t L, const Thresholds& thresholds, const KokkosStreamTable<Rng>& streams,
             const TileVisit& visit, const EnergyCounters& energy)
      : spins_(spins), streams_(streams), energy_(energy), thresholds_(thresholds), visit_(visit), L_(L) {}

  /// A host thread walks the whole tile.
  void walk(const Team& team, HostTile<T> tile) const {
    const Board board{L_, T};
    const TileCorner corner(board, static_cast<std::uint32_t>(team.league_rank()), visit_.colour);
    tile.load(spins_, L_, corner);
    TileStreams<Rng, items> streams(streams_, board.stream(corner.column, corner.row, corner.layer, 0));
    const Thresholds thresholds = thresholds_;
    const int first = visit_.reversed ? 1 : 0;
    std::int64_t change = 0;
    const std::uint32_t hits = planted(Mutant::kokkos_few_hits) && visit_.hits > 16 ? 16 : visit_.hits;
    for (std::uint32_t hit = 0; hit < hits; ++hit) {
      const int a = tile.update(first, streams, thresholds);
      const int b = tile.update(1 - first, streams, thresholds);
      if constexpr (Energy)
        change += 2 * (a + b);
      else
        static_cast<void>(a), static_cast<void>(b);
    }
    streams.close(streams_);
    tile.store(spins_, L_, corner);
    if constexpr (Energy) Kokkos::atomic_add(&energy_(team.league_rank() % energy_counters), change);
  }

  /// Where a device thread works: its tile in the team and the lower site of its pair there.
  struct Place {
    int slot, x, y, z;
    KOKKOS_FUNCTION explicit Place(int rank)
        : slot(rank / items), x(rank % items % T), y(rank % items / T % T), z(rank % items / (T * T) * 2) {}
    KOKKOS_FUNCTION int item() const { return (z / 2 * T + y) * T + x; }
  };

  /// (x, y, z) of the tile lands at (z + 1) layer + (y + 1) pitch + x + 1.
  KOKKOS_FUNCTION static int word(int x, int y, int z) {
    return (z + 1) * Geometry::layer + (y + 1) * Geometry::pitch + x + 1;
  }

  /// Copies the tile and the six faces of its boundary layer.
  KOKKOS_FUNCTION void load(const Place& place, const TileCorner& corner, std::int32_t* tile) const {
    const std::size_t own = site_of(place, corner);
    tile[word(place.x, place.y, place.z)] = spins_(own);
    tile[word(place.x, place.y, place.z + 1)] = spins_(own + static_cast<std::size_t>(L_) * L_);
    for (int n = place.item(); n < 6 * T * T; n += items) {
      const int face = n / (T * T), across = face % 2 == 0 ? -1 : T, a = n % T, b = n / T % T;
      const int i = face < 2 ? across : a, j = face < 2 ? a : face < 4 ? across : b, k = face < 4 ? b : across;
      tile[word(i, j, k)] = spins_(cubic_site(wrapped(corner.x0, i), wrapped(corner.y0, j), wrapped(corner.z0, k), L_));
    }
  }
  KOKKOS_FUNCTION std::uint32_t wrapped(std::uint32_t corner, int step) const {
    const std::uint32_t i = corner + static_cast<std::uint32_t>(step);
    return i == L_ ? 0 : i > L_ ? L_ - 1 : i;
  }
  KOKKOS_FUNCTION std::size_t site_of(const Place& place, const TileCorner& corner) const {
    return cubic_site(corner.x0 + static_cast<std::uint32_t>(place.x), corner.y0 + static_cast<std::uint32_t>(place.y),
                      corner.z0 + static_cast<std::uint32_t>(place.z), L_);
  }

  /// One attempt at the site at `here`, whose spin and whose partner's are in registers. Returns the field where the
  /// spin was flipped, else 0.
  KOKKOS_FUNCTION static int hit(std::int32_t* here, int outer, int& spin, int partner, typename Rng::Stream& stream,
                                 const Thresholds& thresholds) {
    constexpr int pitch = Geometry::pitch;
    const int field = spin * (here[-1] + here[1] + here[-pitch] + here[pitch] + here[outer] + partner);
    if (!attempt<true, Rng>(field, stream, thresholds)) return 0;
    spin = -spin;
    *here = spin;
    return field;
  }

  /// A team of device threads shares its tiles, each thread two sites.
  KOKKOS_FUNCTION void share(const Team& team, std::int32_t* scratch) const {
    constexpr int apart = Geometry::layer;
    const Board board{L_, T};
    const Place place(team.team_rank());
    const TileCorner corner(board, static_cast<std::uint32_t>(team.league_rank() * Geometry::tiles + place.slot),
                            visit_.colour);
    std::int32_t* const tile = scratch + place.slot * Geometry::stride;
    load(place, corner, tile);
    team.team_barrier();

    const std::uint64_t number =
        board.stream(corner.column, corner.row, corner.layer, static_cast<std::uint32_t>(place.item()));
    auto stream = streams_.open(number, number);
    // Even sites lie in the lower layer of the pair where x + y is even, in the upper one where it is odd.
    std::int32_t* const lower = tile + word(place.x, place.y, place.z);
    const bool first_is_upper = (((place.x + place.y) & 1) != 0) != visit_.reversed;
    std::int32_t* const first = first_is_upper ? lower + apart : lower;
    std::int32_t* const second = first_is_upper ? lower : lower + apart;
    const int outer = first_is_upper ? apart : -apart;
    int first_spin = *first, second_spin = *second, change = 0;
    // Of members the compiler would choose an address, by a branch, instead of a value.
    const Thresholds thresholds = thresholds_;
    SPINBENCH_UNROLL(2)
    for (std::uint32_t n = 0; n < visit_.hits; ++n) {
      const int a = hit(first, outer, first_spin, second_spin, stream, thresholds);
      team.team_barrier();
      const int b = hit(second, -outer, second_spin, first_spin, stream, thresholds);
      team.team_barrier();
      if constexpr (Energy) change += 2 * (a + b);
    }
    streams_.close(number, stream);
    const std::size_t target = site_of(place, corner);
    spins_(target) = static_cast<Spin>(first_is_upper ? second_spin : first_spin);
    spins_(target + static_cast<std::size_t>(L_) * L_) = static_cast<Spin>(first_is_upper ? first_spin : second_spin);
    if constexpr (Energy) add_energy(team, change);
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
  Thresholds thresholds_;
  TileVisit visit_;
  std::uint32_t L_;
};

std::string kokkos_unsupported(const Params& params) {
  const auto tile = params.integer("tile");
  if (tile != 4 && tile != 8) return "with Kokkos tile is 4 or 8, but tile is " + std::to_string(tile);
  if (params.word("measure") == "energy" && !rng::is_small_generator(params.word("rng")))
    return "with " + params.word("rng") + " this variant tracks no energy with Kokkos: take measure=none";
  return tiled_unsupported(params);
}

std::unique_ptr<Simulation> make_tiled(const Params& params, std::uint64_t seed) {
  return TiledTypes::with_spin(params.word("spin"), [&](auto spin) {
    return TiledTypes::with_generator(params.word("rng"), [&](auto tag, rng::Seeding seeding) {
      using Rng = typename decltype(tag)::type;
      const auto make = [&](auto tile, auto track) -> std::unique_ptr<Simulation> {
        using Visit = VisitTiles<decltype(spin), Rng, decltype(tile)::value, decltype(track)::value>;
        return std::make_unique<KokkosTiled<Visit>>(params, seed, seeding);
      };
      const auto with_tile = [&](auto tile) {
        if constexpr (rng::is_small<Rng>)
          if (params.word("measure") == "energy") return make(tile, std::true_type{});
        return make(tile, std::false_type{});
      };
      if (params.integer("tile") == 4) return with_tile(std::integral_constant<int, 4>{});
      return with_tile(std::integral_constant<int, 8>{});
    });
  });
}

const Register<Variant> registered{{
    .kernel = "ising3d_metropolis",
    .name = "tiled",
    .backend = "kokkos",
    .title = "double checkerboard in team scratch memory, k hits a tile visit",
    .source = "Weigel 2012, section 3.6",
    .axes = {axis_L(), axis_k(), axis_tile(), axis_order(), axis_measure(), axis_rng(), axis_draw("always"),
             axis_spin(), axis_beta()},
    .oracle = "tiled",
    .unsupported = [](const Params& params, const Device&) { return kokkos_unsupported(params); },
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
