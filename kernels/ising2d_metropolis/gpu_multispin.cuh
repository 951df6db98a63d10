// The update of one tile of the bit-sliced lattice on a GPU; kernels/ising2d_metropolis/multispin.hpp states the rule.
//
// A thread with few words draws first what does not depend on the spins, so that it has this behind it when they arrive. With
// eight words there is enough else to do, and one comparison with the threshold that each spin has takes fewer registers and
// operations than two comparisons with both.
#pragma once

#include "kernels/ising2d_metropolis/gpu_multispin_words.cuh"
#include "kernels/ising2d_metropolis/multispin.hpp"

namespace spinbench::ising2d::inline SPINBENCH_GPU_NAMESPACE {

namespace detail {

template <class T>
SPINBENCH_FN constexpr T choose(T mask, T yes, T no) { return (mask & yes) | (~mask & no); }

/// Those that are still undecided after two more digits.
template <int Words>
__device__ __forceinline__ void keep_open(std::uint32_t (&open)[Words], const std::uint32_t* pair) {
#pragma unroll
  for (int w = 0; w < Words; ++w)
    open[w] = gpu::bitwise(open[w], pair[2 * w], pair[2 * w + 1], [](auto u, auto a, auto b) { return u & ~(a | b); });
}

/// One digit of a threshold that is the same for all spins (0 or 3), or 1 only for those with no unsatisfied bond (1), or only
/// for the others (2).
template <int Digit>
__device__ __forceinline__ std::uint32_t compare(std::uint32_t random, std::uint32_t none, std::uint32_t later) {
  if constexpr (Digit == 0) return later & ~random;
  else if constexpr (Digit == 3) return later | random;
  else if constexpr (Digit == 1)
    return gpu::bitwise(random, none, later, [](auto r, auto n, auto l) { return choose(r, n, l); });
  else return gpu::bitwise(random, none, later, [](auto r, auto n, auto l) { return choose(r, ~n, l); });
}

/// Two digits, `High` the more significant, whose random bits lie in pair[2w] and pair[2w + 1].
template <int High, int Low, int Words>
__device__ __forceinline__ void compare_pair(std::uint32_t (&flips)[Words], const std::uint32_t (&none)[Words],
                                             const std::uint32_t* pair) {
#pragma unroll
  for (int w = 0; w < Words; ++w) {
    // Digits that do not ask for the class of a spin take one operation for both.
    if constexpr (High % 3 == 0 && Low % 3 == 0)
      flips[w] = gpu::bitwise(pair[2 * w], pair[2 * w + 1], flips[w], [](auto high, auto low, auto later) {
        const auto rest = Low == 3 ? low | later : ~low & later;
        return High == 3 ? high | rest : ~high & rest;
      });
    else flips[w] = compare<High>(pair[2 * w], none[w], compare<Low>(pair[2 * w + 1], none[w], flips[w]));
  }
}

/// The same for digits known at run time: `none` and `one` hold those of p0 and p1 in their bits 0 (the more significant)
/// and 1. All threads have the same, so that no warp diverges.
template <int Words>
__device__ __forceinline__ void compare_pair(std::uint32_t digits_none, std::uint32_t digits_one, std::uint32_t (&flips)[Words],
                                             const std::uint32_t (&none)[Words], const std::uint32_t* pair) {
  const auto with_high = [&](auto high) {
    constexpr int h = decltype(high)::value;
    if (digits_none & 2) {
      if (digits_one & 2) compare_pair<h, 3>(flips, none, pair);
      else compare_pair<h, 1>(flips, none, pair);
    } else {
      if (digits_one & 2) compare_pair<h, 2>(flips, none, pair);
      else compare_pair<h, 0>(flips, none, pair);
    }
  };
  if (digits_none & 1) {
    if (digits_one & 1) with_high(std::integral_constant<int, 3>{});
    else with_high(std::integral_constant<int, 1>{});
  } else {
    if (digits_one & 1) with_high(std::integral_constant<int, 2>{});
    else with_high(std::integral_constant<int, 0>{});
  }
}

}  // namespace detail

/// A random word compared with what is left of both thresholds.
struct LastDraw {
  bool for_one, for_none;

