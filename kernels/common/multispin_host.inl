// One colour of a bit-sliced lattice, a tile in each lane of a vector; no header of its own: lanes_each.inl reads it
// for each instruction set.
//
// What is done for each class but the first is written out for the two that there may be: GCC unrolls a loop over them
// too late to keep their vectors in registers.

/// The tile's words as bits of all lanes, in the order in which the rule counts them.
template <class Thresholds>
struct TileLanes {
  static_assert(Thresholds::classes == 2 || Thresholds::classes == 3);
  Lanes free[8];                            ///< spins that flip for certain
  Lanes masks[Thresholds::classes - 1][8];  ///< of the others those of class 1 and on
  Lanes undecided[8];
  Lanes flips[8];
};

/// What a kernel adds for its lattice, for its own Thresholds:
///   layered         whether there are layers
///   across, down    the tile that has code of its own
///   count(spins, before, same, behind, side, w, tile), with layers count(..., side, below, above, w, tile)
///                   sets tile.free[w] and tile.masks[][w] by the neighbours, which lie in the other colour's plane:
///                   three of them in the rows before, beside and behind, the other one of the same row, and those of
///                   the layers
template <class Thresholds>
struct Bonds;

SPINBENCH_LANES_FN Lanes* vectors(std::uint32_t* words) { return reinterpret_cast<Lanes*>(words); }
SPINBENCH_LANES_FN const Lanes* vectors(const std::uint32_t* words) { return reinterpret_cast<const Lanes*>(words); }

/// The leading digits of all thresholds as whole vectors: of class 0, and where another class differs from it.
template <class Thresholds>
struct DigitLanes {
  static constexpr int others = Thresholds::classes - 1;
  Lanes first[multispin_leading_digits], differs[others][multispin_leading_digits];

  // Inlined, its vectors would be thought to be worth registers where random words are drawn.
  [[gnu::noinline]] SPINBENCH_LANES_KERNEL explicit DigitLanes(const Thresholds& thresholds) {
    for (int i = 0; i < multispin_leading_digits; ++i) {
      // As multispin_digits() has them.
      const int place = (multispin_leading_digits - 1 - i) ^ 1;
      const Lanes zero{};
      first[i] = zero - (thresholds.digits(0) >> place & 1);
      for (int c = 0; c < others; ++c)
        differs[c][i] = zero - ((thresholds.digits(0) ^ thresholds.digits(c + 1)) >> place & 1);
    }
  }
};

/// Step 1 of the rule for word `w`. `drawn`: its random words, digit by digit. A branch on digits that all spins share
/// would save some of the operations and cost more.
template <class Thresholds>
SPINBENCH_LANES_FN void compare_digits(const Lanes* drawn, const DigitLanes<Thresholds>& digits,
                                       TileLanes<Thresholds>& tile, std::uint32_t w) {
  Lanes flips{}, decided = tile.free[w];
#pragma GCC unroll 8
  for (int i = multispin_leading_digits - 1; i >= 0; --i) {
    Lanes threshold = (tile.masks[0][w] & digits.differs[0][i]) ^ digits.first[i];
    if constexpr (Thresholds::classes == 3) threshold ^= tile.masks[1][w] & digits.differs[1][i];
    flips ^= drawn[i] & (flips ^ threshold);
    decided |= drawn[i];
  }
  tile.flips[w] = flips;
  tile.undecided[w] = ~decided;
}

/// What the spins that the leading digits leave undecided are compared with.
template <class Thresholds>
struct RestLanes {
  static constexpr int others = Thresholds::classes - 1;
  Lanes all, differs[others];  ///< differs: of class 0 and another; all: what a spin of all other classes would have

  SPINBENCH_LANES_FN explicit RestLanes(const Thresholds& thresholds) {
    const Lanes zero{};
    const std::uint32_t first = thresholds.rest(0);
    differs[0] = zero + (first ^ thresholds.rest(planted(Mutant::bands_rest_of_class_0) ? 0 : 1));
    all = (zero + first) ^ differs[0];
    if constexpr (Thresholds::classes == 3) {
      differs[1] = zero + (first ^ thresholds.rest(2));
      all ^= differs[1];
    }
  }
};

