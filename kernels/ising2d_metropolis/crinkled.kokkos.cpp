// v2 of Weigel's tour (2015) in Kokkos: the colours in separate planes, so that sites, states and three of the
// neighbours lie side by side. Devices get coalesced access from it, host spaces a loop over x that the compiler
// vectorises.
//
// H = -J sum_<ij> s_i s_j, J = 1. Update order and streams are those of crinkled.cu. Every site is stored, flipped or
// not: a store without a condition is what a vector unit can do.
//
// Memory, int32 and lcg32: 4 B own spin read + 4 B written + 4 B other plane + 8 B state = 20 B a flip; 11 B with int8.
#include "kernels/common/mutants.hpp"
#include "kernels/ising2d_metropolis/kokkos_checkerboard.hpp"

namespace spinbench::ising2d {

namespace {

template <class Spin, class Rng, bool Always>
class UpdateCrinkled {
 public:
  using Layout = Crinkled;
  using Slot = StreamsInOrder;
  static double spin_traffic(double) { return 3; }

  UpdateCrinkled(const Kokkos::View<Spin*, kokkos::Memory>& spins, std::uint32_t L,
                 const KokkosStreamTable<Rng>& streams, const SquareThresholds& thresholds, std::uint32_t colour)
      : streams_(streams), thresholds_(thresholds), L_(L), colour_(colour) {
    const std::size_t plane = static_cast<std::size_t>(L) * (L / 2);
    const auto planes = [&](std::size_t c) {
      return Kokkos::subview(spins, std::make_pair(c * plane, (c + 1) * plane));
    };
    own_ = planes(colour);
    other_ = planes(1 - colour);
  }

  void run() const { for_each_site("ising2d_crinkled", L_, L_ / 2, *this); }

  /// The site of this colour in column `x` of the pair of rows `j`. Its partner in the same pair has the same place in
  /// the other plane. Its other vertical neighbour lies a pair of rows down or up, in turns along the row.
  KOKKOS_FUNCTION void operator()(const std::uint32_t x, const std::uint32_t j) const {
    const std::uint32_t place = j * L_ + x, pairs = L_ / 2;
    const std::uint32_t left = x == 0 ? place + L_ - 1 : place - 1;
    const std::uint32_t right = x == L_ - 1 ? place + 1 - L_ : place + 1;
    const std::uint32_t next = j == pairs - 1 ? x : place + L_;
    const std::uint32_t previous = j == 0 ? place + (pairs - 1) * L_ : place - L_;
    const bool is_lower = (x + colour_) & 1;
    const int spin = own_(place);
    const int sum = other_(left) + other_(right) + other_(place) + other_(is_lower ? next : previous);
    auto stream = streams_.open(place, place);
    own_(place) = static_cast<Spin>(attempt<Always, Rng>(spin * sum, stream, thresholds_) ? -spin : spin);
    streams_.close(place, stream);
  }

  /// The same for the whole pair of rows: the two ends, and what lies between them without a condition on x.
  KOKKOS_FUNCTION void operator()(WholeRows, const std::uint32_t j) const {
    (*this)(0, j);
    const std::uint32_t pairs = L_ / 2, row = j * L_;
    Spin* __restrict__ const own = own_.data() + row;
    const Spin* __restrict__ const same = other_.data() + row;
    const Spin* __restrict__ const next = other_.data() + (j == pairs - 1 ? 0 : row + L_);
    const Spin* __restrict__ const previous = other_.data() + (j == 0 ? (pairs - 1) * L_ : row - L_);
    constexpr bool has_state = Rng::storage == rng::Storage::own;
    auto* __restrict__ const states = has_state ? streams_.elements.data() + row : nullptr;
    const typename Rng::Setup setup = streams_.store.setup;
    const SquareThresholds thresholds = thresholds_;
    const std::uint64_t attempts = streams_.attempts;
    // Members could be what the stores below change, for all the compiler knows; copies cannot.
    const std::uint32_t end = L_ - 1, colour = colour_;
    for (std::uint32_t x = 1; x < end; ++x) {
      const int below = next[x], above = previous[x], spin = own[x];
      const int sum = same[x - 1] + same[x + 1] + same[x] + (((x + colour) & 1) ? below : above);
      auto stream = [&]() -> typename Rng::Stream {
        if constexpr (has_state)
          return {setup, states[x]};
        else
          return {setup, row + x, attempts};
      }();
      own[x] = static_cast<Spin>(attempt<Always, Rng>(spin * sum, stream, thresholds) ? -spin : spin);
      if constexpr (has_state) states[x] = stream.state();
    }
    if (!planted(Mutant::kokkos_crinkled_column)) (*this)(end, j);
  }

 private:
  Kokkos::View<Spin*, kokkos::Memory> own_;
  Kokkos::View<const Spin*, kokkos::Memory> other_;
  KokkosStreamTable<Rng> streams_;
  SquareThresholds thresholds_;
  std::uint32_t L_, colour_;
};

const Register<Variant> registered{kokkos_checkerboard<UpdateCrinkled>(
    "crinkled", "v1 with the colours in separate planes: coalesced or vectorised access", "Weigel 2015, v2")};

}  // namespace

}  // namespace spinbench::ising2d