  LastDraw() = default;
  template <class Random>
  __device__ __forceinline__ LastDraw(Random& random, const MultispinThresholds& thresholds) {
    const std::uint32_t drawn = random.next();
    for_one = drawn < thresholds.rest1;
    for_none = drawn < thresholds.rest0;
  }
};

/// Step 1 of the rule, for one thread's tile.
template <int Words, bool DrawsFirst = Words < 8>
class LeadingDigits;

/// Whatever spin turns out to be there.
template <int Words>
class LeadingDigits<Words, true> {
 public:
  template <class Random>
  __device__ __forceinline__ void prepare(Random& random, const MultispinThresholds& thresholds) {
    constexpr int pairs = multispin_leading_digits / 2;
    std::uint32_t drawn[pairs * 2 * Words];
    random.draw(drawn);
#pragma unroll
    for (int w = 0; w < Words; ++w) open_[w] = ~0u, one_[w] = none_[w] = 0;
#pragma unroll
    for (int i = 0; i < pairs; ++i) {
      const std::uint32_t* pair = drawn + i * 2 * Words;
      detail::keep_open(open_, pair);
      compare(thresholds.one >> 2 * i, one_, pair);
      compare(thresholds.none >> 2 * i, none_, pair);
    }
    if constexpr (Random::draws_singly) ahead_ = {random, thresholds};
  }
  template <class Random>
  __device__ __forceinline__ void decide(const std::uint32_t (&free)[Words], const std::uint32_t (&none)[Words],
                                         std::uint32_t (&flips)[Words], std::uint32_t (&undecided)[Words], Random&,
                                         const MultispinThresholds&) const {
#pragma unroll
    for (int w = 0; w < Words; ++w) {
      flips[w] = gpu::bitwise(none[w], none_[w], one_[w], [](auto n, auto yes, auto no) { return detail::choose(n, yes, no); });
      undecided[w] = open_[w] & ~free[w];
    }
  }
  /// For the first spin that is left.
  template <class Random>
  __device__ __forceinline__ LastDraw first_draw(Random& random, const MultispinThresholds& thresholds) const {
    if constexpr (Random::draws_singly) return ahead_;
    else return {random, thresholds};
  }

 private:
  /// Two digits of one threshold; for so few words a branch would cost more than it saves.
  __device__ __forceinline__ static void compare(std::uint32_t digits, std::uint32_t (&flips)[Words], const std::uint32_t* pair) {
    const std::uint32_t high = 0u - (digits & 1), low = 0u - (digits >> 1 & 1);
    const auto choose = [](auto random, auto digit, auto later) { return detail::choose(random, digit, later); };
#pragma unroll
    for (int w = 0; w < Words; ++w)
      flips[w] = gpu::bitwise(pair[2 * w], high, gpu::bitwise(pair[2 * w + 1], low, flips[w], choose), choose);
  }

  std::uint32_t open_[Words];  ///< undecided
  std::uint32_t one_[Words];   ///< a spin with one unsatisfied bond would flip; 0 where undecided
  std::uint32_t none_[Words];  ///< a spin with none would
  LastDraw ahead_;
};

/// When the spins are there.
template <int Words>
class LeadingDigits<Words, false> {
 public:
  template <class Random>
  __device__ __forceinline__ void prepare(Random&, const MultispinThresholds&) {}
  template <class Random>
  __device__ __forceinline__ void decide(const std::uint32_t (&free)[Words], const std::uint32_t (&none)[Words],
                                         std::uint32_t (&flips)[Words], std::uint32_t (&undecided)[Words], Random& random,
                                         const MultispinThresholds& thresholds) const {
    std::uint32_t digits_none = thresholds.none, digits_one = thresholds.one;
#pragma unroll
    for (int w = 0; w < Words; ++w) undecided[w] = ~free[w], flips[w] = 0;
#pragma unroll 1
    for (int i = 0; i < multispin_leading_digits / 2; ++i, digits_none >>= 2, digits_one >>= 2) {
      std::uint32_t pair[2 * Words];
      random.draw(pair);
      detail::keep_open(undecided, pair);
      detail::compare_pair(digits_none, digits_one, flips, none, pair);
    }
  }
  template <class Random>
  __device__ __forceinline__ LastDraw first_draw(Random& random, const MultispinThresholds& thresholds) const {
    return {random, thresholds};
  }
};

/// Where a tile finds its words. Row r of the tile lies at r * stride, in the order in which the rule counts.
struct TilePlace {
  std::uint32_t* own;          ///< row 0 of the plane to be updated
  const std::uint32_t* other;  ///< the same row of the other plane
  std::int32_t stride;
  std::uint32_t x, left, right;  ///< first word of the tile, and the words beside it
  bool odd;                      ///< for tiles of one row: y + colour
};

template <int Across>
using TileRow = gpu::Pack<std::uint32_t, Across>;

/// A tile's spins and their neighbours in the other plane, as they lie in memory.
template <int Across, int Down>
struct TileSpins {
  TileRow<Across> own[Down];
  TileRow<Across> other[Down + 2];  ///< from the row before the tile to the one behind it
  std::uint32_t beside[Down];       ///< left or right of the row

  __device__ __forceinline__ TileSpins(const TilePlace& place, const TileRow<Across>& before, const TileRow<Across>& after) {
    other[0] = before;
    other[Down + 1] = after;
#pragma unroll
    for (int r = 0; r < Down; ++r) {
      other[r + 1] = gpu::load_pack<Across>(place.other + r * place.stride + place.x);
      own[r] = gpu::load_pack<Across>(place.own + r * place.stride + place.x);
      beside[r] = (place.other + r * place.stride)[is_odd(place, r) ? place.right : place.left];
    }
  }

  __device__ __forceinline__ void store(const TilePlace& place) const {
#pragma unroll
    for (int r = 0; r < Down; ++r) gpu::store_pack<Across>(place.own + r * place.stride + place.x, own[r]);
  }

