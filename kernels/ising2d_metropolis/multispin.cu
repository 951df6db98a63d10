// Bit-sliced Metropolis updates with one independent decision a spin; kernels/ising2d_metropolis/multispin.hpp states
// the layout and the rule. A thread updates a tile. With launch stream, graph or chained a launch does one colour; with
// persistent the lattices stay in shared memory through many sweeps (gpu_multispin_strips.cuh).
//
// H = -J sum_<ij> s_i s_j, J = 1.
//
// Memory: own plane read and written, other plane read once a colour: 3 bits = 0.375 B a flip, 11,360 flips/ns on an
// H200, which binds mwc64x; the others are bound by instructions. What a word of 32 spins takes beside its random
// words, and what a row is charged for it, stands in kernels/common/multispin_work.hpp, held to the machine code by
// docs/instruction_counts.py. At beta = 0.4, with the random words (8 and a share of those of the spins that these
// leave undecided), at 16.7 T/s of either pipe (held: results/recorded/h200-paper-ising.json):
//   generator      ALU operations   multiply-add turns   bound, flips/ns          held at L = 65536
//   mwc64x         40.4             27.1                 ALU, 13,200              6,820 = 60% of memory's
//   sfc32          65.1             18.9                 ALU, 8,210               6,240 = 76%
//   xoshiro128pp   81.5             27.1                 ALU, 6,560               5,370 = 82%
//   philox4x32     69.5             81.2                 multiply-adds, 6,590     4,070 = 62%
// The bound is that of the fewest spins left undecided that a temperature allows; at this one the profiler counted 47,
// 72, 90 and 80 operations on the ALU before 9bcea72, which takes some 3 fewer. With mwc64x and philox4x32 neither pipe
// is busy for more than 64% of the time and an instruction is issued in 66% and 57% of the clocks: 24 and 21 warps a
// multiprocessor, as many as their registers allow, do not hide all latencies. L = 1024 with launch persistent is
// latency alone, at four warps a multiprocessor: 660 flips/ns on an H100 (h100-multispin-l1024.json), 0.79 us a half-
// sweep.
#include "kernels/common/cases.hpp"
#include "kernels/common/gpu_multispin_lattice.cuh"
#include "kernels/common/multispin_work.hpp"
#include "kernels/ising2d_metropolis/axes.hpp"
#include "kernels/ising2d_metropolis/gpu_checkerboard.cuh"
#include "kernels/ising2d_metropolis/gpu_multispin_updates.cuh"
#include "kernels/ising2d_metropolis/physics.hpp"

namespace spinbench::ising2d::inline SPINBENCH_GPU_NAMESPACE {

namespace {

class GpuMultispin final : public Simulation {
 public:
  GpuMultispin(const Params& params, std::uint64_t seed)
      : lattice_(static_cast<std::uint32_t>(params.integer("L")),
                 static_cast<std::uint32_t>(params.integer("realizations"))),
        facts_(rng::facts_of(params.word("rng"))),
        tile_(multispin_tile(params)),
        thresholds_(MultispinThresholds::at(params.real("beta"))),
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
    Work work = multispin_work(sites, words, updates_->cost(), thresholds_, facts_);
    work.footprint_bytes = sites / 8;
    if (updates_->launches() > 0) work.memory_bytes = sites * 3 / 8;
    // In shared memory a tile reads its rows, those of the other plane and one more on each side, a word beside each
    // row, and writes its rows.
    else
      work.shared_bytes = sites / (32 * words) * 4 * (tile_.across * (3 * tile_.down + 2) + tile_.down);
    work.dependent_launches = updates_->launches();
    return work;
  }

 private:
  GpuMultispinLattice<2> lattice_;
  rng::Facts facts_;
  MultispinTile tile_;
  MultispinThresholds thresholds_;
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
    .physics = multispin_physics,
    .look = look,
}};

}  // namespace

}  // namespace spinbench::ising2d::SPINBENCH_GPU_NAMESPACE
