// The simulation behind the talk's v1 to v4: one launch a colour, one thread a site, the spins in global memory. The
// variants differ in their update kernel and in the layout, and give both as a policy.
#pragma once

#include <memory>
#include <string>

#include "interface/registry.hpp"
#include "kernels/common/acceptance.hpp"
#include "kernels/common/cases.hpp"
#include "kernels/common/code_path.hpp"
#include "kernels/common/gpu_series.cuh"
#include "kernels/common/gpu_steps.cuh"
#include "kernels/common/gpu_streams.cuh"
#include "kernels/common/mutants.hpp"
#include "kernels/ising2d_metropolis/axes.hpp"
#include "kernels/ising2d_metropolis/checkerboard.hpp"
#include "kernels/ising2d_metropolis/gpu_lattice.cuh"
#include "kernels/ising2d_metropolis/physics.hpp"

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
  std::uint32_t columns, rows;
  dim3 grid, block;
  SiteGrid(std::uint32_t site_columns, std::uint32_t site_rows, std::uint32_t wanted_width)
      : columns(site_columns), rows(site_rows) {
    std::uint32_t width = 32;
    while (width < wanted_width && width < columns) width *= 2;
    const std::uint32_t height = 256 / width;
    block = dim3(width, height);
    const std::uint32_t more = planted(Mutant::site_grid_cut) && columns > width ? 0 : width - 1;
    grid = dim3((columns + more) / width, (rows + height - 1) / height);
  }
  /// As Simulation::code_path(). The index arithmetic knows nothing of blocks but whether threads lie outside.
  std::string code_path() const {
    return CodePath("block " + std::to_string(block.x) + "x" + std::to_string(block.y))
        .where(grid.x > 1, "several blocks across")
        .where(grid.y > 1, "several blocks down")
        .where(columns % block.x != 0, "threads beyond the row")
        .where(rows % block.y != 0, "threads beyond the column")
        .text();
  }
};

/// What the simulations of all spin types, generators and rules have in common: most of their code, compiled once.
class GpuColourByColour : public Simulation {
 public:
  explicit GpuColourByColour(const Params& params)
      : runner_(params.word("launch"), sweeps_a_graph), series_(params.word("launch")) {}

  void sweep(int count) override {
    runner_.run(count, [this](int sweeps) {
      for (int i = 0; i < sweeps; ++i) enqueue_sweep(i);
      advance(2 * static_cast<std::uint64_t>(sweeps));
    });
  }
  Series series(const std::string& observable, int measurements, int spacing) override {
    if (observable != "energy") return Simulation::series(observable, measurements, spacing);
    return series_.run(lattice(), runner_.launcher(), measurements, spacing, [&](int turns, const auto& measure) {
      for (int i = 0; i < turns; ++i) {
        for (int j = 0; j < spacing; ++j) enqueue_sweep(i * spacing + j);
        measure(i);
      }
      advance(2 * static_cast<std::uint64_t>(turns) * static_cast<std::uint64_t>(spacing));
    });
  }
  Observables observe() override { return lattice().observe(); }
  Configuration configuration() override { return lattice().configuration(); }

 protected:
  const gpu::Launcher& launcher() const { return runner_.launcher(); }

 private:
  virtual AnyLattice& lattice() = 0;
  /// Enqueues the update of one colour, `attempts` after the last advance().
  virtual void enqueue(std::uint32_t attempts, std::uint32_t colour) = 0;
  /// Enqueues the count of attempts done.
  virtual void advance(std::uint64_t attempts) = 0;

  /// `before`: sweeps since the last advance of the streams.
  void enqueue_sweep(int before) {
    for (std::uint32_t half = 0; half < 2; ++half) {
      const std::uint32_t colour = planted(Mutant::naive_colour_twice) && before % 8 == 7 ? 0 : half;
      enqueue(static_cast<std::uint32_t>(2 * before) + half, colour);
    }
  }

  static constexpr int sweeps_a_graph = 32;

  StepRunner runner_;
  EnergySeries series_;
};

/// Policy: `Layout`; `Slot`, the place of a stream's state; a constructor from the case's parameters; and
/// `update(launch, spins, L, streams, colour)`, which enqueues the update of one colour; code_path();
/// `spin_traffic(beta)`, spins read and written an attempt.
template <template <class, class, bool> class Policy, class Spin, class Rng, bool Always>
class GpuCheckerboard final : public GpuColourByColour {
  using Update = Policy<Spin, Rng, Always>;

 public:
  GpuCheckerboard(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : GpuColourByColour(params),
        lattice_(static_cast<std::uint32_t>(params.integer("L"))),
        streams_(seed, static_cast<std::uint64_t>(lattice_.side()) * lattice_.side() / 2, seeding,
                 typename Update::Slot{lattice_.side()}),
        update_(params),
        beta_(params.real("beta")) {
    gpu::synchronize();
  }

  std::string code_path() const override { return update_.code_path(); }
  Work work_per_sweep() const override {
    const int together = update_.sites_a_thread();
    return checkerboard_work<Spin, Rng>(lattice_.sites(), update_.spin_traffic(beta_), device_attempt(together),
                                        together);
  }

 private:
  AnyLattice& lattice() override { return lattice_; }
  void enqueue(std::uint32_t attempts, std::uint32_t colour) override {
    update_.update(launcher(), lattice_.data(), lattice_.side(), streams_.table(launcher(), attempts), colour);
  }
  void advance(std::uint64_t attempts) override { streams_.advance(attempts); }

  GpuLattice<typename Update::Layout, Spin> lattice_;
  GpuStreams<Rng> streams_;
  Update update_;
  double beta_;
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

/// As Variant::bit_cases, where `path(params)` is the path of a case: one block, threads to spare, and the case's own.
template <class Path>
std::vector<Params> checkerboard_bit_cases(const Params& params, const Device& device, Path&& path) {
  const std::int64_t sites = params.has("sites") ? params.integer("sites") : 1;
  std::vector<Params> result = at_sizes(params, {64, round_up(130, sites)});
  add_on_path(result, params, path(params),
              {8, 16, 32, 128, 132, 256, 260, 512, 516, 1024, 1028, 2048, 2052, 4096, 4100}, path,
              [](const Params& one) { return square_lattice_unsupported(one).empty(); });
  static_cast<void>(device);
  return result;
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
  variant.physics = checkerboard_physics;
  variant.look = look;
  variant.unsupported = [](const Params& params, const Device&) { return gpu_checkerboard_unsupported(params); };
  variant.memory_bytes = checkerboard_memory;
  return variant;
}

}  // namespace spinbench::ising2d::SPINBENCH_GPU_NAMESPACE
