// The simulation of wavefront.cu: a lattice whose planes pass through the multiprocessors.
#pragma once

#include "kernels/heisenberg3d_overrelaxation/gpu_at_a_time.cuh"
#include "kernels/heisenberg3d_overrelaxation/gpu_wavefront.cuh"

namespace spinbench::overrelaxation::inline SPINBENCH_GPU_NAMESPACE {

/// In single precision. A plane makes `Halves` half sweeps while it is there.
template <std::uint32_t Size, std::int32_t Halves>
class Wavefront final : public GpuGlass<float> {
  using Blocks = WavefrontBlocks<Size, Halves>;
  using Planes = typename Blocks::Planes;

 public:
  Wavefront(const Params& params, std::uint64_t seed)
      : GpuGlass<float>(params, seed, 1), mail_(Blocks::blocks * Blocks::mail) {
    gpu::allow_shared_bytes(kernel, Blocks::shared_bytes);
    if (arrays().words != Blocks::words) throw std::logic_error("components lie elsewhere than blocks look for them");
  }

  std::string code_path() const override {
    return CodePath("planes of " + std::to_string(Blocks::row) + " pairs a row")
        .where(Blocks::along_x > 1, "several blocks along x")
        .text();
  }
  /// Why the current device does not do it, or "".
  static std::string unsupported() {
    return not_at_a_time(kernel, Blocks::blocks, Blocks::threads, Blocks::shared_bytes,
                         "take bands or a smaller lattice");
  }

  /// Two turns. Fewer sweeps, which physics asks for, take as long, so that who may choose takes so many.
  int sweep_granularity() const override { return Halves; }

  /// Any number of them.
  void sweep(int count) override {
    for (std::int64_t left = 2 * std::int64_t{count}; left > 0;) {
      const Planes planes = Planes::next(left);
      gpu::launch_cooperative_shared(kernel, dim3(Blocks::blocks), dim3(Blocks::threads), Blocks::shared_bytes,
                                     arrays(), mail_.boxes(), mail_.numbers(planes.numbers()), planes);
      left -= planes.all();
    }
    this->count(count);
  }
  Work work_per_sweep() const override {
    // A plane's spins in and out and its couplings, for so many half sweeps. What the second-level cache moves besides
    // is said nowhere in a row.
    Work work = this->work(9.0 * 2 / Halves);
    // Of three numbers each the spins of six neighbours, of which a row that comes next is all a lane needs of three,
    // and the own spin in and out; a coupling; what is beside the rows, four numbers for two rows. When the plane is
    // done, of three numbers its first and last row, and its sides, four lanes of one bank; and a number in and out
    // for what enters and leaves, 13 of 15 of it.
    constexpr double numbers = 3 * 6 + 1 + 4.0 / 2 + 3 * (2.0 + 4) / Blocks::rows + 1;
    work.shared_bytes = numbers * sizeof(float) * sites();
    return work;
  }

 private:
  static constexpr auto kernel = relax_wavefront<Size, Halves>;

  gpu::Mail mail_;
};

}  // namespace spinbench::overrelaxation::SPINBENCH_GPU_NAMESPACE