  /// Whether row r has its second neighbours in its own row to the right.
  __device__ static bool is_odd(const TilePlace& place, int r) { return Down == 1 ? place.odd : r % 2 != 0; }

  /// The neighbours in the same row that do not have the same index.
  __device__ __forceinline__ std::uint32_t side(const TilePlace& place, int r, int j) const {
    const TileRow<Across>& same = other[r + 1];
    if (is_odd(place, r)) return same.item[j] >> 1 | (j + 1 < Across ? same.item[j + 1 < Across ? j + 1 : j] : beside[r]) << 31;
    return same.item[j] << 1 | (j > 0 ? same.item[j > 0 ? j - 1 : j] : beside[r]) >> 31;
  }
};

namespace detail {

/// Step 2, for the spins left undecided; `none`: those of them with no unsatisfied bond.
template <int Words, class Random>
__device__ __forceinline__ void decide_rest(std::uint32_t (&spins)[Words], std::uint32_t (&undecided)[Words],
                                            const std::uint32_t (&none)[Words], const LeadingDigits<Words>& leading,
                                            Random& random, const MultispinThresholds& thresholds) {
  // Nearly every warp has something left, so that the first draw may come without asking.
  LastDraw drawn = leading.first_draw(random, thresholds);
#pragma unroll 1
  for (;;) {
    std::uint32_t served[Words], places = undecided[0], aligned = places & none[0], waiting = 0, flips = 0;
    served[0] = places;
    if constexpr (Words > 1) {
#pragma unroll
      for (int w = 1; w < Words; ++w) {
        served[w] = undecided[w] & ~places;
        waiting = gpu::bitwise(waiting, undecided[w], places, [](auto a, auto b, auto c) { return a | (b & c); });
        places |= undecided[w];
        aligned = gpu::bitwise(aligned, served[w], none[w], [](auto a, auto b, auto c) { return a | (b & c); });
      }
    }
    const auto serve = [&] {
      const std::uint32_t place = places & (0u - places);
      const bool is_one = (aligned & place) == 0;
      flips |= (is_one ? drawn.for_one : drawn.for_none) ? place : 0u;
      places ^= place;
    };
    serve();
#pragma unroll 1
    while (places != 0) {
      drawn = {random, thresholds};
      serve();
    }
#pragma unroll
    for (int w = 0; w < Words; ++w)
      spins[w] = gpu::bitwise(spins[w], served[w], flips, [](auto s, auto mine, auto f) { return s ^ (mine & f); });
    if constexpr (Words == 1) return;
    if (waiting == 0) return;
    drawn = {random, thresholds};
#pragma unroll
    for (int w = 0; w < Words; ++w) undecided[w] &= ~served[w];
  }
}

}  // namespace detail

/// One attempt for each spin of a tile, whose new rows replace those in `tile.own`.
template <int Across, int Down, class Random>
__device__ __forceinline__ void update_tile(const TilePlace& place, TileSpins<Across, Down>& tile,
                                            const LeadingDigits<Across * Down>& leading, Random& random,
                                            const MultispinThresholds& thresholds) {
  constexpr int words = Across * Down;
  std::uint32_t spins[words], free[words], none[words], flips[words], undecided[words];
#pragma unroll
  for (int r = 0; r < Down; ++r)
#pragma unroll
    for (int j = 0; j < Across; ++j) {
      const int w = r * Across + j;
      const std::uint32_t own = tile.own[r].item[j], side = tile.side(place, r, j);
      const std::uint32_t up = tile.other[r].item[j], same = tile.other[r + 1].item[j], down = tile.other[r + 2].item[j];
      const auto parity = gpu::bitwise(up, same, down, [](auto a, auto b, auto c) { return a ^ b ^ c; });
      const auto majority = gpu::bitwise(up, same, down, [](auto a, auto b, auto c) { return (a & b) | (a & c) | (b & c); });
      const auto both = gpu::bitwise(parity, side, own, [](auto p, auto s, auto o) { return (p ^ o) & (s ^ o); });
      // Two or more unsatisfied bonds; and where there are fewer, none at all.
      free[w] = gpu::bitwise(majority, own, both, [](auto m, auto o, auto b) { return (m ^ o) | b; });
      none[w] = gpu::bitwise(parity, side, own, [](auto p, auto s, auto o) { return ~((p ^ o) | (s ^ o)); });
      spins[w] = own;
    }
  leading.decide(free, none, flips, undecided, random, thresholds);
#pragma unroll
  for (int w = 0; w < words; ++w)
    spins[w] = gpu::bitwise(spins[w], free[w], flips[w], [](auto s, auto f, auto a) { return s ^ (f | a); });
  detail::decide_rest(spins, undecided, none, leading, random, thresholds);
#pragma unroll
  for (int r = 0; r < Down; ++r)
#pragma unroll
    for (int j = 0; j < Across; ++j) tile.own[r].item[j] = spins[r * Across + j];
}

}  // namespace spinbench::ising2d::SPINBENCH_GPU_NAMESPACE