/// A word for the lowest bit place of `left` in each lane. aligned[c - 1]: the places whose spin is of class c.
template <class Thresholds>
SPINBENCH_LANES_FN void serve_lowest(const Lanes& drawn, const RestLanes<Thresholds>& rest,
                                     const Lanes (&aligned)[Thresholds::classes - 1], Lanes& left, Lanes& flips) {
  const Lanes zero{}, place = left & (zero - left);
  Lanes threshold = rest.all ^ (rest.differs[0] & (Lanes)((aligned[0] & place) == zero));
  if constexpr (Thresholds::classes == 3) threshold ^= rest.differs[1] & (Lanes)((aligned[1] & place) == zero);
  flips |= place & (Lanes)(drawn < threshold);
  left ^= place;
}

/// The first round of step 2. Returns whether any lane needs another; `places` becomes the bit places that were served.
template <class Random, class Thresholds>
SPINBENCH_LANES_FN bool serve_first_round(Random& random, const Thresholds& thresholds, std::uint32_t words,
                                          TileLanes<Thresholds>& tile, Lanes& places) {
  Lanes served[8], waiting{}, aligned[Thresholds::classes - 1] = {};
  places = Lanes{};
  for (std::uint32_t w = 0; w < words; ++w) {
    served[w] = tile.undecided[w] & ~places;
    waiting |= tile.undecided[w] & places;
    places |= tile.undecided[w];
    aligned[0] |= served[w] & tile.masks[0][w];
    if constexpr (Thresholds::classes == 3) aligned[1] |= served[w] & tile.masks[1][w];
    tile.undecided[w] &= ~served[w];
  }
  Lanes flips{}, left = places;
  const RestLanes<Thresholds> rest(thresholds);
  // Few groups of lanes are done with less: words too many cost less than a branch that nobody can foresee.
#pragma GCC unroll 3
  for (int i = 0; i < 3; ++i) serve_lowest(random.next(), rest, aligned, left, flips);
  while (SPINBENCH_LANES_ANY(left)) serve_lowest(random.next(), rest, aligned, left, flips);
  for (std::uint32_t w = 0; w < words; ++w) tile.flips[w] |= served[w] & flips;
  return SPINBENCH_LANES_ANY(waiting);
}

/// Further rounds, lane by lane: seldom is one needed. Lane l's stream is number `first_stream` + l * step.
template <class Rng, class Thresholds>
SPINBENCH_LANES_FN void serve_later_rounds(const HostHalfSweep<Thresholds>& job, std::uint64_t first_stream,
                                           std::uint64_t step, std::uint32_t words, TileLanes<Thresholds>& tile,
                                           const Lanes& places) {
  constexpr int others = Thresholds::classes - 1;
  for (std::uint32_t lane = 0; lane < lanes; ++lane) {
    std::uint32_t undecided[8], masks[others][8], flips[8] = {}, any = 0;
    for (std::uint32_t w = 0; w < words; ++w) {
      any |= undecided[w] = tile.undecided[w][lane];
      for (int c = 0; c < others; ++c) masks[c][w] = tile.masks[c][w][lane];
    }
    if (any == 0) continue;
    typename Rng::Stream stream(Rng::setup(job.seed, 0, rng::Seeding::random), first_stream + lane * step,
                                job.position);
    const int behind = multispin_leading_digits * static_cast<int>(words) + __builtin_popcount(places[lane]);
    for (int i = 0; i < behind; ++i) stream.next();
    decide_late(stream, *job.thresholds, words, undecided, masks, flips);
    for (std::uint32_t w = 0; w < words; ++w) tile.flips[w][lane] |= flips[w];
  }
}

