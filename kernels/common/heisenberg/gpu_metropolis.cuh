// What the Metropolis simulations on the device share: their arithmetic, launches and streams.
#pragma once

#include <memory>
#include <string>

#include "backends/gpu/fast_functions.cuh"
#include "interface/registry.hpp"
#include "kernels/common/axes.hpp"
#include "kernels/common/gpu_steps.cuh"
#include "kernels/common/gpu_streams.cuh"
#include "kernels/common/heisenberg/gpu_lattice.cuh"
#include "kernels/common/heisenberg/physics.hpp"

namespace spinbench::heisenberg::inline SPINBENCH_GPU_NAMESPACE {

/// For kernels/common/heisenberg/heat_bath_fast.hpp.
struct FastFunctions {
  __device__ static float root(float x) { return gpu::fast_root(x); }
  __device__ static float inverse_root(float x) { return gpu::fast_inverse_root(x); }
  __device__ static float cosine(float x) { return gpu::fast_cosine(x); }
  __device__ static float sine(float x) { return gpu::fast_sine(x); }
  __device__ static float power_of_two(float x) { return gpu::fast_power_of_two(x); }
  __device__ static float log_two(float x) { return gpu::fast_log_two(x); }
  __device__ static float quotient(float a, float b) { return gpu::fast_quotient(a, b); }
};

/// The arithmetic of precision float_fast: the hardware's functions, and products fused as the compiler likes.
struct Fast {
  using Real = float;
  using Functions = FastFunctions;

  __device__ static Vector3<float> direction(std::uint32_t height, std::uint32_t azimuth) {
    const float z = static_cast<float>(static_cast<std::int32_t>(height)) * 0x1p-31f + 0x1p-32f;
    const float radius = gpu::fast_root(1 - z * z);
    const float angle = static_cast<float>(static_cast<std::int32_t>(azimuth)) * 0x1.921fb6p-30f;
    return {radius * gpu::fast_cosine(angle), radius * gpu::fast_sine(angle), z};
  }
  __device__ static bool accepts(std::uint32_t word, float beta, float cost) {
    // Of what costs nothing it is 2^32 or more, which no word reaches but those that round to it, where the cost is
    // less than a number next to 32 tells from 32: one in 2^25.
    return static_cast<float>(word) < gpu::fast_power_of_two(32 - beta * 0x1.715476p+0f * cost);
  }
};

/// Calls `use(Tag<Math>{})` for the axis precision.
template <class Use>
auto with_math(const std::string& precision, Use&& use) {
  if (precision == "double") return use(rng::Tag<Exactly<double>>{});
  if (precision == "float_fast") return use(rng::Tag<Fast>{});
  return use(rng::Tag<Exactly<float>>{});
}

/// The number of words that a launch's streams draw, and the sites' order, are a derived class's.
template <int D, class Math, class Rng, class Rule = Metropolis>
class GpuMetropolis : public Simulation {
 public:
  using Real = typename Math::Real;
  static constexpr int words = Rule::template words<Rng>;

  /// `sites_a_stream`: that draw from one; `steps_a_graph`: that one replay does.
  GpuMetropolis(const Params& params, std::uint64_t seed, rng::Seeding seeding, bool colours_apart, int sites_a_stream,
                int sweeps_a_step, int steps_a_graph = 32)
      : lattice_(params, seed, colours_apart),
        beta_(static_cast<Real>(beta_of(params))),
        streams_(seed, lattice_.sites() / static_cast<std::size_t>(sites_a_stream), seeding,
                 StreamsInOrder{lattice_.L()}),
        sweeps_a_step_(sweeps_a_step),
        runner_(params.word("launch"), steps_a_graph) {
    gpu::synchronize();
  }

  int sweep_granularity() const override { return sweeps_a_step_; }
  void sweep(int count) override {
    runner_.run(count / sweeps_a_step_, [this](int steps) {
      std::uint32_t drawn = 0;
      for (int i = 0; i < steps; ++i) drawn = enqueue_step(drawn);
      streams_.advance(drawn);
    });
  }
  Observables observe() override { return lattice_.observe(); }
  Configuration configuration() override { return lattice_.configuration(); }

 protected:
  const gpu::Launcher& launcher() const { return runner_.launcher(); }
  StreamTable<Rng> streams(std::uint32_t drawn) const { return streams_.table(launcher(), drawn); }

  GpuLattice<D, Real> lattice_;
  Real beta_;

 private:
  /// Enqueues sweep_granularity() sweeps, `drawn` words of each stream after the last count; gives back how many then.
  virtual std::uint32_t enqueue_step(std::uint32_t drawn) = 0;

  GpuStreams<Rng> streams_;
  int sweeps_a_step_;
  StepRunner runner_;
};

/// What the variants' registrations share.
template <int D, class Rule = Metropolis>
Variant gpu_variant(std::string name, std::string title, const std::vector<Axis>& own, const Axis& rng) {
  Variant variant;
  variant.kernel = Rule::kernel(D);
  variant.name = std::move(name);
  variant.backend = SPINBENCH_GPU_BACKEND;
  variant.title = std::move(title);
  variant.source = "Weigel 2012, section 4";
  variant.axes = axes(D, own, rng, Rule::mixed);
  variant.axes.insert(variant.axes.end() - 1, axis_launch());
  variant.oracle.params = [](const Params& params, const Device&) { return in_ieee(params); };
  variant.oracle.agreement_at = agreement_at;
  variant.look = look<D>;
  return variant;
}

}  // namespace spinbench::heisenberg::SPINBENCH_GPU_NAMESPACE
