// The simulation behind the talk's v1 to v4: one launch a colour, one thread a site, the spins in global memory. The
// variants differ in their update kernel and in the layout, and give both as a policy.
#pragma once

#include <memory>
#include <string>

#include "interface/registry.hpp"
#include "kernels/common/acceptance.hpp"
#include "kernels/common/gpu_series.cuh"
#include "kernels/common/gpu_steps.cuh"
#include "kernels/common/gpu_streams.cuh"
#include "kernels/common/mutants.hpp"
#include "kernels/ising2d_metropolis/axes.hpp"
#include "kernels/ising2d_metropolis/checkerboard.hpp"
#include "kernels/ising2d_metropolis/gpu_lattice.cuh"

namespace spinbench::ising2d::inline SPINBENCH_GPU_NAMESPACE {

/// Thresholds by field + 4: even fields only, and where a flip costs nothing the entry is not used.
struct BoltzmannTable {
  static constexpr int entries = 9;
  std::uint32_t word[entries];

  static BoltzmannTable at(double beta) {
    const SquareThresholds thresholds = SquareThresholds::at(beta);
    return {{0, 0, 0, 0, 0, 0, thresholds.field2, 0, thresholds.field4}};
  }
  SPINBENCH_FN static int index(int field) { return field + 4; }
};

/// The same on the device, in constant memory.
using ConstantBoltzmann = gpu::ConstantTable<BoltzmannTable::entries>;

/// Threads a block along and across a row, and blocks, for one thread a site of one colour in `columns` x `rows`.
struct SiteGrid {
  dim3 grid, block;
  SiteGrid(std::uint32_t columns, std::uint32_t rows, std::uint32_t wanted_width) {
    std::uint32_t width = 32;
    while (width < wanted_width && width < columns) width *= 2;
    const std::uint32_t height = 256 / width;
    block = dim3(width, height);
    const std::uint32_t more = planted(Mutant::site_grid_cut) && columns > width ? 0 : width - 1;
    grid = dim3((columns + more) / width, (rows + height - 1) / height);
  }
};

/// Policy: `Layout`; `Slot`, the place of a stream's state; a constructor from the case's parameters; and
/// `update(launch, spins, L, streams, colour)`, which enqueues the update of one colour.
template <template <class, class, bool> class Policy, class Spin, class Rng, bool Always>
class GpuCheckerboard : public Simulation {
  using Update = Policy<Spin, Rng, Always>;

 public:
  GpuCheckerboard(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : lattice_(static_cast<std::uint32_t>(params.integer("L"))),
        streams_(seed, static_cast<std::uint64_t>(lattice_.side()) * lattice_.side() / 2, seeding,
                 typename Update::Slot{lattice_.side()}),
        update_(params),
        runner_(params.word("launch"), sweeps_a_graph),
        series_(params.word("launch")) {
    gpu::synchronize();
  }

  void sweep(int count) override {
    runner_.run(count, [this](int sweeps) {
      for (int i = 0; i < sweeps; ++i) enqueue_sweep(i);
      streams_.advance(2 * static_cast<std::uint64_t>(sweeps));
    });
  }
  std::vector<double> energy_series(int measurements, int spacing) override {
    return series_.run(lattice_, runner_.launcher(), measurements, spacing, [&](int turns, const auto& measure) {
      for (int i = 0; i < turns; ++i) {
        for (int j = 0; j < spacing; ++j) enqueue_sweep(i * spacing + j);
        measure(i);
      }
      streams_.advance(2 * static_cast<std::uint64_t>(turns) * static_cast<std::uint64_t>(spacing));
    });
  }
  Observables observe() override { return lattice_.observe(); }
  Configuration configuration() override { return lattice_.configuration(); }

  Work work_per_sweep() const override { return checkerboard_work<Spin, Rng>(lattice_.sites(), Update::spin_traffic); }

 private:
  /// `before`: sweeps since the last advance of the streams.
  void enqueue_sweep(int before) {
    for (std::uint32_t half = 0; half < 2; ++half) {
      const std::uint32_t colour = planted(Mutant::naive_colour_twice) && before % 8 == 7 ? 0 : half;
      update_.update(runner_.launcher(), lattice_.data(), lattice_.side(),
                     streams_.table(runner_.launcher(), static_cast<std::uint32_t>(2 * before) + half), colour);
    }
  }

  static constexpr int sweeps_a_graph = 32;

  GpuLattice<typename Update::Layout, Spin> lattice_;
  GpuStreams<Rng> streams_;
  Update update_;
  StepRunner runner_;
  EnergySeries series_;
};

template <template <class, class, bool> class Policy>
std::unique_ptr<Simulation> make_checkerboard(const Params& params, std::uint64_t seed) {
  return with_checkerboard_types(params, [&](auto spin, auto tag, auto always, rng::Seeding seeding) {
    using Rng = typename decltype(tag)::type;
    return std::make_unique<GpuCheckerboard<Policy, decltype(spin), Rng, always>>(params, seed, seeding);
  });
}

/// Why the current device cannot run the case, or "".
inline std::string gpu_unsupported(const Params& params) {
  const std::string reason = launch_unsupported(params);
  return reason.empty() ? square_lattice_unsupported(params) : reason;
}

/// The same for one thread a site.
inline std::string gpu_checkerboard_unsupported(const Params& params) {
  const std::string reason = launch_unsupported(params);
  return reason.empty() ? checkerboard_unsupported(params) : reason;
}

/// The registration of a variant of this family.
inline Variant checkerboard_variant(std::string name, std::string title, std::string source, std::string draw) {
  Variant variant;
  variant.kernel = "ising2d_metropolis";
  variant.name = std::move(name);
  variant.backend = SPINBENCH_GPU_BACKEND;
  variant.title = std::move(title);
  variant.source = std::move(source);
  variant.axes = {axis_L(), axis_rng(), axis_draw(std::move(draw)), axis_spin(), axis_launch(), axis_beta()};
  variant.oracle = "checkerboard";
  variant.unsupported = [](const Params& params, const Device&) { return gpu_checkerboard_unsupported(params); };
  variant.memory_bytes = checkerboard_memory;
  return variant;
}

}  // namespace spinbench::ising2d::SPINBENCH_GPU_NAMESPACE
