// One tile of the double checkerboard as a single host thread walks it: in planes of one colour, so that the loops over
// x run along the memory and the compiler can vectorise them.
#pragma once

#include "kernels/common/mutants.hpp"
#include "kernels/ising2d_metropolis/kokkos_tiled.hpp"

namespace spinbench::ising2d {

/// Spins of a tile and its boundary layer. Plane c holds, at column x of the pair of rows p, the site of colour c,
/// which is (x, 2p + ((x + c) mod 2)); x and p reach from -1 to T and T/2.
template <int T>
class HostTile {
 public:
  static constexpr int pitch = T + 2, plane = pitch * (T / 2 + 2), words = 2 * plane;

  explicit HostTile(std::int32_t* spins) : spins_(spins) {}

  template <class Spins>
  void load(const Spins& lattice, std::uint32_t L, const TileCorner& corner) {
    for (int y = -1; y <= T; ++y) {
      const std::size_t row = static_cast<std::size_t>(wrap(corner.y0, y, L)) * L;
      for (int x = 0; x < T; ++x) at(x, y) = lattice(row + corner.x0 + x);
      // The corners of the boundary layer are nobody's neighbours.
      if (y == -1 || y == T) continue;
      at(-1, y) = lattice(row + wrap(corner.x0, -1, L));
      at(T, y) = planted(Mutant::kokkos_stale_halo) ? 1 : lattice(row + wrap(corner.x0, T, L));
    }
  }

  template <class Spins>
  void store(const Spins& lattice, std::uint32_t L, const TileCorner& corner) const {
    using Spin = typename Spins::non_const_value_type;
    for (int y = 0; y < T; ++y)
      for (int x = 0; x < T; ++x)
        lattice(static_cast<std::size_t>(corner.y0 + y) * L + corner.x0 + x) = static_cast<Spin>(spins_[place(x, y)]);
  }

  /// One attempt at each site of `colour`. Returns the sum of the fields where a spin was flipped.
  template <bool Always, class Rng>
  int update(int colour, TileStreams<Rng, T * T / 2>& streams, const SquareThresholds& thresholds) {
    int flipped = 0;
    for (int pair = 0; pair < T / 2; ++pair) {
      std::int32_t* __restrict__ const own = spins_ + colour * plane + (pair + 1) * pitch + 1;
      const std::int32_t* __restrict__ const other = spins_ + (1 - colour) * plane + (pair + 1) * pitch + 1;
      for (int x = 0; x < T; ++x) {
        const int below = other[x + pitch], above = other[x - pitch], spin = own[x];
        const int field = spin * (other[x - 1] + other[x + 1] + other[x] + (((x + colour) & 1) ? below : above));
        auto stream = streams.load(pair * T + x);
        const bool flip = attempt<Always, Rng>(field, stream, thresholds);
        streams.store(pair * T + x, stream);
        own[x] = flip ? -spin : spin;
        flipped += flip ? field : 0;
      }
    }
    return flipped;
  }

 private:
  static std::uint32_t wrap(std::uint32_t start, int step, std::uint32_t L) {
    return (start + L + static_cast<std::uint32_t>(step)) % L;
  }
  static int place(int x, int y) {
    const int pair = (y + 2) / 2 - 1;
    return ((x + y) & 1) * plane + (pair + 1) * pitch + x + 1;
  }
  std::int32_t& at(int x, int y) { return spins_[place(x, y)]; }

  std::int32_t* spins_;
};

}  // namespace spinbench::ising2d
