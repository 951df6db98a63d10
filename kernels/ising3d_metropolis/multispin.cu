// Bit-sliced Metropolis updates of the cubic lattice with one independent decision a spin, a launch a colour, a thread
// a tile; kernels/ising3d_metropolis/multispin.hpp states layout and tiles, kernels/ising2d_metropolis/multispin.hpp
// the rule.
//
// H = -J sum_<ij> s_i s_j, J = 1.
//
// Memory: own plane read and written, other plane read once a colour: 3 bits = 0.375 B a flip, 11,000 flips/ns on an
// H200; from the second-level cache 1.5 bits of the other plane at L = 1024, where a block of 8 x 8 rows meets those
// around it. Instructions decide: two full adders in place of one and three classes in place of two make about 11
// operations on the ALU more for a word of 32 spins than in two dimensions; kernels/common/multispin_work.hpp has the
// counts. At beta = 0.15, with the random words, at 16.7 T/s of either pipe (held: h200-paper-ising.json):
//   generator      ALU operations   multiply-add turns   bound, flips/ns         held at L = 1024      at L = 2048
//   mwc64x         50.6             33.4                 ALU, 10,600             5,750 = 55%           5,910 = 56%
//   sfc32          75.3             25.1                 ALU, 7,100              5,410 = 77%           5,540 = 78%
//   philox4x32     79.7             87.6                 multiply-adds, 6,110    3,600 = 59%           3,690 = 61%
// With mwc64x and philox4x32 no pipe is busy for more than 62% of the time and an instruction is issued in 64% and 57%
// of the clocks: 20 warps a multiprocessor, as many as 89 and 95 registers allow, do not hide all latencies.
#include <memory>
#include <string>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/cases.hpp"
#include "kernels/common/gpu_steps.cuh"
#include "kernels/common/multispin_work.hpp"
#include "kernels/ising3d_metropolis/axes.hpp"
#include "kernels/ising3d_metropolis/gpu_multispin.cuh"
#include "kernels/ising3d_metropolis/physics.hpp"

namespace spinbench::ising3d::inline SPINBENCH_GPU_NAMESPACE {

namespace {

template <class Rng, int Across, int Down>
class GpuMultispin final : public Simulation {
 public:
  GpuMultispin(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : lattice_(static_cast<std::uint32_t>(params.integer("L")),
                 static_cast<std::uint32_t>(params.integer("realizations"))),
        streams_(seed, 0, seeding, StreamsInOrder{lattice_.planes().L}),
        keys_(seed),
        thresholds_(MultispinThresholds::at(params.real("beta"))),
        shape_(lattice_.planes(), {Across, Down}),
        runner_(params.word("launch"), sweeps_a_graph) {
    gpu::synchronize();
  }

  std::string code_path() const override { return shape_.code_path(); }

  void sweep(int count) override {
    runner_.run(count, [this](int sweeps) {
      for (int half = 0; half < 2 * sweeps; ++half)
        runner_.launcher()(update_colour<Rng, Across, Down>, shape_.blocks, shape_.block, lattice_.planes(),
                           static_cast<std::uint32_t>(half & 1),
                           HalfSweeps<Rng>{streams_.table(runner_.launcher(), static_cast<std::uint32_t>(half)), keys_},
                           thresholds_);
      streams_.advance(2 * static_cast<std::uint64_t>(sweeps));
    });
  }

  Observables observe() override { return lattice_.observe(); }
  Series series(const std::string& observable, int measurements, int spacing) override {
    if (observable != "energy") return Simulation::series(observable, measurements, spacing);
    return lattice_.energy_series(measurements, [&] { sweep(spacing); });
  }
  Configuration configuration() override { return lattice_.configuration(); }

  Work work_per_sweep() const override {
    const double sites = lattice_.sites();
    Work work = multispin_work(sites, Across * Down, multispin3d_cost, thresholds_, Rng::facts);
    work.footprint_bytes = sites / 8;
    work.memory_bytes = sites * 3 / 8;
    work.dependent_launches = 2;
    return work;
  }

 private:
  static constexpr int sweeps_a_graph = 32;

  GpuMultispinLattice<3> lattice_;
  GpuStreams<Rng> streams_;
  PhiloxKeys keys_;
  MultispinThresholds thresholds_;
  ColourShape shape_;
  StepRunner runner_;
};

std::unique_ptr<Simulation> make(const Params& params, std::uint64_t seed) {
  return with_multispin_generator(params.word("rng"), [&](auto tag, rng::Seeding seeding) {
    return with_built_tile<BuiltTile<2, 2>, BuiltTile<1, 4>, BuiltTile<2, 4>, BuiltTile<1, 8>>(
        multispin_tile(params), [&](auto built) -> std::unique_ptr<Simulation> {
          using Rng = typename decltype(tag)::type;
          return std::make_unique<GpuMultispin<Rng, built.across, built.down>>(params, seed, seeding);
        });
  });
}

const Register<Variant> registered{{
    .kernel = "ising3d_metropolis",
    .name = "multispin",
    .backend = SPINBENCH_GPU_BACKEND,
    .title = "one bit a spin, each with random bits of its own until it is decided",
    .source = "this suite",
    .axes = {axis_L(), axis_realizations(), axis_words(0), axis_rng("philox4x32"), axis_launch(), axis_beta()},
    .oracle = "multispin_plain",
    .follower = host_follower<MultispinModel>(),
    .unsupported = [](const Params& params, const Device&) -> std::string {
      if (params.word("launch") == "persistent")
        return "in 3D no variant keeps the lattice on the chip (launch persistent): take stream, graph or chained";
      const std::string other = multispin_unsupported(params, 64);
      return other.empty() ? launch_unsupported(params) : other;
    },
    .memory_bytes = [](const Params& params) { return sites_of(params, 3) * params.real("realizations") / 8 + 1e6; },
    .make = make,
    .bit_cases =
        [](const Params& params, const Device&) {
          return multispin_bit_cases<MultispinModel>(params, [](const Params& one) {
            const auto L = static_cast<std::uint32_t>(one.integer("L"));
            return ColourShape({nullptr, L, L / 64, static_cast<std::uint32_t>(one.integer("realizations"))},
                               multispin_tile(one))
                .code_path();
          });
        },
    .physics = multispin_physics,
    .look = look,
}};

}  // namespace

}  // namespace spinbench::ising3d::inline SPINBENCH_GPU_NAMESPACE
