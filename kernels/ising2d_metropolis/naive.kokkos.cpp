// v1 of Weigel's tour (2015) in Kokkos: one site of one colour a work item, the lattice row by row.
//
// H = -J sum_<ij> s_i s_j, J = 1. Update order and streams are those of naive.cu.
#include "kernels/common/mutants.hpp"
#include "kernels/ising2d_metropolis/kokkos_checkerboard.hpp"
#include "kernels/ising2d_metropolis/written_sectors.hpp"

namespace spinbench::ising2d {

namespace {

template <class Spin, class Rng, bool Always>
class UpdateNaive {
 public:
  using Layout = RowMajor;
  using Slot = PairedRows;
  static double spin_traffic(double beta) {
    return 2 + 2 * share_written(beta, spins_a_sector<Spin> / 2, Beside::in_a_row);
  }

  UpdateNaive(const Kokkos::View<Spin*, kokkos::Memory>& spins, std::uint32_t L, const KokkosStreamTable<Rng>& streams,
              const SquareThresholds& thresholds, std::uint32_t colour)
      : spins_(spins), streams_(streams), thresholds_(thresholds), L_(L), colour_(colour) {}

  void run() const { for_each_site("ising2d_naive", L_ / 2, L_, *this); }

  /// Site number `i` of this colour in row `y`.
  KOKKOS_FUNCTION void operator()(const std::uint32_t i, const std::uint32_t y) const {
    const std::uint32_t x = 2 * i + ((y + colour_) & 1);
    const std::uint32_t left = x == 0 ? L_ - 1 : x - 1, right = x == L_ - 1 ? 0 : x + 1;
    const std::uint32_t above = y == 0 ? (planted(Mutant::kokkos_naive_never_wraps) ? 0 : L_ - 1) : y - 1,
                        below = y == L_ - 1 ? 0 : y + 1;
    // 32 bits count the sites up to L = 65536.
    const std::uint32_t row = y * L_;
    const int spin = spins_(row + x);
    const int field =
        spin * (spins_(row + left) + spins_(row + right) + spins_(above * L_ + x) + spins_(below * L_ + x));
    const std::uint32_t slot = (y ^ colour_) * (L_ / 2) + i;
    auto stream = streams_.open(slot, checkerboard_stream(x, y, L_));
    if (attempt<Always, Rng>(field, stream, thresholds_)) spins_(row + x) = static_cast<Spin>(-spin);
    streams_.close(slot, stream);
  }

  KOKKOS_FUNCTION void operator()(WholeRows, const std::uint32_t y) const {
    for (std::uint32_t i = 0; i < L_ / 2; ++i) (*this)(i, y);
  }

 private:
  Kokkos::View<Spin*, kokkos::Memory> spins_;
  KokkosStreamTable<Rng> streams_;
  SquareThresholds thresholds_;
  std::uint32_t L_, colour_;
};

const Register<Variant> registered{
    kokkos_checkerboard<UpdateNaive>("naive", "one site a work item, row-major", "Weigel 2015, v1")};

}  // namespace

}  // namespace spinbench::ising2d
