// One colour of the bit-sliced lattice, a tile in each lane of a vector; no header of its own: lanes_each.inl reads it
// for each instruction set.

/// The tile's words as bits of all lanes, in the order in which the rule counts them.
struct TileLanes {
  Lanes free[8];       ///< two unsatisfied bonds or more
  Lanes none[8];       ///< no unsatisfied bond
  Lanes undecided[8];
  Lanes flips[8];
};

SPINBENCH_LANES_FN Lanes* vectors(std::uint32_t* words) { return reinterpret_cast<Lanes*>(words); }

/// The leading digits of both thresholds as whole vectors: of p1, and where p0 has another.
struct DigitLanes {
  Lanes one[ising2d::multispin_leading_digits], differs[ising2d::multispin_leading_digits];

  SPINBENCH_LANES_FN explicit DigitLanes(const ising2d::MultispinThresholds& thresholds) {
    for (int i = 0; i < ising2d::multispin_leading_digits; ++i) {
      // As MultispinThresholds keeps them.
      const int place = (ising2d::multispin_leading_digits - 1 - i) ^ 1;
      const Lanes zero{};
      one[i] = zero - (thresholds.one >> place & 1);
      differs[i] = zero - ((thresholds.one ^ thresholds.none) >> place & 1);
    }
  }
};

/// Step 1 of the rule for word `w`. `drawn`: its random words, digit by digit. A branch on digits that all spins share
/// would save two of the six operations and cost more.
SPINBENCH_LANES_FN void compare_digits(const Lanes* drawn, const DigitLanes& digits, TileLanes& tile, std::uint32_t w) {
  Lanes flips{}, decided = tile.free[w];
  const Lanes none = tile.none[w];
#pragma GCC unroll 8
  for (int i = ising2d::multispin_leading_digits - 1; i >= 0; --i) {
    const Lanes threshold = (none & digits.differs[i]) ^ digits.one[i];
    flips ^= drawn[i] & (flips ^ threshold);
    decided |= drawn[i];
  }
  tile.flips[w] = flips;
  tile.undecided[w] = ~decided;
}

/// A word for the lowest bit place of `left` in each lane.
SPINBENCH_LANES_FN void serve_lowest(const Lanes& drawn, const Lanes& rest1, const Lanes& rest0, const Lanes& aligned,
                                     Lanes& left, Lanes& flips) {
  const Lanes zero{}, place = left & (zero - left), is_one = (Lanes)((aligned & place) == zero);
  const Lanes threshold = rest0 ^ ((rest0 ^ rest1) & is_one);
  flips |= place & (Lanes)(drawn < threshold);
  left ^= place;
}

/// The first round of step 2. Returns whether any lane needs another; `places` becomes the bit places that were served.
template <class Random>
SPINBENCH_LANES_FN bool serve_first_round(Random& random, const ising2d::MultispinThresholds& thresholds,
                                          std::uint32_t words, TileLanes& tile, Lanes& places) {
  Lanes served[8], waiting{}, aligned{};
  places = Lanes{};
  for (std::uint32_t w = 0; w < words; ++w) {
    served[w] = tile.undecided[w] & ~places;
    waiting |= tile.undecided[w] & places;
    places |= tile.undecided[w];
    aligned |= served[w] & tile.none[w];
    tile.undecided[w] &= ~served[w];
  }
  Lanes flips{}, left = places;
  const Lanes zero{}, rest1 = zero + thresholds.rest1, rest0 = zero + thresholds.rest0;
  // Few groups of lanes are done with less: words too many cost less than a branch that nobody can foresee.
#pragma GCC unroll 3
  for (int i = 0; i < 3; ++i) serve_lowest(random.next(), rest1, rest0, aligned, left, flips);
  while (SPINBENCH_LANES_ANY(left)) serve_lowest(random.next(), rest1, rest0, aligned, left, flips);
  for (std::uint32_t w = 0; w < words; ++w) tile.flips[w] |= served[w] & flips;
  return SPINBENCH_LANES_ANY(waiting);
}

/// Further rounds, lane by lane: seldom is one needed.
template <class Rng>
SPINBENCH_LANES_FN void serve_later_rounds(const ising2d::HostHalfSweep& job, std::uint64_t first_stream,
                                           std::uint64_t step, std::uint32_t words, TileLanes& tile,
                                           const Lanes& places) {
  for (std::uint32_t lane = 0; lane < lanes; ++lane) {
    std::uint32_t undecided[8], none[8], flips[8] = {}, any = 0;
    for (std::uint32_t w = 0; w < words; ++w)
      any |= undecided[w] = tile.undecided[w][lane], none[w] = tile.none[w][lane];
    if (any == 0) continue;
    typename Rng::Stream stream(Rng::setup(job.seed, 0, rng::Seeding::random), first_stream + lane * step,
                                job.position);
    const int behind = ising2d::multispin_leading_digits * static_cast<int>(words) + __builtin_popcount(places[lane]);
    for (int i = 0; i < behind; ++i) stream.next();
    ising2d::decide_late<Rng>(stream, *job.thresholds, words, undecided, none, flips);
    for (std::uint32_t w = 0; w < words; ++w) tile.flips[w][lane] |= flips[w];
  }
}

