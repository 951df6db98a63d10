// Bit-sliced Metropolis updates with one independent decision a spin; kernels/ising2d_metropolis/multispin.hpp states
// the layout and the rule. A thread updates a tile. With launch stream, graph or chained a launch does one colour; with
// persistent the lattices stay in shared memory through many sweeps (gpu_multispin_strips.cuh).
//
// H = -J sum_<ij> s_i s_j, J = 1.
//
// Memory: own plane read and written, other plane read once a colour: 3 bits = 0.375 B a flip, 11,000 flips/ns on an
// H200. Instructions decide: what a word of 32 spins takes beside its random words, and what a row is charged for it,
// stands in kernels/common/multispin_work.hpp, held to the machine code by docs/instruction_counts.py. At beta = 0.4,
// with the random words (8 and a share of those of the spins that these leave undecided), at 16.7 T/s of either pipe:
//   generator      ALU operations   multiply-add turns   bound, flips/ns          reached at L = 65536
//   mwc64x         42.7             27.1                 ALU, 12,500              7,210 = 58%
//   sfc32          67.4             18.9                 ALU, 7,940               6,460 = 81%
//   xoshiro128pp   83.9             27.1                 ALU, 6,380               5,320 = 83%
//   philox4x32     71.8             81.2                 multiply-adds, 6,590     4,000 = 61%
// The bound is that of the fewest spins left undecided that a temperature allows; at this one the profiler counts 47,
// 72, 90 and 80 operations on the ALU. With mwc64x and philox4x32 neither pipe is busy for more than 64% of the time
// and an instruction is issued in 66% and 57% of the clocks: 24 and 21 warps a multiprocessor, as many as their
// registers allow, do not hide all latencies. L = 1024 with launch persistent is latency alone, at four warps a
// multiprocessor: 635 flips/ns, 0.83 us a half-sweep.
#include "kernels/common/multispin_work.hpp"
#include "kernels/ising2d_metropolis/axes.hpp"
#include "kernels/ising2d_metropolis/gpu_checkerboard.cuh"
#include "kernels/ising2d_metropolis/gpu_multispin_colours.cuh"
#include "kernels/ising2d_metropolis/gpu_multispin_strips.cuh"
#include "kernels/rng_quality/variant.hpp"

namespace spinbench::ising2d::inline SPINBENCH_GPU_NAMESPACE {

namespace {

/// The plan of the case for the current device.
StripPlan strip_plan(const Params& params) {
  const std::uint32_t L = static_cast<std::uint32_t>(params.integer("L"));
  return plan_strips({nullptr, L, L / 64, static_cast<std::uint32_t>(params.integer("realizations"))},
                     multispin_tile(params), static_cast<std::uint32_t>(gpu::multiprocessors()),
                     gpu::largest_shared_bytes());
}

/// One launch a colour.
template <class Rng, int Across, int Down>
class ColourByColour {
 public:
  ColourByColour(const Params& params, const MultispinPlanes& planes, std::uint64_t seed, rng::Seeding seeding)
      : planes_(planes),
        grid_{planes.words_a_row / Across, planes.L / Down, planes.L / Down * planes.realizations},
        streams_(seed, 0, seeding, StreamsInOrder{planes.L}),
        keys_(seed),
        thresholds_(MultispinThresholds::at(params.real("beta"))),
        runner_(params.word("launch"), sweeps_a_graph) {
    std::uint32_t width = 1;
    while (width < colour_threads && 2 * width <= grid_.across) width *= 2;
    block_ = dim3(width, colour_threads / width);
    blocks_ = dim3((grid_.rows + block_.y - 1) / block_.y, (grid_.across + width - 1) / width);
  }

  void sweep(int count) {
    runner_.run(count, [this](int sweeps) {
      for (int half = 0; half < 2 * sweeps; ++half)
        runner_.launcher()(
            update_colour<Rng, Across, Down>, blocks_, block_, planes_, grid_, static_cast<std::uint32_t>(half & 1),
            HalfSweeps<Rng>{streams_.table(runner_.launcher(), static_cast<std::uint32_t>(half)), keys_}, thresholds_);
      streams_.advance(2 * static_cast<std::uint64_t>(sweeps));
    });
  }

  static constexpr double launches = 2;  ///< a sweep
  static constexpr MultispinCost cost = multispin2d_cost;

 private:
  static constexpr int sweeps_a_graph = 32;

  MultispinPlanes planes_;
  TileGrid grid_;
  GpuStreams<Rng> streams_;
  PhiloxKeys keys_;
  MultispinThresholds thresholds_;
  dim3 block_, blocks_;
  StepRunner runner_;
};

/// One launch for many sweeps, with the lattices in shared memory.
template <class Rng, int Across, int Down>
class InStrips {
 public:
  InStrips(const Params& params, const MultispinPlanes& planes, std::uint64_t seed, rng::Seeding)
      : planes_(planes),
        plan_(strip_plan(params)),
        mail_(plan_.mail_words(planes.words_a_row)),
        keys_(seed),
        thresholds_(MultispinThresholds::at(params.real("beta"))) {
    mail_.fill_zero();
    gpu::allow_shared_bytes(update_strips<Rng, Across, Down>, plan_.shared_bytes());
  }

