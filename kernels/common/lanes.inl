// Generators with a stream in each 32-bit lane of a vector; no header of its own: lanes_each.inl reads it for each
// instruction set. The words are those of the generators' own streams.

typedef std::uint32_t Lanes __attribute__((vector_size(SPINBENCH_LANES_BYTES), may_alias));
typedef std::uint64_t WideLanes __attribute__((vector_size(SPINBENCH_LANES_BYTES), may_alias));
inline constexpr std::uint32_t lanes = sizeof(Lanes) / sizeof(std::uint32_t);

/// A 64-bit number for each lane: of the even lanes and of the odd ones.
struct LaneNumbers {
  WideLanes even, odd;

  /// first, first + step, ...
  SPINBENCH_LANES_FN static LaneNumbers counted(std::uint64_t first, std::uint64_t step) {
    LaneNumbers result{};
    for (std::uint32_t i = 0; i < lanes / 2; ++i) {
      result.even[i] = first + 2 * i * step;
      result.odd[i] = first + (2 * i + 1) * step;
    }
    return result;
  }
  SPINBENCH_LANES_FN LaneNumbers plus(std::uint64_t offset) const { return {even + offset, odd + offset}; }
  /// Of lane `lane`.
  SPINBENCH_LANES_FN std::uint64_t operator[](std::size_t lane) const {
    return lane % 2 == 0 ? even[lane / 2] : odd[lane / 2];
  }
};

/// The lower halves of both.
SPINBENCH_LANES_FN Lanes lower_halves(const WideLanes& even, const WideLanes& odd) {
  return (Lanes)((even & 0xFFFFFFFFu) | odd << 32);
}

/// The block of Philox4x32 at counters (block, number) of all lanes. A 64-bit lane holds a word of one stream, and what
/// a product leaves in its upper half stays there: it neither reaches the lower half again nor a factor of the next
/// product, so that no step of the rounds must clear or move it.
template <int Rounds>
SPINBENCH_LANES_FN void philox_lanes(std::uint64_t seed, std::uint64_t block, const LaneNumbers& numbers,
                                     Lanes (&words)[4]) {
  const WideLanes zero{};
  WideLanes state[2][4];
  for (int half = 0; half < 2; ++half) {
    const WideLanes number = half == 0 ? numbers.even : numbers.odd;
    state[half][0] = zero + block, state[half][1] = zero + (block >> 32);
    state[half][2] = number, state[half][3] = number >> 32;
  }
  auto key0 = static_cast<std::uint32_t>(seed), key1 = static_cast<std::uint32_t>(seed >> 32);
  for (int round = 0; round < Rounds; ++round) {
    if (planted(Mutant::lanes_philox_9_rounds) && round == 9) break;
    for (auto& word : state) {
      const WideLanes first = SPINBENCH_LANES_MULTIPLY(zero + 0xD2511F53u, word[0]);
      const WideLanes second = SPINBENCH_LANES_MULTIPLY(zero + 0xCD9E8D57u, word[2]);
      word[0] = (second >> 32) ^ word[1] ^ (zero + key0);
      word[1] = second;
      word[2] = (first >> 32) ^ word[3] ^ (zero + key1);
      word[3] = first;
    }
    key0 += 0x9E3779B9u;
    key1 += 0xBB67AE85u;
  }
  for (int w = 0; w < 4; ++w) words[w] = lower_halves(state[0][w], state[1][w]);
}

/// As lanes::philox_block() says; takes the greatest number of whole vectors.
template <int Rounds>
SPINBENCH_LANES_KERNEL std::uint32_t philox_block(std::uint64_t seed, std::uint64_t block, std::uint64_t first,
                                                  std::uint32_t count, std::uint32_t* words, std::uint32_t stride) {
  std::uint32_t taken = 0;
  for (LaneNumbers numbers = LaneNumbers::counted(first, 1); taken + lanes <= count;
       taken += lanes, numbers = numbers.plus(lanes)) {
    Lanes drawn[4];
    philox_lanes<Rounds>(seed, block, numbers, drawn);
    for (std::uint32_t w = 0; w < 4; ++w) std::memcpy(words + w * stride + taken, &drawn[w], sizeof drawn[w]);
  }
  return taken;
}

SPINBENCH_LANES_FN Lanes rotate_left(const Lanes& x, int count) { return x << count | x >> (32 - count); }

/// Operations on vectors that open the streams of a seeded generator.
inline constexpr double opening_operations = 124;

/// The streams with the given numbers, opened at `position`, a multiple of four; next() draws a word of each. The
/// members and steps are those of the generators' headers. `operations`, on vectors, for each next(): AVX2 has no
/// rotation.
/// Any generator that keeps nothing in memory: its own streams, lane by lane. Those below have code for vectors.
template <class Rng>
class RandomLanes {
 public:
  static_assert(Rng::storage == rng::Storage::none);
  static constexpr bool vectorised = false;
  static constexpr double operations = lanes * (Rng::facts.multiply_adds + Rng::facts.logic_ops);

  SPINBENCH_LANES_FN RandomLanes(std::uint64_t seed, const LaneNumbers& numbers, std::uint64_t position)
      : streams_(
            opened(Rng::setup(seed, 0, rng::Seeding::random), numbers, position, std::make_index_sequence<lanes>{})) {}
  SPINBENCH_LANES_FN Lanes next() {
    Lanes words{};
    for (std::uint32_t lane = 0; lane < lanes; ++lane) words[lane] = streams_[lane].next();
    return words;
  }

