// Bit-sliced Metropolis updates with one independent decision a spin; kernels/ising2d_metropolis/multispin.hpp states
// the layout and the rule. A thread updates a tile. With launch stream, graph or chained a launch does one colour; with
// persistent the lattices stay in shared memory through many sweeps (gpu_multispin_strips.cuh).
//
// H = -J sum_<ij> s_i s_j, J = 1.
//
// Memory: own plane read and written, other plane read once a colour: 3 bits = 0.375 B a flip, 11,000 flips/ns on an
// H200. Instructions decide. For a word of 32 spins in tiles of eight words the profiler counts 37 operations on the
// ALU pipe beside those of the random words, of which a word draws 8 and about 0.5 more for the spins that the first 8
// digits leave undecided. With them, at 64 lanes a clock and multiprocessor for either pipe (16.7 T/s on an H200; a
// wide product takes two turns):
//   generator      ALU operations   multiply-add turns   bound, flips/ns          reached at L = 65536
//   mwc64x         47               46                   ALU, 11,300              7,210 = 64%
//   sfc32          72               29                   ALU, 7,430               6,460 = 87%
//   xoshiro128pp   90               28                   ALU, 5,960               5,320 = 89%
//   philox4x32     80               92                   multiply-adds, 5,810     4,000 = 69%
// With mwc64x and philox4x32 neither pipe is busy for more than 64% of the time and an instruction is issued in 66% and
// 57% of the clocks: 24 and 21 warps a multiprocessor, as many as their registers allow, do not hide all latencies.
// L = 1024 with launch persistent is latency alone, at four warps a multiprocessor: 635 flips/ns, 0.83 us a half-sweep.
#include "kernels/common/cases.hpp"
#include "kernels/common/gpu_multispin_lattice.cuh"
#include "kernels/ising2d_metropolis/axes.hpp"
#include "kernels/ising2d_metropolis/gpu_checkerboard.cuh"
#include "kernels/ising2d_metropolis/gpu_multispin_updates.cuh"

namespace spinbench::ising2d::inline SPINBENCH_GPU_NAMESPACE {

namespace {

class GpuMultispin final : public Simulation {
 public:
  GpuMultispin(const Params& params, std::uint64_t seed)
      : lattice_(static_cast<std::uint32_t>(params.integer("L")),
                 static_cast<std::uint32_t>(params.integer("realizations"))),
        facts_(rng::facts_of(params.word("rng"))),
        tile_(multispin_tile(params)),
        updates_(params.word("launch") == "persistent" ? make_in_strips(params, lattice_.planes(), seed)
                                                       : make_colour_by_colour(params, lattice_.planes(), seed)) {
    gpu::synchronize();
  }

  std::string code_path() const override { return updates_->code_path(); }
  void sweep(int count) override { updates_->sweep(count); }
  Observables observe() override { return lattice_.observe(); }
  Series series(const std::string& observable, int measurements, int spacing) override {
    if (observable != "energy") return Simulation::series(observable, measurements, spacing);
    return lattice_.energy_series(measurements, [&] { updates_->sweep(spacing); });
  }
  Configuration configuration() override { return lattice_.configuration(); }

  Work work_per_sweep() const override {
    const double sites = lattice_.sites();
    const std::uint32_t words = tile_.words();
    const rng::WordCost word = rng::word_cost(facts_, (multispin_leading_digits + rest_draws) * words);
    Work work;
    work.units = sites;
    work.footprint_bytes = sites / 8;
    if (updates_->launches() > 0) work.memory_bytes = sites * 3 / 8;
    // In shared memory a tile reads its rows, those of the other plane and one more on each side, a word beside each
    // row, and writes its rows.
    else
      work.shared_bytes = sites / (32 * words) * 4 * (tile_.across * (3 * tile_.down + 2) + tile_.down);
    work.random_words = sites / 32 * (multispin_leading_digits + rest_draws);
    work.logic_ops = sites / 32 * logic_a_word + work.random_words * word.logic_ops;
    work.multiply_adds = work.random_words * word.multiply_adds;
    work.dependent_launches = updates_->launches();
    return work;
  }

 private:
  // For tiles of eight words; a warp goes on until its last thread is done.
  static constexpr double rest_draws = 0.5, logic_a_word = 37;

  GpuMultispinLattice<2> lattice_;
  rng::Facts facts_;
  MultispinTile tile_;
  std::unique_ptr<MultispinUpdates> updates_;
};

std::unique_ptr<Simulation> make(const Params& params, std::uint64_t seed) {
  return std::make_unique<GpuMultispin>(params, seed);
}

using PathOf = std::string (*)(const Params&);

const Register<Variant> registered{{
    .kernel = "ising2d_metropolis",
    .name = "multispin",
    .backend = SPINBENCH_GPU_BACKEND,
    .title = "one bit a spin, each with random bits of its own until it is decided",
    .source = "this suite",
    .axes = {axis_L(), axis_realizations(), axis_words(0), axis_rng("philox4x32"), axis_launch(), axis_beta()},
    .oracle = "multispin_plain",
    .follower = host_follower<MultispinModel>(),
    .unsupported = [](const Params& params, const Device&) -> std::string {
      const std::string other = multispin_unsupported(params, 64);
      if (!other.empty() || params.word("launch") != "persistent")
        return other.empty() ? gpu_unsupported(params) : other;
      return fits_strips(params) ? ""
                                 : "too large a lattice for the shared memory of this device (launch "
                                   "persistent): take stream, graph or chained";
    },
    .memory_bytes =
        [](const Params& params) {
          return params.real("L") * params.real("L") * params.real("realizations") / 8 + 1e6;
        },
    .make = make,
    .bit_cases =
        [](const Params& params, const Device&) {
          const auto path = params.word("launch") == "persistent" ? static_cast<PathOf>(strips_path) : colours_path;
          return multispin_bit_cases<MultispinModel>(params, path);
        },
}};

}  // namespace

}  // namespace spinbench::ising2d::SPINBENCH_GPU_NAMESPACE