/// `row` of the bands in a layer; or, where it is the last before them or the first behind, the row that each lane
/// finds in the next.
template <class Thresholds>
SPINBENCH_LANES_FN const Lanes* row_of(const HostHalfSweep<Thresholds>& job, std::uint32_t* layer, std::int64_t row) {
  const std::uint32_t n = job.bands.words_a_row;
  if (row >= 0 && row < job.bands.rows) return vectors(layer) + static_cast<std::size_t>(row) * n;
  const std::size_t inside = row < 0 ? job.bands.rows - 1 : 0;
  const std::uint32_t shift = row < 0 ? lanes - 1 : 1;
  const std::uint32_t* const from = layer + inside * n * lanes;
  std::uint32_t* const edge = job.edge + (row < 0 ? 0 : static_cast<std::size_t>(n) * lanes);
  for (std::uint32_t i = 0; i < n; ++i)
    for (std::uint32_t lane = 0; lane < lanes; ++lane)
      edge[i * lanes + lane] =
          from[i * lanes + (planted(Mutant::bands_never_wrap) && lane == 0 && row < 0 ? 0 : (lane + shift) % lanes)];
  // A layer closes in itself.
  if (Bonds<Thresholds>::layered) return vectors(edge);
  if (row < 0 && job.before != nullptr)
    for (std::uint32_t i = 0; i < n; ++i) edge[i * lanes] = job.before[i];
  if (row >= 0 && job.behind != nullptr)
    for (std::uint32_t i = 0; i < n; ++i) edge[i * lanes + lanes - 1] = job.behind[i];
  return vectors(edge);
}

/// A row of a tile, and the other colour's rows around it; `below` and `above` only where there are layers.
struct RowsAround {
  const Lanes *own, *before, *same, *behind, *below, *above;
};

/// The bonds of the spins of one row of a tile, whose words are counted from w0.
template <bool Odd, class Thresholds>
SPINBENCH_LANES_FN void count_bonds(const RowsAround& rows, std::uint32_t words_a_row, std::uint32_t x0,
                                    std::uint32_t across, std::uint32_t w0, TileLanes<Thresholds>& tile) {
  const bool wraps = planted(Mutant::bands_always_wrap);
  const std::uint32_t beside =
      Odd ? (wraps || x0 + across == words_a_row ? 0 : x0 + across) : (wraps || x0 == 0 ? words_a_row : x0) - 1;
  for (std::uint32_t j = 0; j < across; ++j) {
    const std::uint32_t x = x0 + j, next = Odd ? (j + 1 == across ? beside : x + 1) : (j == 0 ? beside : x - 1);
    const Lanes same = rows.same[x], other = rows.same[next];
    const Lanes side = Odd ? same >> 1 | other << 31 : same << 1 | other >> 31;
    if constexpr (Bonds<Thresholds>::layered)
      Bonds<Thresholds>::count(rows.own[x], rows.before[x], same, rows.behind[x], side, rows.below[x], rows.above[x],
                               w0 + j, tile);
    else
      Bonds<Thresholds>::count(rows.own[x], rows.before[x], same, rows.behind[x], side, w0 + j, tile);
  }
}

