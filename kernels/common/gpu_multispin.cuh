// How the words of a tile are decided on a GPU, whatever the lattice; kernels/ising2d_metropolis/multispin.hpp states
// the rule. `Thresholds` cuts the thresholds of its `classes` of spins into digits(number) and rest(number). A spin is
// of the class that masks[class - 1] marks, of class 0 where no mask does.
//
// A thread with few words draws first what does not depend on the spins, so that it has this behind it when they
// arrive. With eight words there is enough else to do, and one comparison with the threshold that each spin has takes
// fewer registers and operations than one with each threshold.
#pragma once

#include <type_traits>

#include "kernels/common/gpu_random_words.cuh"
#include "kernels/common/multispin.hpp"
#include "kernels/common/mutants.hpp"

namespace spinbench::inline SPINBENCH_GPU_NAMESPACE {

namespace detail {

template <class T>
SPINBENCH_FN constexpr T choose(T mask, T yes, T no) {
  return (mask & yes) | (~mask & no);
}

/// Adds those that two more digits decide.
template <int Words>
__device__ __forceinline__ void decide_more(std::uint32_t (&decided)[Words], const std::uint32_t* pair) {
#pragma unroll
  for (int w = 0; w < Words; ++w)
    decided[w] =
        gpu::bitwise(decided[w], pair[2 * w], pair[2 * w + 1], [](auto d, auto a, auto b) { return d | a | b; });
}

/// Bit places where a word has a spin that is not decided, and those where several words have one. What is decided is
/// kept, not what is left, since NVIDIA's operations on bits invert what they take for nothing.
template <int Words>
__device__ __forceinline__ void find_places(const std::uint32_t (&decided)[Words], std::uint32_t& places,
                                            std::uint32_t& several) {
  places = ~decided[0], several = 0;
  if constexpr (Words > 1) {
    static_assert(Words % 2 == 0);
    places = ~(decided[0] & decided[1]), several = ~(decided[0] | decided[1]);
#pragma unroll
    for (int w = 2; w < Words; w += 2) {
      several |= gpu::bitwise(places, decided[w], decided[w + 1],
                              [](auto p, auto a, auto b) { return (p & ~(a & b)) | ~(a | b); });
      places = gpu::bitwise(places, decided[w], decided[w + 1], [](auto p, auto a, auto b) { return p | ~(a & b); });
    }
  }
}

/// One digit of the thresholds of two classes: the same for both (0 or 3), or 1 only for the class of the mask (1), or
/// only for the other (2).
template <int Digit>
__device__ __forceinline__ std::uint32_t compare(std::uint32_t random, std::uint32_t mask, std::uint32_t later) {
  if constexpr (Digit == 0)
    return later & ~random;
  else if constexpr (Digit == 3)
    return later | random;
  else if constexpr (Digit == 1)
    return gpu::bitwise(random, mask, later, [](auto r, auto m, auto l) { return choose(r, m, l); });
  else
    return gpu::bitwise(random, mask, later, [](auto r, auto m, auto l) { return choose(r, ~m, l); });
}

/// Two digits, `High` the more significant, whose random bits lie in pair[2w] and pair[2w + 1].
template <int High, int Low, int Words>
__device__ __forceinline__ void compare_pair(std::uint32_t (&flips)[Words], const std::uint32_t (&mask)[Words],
                                             const std::uint32_t* pair) {
#pragma unroll
  for (int w = 0; w < Words; ++w) {
    // Digits that do not ask for the class of a spin take one operation for both.
    if constexpr (High % 3 == 0 && Low % 3 == 0)
      flips[w] = gpu::bitwise(pair[2 * w], pair[2 * w + 1], flips[w], [](auto high, auto low, auto later) {
        const auto rest = Low == 3 ? low | later : ~low & later;
        return High == 3 ? high | rest : ~high & rest;
      });
    else
      flips[w] = compare<High>(pair[2 * w], mask[w], compare<Low>(pair[2 * w + 1], mask[w], flips[w]));
  }
}

/// The same for digits known at run time: digits[c] holds those of class c in its bits 0 (the more significant) and 1.
/// All threads have the same, so that no warp diverges.
template <int Words>
__device__ __forceinline__ void compare_pair(const std::uint32_t (&digits)[2], std::uint32_t (&flips)[Words],
                                             const std::uint32_t (&masks)[1][Words], const std::uint32_t* pair) {
  const auto with_high = [&](auto high) {
    constexpr int h = decltype(high)::value;
    if (digits[1] & 2) {
      if (digits[0] & 2)
        compare_pair<h, 3>(flips, masks[0], pair);
      else
        compare_pair<h, 1>(flips, masks[0], pair);
    } else {
      if (digits[0] & 2)
        compare_pair<h, 2>(flips, masks[0], pair);
      else
        compare_pair<h, 0>(flips, masks[0], pair);
    }
  };
  if (digits[1] & 1) {
    if (digits[0] & 1)
      with_high(std::integral_constant<int, 3>{});
    else
      with_high(std::integral_constant<int, 1>{});
  } else {
    if (digits[0] & 1)
      with_high(std::integral_constant<int, 2>{});
    else
      with_high(std::integral_constant<int, 0>{});
  }
}

/// One digit of the thresholds of three classes, bit c of `Digits` that of class c. Where not all are the same, one
/// class stands against the two others.
template <int Digits>
__device__ __forceinline__ std::uint32_t compare_three(std::uint32_t random, std::uint32_t first, std::uint32_t second,
                                                       std::uint32_t later) {
  constexpr bool inverted = Digits == 5 || Digits == 3 || Digits == 1;
  constexpr int against = inverted ? 2 : 1;
  if constexpr (Digits == 0 || Digits == 7) {
    return compare<Digits & 3>(random, 0, later);
  } else if constexpr (Digits == 2 || Digits == 5) {
    return compare<against>(random, first, later);
  } else if constexpr (Digits == 4 || Digits == 3) {
    return compare<against>(random, second, later);
  } else {
    // Class 0 has no mask. In this order nothing can be had before the random bits, and take a register all the time.
    const std::uint32_t so_far = compare<against>(random, first, later);
    return gpu::bitwise(so_far, random, second,
                        [](auto f, auto r, auto s) { return inverted ? f & ~(r & s) : f | (r & s); });
  }
}

/// One digit, in bit `place` of digits[c]; its random bits lie in random[2w].
template <int Words>
__device__ __forceinline__ void compare_digit(const std::uint32_t (&digits)[3], std::uint32_t place,
                                              std::uint32_t (&flips)[Words], const std::uint32_t (&masks)[2][Words],
                                              const std::uint32_t* random) {
  const auto with = [&](auto all) {
#pragma unroll
    for (int w = 0; w < Words; ++w)
      flips[w] = compare_three<decltype(all)::value>(random[2 * w], masks[0][w], masks[1][w], flips[w]);
  };
  const auto with_second = [&](auto second) {
    constexpr int s = decltype(second)::value;
    if (digits[1] & place) {
      if (digits[0] & place)
        with(std::integral_constant<int, s + 3>{});
      else
        with(std::integral_constant<int, s + 2>{});
    } else {
      if (digits[0] & place)
        with(std::integral_constant<int, s + 1>{});
      else
        with(std::integral_constant<int, s>{});
    }
  };
  if (digits[2] & place)
    with_second(std::integral_constant<int, 4>{});
  else
    with_second(std::integral_constant<int, 0>{});
}

/// Two digits of three classes, one after the other: a branch for both would have 64 ways.
template <int Words>
__device__ __forceinline__ void compare_pair(const std::uint32_t (&digits)[3], std::uint32_t (&flips)[Words],
                                             const std::uint32_t (&masks)[2][Words], const std::uint32_t* pair) {
  compare_digit(digits, 2, flips, masks, pair + 1);
  compare_digit(digits, 1, flips, masks, pair);
}

}  // namespace detail

/// Step 1 of the rule, for one thread's tile.
template <int Words, class Thresholds, bool DrawsFirst = Words<8> class LeadingDigits;

/// Whatever spin turns out to be there.
template <int Words, class Thresholds>
class LeadingDigits<Words, Thresholds, true> {
  static constexpr int classes = Thresholds::classes;

