// The square lattice's part of kernels/common/multispin_host.inl; no header of its own: lanes_each.inl reads it for
// each instruction set.

template <>
struct Bonds<ising2d::MultispinThresholds> {
  static constexpr bool layered = false;
  static constexpr std::uint32_t across = 4, down = 2;

  /// With two unsatisfied bonds or more a spin is free; without one it is of class 1.
  SPINBENCH_LANES_FN static void count(const Lanes& spins, const Lanes& before, const Lanes& same, const Lanes& behind,
                                       const Lanes& side, std::uint32_t w,
                                       TileLanes<ising2d::MultispinThresholds>& tile) {
    const Lanes half = before ^ same, parity = half ^ behind, majority = (before & same) | (half & behind);
    const Lanes one = parity ^ spins, other_one = side ^ spins;
    tile.free[w] = (majority ^ spins) | (one & other_one);
    tile.masks[0][w] = ~(one | other_one);
  }
};
