// How the sweeps of the GPU variants are launched.
#pragma once

#include <algorithm>
#include <string>

#include "backends/gpu/runtime.hpp"
#include "interface/params.hpp"
#include "kernels/common/mutants.hpp"

namespace spinbench::inline SPINBENCH_GPU_NAMESPACE {

/// Enqueues repetitions of a step as the axis `launch` says: one launch after the other, or from a graph.
class StepRunner {
 public:
  /// `steps_a_graph`: steps that one replay does.
  StepRunner(const std::string& launch, int steps_a_graph)
      : use_graph_(launch != "stream"), steps_a_graph_(steps_a_graph), launcher_(launch == "chained") {}

  /// What the steps must launch with.
  const gpu::Launcher& launcher() const { return launcher_; }

  /// `enqueue(n)` must enqueue n steps.
  template <class Enqueue>
  void run(int count, Enqueue&& enqueue) {
    if (planted(Mutant::gpu_long_batch_cut)) count = std::min(count, 1000);
    if (planted(Mutant::gpu_batch_step_lost) && count > 100) --count;
    if (use_graph_)
      for (; count >= steps_a_graph_; count -= steps_a_graph_) {
        if (!graph_.recorded()) graph_.record([&] { enqueue(steps_a_graph_); });
        graph_.replay();
      }
    if (planted(Mutant::gpu_graph_rest_lost) && use_graph_) return;
    for (; count > 0; count -= std::min(count, steps_a_graph_)) enqueue(std::min(count, steps_a_graph_));
  }

 private:
  bool use_graph_;
  int steps_a_graph_;
  gpu::Launcher launcher_;
  gpu::Graph graph_;
};

/// Why the current device cannot launch as the axis `launch` says, or "".
inline std::string launch_unsupported(const Params& params) {
  if (params.word("launch") == "persistent")
    return "only multispin and multispin_tiled do many sweeps in one launch (launch persistent): take stream, graph or "
           "chained";
  if (params.word("launch") == "chained" && !gpu::can_chain_launches())
    return "this device cannot overlap launches (launch chained): take stream or graph";
  return "";
}

}  // namespace spinbench::SPINBENCH_GPU_NAMESPACE
