// A visit of many words at a time, each in a lane of the host's vectors; no header of its own: lanes_each.inl reads it
// for each instruction set. kernels/ea2d_metropolis/multispin_lanes.hpp says how they lie.

/// The random words of a visit: of each pair of sites a stream in every lane.
template <class Rng>
class GlassWords {
 public:
  static constexpr std::size_t bytes_a_pair = sizeof(RandomLanes<Rng>);

  SPINBENCH_LANES_FN explicit GlassWords(const ea2d::LanesVisit& job)
      : streams_(reinterpret_cast<RandomLanes<Rng>*>(job.scratch)) {
    const std::uint64_t pairs = job.L * job.L / 2;
    const LaneNumbers numbers =
        LaneNumbers::counted(job.first_stream, planted(Mutant::glass_vectors_share_streams) ? 0 : pairs);
    for (std::uint64_t pair = 0; pair < pairs; ++pair)
      new (streams_ + pair) RandomLanes<Rng>(job.seed, numbers.plus(pair), job.position);
  }
  SPINBENCH_LANES_FN void prepare(std::uint64_t) {}
  /// For the half-sweep `half`, counted from the start; once for each, in their order.
  SPINBENCH_LANES_FN Lanes word(std::size_t pair, std::uint64_t) {
    RandomLanes<Rng> stream = streams_[pair];
    const Lanes result = stream.next();
    streams_[pair] = stream;
    return result;
  }

 private:
  RandomLanes<Rng>* streams_;
};

/// A block of Philox has a pair's words for four half-sweeps.
template <int Rounds>
class GlassWords<rng::Philox<Rounds>> {
 public:
  static constexpr std::size_t bytes_a_pair = 4 * sizeof(Lanes);

  SPINBENCH_LANES_FN explicit GlassWords(const ea2d::LanesVisit& job)
      : job_(&job), words_(reinterpret_cast<Lanes*>(job.scratch)) {}
  SPINBENCH_LANES_FN void prepare(std::uint64_t half) {
    if (half % 4 == 0 || half == job_->position) draw(*job_, half / 4, words_);
  }
  SPINBENCH_LANES_FN Lanes word(std::size_t pair, std::uint64_t half) { return words_[4 * pair + half % 4]; }

 private:
  // Of its own, or it would leave no registers to its caller.
  [[gnu::noinline]] SPINBENCH_LANES_KERNEL static void draw(const ea2d::LanesVisit& job, std::uint64_t block,
                                                            Lanes* words) {
    const std::uint64_t pairs = job.L * job.L / 2;
    LaneNumbers numbers =
        LaneNumbers::counted(job.first_stream, planted(Mutant::glass_vectors_share_streams) ? 0 : pairs);
    for (std::uint64_t pair = 0; pair < pairs; ++pair, numbers = numbers.plus(1)) {
      Lanes drawn[4];
      philox_lanes<Rounds>(job.seed, block, numbers, drawn);
      for (std::size_t i = 0; i < 4; ++i) words[4 * pair + i] = drawn[i];
    }
  }

  const ea2d::LanesVisit* job_;
  Lanes* words_;
};

/// What random numbers allow: of the lanes, or of each bit.
struct AllowedLanes {
  Lanes four, eight;

  SPINBENCH_LANES_FN static AllowedLanes of(const Lanes& random, const SquareThresholds& thresholds) {
    return {(Lanes)(random < thresholds.field2), (Lanes)(random < thresholds.field4)};
  }

  /// Numbers of 32 digits for each bit, compared until all are known to lie below both thresholds or not.
  template <class Rng>
  SPINBENCH_LANES_FN static AllowedLanes of_own(RandomLanes<Rng> random, const SquareThresholds& thresholds) {
    AllowedLanes allowed{};
    Lanes equal_four = ~Lanes{}, equal_eight = equal_four;
    std::uint32_t four = thresholds.field2, eight = thresholds.field4;
    for (int digit = 0; digit < 32; ++digit, four <<= 1, eight <<= 1) {
      if (planted(Mutant::glass_vectors_few_digits) && digit == 12) break;
      const Lanes drawn = random.next();
      const Lanes digit_four = Lanes{} - (four >> 31), digit_eight = Lanes{} - (eight >> 31);
      allowed.four |= equal_four & ~drawn & digit_four;
      equal_four &= ~(drawn ^ digit_four);
      allowed.eight |= equal_eight & ~drawn & digit_eight;
      equal_eight &= ~(drawn ^ digit_eight);
      const Lanes open = equal_four | equal_eight;
      if (!SPINBENCH_LANES_ANY(open)) break;
    }
    return allowed;
  }
};