  void sweep(int count) {
    for (int done = 0; done < count;) {
      const int sweeps = std::min(count - done, most_sweeps);
      const auto launch = [&](auto&& how) {
        how(update_strips<Rng, Across, Down>, dim3(plan_.blocks), dim3(plan_.threads), plan_.shared_bytes(), planes_,
            plan_, mail_.data(), keys_, halves_, static_cast<std::uint32_t>(2 * sweeps), thresholds_);
      };
      if (plan_.strips == 1)
        launch([](auto... arguments) { gpu::launch_shared(arguments...); });
      else
        launch([](auto... arguments) { gpu::launch_cooperative_shared(arguments...); });
      halves_ += 2 * static_cast<std::uint64_t>(sweeps);
      done += sweeps;
    }
  }

  static constexpr double launches = 0;
  static constexpr MultispinCost cost = multispin2d_strips_cost;

 private:
  static constexpr int most_sweeps = 1 << 16;

  MultispinPlanes planes_;
  StripPlan plan_;
  gpu::Buffer<std::uint64_t> mail_;
  PhiloxKeys keys_;
  MultispinThresholds thresholds_;
  std::uint64_t halves_ = 0;
};

template <class Rng, int Across, int Down, template <class, int, int> class Updates>
class GpuMultispin final : public Simulation {
 public:
  GpuMultispin(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : lattice_(static_cast<std::uint32_t>(params.integer("L")),
                 static_cast<std::uint32_t>(params.integer("realizations"))),
        updates_(params, lattice_.planes(), seed, seeding),
        thresholds_(MultispinThresholds::at(params.real("beta"))) {
    gpu::synchronize();
  }

  void sweep(int count) override { updates_.sweep(count); }
  Observables observe() override { return lattice_.observe(); }
  std::vector<double> energy_series(int measurements, int spacing) override {
    return lattice_.energy_series(measurements, [&] { updates_.sweep(spacing); });
  }
  Configuration configuration() override { return lattice_.configuration(); }

  Work work_per_sweep() const override {
    const double sites = lattice_.sites();
    constexpr int words = Across * Down;
    Work work = multispin_work(sites, words, updates_.cost, thresholds_, Rng::facts);
    work.footprint_bytes = sites / 8;
    if (updates_.launches > 0) work.memory_bytes = sites * 3 / 8;
    // In shared memory a tile reads its rows, those of the other plane and one more on each side, a word beside each
    // row, and writes its rows.
    else
      work.shared_bytes = sites / (32 * words) * 4 * (Across * (3 * Down + 2) + Down);
    work.dependent_launches = updates_.launches;
    return work;
  }

 private:
  GpuMultispinLattice<2> lattice_;
  Updates<Rng, Across, Down> updates_;
  MultispinThresholds thresholds_;
};

template <class Rng>
std::unique_ptr<Simulation> make_for(const Params& params, std::uint64_t seed, rng::Seeding seeding) {
  return with_built_tile<BuiltTile<1, 1>, BuiltTile<1, 2>, BuiltTile<2, 2>, BuiltTile<1, 4>, BuiltTile<4, 2>,
                         BuiltTile<2, 4>, BuiltTile<1, 8>>(
      multispin_tile(params), [&](auto built) -> std::unique_ptr<Simulation> {
        constexpr int a = built.across, d = built.down;
        if (params.word("launch") == "persistent")
          return std::make_unique<GpuMultispin<Rng, a, d, InStrips>>(params, seed, seeding);
        return std::make_unique<GpuMultispin<Rng, a, d, ColourByColour>>(params, seed, seeding);
      });
}

std::unique_ptr<Simulation> make(const Params& params, std::uint64_t seed) {
  return with_multispin_generator(params.word("rng"), [&](auto tag, rng::Seeding seeding) {
    return make_for<typename decltype(tag)::type>(params, seed, seeding);
  });
}

const Variant variant{
    .kernel = "ising2d_metropolis",
    .name = "multispin",
    .backend = SPINBENCH_GPU_BACKEND,
    .title = "one bit a spin, each with random bits of its own until it is decided",
    .source = "this suite",
    .axes = {axis_L(), axis_realizations(), axis_words(0), axis_rng("philox4x32"), axis_launch(), axis_beta()},
    .oracle = "multispin_plain",
    .unsupported = [](const Params& params, const Device&) -> std::string {
      const std::string other = multispin_unsupported(params, 64);
      if (!other.empty() || params.word("launch") != "persistent")
        return other.empty() ? gpu_unsupported(params) : other;
      return strip_plan(params).blocks > 0 ? ""
                                           : "too large a lattice for the shared memory of this device (launch "
                                             "persistent): take stream, graph or chained";
    },
    .memory_bytes =
        [](const Params& params) {
          return params.real("L") * params.real("L") * params.real("realizations") / 8 + 1e6;
        },
    .make = make,
};
const Register<Variant> registered{variant}, quality{rng_quality::quality_variant(variant)};

}  // namespace

}  // namespace spinbench::ising2d::SPINBENCH_GPU_NAMESPACE