/// `row` of the bands; or, where it is the last before them or the first behind, the row that each lane finds in the
/// next.
SPINBENCH_LANES_FN const Lanes* row_of(const ising2d::HostHalfSweep& job, std::uint32_t colour, std::int64_t row) {
  const std::uint32_t n = job.bands.words_a_row;
  std::uint32_t* const plane = job.bands.planes[colour];
  if (row >= 0 && row < job.bands.rows) return vectors(plane) + static_cast<std::size_t>(row) * n;
  const std::size_t inside = row < 0 ? job.bands.rows - 1 : 0;
  const std::uint32_t shift = row < 0 ? lanes - 1 : 1;
  const std::uint32_t* const from = plane + inside * n * lanes;
  std::uint32_t* const edge = job.edge + (row < 0 ? 0 : static_cast<std::size_t>(n) * lanes);
  for (std::uint32_t i = 0; i < n; ++i)
    for (std::uint32_t lane = 0; lane < lanes; ++lane)
      edge[i * lanes + lane] = from[i * lanes + (lane + shift) % lanes];
  return vectors(edge);
}

/// The bonds of the spins of one row of a tile, whose words are counted from w0; `up`, `same` and `low`: the rows of
/// the other colour.
template <bool Odd>
SPINBENCH_LANES_FN void count_bonds(const Lanes* own, const Lanes* up, const Lanes* same, const Lanes* low,
                                    std::uint32_t words_a_row, std::uint32_t x0, std::uint32_t across, std::uint32_t w0,
                                    TileLanes& tile) {
  const std::uint32_t beside = Odd ? (x0 + across == words_a_row ? 0 : x0 + across) : (x0 == 0 ? words_a_row : x0) - 1;
  for (std::uint32_t j = 0; j < across; ++j) {
    const std::uint32_t x = x0 + j, next = Odd ? (j + 1 == across ? beside : x + 1) : (j == 0 ? beside : x - 1);
    const Lanes spins = own[x], middle = same[x];
    const Lanes side = Odd ? middle >> 1 | same[next] << 31 : middle << 1 | same[next] >> 31;
    const Lanes half = up[x] ^ middle, parity = half ^ low[x], majority = (up[x] & middle) | (half & low[x]);
    const Lanes one = parity ^ spins, other_one = side ^ spins;
    tile.free[w0 + j] = (majority ^ spins) | (one & other_one);
    tile.none[w0 + j] = ~(one | other_one);
  }
}

/// `Across`, `Down`: the tile's words and rows, where the compiler is to know them; else 0.
template <class Rng, std::uint32_t Across, std::uint32_t Down>
SPINBENCH_LANES_FN void update_tiles(const ising2d::HostHalfSweep& job) {
  const ising2d::HostBands& bands = job.bands;
  const std::uint32_t across = Across > 0 ? Across : bands.tile.across, down = Down > 0 ? Down : bands.tile.down;
  const std::uint32_t n = bands.words_a_row, words = across * down;
  const std::uint64_t step = static_cast<std::uint64_t>(bands.rows / down) * (n / across);
  const LaneNumbers steps = LaneNumbers::counted(0, step);
  const DigitLanes digits(*job.thresholds);
  for (std::uint32_t t = job.first; t < job.last; ++t) {
    const std::uint32_t y0 = t * down;
    const Lanes* other[10] = {};
    for (std::uint32_t row = 0; row < down + 2; ++row)
      other[row] = row_of(job, 1 - job.colour, static_cast<std::int64_t>(y0 + row) - 1);
    Lanes* const own = vectors(bands.planes[job.colour]) + static_cast<std::size_t>(y0) * n;
    std::uint64_t stream = bands.first_stream + static_cast<std::uint64_t>(t) * (n / across);
    for (std::uint32_t x0 = 0; x0 < n; x0 += across, ++stream) {
      RandomLanes<Rng> random(job.seed, steps.plus(stream), job.position);
      Lanes drawn[8 * ising2d::multispin_leading_digits];
      for (int high = ising2d::multispin_leading_digits - 1; high > 0; high -= 2)
        for (std::uint32_t w = 0; w < words; ++w) {
          Lanes* const its_words = drawn + w * ising2d::multispin_leading_digits;
          its_words[high - 1] = random.next();
          its_words[high] = random.next();
        }
      TileLanes tile;
      for (std::uint32_t row = 0; row < down; ++row) {
        const std::uint32_t w0 = (job.colour == 0 ? row : down - 1 - row) * across;
        const Lanes* const spins = own + row * n;
        if ((y0 + row + job.colour) % 2 != 0)
          count_bonds<true>(spins, other[row], other[row + 1], other[row + 2], n, x0, across, w0, tile);
        else count_bonds<false>(spins, other[row], other[row + 1], other[row + 2], n, x0, across, w0, tile);
      }
      for (std::uint32_t w = 0; w < words; ++w)
        compare_digits(drawn + w * ising2d::multispin_leading_digits, digits, tile, w);
      Lanes places;
      if (serve_first_round(random, *job.thresholds, words, tile, places))
        serve_later_rounds<Rng>(job, stream, step, words, tile, places);
      for (std::uint32_t row = 0; row < down; ++row)
        for (std::uint32_t j = 0; j < across; ++j) {
          const std::uint32_t i = (job.colour == 0 ? row : down - 1 - row) * across + j;
          own[row * n + x0 + j] ^= tile.free[i] | tile.flips[i];
        }
    }
  }
}

template <class Rng>
SPINBENCH_LANES_KERNEL void update_bands(const ising2d::HostHalfSweep& job) {
  // Worth its code where the vectors are wide.
  if constexpr (lanes > 4)
    if (job.bands.tile.across == 4 && job.bands.tile.down == 2) return update_tiles<Rng, 4, 2>(job);
  update_tiles<Rng, 0, 0>(job);
}
