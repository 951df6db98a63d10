// Where a tile's clusters may reach others: the sites of its faces, by number, and the bonds that leave it; and how a
// code says such a place or a state (gpu_tile_codes.cuh).
#pragma once

#include <cstdint>
#include <type_traits>

#include "kernels/common/clusters/gpu_tile_runs.cuh"

namespace spinbench::clusters::inline SPINBENCH_GPU_NAMESPACE {

/// How far a tile reaches, which the lattice may end in.
struct TileSides {
  std::uint32_t x, y, z;

  template <class Tile>
  SPINBENCH_FN static TileSides of(const Extents& n, std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    const auto side = [](std::uint32_t all, std::uint32_t number, std::uint32_t length) {
      const std::uint32_t left = all - number * length;
      return left < length ? left : length;
    };
    return {side(n.nx, x, Tile::x), side(n.ny, y, Tile::y), side(n.nz, z, Tile::z)};
  }
};

/// The sites of a tile's faces, one face after the other: of the last direction first, of each the face at its
/// beginning and the one at its end. A site at an edge has several numbers.
template <class Tile>
struct TileFaces {
  static constexpr int dimensions = Tile::dimensions;
  static constexpr std::uint32_t none = Tile::x * Tile::y * Tile::z;

  SPINBENCH_FN static constexpr std::uint32_t area(int d) {
    return d == 0 ? Tile::y * Tile::z : d == 1 ? Tile::x * Tile::z : Tile::x * Tile::y;
  }
  /// Where the faces of a direction begin.
  SPINBENCH_FN static constexpr std::uint32_t first(int d) {
    std::uint32_t result = 0;
    for (int later = dimensions - 1; later > d; --later) result += 2 * area(later);
    return result;
  }
  static constexpr std::uint32_t all = first(0) + 2 * area(0), bonds = all / 2;

  /// A place on a face: its direction, its number there, and whether the face is that at the end.
  struct Place {
    int d;
    std::uint32_t at;
    bool is_last;
    SPINBENCH_FN std::uint32_t number() const { return first(d) + (is_last ? area(d) : 0) + at; }
  };
  SPINBENCH_FN static Place place(std::uint32_t number) {
    int d = dimensions - 1;
    while (d > 0 && number >= first(d - 1)) --d;
    const std::uint32_t at = number - first(d);
    return {d, at % area(d), at >= area(d)};
  }
  /// Bond `number` that leaves the tile at the end of a direction.
  SPINBENCH_FN static Place bond(std::uint32_t number) {
    int d = dimensions - 1;
    while (d > 0 && number >= first(d - 1) / 2) --d;
    return {d, number - first(d) / 2, true};
  }
  /// Where in the tile the place lies; `none` where the lattice has no such site.
  SPINBENCH_FN static std::uint32_t in_tile(const Place& place, const TileSides& sides) {
    std::uint32_t x = place.at % Tile::x, y, z;
    if (place.d == 0)
      x = place.is_last ? sides.x - 1 : 0, y = place.at % Tile::y, z = place.at / Tile::y;
    else if (place.d == 1)
      y = place.is_last ? sides.y - 1 : 0, z = place.at / Tile::x;
    else
      y = place.at / Tile::x, z = place.is_last ? sides.z - 1 : 0;
    return x < sides.x && y < sides.y && z < sides.z ? (z * Tile::y + y) * Tile::x + x : none;
  }
};

/// What a code says: the smallest number among those of a cluster's sites on faces, or its state. On the plane the ends
/// of the columns have none, since they lie in the rows as well: so a byte is enough.
template <class Tile>
struct TileCodes {
  using Faces = TileFaces<Tile>;
  static constexpr bool bytes = Tile::dimensions == 2;
  using Code = std::conditional_t<bytes, std::uint8_t, std::uint16_t>;
  static constexpr std::uint32_t bits = bytes ? 8 : 12, numbers = 1u << bits, first_state = numbers - 4;
  static_assert(bytes ? Faces::all == numbers : Faces::all <= first_state);