 public:
  template <class Random>
  __device__ __forceinline__ void prepare(Random& random, const Thresholds& thresholds) {
    constexpr int pairs = multispin_leading_digits / 2;
    std::uint32_t drawn[pairs * 2 * Words];
    random.draw(drawn);
#pragma unroll
    for (int w = 0; w < Words; ++w) {
      decided_[w] = 0;
#pragma unroll
      for (int c = 0; c < classes; ++c) flips_[c][w] = 0;
    }
#pragma unroll
    for (int i = 0; i < pairs; ++i) {
      const std::uint32_t* pair = drawn + i * 2 * Words;
      detail::decide_more(decided_, pair);
#pragma unroll
      for (int c = 0; c < classes; ++c) compare(thresholds.digits(c) >> 2 * i, flips_[c], pair);
    }
    if constexpr (Random::draws_singly) ahead_ = random.next();
  }
  template <class Random>
  __device__ __forceinline__ void decide(const std::uint32_t (&free)[Words],
                                         const std::uint32_t (&masks)[classes - 1][Words],
                                         std::uint32_t (&flips)[Words], std::uint32_t (&decided)[Words], Random&,
                                         const Thresholds&) const {
#pragma unroll
    for (int w = 0; w < Words; ++w) {
      flips[w] = flips_[0][w];
#pragma unroll
      for (int c = 1; c < classes; ++c)
        flips[w] = gpu::bitwise(masks[c - 1][w], flips_[c][w], flips[w],
                                [](auto mask, auto yes, auto no) { return detail::choose(mask, yes, no); });
      decided[w] = decided_[w] | free[w];
    }
  }
  /// For the first spin that is left.
  template <class Random>
  __device__ __forceinline__ std::uint32_t first_draw(Random& random) const {
    if constexpr (Random::draws_singly)
      return ahead_;
    else
      return random.next();
  }

