// What the Wolff updates on the device share, and the one that labels all clusters to flip one: no front of spins to
// wait for.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "interface/equilibrates.hpp"
#include "interface/simulation.hpp"
#include "kernels/common/clusters/gpu_equilibration.cuh"
#include "kernels/common/clusters/gpu_measured_updates.cuh"
#include "kernels/common/clusters/gpu_states.cuh"
#include "kernels/common/clusters/wolff.hpp"
#include "kernels/common/code_path.hpp"

namespace spinbench::clusters::inline SPINBENCH_GPU_NAMESPACE {

/// Spins flipped: by all updates, and by all before the last.
struct FlipCount {
  std::int64_t all, before;
};

template <int Dimensions>
__global__ void begin_count(FlipCount* count) {
  count->before = count->all;
}

/// An update, whatever grows the cluster: `Growth` has enqueue(states, bonds, count) and a path.
template <class Rng, int Dimensions, class Growth>
class GpuWolff final : public Simulation, public Equilibrates {
 public:
  GpuWolff(const Params& params, std::uint64_t seed)
      : params_(params),
        seed_(seed),
        threshold_(bond_threshold(beta_of(params))),
        states_(Extents::cube(Dimensions, static_cast<std::uint32_t>(params.integer("L"))), 2),
        growth_(states_.extents()),
        measured_(measures_updates(params)),
        count_(1),
        numbers_{Rng::setup(seed, 0, rng::Seeding::random), {states_.extents().sites()}, 0} {
    count_.fill_zero();
  }

  std::string code_path() const override {
    const std::string measured = measured_.path(states_.extents());
    return Growth::path(states_.extents()).where(!measured.empty(), measured).text();
  }

  void sweep(int count) override {
    for (int i = 0; i < count; ++i) {
      gpu::launch(begin_count<Dimensions>, dim3(1), dim3(1), count_.data());
      if (planted(Mutant::wolff_measures_stale)) measured_.enqueue(states_);
      growth_.enqueue(states_, bonds(), count_.data());
      if (!planted(Mutant::wolff_measures_stale)) measured_.enqueue(states_);
      if (!planted(Mutant::clusters_update_stands) || i + 1 == count) ++numbers_.update;
    }
  }

  void equilibrate(const std::function<bool()>& is_over) override {
    equilibrate_states(states_, params_, seed_, is_over);
    mean_ = {static_cast<double>(counted().all), static_cast<double>(numbers_.update)};
  }

  Observables observe() override {
    const FlipCount found = counted();
    return with_cluster(states_.see(), Dimensions, states_.extents().sites(),
                        static_cast<double>(found.all - found.before), measured_.measured(states_.extents()));
  }
  Series series(const std::string& observable, int measurements, int spacing) override {
    if (observable != "energy" && observable != "magnetisation")
      return Simulation::series(observable, measurements, spacing);
    return states_.series(observable, measurements, [&] { sweep(spacing); });
  }

  Configuration configuration() override { return states_.configuration(); }
  std::optional<double> units_done() const override { return static_cast<double>(counted().all); }
  std::vector<Check> self_check() override { return Growth::template self_check<Dimensions>(); }

  /// Of a cluster's spins, in the mean; what is spent on one depends on the way it is grown.
  Work work_per_sweep() const override {
    Work work;
    work.units = mean_.of(static_cast<double>(counted().all), static_cast<double>(numbers_.update),
                          expected_cluster(Dimensions, params_));
    return work;
  }

 private:
  DrawnBonds<Rng, Dimensions> bonds() const { return {states_.extents(), states_.data(), threshold_, 2, numbers_}; }
  FlipCount counted() const {
    FlipCount found;
    count_.copy_to(&found, 1);
    return found;
  }

  Params params_;
  std::uint64_t seed_;
  std::uint32_t threshold_;
  GpuStates<Dimensions> states_;
  Growth growth_;
  GpuMeasuredUpdates<Dimensions> measured_;
  gpu::Buffer<FlipCount> count_;
  UpdateNumbers<Rng, Dimensions> numbers_;
  MeanSince mean_;
};

/// The variant that grows clusters by `Growth`, for the kernel of that many dimensions.
template <int Dimensions, class Growth>
Variant gpu_wolff(const std::string& title, const std::string& source) {
  Variant v = parallel_wolff_variant(Dimensions, Growth::name, SPINBENCH_GPU_BACKEND);
  v.title = title;
  v.source = source;
  v.axes.push_back(axis_measure_updates());
  v.unsupported = [](const Params& params, const Device&) {
    if (const std::string generator = generator_unsupported(params); !generator.empty()) return generator;
    return Growth::unsupported(Extents::cube(Dimensions, static_cast<std::uint32_t>(params.integer("L"))));
  };
  v.memory_bytes = [](const Params& params) {
    return (Growth::bytes_a_site() + 1 + equilibration_bytes_a_site<Dimensions>()) * sites_of(params, Dimensions) + 1e6;
  };
  v.make = [](const Params& params, std::uint64_t seed) -> std::unique_ptr<Simulation> {
    return rng::with_generator_of<has_blocks>(
        params.word("rng"), [&](auto tag, rng::Seeding) -> std::unique_ptr<Simulation> {
          return std::make_unique<GpuWolff<typename decltype(tag)::type, Dimensions, Growth>>(params, seed);
        });
  };
  return v;
}

}  // namespace spinbench::clusters::SPINBENCH_GPU_NAMESPACE