  SPINBENCH_FN static constexpr std::uint32_t of_state(std::uint32_t state) { return first_state + state; }
  /// Of a place on a face; `numbers` where it has none.
  SPINBENCH_FN static std::uint32_t of_face(std::uint32_t number) {
    constexpr std::uint32_t left = Faces::first(0), right = left + Tile::y;
    if (!bytes || number < left) return number;
    const std::uint32_t at = number % Tile::y;
    if (at == 0 || at + 1 == Tile::y) return numbers;
    return number - (number < right ? 1 : 3);
  }
};

/// The link of a run that is a root, when all are joined: marked, the code, the first site, the state.
template <class Tile>
struct RootWord {
  using Codes = TileCodes<Tile>;
  static constexpr std::uint32_t place_mask = Tile::x * Tile::y * Tile::z - 1, first_bit = state_bits + 13;
  static_assert(place_mask < 1u << 13 && (place_mask & (place_mask + 1)) == 0 && first_bit + Codes::bits <= 31);

  __device__ static std::uint32_t of(std::uint32_t code, std::uint32_t place, std::uint32_t state) {
    return is_named | code << first_bit | place << state_bits | state;
  }
  __device__ static std::uint32_t code(std::uint32_t word) { return word >> first_bit & (Codes::numbers - 1); }
  __device__ static std::uint32_t place(std::uint32_t word) { return word >> state_bits & place_mask; }
  __device__ static std::uint32_t state(std::uint32_t word) { return word & state_mask; }
  __device__ static std::uint32_t with_code(std::uint32_t word, std::uint32_t code) {
    return (word & ~((Codes::numbers - 1) << first_bit)) | code << first_bit;
  }
};

/// The bonds that leave a tile, kept.
template <class Tile>
struct LeavingBonds {
  static constexpr std::uint32_t eights_a_row = Tile::x / 8;
  using Place = typename TileFaces<Tile>::Place;

  std::uint8_t across[Tile::y * Tile::z];  ///< of each row's last site
  std::uint8_t down[Tile::z * eights_a_row], below[Tile::dimensions == 3 ? Tile::y * eights_a_row : 1];

  template <class Bonds>
  __device__ void leaves(const Bonds& bonds, std::uint32_t eight, const Site& at, const EightBonds& found) {
    const Extents n = bonds.n;
    const std::uint32_t row = eight / eights_a_row, in_row = eight % eights_a_row;
    if (at.y % Tile::y + 1 == Tile::y || at.y + 1 == n.ny)
      down[row / Tile::y * eights_a_row + in_row] = static_cast<std::uint8_t>(found.along[1]);
    if (Tile::dimensions == 3 && (at.z % Tile::z + 1 == Tile::z || at.z + 1 == n.nz))
      below[row % Tile::y * eights_a_row + in_row] = static_cast<std::uint8_t>(found.along[2]);
    if (at.x % Tile::x + 8 == Tile::x || at.x + 8 >= n.nx) {
      const std::uint32_t last = at.x + 8 < n.nx ? 7 : n.nx - 1 - at.x;
      bool leads = found.along[0] >> last & 1;
      if (planted(Mutant::tiles_bond_twice)) {
        const Site end{at.number + last, at.x + last, at.y, at.z};
        leads = leads || bonds.is_active(site_at(n, next_site(n, end, 0)), 0);
      }
      across[row] = leads;
    }
  }
  __device__ bool leads_on(const Place& place) const {
    if (!place.is_last) return false;
    if (place.d == 0) return across[place.at] != 0;
    return (place.d == 1 ? down : below)[place.at / 8] >> (place.at % 8) & 1;
  }
};

/// In the table of a tile's faces: whether the bond from there to the next tile is active.
inline constexpr std::uint32_t leads_on = 0x80000000u;

}  // namespace spinbench::clusters::SPINBENCH_GPU_NAMESPACE
