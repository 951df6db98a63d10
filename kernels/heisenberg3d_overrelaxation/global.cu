// GM of Bernaschi 2011: global memory, a thread a site of one colour, or some sites one above the other, two launches a
// sweep.
//
// H = -sum_<ij> J_ij s_i . s_j, J_ij Gaussian.
//
// Bound: 60 B for a flip in float (colours.hpp), 14.1 ps at the 4.27 TB/s that an H200 copies at. What neighbouring
// rows and planes read again comes from the caches: with a site a thread some 96 B a flip cross the second-level cache,
// with four about 70. Held there at L = 256 with four 15.0 ps (14.3 to 15.8), 94% of memory's limit, at the power
// limit, 14.5 in a burst (results/recorded/h200-bernaschi2011.json); with one 19.2 in bursts, not recorded.
#include "kernels/heisenberg3d_overrelaxation/gpu_colours.cuh"

namespace spinbench::overrelaxation::inline SPINBENCH_GPU_NAMESPACE {

namespace {

template <class Real>
__global__ void update_colour(Arrays<Real> arrays, std::uint32_t colour, bool chained) {
  if (chained) gpu::wait_for_previous_launch();
  const Place place = place_of_thread(colour);
  if (place.y >= arrays.L) return;
  update_site(arrays, place);
}

template <class Real>
__global__ void update_columns(Arrays<Real> arrays, std::uint32_t colour, std::uint32_t spins, bool chained) {
  if (chained) gpu::wait_for_previous_launch();
  const Place place = place_of_thread(colour, spins);
  if (place.y >= arrays.L) return;
  update_column(arrays, place, std::min(spins, arrays.L - place.z));
}

template <class Real>
class Global final : public GpuGlass<Real> {
 public:
  Global(const Params& params, std::uint64_t seed) : GpuGlass<Real>(params, seed, 32), launch_(params) {}

  std::string code_path() const override { return launch_.code_path(this->L()); }
  void sweep(int count) override {
    this->runner().run(count, [this](int sweeps) {
      const gpu::Launcher& launch = this->runner().launcher();
      for (std::uint32_t half = 0; half < 2 * static_cast<std::uint32_t>(sweeps); ++half)
        if (launch_.spins == 1)
          launch(update_colour<Real>, launch_.grid, launch_.block, this->arrays(), half & 1, launch.chained());
        else
          launch(update_columns<Real>, launch_.grid, launch_.block, this->arrays(), half & 1, launch_.spins,
                 launch.chained());
    });
    this->count(count);
  }
  Work work_per_sweep() const override {
    Work work = this->work(15);
    work.dependent_launches = 2;
    return work;
  }

 private:
  ColourLaunch launch_;
};

const Register<Variant> global_registered{{
    .kernel = "heisenberg3d_overrelaxation",
    .name = "global",
    .backend = SPINBENCH_GPU_BACKEND,
    .title = "global memory, a thread a site, a launch a colour",
    .source = "Bernaschi 2011, GM",
    .axes = {axis_L(), axis_block(), Axis::integer("spins", 4, 1, 512, "sites a thread, one above the other"),
             axis_launch(), axis_precision()},
    .oracle = serial_oracle(),
    .follower = vectors_follower(),
    .unsupported = colour_launch_unsupported,
    .memory_bytes = glass_bytes,
    .make = make_glass<Global>,
    .bit_cases = colour_bit_cases,
    .physics = physics,
    .look = look,
}};

}  // namespace

}  // namespace spinbench::overrelaxation::SPINBENCH_GPU_NAMESPACE
