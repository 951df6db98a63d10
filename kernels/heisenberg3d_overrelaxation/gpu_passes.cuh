// Over-relaxation in passes over memory that read one buffer of spins and write another.
#pragma once

#include "kernels/heisenberg3d_overrelaxation/gpu_glass.cuh"
#include "kernels/heisenberg3d_overrelaxation/march.hpp"

namespace spinbench::overrelaxation::inline SPINBENCH_GPU_NAMESPACE {

/// `Sweeps`: of a pass.
template <class Real, int Sweeps>
class GpuPasses : public GpuGlass<Real> {
 public:
  GpuPasses(const Params& params, std::uint64_t seed)
      : GpuGlass<Real>(params, seed, passes_a_graph),
        other_(this->arrays().numbers()),
        buffers_{this->arrays().spins, other_.data()},
        runners_{StepRunner(params.word("launch"), passes_a_graph), StepRunner(params.word("launch"), passes_a_graph)} {
  }

  int sweep_granularity() const override { return Sweeps; }

  void sweep(int count) override {
    // A graph has an even number of passes, so that it leaves the spins where it found them.
    const unsigned began = now_;
    runners_[began].run(count / Sweeps, [&](int passes) {
      for (int pass = 0; pass < passes; ++pass) {
        Arrays<Real> from = this->arrays();
        from.spins = buffers_[now_];
        enqueue(MarchArrays<Real>::of(from, buffers_[1 - now_]), runners_[began].launcher());
        now_ = 1 - now_;
      }
    });
    this->take_spins_from(buffers_[now_]);
    this->count(count);
  }

  Work work_per_sweep() const override {
    Work work = this->work(9.0 / Sweeps);
    work.footprint_bytes = 9 * sizeof(Real) * this->sites();
    work.dependent_launches = 1.0 / Sweeps;
    return work;
  }

 private:
  static constexpr int passes_a_graph = 32;

  /// Launches one pass.
  virtual void enqueue(const MarchArrays<Real>& arrays, const gpu::Launcher& launch) = 0;

  gpu::Buffer<Real> other_;
  Real* buffers_[2];
  unsigned now_ = 0;  ///< which has the spins
  StepRunner runners_[2];
};

}  // namespace spinbench::overrelaxation::SPINBENCH_GPU_NAMESPACE
