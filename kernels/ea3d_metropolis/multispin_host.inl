// The rule of kernels/common/plus_minus_j.hpp on vectors; no header of its own: lanes_each.inl reads it for each
// instruction set, since a function must be compiled for it from the start.

/// All bits set where a random word lies below the threshold.
SPINBENCH_LANES_FN Lanes lies_below(const Lanes& random, std::uint32_t threshold) {
  return (Lanes)(random < (Lanes{} + threshold));
}

/// The spins that flip, of six neighbours XORed with their couplings.
SPINBENCH_LANES_FN Lanes glass_flips(const Lanes& own, const Lanes (&n)[6], const Lanes& random,
                                     const CubicThresholds& thresholds) {
  const Lanes four = lies_below(random, thresholds.field2), eight = lies_below(random, thresholds.field4),
              twelve = lies_below(random, thresholds.field6);
  const Lanes half = n[0] ^ n[1], other_half = n[3] ^ n[4], ones = half ^ n[2], more_ones = other_half ^ n[5];
  const Lanes twos = ((n[0] & n[1]) | (half & n[2])) ^ own, more_twos = ((n[3] & n[4]) | (other_half & n[5])) ^ own;
  const Lanes one = (ones ^ own) | (more_ones ^ own), two = twos | more_twos;
  const Lanes free = (one & two) | (twos & more_twos);
  const Lanes odd = ones ^ more_ones, some = four ^ (odd & (four ^ eight));
  return free | ((one | two) & some) | twelve;
}

/// Words from array[at] on, but in lane `edge`, where there is one, array[around].
SPINBENCH_LANES_FN Lanes load_side(const std::uint32_t* array, std::ptrdiff_t at, std::uint32_t edge,
                                   std::uint32_t around) {
  Lanes result;
  std::memcpy(&result, array + at, sizeof result);
  if (edge < lanes && !planted(Mutant::glass_row_edge)) result[edge] = array[around];
  return result;
}
SPINBENCH_LANES_FN Lanes load_lanes(const std::uint32_t* from) {
  Lanes result;
  std::memcpy(&result, from, sizeof result);
  return result;
}

/// One row. A vector begins at word j of it.
template <class Rng, std::uint32_t Fixed>
SPINBENCH_LANES_FN void update_glass_row(const ea3d::HostColour& c, const ea3d::HostColour::Row& row) {
  const ea3d::GlassArrays& a = c.arrays;
  const std::uint32_t words = a.L / 2, replicas = Fixed != 0 ? Fixed : a.replicas;
  // The order of Neighbours: along x the same number and the side, as x is odd or not.
  const std::uint32_t same_direction = row.odd ? 1 : 0, side_direction = 1 - same_direction;
  const std::uint32_t at[6] = {row.own, row.own, row.py, row.my, row.pz, row.mz};
  const std::ptrdiff_t step = row.odd ? 1 : -1;
  for (std::uint32_t j = 0; j < words; j += lanes) {
    const std::uint32_t edge = row.odd ? (j + lanes == words ? lanes - 1 : lanes) : (j == 0 ? 0 : lanes);
    const std::uint32_t around = row.own + (row.odd ? 0 : words - 1);
    const std::ptrdiff_t side = static_cast<std::ptrdiff_t>(row.own + j) + step;
    Lanes couplings[6];
    for (std::uint32_t d = 0; d < 6; ++d) {
      const std::uint32_t* const J = a.couplings_of(c.colour == 0 ? d : d ^ 1, c.system);
      if (c.colour == 0)
        couplings[d] = load_lanes(J + row.own + j);
      else
        couplings[d] = d == side_direction ? load_side(J, side, edge, around) : load_lanes(J + at[d] + j);
    }
    RandomLanes<Rng> random(c.seed, LaneNumbers::counted(row.stream + j, 1), c.position);
    if constexpr (Rng::facts.block_words > 1)
      for (std::uint64_t skip = c.position % Rng::facts.block_words; skip > 0; --skip) random.next();
    for (std::uint32_t r = 0; r < replicas; ++r) {
      std::uint32_t* const own_words = a.spins + a.spins_of(c.colour, r, c.system) + row.own + j;
      const std::uint32_t* const other = a.spins + a.spins_of(1 - c.colour, r, c.system);
      Lanes n[6];
      for (std::uint32_t d = 2; d < 6; ++d) n[d] = load_lanes(other + at[d] + j) ^ couplings[d];
      n[0] = load_lanes(other + row.own + j) ^ couplings[same_direction];
      n[1] = load_side(other, side, edge, around) ^ couplings[side_direction];
      const Lanes own = load_lanes(own_words), flipped = own ^ glass_flips(own, n, random.next(), a.thresholds);
      std::memcpy(own_words, &flipped, sizeof flipped);
    }
  }
}

template <class Rng>
SPINBENCH_LANES_KERNEL void update_glass(const ea3d::HostColour& c) {
  for (std::uint32_t z = c.first_plane; z < c.last_plane; ++z)
    for (std::uint32_t y = 0; y < c.arrays.L; ++y)
      if (c.arrays.replicas == 4)
        update_glass_row<Rng, 4>(c, c.row(y, z));
      else
        update_glass_row<Rng, 0>(c, c.row(y, z));
}
