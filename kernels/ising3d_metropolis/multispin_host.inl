// The cubic lattice's part of kernels/common/multispin_host.inl; no header of its own: lanes_each.inl reads it for each
// instruction set.

template <>
struct Bonds<ising3d::MultispinThresholds> {
  static constexpr bool layered = true;
  static constexpr std::uint32_t across = 2, down = 4;

  /// With three unsatisfied bonds or more a spin is free; with one it is of class 1, without one of class 2. Where none
  /// of them is free, those with an odd number of unsatisfied bonds have one.
  SPINBENCH_LANES_FN static void count(const Lanes& spins, const Lanes& before, const Lanes& same, const Lanes& behind,
                                       const Lanes& side, const Lanes& below, const Lanes& above, std::uint32_t w,
                                       TileLanes<ising3d::MultispinThresholds>& tile) {
    // The numbers of neighbours that are down, three by three: ones and twos. XORed with the spin they count
    // unsatisfied bonds.
    const Lanes half = before ^ same, other_half = side ^ below;
    const Lanes ones = half ^ behind, other_ones = other_half ^ above;
    const Lanes twos = ((before & same) | (half & behind)) ^ spins;
    const Lanes other_twos = ((side & below) | (other_half & above)) ^ spins;
    const Lanes one = (ones ^ spins) | (other_ones ^ spins), two = twos | other_twos;
    tile.free[w] = (one & two) | (twos & other_twos);
    tile.masks[0][w] = ones ^ other_ones;
    tile.masks[1][w] = ~(one | two);
  }
};
