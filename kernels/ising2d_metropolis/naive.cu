// v1 of Weigel's tour (2015): the serial code, one thread a site of one colour. The lattice lies row by row, the
// Boltzmann factors lie in constant memory, and a word is drawn only where the energy would rise.
//
// H = -J sum_<ij> s_i s_j, J = 1.
//
// A warp reads every other spin of a row, so that each fetched sector serves both colours and half of every written
// one. Memory, int32 and lcg32: 8 B the row's two colours + 8 B state + 8 B of the sectors in which a spin flips, 77%
// of them at beta = 0.4: 22.2 B a flip there.
#include "kernels/common/mutants.hpp"
#include "kernels/ising2d_metropolis/gpu_checkerboard.cuh"
#include "kernels/ising2d_metropolis/written_sectors.hpp"

namespace spinbench::ising2d {

namespace {

template <class Spin, class Rng, bool Always>
__global__ void update_naive(Spin* spins, std::uint32_t L,
                             const SPINBENCH_CONSTANT_ARGUMENT ConstantBoltzmann::Argument boltzmann,
                             StreamTable<Rng> streams, std::uint32_t colour) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  const std::uint32_t y = blockIdx.y * blockDim.y + threadIdx.y;
  streams.wait_for_previous_launch();
  if (i >= L / 2 || y >= L) return;
  const std::uint32_t x = 2 * i + ((y + colour) & 1);
  const std::uint32_t left = x == 0 ? L - 1 : x - 1, right = x == L - 1 ? 0 : x + 1;
  const std::uint32_t above = y == 0 ? (planted(Mutant::naive_never_wraps) ? 0 : L - 1) : y - 1,
                      below = y == L - 1 ? 0 : y + 1;
  // 32 bits count the sites up to L = 65536, and cost one address instruction an access.
  const std::uint32_t row = y * L;

  const int spin = spins[row + x];
  const int field = spin * (spins[row + left] + spins[row + right] + spins[above * L + x] + spins[below * L + x]);
  const std::uint32_t slot = (y ^ colour) * (L / 2) + i;
  auto stream = streams.open(slot, checkerboard_stream(x, y, L));
  const auto threshold = [&](int f) { return boltzmann[BoltzmannTable::index(f)]; };
  if (metropolis<Always>(field, stream, threshold)) spins[row + x] = static_cast<Spin>(-spin);
  streams.close(slot, stream);
}

template <class Spin, class Rng, bool Always>
class Naive {
 public:
  using Layout = RowMajor;
  using Slot = PairedRows;
  explicit Naive(const Params& params)
      : size_(grid_of(params)), boltzmann_(BoltzmannTable::at(params.real("beta")).word) {}
  static SiteGrid grid_of(const Params& params) {
    const auto L = static_cast<std::uint32_t>(params.integer("L"));
    return {L / 2, L, 64};
  }
  std::string code_path() const { return size_.code_path(); }
  static int sites_a_thread() { return 1; }
  static double spin_traffic(double beta) {
    return 2 + 2 * share_written(beta, spins_a_sector<Spin> / 2, Beside::in_a_row);
  }
  void update(const gpu::Launcher& launch, Spin* spins, std::uint32_t L, const StreamTable<Rng>& streams,
              std::uint32_t colour) const {
    launch(update_naive<Spin, Rng, Always>, size_.grid, size_.block, spins, L, boltzmann_.argument(), streams, colour);
  }

 private:
  SiteGrid size_;
  ConstantBoltzmann boltzmann_;
};

Variant naive_variant() {
  Variant result = checkerboard_variant("naive", "one thread a site, row-major, Boltzmann factors in constant memory",
                                        "Weigel 2015, v1", "conditional");
  result.make = make_checkerboard<Naive>;
  result.bit_cases = [](const Params& params, const Device& device) {
    return checkerboard_bit_cases(params, device, [](const Params& one) {
      return Naive<std::int32_t, rng::Lcg32, true>::grid_of(one).code_path();
    });
  };
  return result;
}

const Register<Variant> naive_registered{naive_variant()};

}  // namespace

}  // namespace spinbench::ising2d