/// As square_flips_of_bonds(): code for the baseline cannot be inlined here without its vectors being taken apart.
SPINBENCH_LANES_FN Lanes flips_of_bonds(const Lanes& a, const Lanes& b, const Lanes& c, const Lanes& d,
                                        const AllowedLanes& allowed) {
  const Lanes two_of_three = (a & b) | (c & (a | b)), one_of_three = a | b | c;
  const Lanes by_fourth = (d & one_of_three) | (allowed.four & (d | one_of_three));
  return two_of_three | by_fourth | allowed.eight;
}

/// What is allowed to the lanes of one site: by one number for each lane.
template <class Rng>
struct SharedNumbers {
  GlassWords<Rng> words;

  SPINBENCH_LANES_FN explicit SharedNumbers(const ea2d::LanesVisit& job) : words(job) {}
  SPINBENCH_LANES_FN void prepare(std::uint64_t half) { words.prepare(half); }
  SPINBENCH_LANES_FN AllowedLanes allowed(const ea2d::LanesVisit& job, std::size_t pair, std::uint64_t half) {
    return AllowedLanes::of(words.word(pair, half), job.thresholds);
  }
};

/// By one for each bit.
template <class Rng>
struct OwnNumbers {
  LaneNumbers numbers;

  SPINBENCH_LANES_FN explicit OwnNumbers(const ea2d::LanesVisit& job)
      : numbers(LaneNumbers::counted(job.first_stream, job.L * job.L / 2)) {}
  SPINBENCH_LANES_FN void prepare(std::uint64_t) {}
  SPINBENCH_LANES_FN AllowedLanes allowed(const ea2d::LanesVisit& job, std::size_t pair, std::uint64_t half) {
    return AllowedLanes::of_own<Rng>(RandomLanes<Rng>(job.seed, numbers.plus(pair), 32 * half), job.thresholds);
  }
};

/// `W` words of each site.
template <class Numbers, int W>
SPINBENCH_LANES_KERNEL void visit_glass(const ea2d::LanesVisit& job) {
  const std::size_t L = job.L;
  Lanes* const spins = reinterpret_cast<Lanes*>(job.spins);
  const Lanes* const along_x = reinterpret_cast<const Lanes*>(job.couplings);
  const Lanes* const along_y = along_x + L * L * W;
  Numbers numbers(job);
  for (std::uint64_t half = job.position; half < job.position + 2 * job.hits; ++half) {
    const std::size_t colour = half & 1;
    numbers.prepare(half);
    for (std::size_t y = 0; y < L; ++y) {
      const std::size_t row_above = (y == 0 ? L : y) - 1, row_below = y + 1 == L ? 0 : y + 1;
      const std::size_t first_pair = (colour == 0 ? y : row_above) * (L / 2);
      for (std::size_t x = (y + colour) & 1; x < L; x += 2) {
        const std::size_t here = (y * L + x) * W, left = (y * L + (x == 0 ? L : x) - 1) * W;
        const std::size_t right = (y * L + (x + 1 == L ? 0 : x + 1)) * W;
        const std::size_t above = (row_above * L + x) * W, below = (row_below * L + x) * W;
        const AllowedLanes allowed = numbers.allowed(job, first_pair + x / 2, half);
        for (std::size_t w = 0; w < W; ++w) {
          const Lanes own = spins[here + w];
          spins[here + w] = own ^ flips_of_bonds(own ^ spins[right + w] ^ along_x[here + w],
                                                 own ^ spins[left + w] ^ along_x[left + w],
                                                 own ^ spins[below + w] ^ along_y[here + w],
                                                 own ^ spins[above + w] ^ along_y[above + w], allowed);
        }
      }
    }
  }
}
