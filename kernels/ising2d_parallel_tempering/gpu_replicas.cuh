// What the variants of ising2d_parallel_tempering on a GPU have in common: steps of sweeps and an exchange, from a
// graph where no host takes part, and what is seen of them. Compiled for either place of the exchange.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "kernels/common/gpu_steps.cuh"
#include "kernels/ising2d_parallel_tempering/axes.hpp"
#include "kernels/ising2d_parallel_tempering/gpu_exchange.cuh"
#include "kernels/ising2d_parallel_tempering/temperatures.hpp"

namespace spinbench::tempering::inline SPINBENCH_GPU_NAMESPACE {

/// `Exchanges`: ExchangesOnDevice, ExchangesByHost.
template <class Exchanges>
class GpuReplicas : public Tempered {
 public:
  /// `launches`: of the updates between two exchanges.
  GpuReplicas(const Params& params, std::uint64_t seed, int launches)
      : step_(static_cast<int>(params.integer("exchange"))),
        temperatures_(replicas_of(params), seed),
        betas_(equal_betas(params)),
        // As many steps a graph as make it worth a replay; what a launch of many sweeps is told changes with the step.
        steps_a_graph_(std::clamp(128 / launches, 1, most_steps_together)),
        runner_(Exchanges::waits_for_host || params.word("launch") == "persistent" ? "stream" : params.word("launch"),
                steps_a_graph_) {
    temperatures_.set_betas(betas_);
  }

  int sweep_granularity() const override { return step_; }
  void sweep(int count) override {
    runner_.run(count / step_, [this](int steps) { enqueue_steps(steps); });
  }

  Observables observe() override {
    const Observables found = by_replica();
    return by_temperature(betas_, found.of("energy"), found.of("magnetisation"), temperatures_.places(),
                          temperatures_.accepted());
  }
  std::vector<Check> self_check() override {
    const Observables found = by_replica();
    std::vector<std::int64_t> energies;
    for (const double energy : found.of("energy"))
      energies.push_back(static_cast<std::int64_t>(std::llround(energy * sites_of_one())));
    const bool any = temperatures_.exchanges() > 0;
    return check_state(betas_, temperatures_.places(), temperatures_.replicas(), temperatures_.accepted(),
                       temperatures_.exchanges(), any ? temperatures_.energies() : energies, energies);
  }

  void save(StateWriter& to) override {
    to.put(betas_);
    temperatures_.save(to);
    save_updates(to);
  }
  void restore(StateReader& from) override {
    from.take(betas_);
    temperatures_.restore(from);
    restore_updates(from);
  }

  const std::vector<double>& betas() const override { return betas_; }
  void set_betas(const std::vector<double>& betas) override {
    gpu::synchronize();
    betas_ = betas;
    temperatures_.set_betas(betas);
  }

 protected:
  const gpu::Launcher& launcher() const { return runner_.launcher(); }
  const auto* thresholds() const { return temperatures_.of_replica(); }
  double replicas() const { return static_cast<double>(betas_.size()); }

  Exchanges& temperatures() { return temperatures_; }

  /// Steps that one enqueue_steps() does of long runs.
  int steps_a_graph() const { return steps_a_graph_; }
  /// Launches of a sweep that wait for the one before, where a sweep has `each` and an exchange one.
  double launches(double each) const { return each + 1.0 / step_; }
  int sweeps_a_step() const { return step_; }

  /// Sweeps and exchanges, one after the other.
  virtual void enqueue_steps(int steps) {
    for (int i = 0; i < steps; ++i) {
      enqueue_sweeps(step_);
      temperatures_.exchange(counters(), counter_memory());
    }
  }

 private:
  /// Of each replica, at its temperature; counts what they draw.
  virtual void enqueue_sweeps(int sweeps) = 0;
  /// Where the energies are then; may enqueue their sums.
  virtual EnergyCounters counters() = 0;
  virtual const gpu::Buffer<std::int64_t>& counter_memory() const = 0;
  /// Energy and magnetisation per spin, replica by replica. Waits.
  virtual Observables by_replica() = 0;
  virtual double sites_of_one() const = 0;
  /// Spins, where the random numbers stand, and counters.
  virtual void save_updates(StateWriter& to) = 0;
  virtual void restore_updates(StateReader& from) = 0;

  int step_;
  Exchanges temperatures_;
  std::vector<double> betas_;
  int steps_a_graph_;
  StepRunner runner_;
};

}  // namespace spinbench::tempering::SPINBENCH_GPU_NAMESPACE
