// The three-dimensional Heisenberg spin glass as one writes it down: spins side by side in canonical order, neighbours
// from coordinates. Its own indices and its own update: the variants share neither.
// H = -sum_<ij> J_ij s_i . s_j.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/common/mutants.hpp"
#include "kernels/heisenberg3d_overrelaxation/axes.hpp"
#include "kernels/heisenberg3d_overrelaxation/glass.hpp"
#include "kernels/heisenberg3d_overrelaxation/start.hpp"

namespace spinbench::overrelaxation {

template <class Real>
class SerialGlass : public Glass<Real> {
 public:
  SerialGlass(const Params& params, std::uint64_t seed)
      : Glass<Real>(params), side_(params.integer("L")), spins_(3 * volume()), couplings_(3 * volume()) {
    const Start start = Start::of(seed);
    for (std::size_t site = 0; site < volume(); ++site) {
      const Vector3<Real> s = start.spin<Real>(site);
      spins_[3 * site] = s.x, spins_[3 * site + 1] = s.y, spins_[3 * site + 2] = s.z;
      for (std::size_t d = 0; d < 3; ++d) couplings_[3 * site + d] = start.coupling<Real>(3 * site + d);
    }
    this->started();
  }

  Work work_per_sweep() const override {
    Work result = this->work(9);
    result.issue_slots = 0;
    return result;
  }

 protected:
  std::vector<Real> spins() override { return spins_; }
  double energy() override {
    double total = 0;
    for (std::int64_t z = 0; z < side_; ++z)
      for (std::int64_t y = 0; y < side_; ++y)
        for (std::int64_t x = 0; x < side_; ++x) {
          const std::size_t i = site(x, y, z), next[] = {site(x + 1, y, z), site(x, y + 1, z), site(x, y, z + 1)};
          for (std::size_t d = 0; d < 3; ++d)
            for (std::size_t c = 0; c < 3; ++c)
              total -= double{couplings_[3 * i + d]} * double{spins_[3 * i + c]} * double{spins_[3 * next[d] + c]};
        }
    return total / static_cast<double>(volume());
  }

  std::int64_t side() const { return side_; }

  /// One spin. The field takes its terms in the order that all variants keep: the neighbour with which the spin makes a
  /// pair 2j, 2j + 1 of its row, the other one there, the next and the last along y and along z.
  [[gnu::always_inline]] void update(std::int64_t x, std::int64_t y, std::int64_t z) {
    if (planted(Mutant::relaxed_last_layer) && z == side_ - 1) return;
    const std::int64_t partner = x % 2 == 0 ? x + 1 : x - 1, other = 2 * x - partner;
    const std::size_t i = site(x, y, z), south = site(x, y - 1, z), under = site(x, y, z - 1);
    const std::size_t around[6] = {
        site(partner, y, z), site(other, y, z), site(x, y + 1, z), south, site(x, y, z + 1), under};
    // Bonds lead from a site to its next one.
    const Real J[6] = {couplings_[3 * (partner > x ? i : around[0])],
                       couplings_[3 * (other > x ? i : around[1])],
                       couplings_[3 * i + 1],
                       couplings_[3 * south + 1],
                       couplings_[3 * i + 2],
                       couplings_[3 * under + 2]};
    Real h[3], own[3], along = 0, square = 0;
    for (std::size_t c = 0; c < 3; ++c) {
      own[c] = spins_[3 * i + c];
      h[c] = 0;
      for (std::size_t n = 0; n < 6; ++n) {
        const std::size_t of = planted(Mutant::relaxed_components) && n == 5 && c > 0 ? 3 - c : c;
        // Added to 0 a product is rounded alone.
        h[c] = std::fma(J[n], spins_[3 * around[n] + of], h[c]);
      }
      along = std::fma(own[c], h[c], along);
      square = std::fma(h[c], h[c], square);
    }
    const Real factor = 2 * (along / square);
    for (std::size_t c = 0; c < 3; ++c) spins_[3 * i + c] = std::fma(factor, h[c], -own[c]);
  }

 private:
  std::size_t volume() const { return static_cast<std::size_t>(side_ * side_ * side_); }
  std::size_t site(std::int64_t x, std::int64_t y, std::int64_t z) const {
    const auto inside = [this](std::int64_t a) { return a < 0 ? a + side_ : a >= side_ ? a - side_ : a; };
    return static_cast<std::size_t>((inside(z) * side_ + inside(y)) * side_ + inside(x));
  }

  std::int64_t side_;
  std::vector<Real> spins_, couplings_;
};

}  // namespace spinbench::overrelaxation