 private:
  using Streams = std::array<typename Rng::Stream, lanes>;

  template <std::size_t... Lane>
  SPINBENCH_LANES_FN static Streams opened(const typename Rng::Setup& setup, const LaneNumbers& numbers,
                                           std::uint64_t position, std::index_sequence<Lane...>) {
    return {typename Rng::Stream(setup, numbers[Lane], position)...};
  }

  Streams streams_;
};

template <>
class RandomLanes<rng::Sfc32> {
 public:
  static constexpr bool vectorised = true;
  static constexpr double operations = 11;

  SPINBENCH_LANES_FN RandomLanes(std::uint64_t seed, const LaneNumbers& numbers, std::uint64_t position) {
    Lanes words[4];
    philox_lanes<7>(seed, position, numbers, words);
    a_ = words[0], b_ = words[1], c_ = words[2], counter_ = words[3];
  }
  SPINBENCH_LANES_FN Lanes next() {
    const Lanes result = a_ + b_ + counter_;
    counter_ += 1;
    a_ = b_ ^ (b_ >> 9);
    b_ = c_ + (c_ << 3);
    c_ = rotate_left(c_, 21) + result;
    return result;
  }

 private:
  Lanes a_, b_, c_, counter_;
};

template <>
class RandomLanes<rng::Xoshiro128pp> {
 public:
  static constexpr bool vectorised = true;
  static constexpr double operations = 14;

  SPINBENCH_LANES_FN RandomLanes(std::uint64_t seed, const LaneNumbers& numbers, std::uint64_t position) {
    Lanes words[4];
    philox_lanes<7>(seed, position, numbers, words);
    a_ = words[0], b_ = words[1], c_ = words[2], d_ = words[3];
  }
  SPINBENCH_LANES_FN Lanes next() {
    const Lanes result = rotate_left(a_ + d_, 7) + a_, shifted = b_ << 9;
    c_ ^= a_;
    d_ ^= b_;
    b_ ^= c_;
    a_ ^= d_;
    c_ ^= shifted;
    d_ = rotate_left(d_, 11);
    return result;
  }

 private:
  Lanes a_, b_, c_, d_;
};

template <>
class RandomLanes<rng::Mwc64x> {
 public:
  static constexpr bool vectorised = true;
  static constexpr double operations = 11;

  SPINBENCH_LANES_FN RandomLanes(std::uint64_t seed, const LaneNumbers& numbers, std::uint64_t position) {
    Lanes words[4];
    philox_lanes<7>(seed, position, numbers, words);
    for (int i = 0; i < 2; ++i) {
      const WideLanes x = (WideLanes)words[2 * i], carry = (WideLanes)(words[2 * i + 1] >> 1 | 1u);
      even_[i] = (x & 0xFFFFFFFFu) | carry << 32;
      odd_[i] = x >> 32 | (carry & 0xFFFFFFFF00000000u);
    }
  }
  SPINBENCH_LANES_FN Lanes next() {
    const WideLanes even = even_[0], odd = odd_[0], zero{};
    const WideLanes even_carry = even >> 32, odd_carry = odd >> 32;
    const Lanes result = lower_halves(even ^ even_carry, odd ^ odd_carry);
    even_[0] = even_[1], odd_[0] = odd_[1];
    even_[1] = SPINBENCH_LANES_MULTIPLY(zero + 4294883355u, even) + even_carry;
    odd_[1] = SPINBENCH_LANES_MULTIPLY(zero + 4294883355u, odd) + odd_carry;
    return result;
  }

 private:
  WideLanes even_[2], odd_[2];  ///< x below, the carry above; the one whose turn it is, and the other
};

template <int Rounds>
class RandomLanes<rng::Philox<Rounds>> {
 public:
  static constexpr bool vectorised = true;
  static constexpr double operations = 4 * Rounds + 3;

  SPINBENCH_LANES_FN RandomLanes(std::uint64_t seed, const LaneNumbers& numbers, std::uint64_t position)
      : seed_(seed), numbers_(numbers), block_(position / 4) {}
  SPINBENCH_LANES_FN Lanes next() {
    if (taken_ % 4 == 0) {
      if constexpr (Rounds > 7)
        draw_block();
      else
        philox_lanes<Rounds>(seed_, block_++, numbers_, words_);
    }
    return words_[taken_++ % 4];
  }

 private:
  // For as many rounds GCC spills so much of what its caller keeps in registers that the call costs less.
  [[gnu::noinline]] SPINBENCH_LANES_KERNEL void draw_block() {
    philox_lanes<Rounds>(seed_, block_++, numbers_, words_);
  }

  std::uint64_t seed_;
  LaneNumbers numbers_;
  std::uint64_t block_;
  std::uint32_t taken_ = 0;
  Lanes words_[4];
};

/// `count` words of each of the streams first, first + step, ..., one for each lane: word m of lane l at words[m *
/// lanes
/// + l].
template <class Rng>
SPINBENCH_LANES_KERNEL void draw_lanes(std::uint64_t seed, std::uint64_t first, std::uint64_t step,
                                       std::uint64_t position, std::size_t count, std::uint32_t* words) {
  RandomLanes<Rng> random(seed, LaneNumbers::counted(first, step), position);
  for (std::size_t m = 0; m < count; ++m) {
    const Lanes drawn = random.next();
    std::memcpy(words + m * lanes, &drawn, sizeof drawn);
  }
}
