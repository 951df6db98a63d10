// CA of Bernaschi 2011: a launch for each plane and colour, all of colour 0 and then all of colour 1 of a plane before
// the next plane, so that what the second colour reads lies in the caches.
//
// H = -sum_<ij> J_ij s_i . s_j, J_ij Gaussian.
//
// Bound: launches. 2 L of them a sweep, each after the one before: at 1 us each 0.12 ns a flip at L = 128.
#include "kernels/heisenberg3d_overrelaxation/gpu_colours.cuh"

namespace spinbench::overrelaxation::inline SPINBENCH_GPU_NAMESPACE {

namespace {

template <class Real>
__global__ void update_plane(Arrays<Real> arrays, std::uint32_t z, std::uint32_t colour, bool chained) {
  if (chained) gpu::wait_for_previous_launch();
  const Place place{threadIdx.x, blockIdx.x * blockDim.y + threadIdx.y, z, colour};
  if (place.y >= arrays.L) return;
  update_site(arrays, place);
}

template <class Real>
class Plane final : public GpuGlass<Real> {
 public:
  Plane(const Params& params, std::uint64_t seed) : GpuGlass<Real>(params, seed, 4), launch_(params) {}

  std::string code_path() const override { return launch_.code_path(this->L()); }
  void sweep(int count) override {
    this->runner().run(count, [this](int sweeps) {
      const gpu::Launcher& launch = this->runner().launcher();
      for (int n = 0; n < sweeps; ++n)
        for (std::uint32_t half = 0; half < 2 * this->L(); ++half)
          launch(update_plane<Real>, dim3(launch_.grid.x), launch_.block, this->arrays(), half / 2, half & 1,
                 launch.chained());
    });
    this->count(count);
  }
  Work work_per_sweep() const override {
    Work work = this->work(9);
    work.dependent_launches = 2.0 * this->L();
    return work;
  }

 private:
  ColourLaunch launch_;
};

/// All of the lattice is one box.
Oracle one_box() {
  Oracle result("boxes");
  result.params = [](const Params& params, const Device&) {
    Params serial = params;
    for (const char* side : {"tile", "rows", "deep"}) serial.set(side, params.integer("L"));
    serial.set("planes", std::int64_t{1});
    serial.set("hits", std::int64_t{1});
    return serial;
  };
  return result;
}

const Register<Variant> plane_registered{{
    .kernel = "heisenberg3d_overrelaxation",
    .name = "plane",
    .backend = SPINBENCH_GPU_BACKEND,
    .title = "plane by plane, a launch a plane and colour",
    .source = "Bernaschi 2011, CA",
    .axes = {axis_L(), axis_block(), axis_launch(), axis_precision()},
    .oracle = one_box(),
    .unsupported = colour_launch_unsupported,
    .memory_bytes = glass_bytes,
    .make = make_glass<Plane>,
    .bit_cases = colour_bit_cases,
    .physics = physics,
    .look = look,
}};

}  // namespace

}  // namespace spinbench::overrelaxation::SPINBENCH_GPU_NAMESPACE
