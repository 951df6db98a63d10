// Series of energies that stay on the device until many are there.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "kernels/common/gpu_spins.cuh"
#include "kernels/common/gpu_steps.cuh"
#include "kernels/common/gpu_streams.cuh"

namespace spinbench::inline SPINBENCH_GPU_NAMESPACE {

/// Runs sweeps and measurements in turns, from a graph where the axis `launch` wants one, and fetches the energies some
/// thousands at a time. Takes memory on first use only.
class EnergySeries {
 public:
  explicit EnergySeries(std::string launch) : launch_(std::move(launch)) {}

  /// `measurements` times `steps` steps and a measurement of `lattice`. `enqueue(n, measure)` must enqueue n such
  /// turns, with measure(i) where the i-th, from 0, is due.
  template <class Enqueue>
  Series run(const AnyLattice& lattice, const gpu::Launcher& launcher, int measurements, int steps, Enqueue&& enqueue) {
    prepare(steps);
    Series result{"energy", 1, {}};
    result.values.reserve(static_cast<std::size_t>(measurements));
    std::vector<std::int64_t> bonds(capacity);
    for (int left = measurements; left > 0;) {
      const int count = std::min(left, capacity);
      log_.fill_zero();
      filled_.fill_zero();
      runner_->run(count, [&](int turns) {
        enqueue(turns, [&](int i) {
          lattice.log_bonds_to(launcher,
                               {log_.data(), filled_.data(), static_cast<std::uint32_t>(i), launcher.chained()});
        });
        gpu::launch(add_attempts<std::uint64_t>, dim3(1), dim3(1), filled_.data(), static_cast<std::uint64_t>(turns));
      });
      log_.copy_to(bonds.data(), static_cast<std::size_t>(count));
      for (int i = 0; i < count; ++i) result.values.push_back(lattice.energy_of(bonds[static_cast<std::size_t>(i)]));
      left -= count;
    }
    return result;
  }

 private:
  static constexpr int capacity = 4096, launches_a_graph = 64;

  /// A graph holds one number of steps. Where a turn alone is long, launches one by one keep the device as busy.
  void prepare(int steps) {
    if (log_.size() == 0) {
      log_ = gpu::Buffer<std::int64_t>(capacity);
      filled_ = gpu::Buffer<std::uint64_t>(1);
    }
    if (runner_ && steps == steps_) return;
    steps_ = steps;
    runner_ = std::make_unique<StepRunner>(steps > launches_a_graph ? "stream" : launch_,
                                           std::max(1, launches_a_graph / (2 * steps + 1)));
  }

  std::string launch_;
  int steps_ = 0;
  gpu::Buffer<std::int64_t> log_;
  gpu::Buffer<std::uint64_t> filled_;
  std::unique_ptr<StepRunner> runner_;
};

}  // namespace spinbench::SPINBENCH_GPU_NAMESPACE