 private:
  /// Two digits of one threshold; for so few words a branch would cost more than it saves.
  __device__ __forceinline__ static void compare(std::uint32_t digits, std::uint32_t (&flips)[Words],
                                                 const std::uint32_t* pair) {
    const std::uint32_t high = 0u - (digits & 1), low = 0u - (digits >> 1 & 1);
    const auto choose = [](auto random, auto digit, auto later) { return detail::choose(random, digit, later); };
#pragma unroll
    for (int w = 0; w < Words; ++w)
      flips[w] = gpu::bitwise(pair[2 * w], high, gpu::bitwise(pair[2 * w + 1], low, flips[w], choose), choose);
  }

  std::uint32_t decided_[Words];         ///< whatever spin is there
  std::uint32_t flips_[classes][Words];  ///< a spin of that class would flip; 0 where undecided
  std::uint32_t ahead_;
};

/// When the spins are there.
template <int Words, class Thresholds>
class LeadingDigits<Words, Thresholds, false> {
  static constexpr int classes = Thresholds::classes;

 public:
  template <class Random>
  __device__ __forceinline__ void prepare(Random&, const Thresholds&) {}
  template <class Random>
  __device__ __forceinline__ void decide(const std::uint32_t (&free)[Words],
                                         const std::uint32_t (&masks)[classes - 1][Words],
                                         std::uint32_t (&flips)[Words], std::uint32_t (&decided)[Words], Random& random,
                                         const Thresholds& thresholds) const {
    std::uint32_t digits[classes];
#pragma unroll
    for (int c = 0; c < classes; ++c) digits[c] = thresholds.digits(c);
#pragma unroll
    for (int w = 0; w < Words; ++w) decided[w] = free[w], flips[w] = 0;
    // With Philox, which makes four words at a time, two turns are too much code: `multispin_tiled` lost 7%.
    constexpr int turns_at_once = Random::draws_singly ? 2 : 1;
#pragma unroll turns_at_once
    for (int i = 0; i < multispin_leading_digits / 2; ++i) {
      std::uint32_t pair[2 * Words];
      random.draw(pair);
      detail::decide_more(decided, pair);
      detail::compare_pair(digits, flips, masks, pair);
#pragma unroll
      for (int c = 0; c < classes; ++c) digits[c] >>= 2;
    }
  }
  template <class Random>
  __device__ __forceinline__ std::uint32_t first_draw(Random& random) const {
    return random.next();
  }
};

/// Step 2, for the spins that are not decided yet.
template <int Words, class Thresholds, bool DrawsFirst, class Random>
__device__ __forceinline__ void decide_rest(std::uint32_t (&spins)[Words], std::uint32_t (&decided)[Words],
                                            const std::uint32_t (&masks)[Thresholds::classes - 1][Words],
                                            const LeadingDigits<Words, Thresholds, DrawsFirst>& leading, Random& random,
                                            const Thresholds& thresholds) {
  constexpr int classes = Thresholds::classes;
  // Nearly every warp has something left, so that the first draw may come without asking.
  std::uint32_t drawn = leading.first_draw(random);
#pragma unroll 1
  for (;;) {
    // Of each bit place the first word with a spin that is left is served, the others wait.
    std::uint32_t places, several, aligned[classes - 1], flips = 0;
    detail::find_places(decided, places, several);
    // Of the served spins, bit place by bit place, those of each class but 0; anything at other places.
#pragma unroll
    for (int c = 0; c < classes - 1; ++c) {
      aligned[c] = masks[c][Words - 1];
#pragma unroll
      for (int w = Words - 2; w >= 0; --w)
        aligned[c] = gpu::bitwise(planted(Mutant::bits_class_of_last) ? ~0u : decided[w], masks[c][w], aligned[c],
                                  [](auto d, auto mask, auto later) { return detail::choose(d, later, mask); });
    }
    const auto serve = [&] {
      const std::uint32_t place = places & (0u - places);
      std::uint32_t rest = thresholds.rest(0);
#pragma unroll
      for (int c = 1; c < classes; ++c)
        rest = (aligned[c - 1] & place) == 0 || planted(Mutant::bits_rest_of_class_0) ? rest : thresholds.rest(c);
      gpu::add_bits_if_less(flips, place, drawn, rest);
      places ^= place;
    };
    serve();
#pragma unroll 1
    while (places != 0) {
      drawn = random.next();
      serve();
    }
    if (several == 0) {
#pragma unroll
      for (int w = 0; w < Words; ++w)
        spins[w] = gpu::bitwise(spins[w], decided[w], flips, [](auto s, auto d, auto f) { return s ^ (f & ~d); });
      return;
    }
    std::uint32_t before = 0;
#pragma unroll
    for (int w = 0; w < Words; ++w) {
      const std::uint32_t left = ~decided[w];
      spins[w] = gpu::bitwise(spins[w], left & flips, before, [](auto s, auto f, auto b) { return s ^ (f & ~b); });
      decided[w] = ~(left & before);
      before |= left;
    }
    if (planted(Mutant::bits_second_round_lost)) return;
    drawn = random.next();
  }
}

}  // namespace spinbench::inline SPINBENCH_GPU_NAMESPACE