/// `Across`, `Down`: the tile's words and rows, where the compiler is to know them; else 0.
template <class Rng, std::uint32_t Across, std::uint32_t Down, class Thresholds>
SPINBENCH_LANES_FN void update_tiles(const HostHalfSweep<Thresholds>& job) {
  constexpr bool layered = Bonds<Thresholds>::layered;
  const HostBands& bands = job.bands;
  const std::uint32_t across = Across > 0 ? Across : bands.tile.across, down = Down > 0 ? Down : bands.tile.down;
  const std::uint32_t n = bands.words_a_row, words = across * down, tile_rows = bands.rows / down;
  const std::uint64_t step = static_cast<std::uint64_t>(tile_rows) * (n / across);
  const std::size_t layer_words = static_cast<std::size_t>(bands.rows) * n * lanes;
  const LaneNumbers steps = LaneNumbers::counted(0, step);
  const DigitLanes<Thresholds> digits(*job.thresholds);
  for (std::uint32_t t = job.first; t < job.last; ++t) {
    const std::uint32_t z = layered ? t / tile_rows : 0, y0 = (t - z * tile_rows) * down;
    // A half-sweep's colour is that of the first site of row 0 in an even layer.
    const std::uint32_t parity = layered ? (bands.first_layer + z + job.colour) & 1 : job.colour;
    std::uint32_t* const plane = bands.planes[1 - job.colour];
    const Lanes* other[10] = {};
    for (std::uint32_t row = 0; row < down + 2; ++row)
      other[row] = row_of(job, plane + z * layer_words, static_cast<std::int64_t>(y0 + row) - 1);
    const std::size_t first_row = static_cast<std::size_t>(y0) * n;
    Lanes* const own = vectors(bands.planes[job.colour] + z * layer_words) + first_row;
    const Lanes *below = own, *above = own;  // nobody looks at them where there is one layer
    if constexpr (layered) {
      const std::uint32_t last = planted(Mutant::bands_layers_shifted) ? 0 : bands.layers - 1;
      below = vectors(plane + (z == 0 ? last : z - 1) * layer_words) + first_row;
      above = vectors(plane + (z + 1 == bands.layers ? 0 : z + 1) * layer_words) + first_row;
      if (z == 0 && job.before != nullptr) below = vectors(job.before) + first_row;
      if (z + 1 == bands.layers && job.behind != nullptr) above = vectors(job.behind) + first_row;
    }
    std::uint64_t stream =
        bands.first_stream + z * step * lanes + static_cast<std::uint64_t>(t - z * tile_rows) * (n / across);
    for (std::uint32_t x0 = 0; x0 < n; x0 += across, ++stream) {
      RandomLanes<Rng> random(job.seed, steps.plus(stream), job.position);
      Lanes drawn[8 * multispin_leading_digits];
      for (int high = multispin_leading_digits - 1; high > 0; high -= 2)
        for (std::uint32_t w = 0; w < words; ++w) {
          Lanes* const its_words = drawn + w * multispin_leading_digits;
          its_words[high - 1] = random.next();
          its_words[high] = random.next();
        }
      TileLanes<Thresholds> tile;
      for (std::uint32_t row = 0; row < down; ++row) {
        const std::uint32_t w0 = (parity == 0 ? row : down - 1 - row) * across;
        const RowsAround around = {own + row * n,  other[row],      other[row + 1],
                                   other[row + 2], below + row * n, above + row * n};
        if ((y0 + row + parity) % 2 != 0)
          count_bonds<true>(around, n, x0, across, w0, tile);
        else
          count_bonds<false>(around, n, x0, across, w0, tile);
      }
      for (std::uint32_t w = 0; w < words; ++w) compare_digits(drawn + w * multispin_leading_digits, digits, tile, w);
      Lanes places;
      if (serve_first_round(random, *job.thresholds, words, tile, places) && !planted(Mutant::bands_second_round_lost))
        serve_later_rounds<Rng>(job, stream, step, words, tile, places);
      const std::uint32_t kept = planted(Mutant::bands_last_row_kept) && t % 2 != 0 ? 1 : 0;
      for (std::uint32_t row = 0; row < down - kept; ++row)
        for (std::uint32_t j = 0; j < across; ++j) {
          const std::uint32_t i = (parity == 0 ? row : down - 1 - row) * across + j;
          own[row * n + x0 + j] ^= tile.free[i] | tile.flips[i];
        }
    }
  }
}

template <class Rng, class Thresholds>
SPINBENCH_LANES_KERNEL void update_bands(const HostHalfSweep<Thresholds>& job) {
  using Its = Bonds<Thresholds>;
  // Worth its code where the vectors are wide.
  if constexpr (lanes > 4)
    if (job.bands.tile.across == Its::across && job.bands.tile.down == Its::down)
      return update_tiles<Rng, Its::across, Its::down>(job);
  update_tiles<Rng, 0, 0>(job);
}
