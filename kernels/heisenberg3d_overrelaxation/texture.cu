// TEXT of Bernaschi 2011: as GM, with what is only read, neighbours and couplings, fetched through textures.
//
// H = -sum_<ij> J_ij s_i . s_j, J_ij Gaussian.
//
// Bytes as GM has them. On cards of 2010 textures were the cached way to memory; today they share the first-level cache
// with loads, which fetches pass at a quarter of the rate of loads.
#include <bit>

#include "kernels/heisenberg3d_overrelaxation/gpu_colours.cuh"

namespace spinbench::overrelaxation::inline SPINBENCH_GPU_NAMESPACE {

namespace {

/// A texture on words of memory that somebody else owns and may change between launches.
class TextureView {
 public:
  TextureView() = default;
  TextureView(void* words, std::size_t count) {
    SPINBENCH_GPU_API(ResourceDesc) resource{};
    resource.resType = SPINBENCH_GPU_API(ResourceTypeLinear);
    resource.res.linear.devPtr = words;
    resource.res.linear.desc = SPINBENCH_GPU_API(CreateChannelDesc)<unsigned int>();
    resource.res.linear.sizeInBytes = count * sizeof(std::uint32_t);
    SPINBENCH_GPU_API(TextureDesc) description{};
    description.readMode = SPINBENCH_GPU_API(ReadModeElementType);
    gpu::check(SPINBENCH_GPU_API(CreateTextureObject)(&handle_, &resource, &description, nullptr), "texture object");
  }
  TextureView(const TextureView&) = delete;
  TextureView& operator=(TextureView&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~TextureView() {
    if (handle_) static_cast<void>(SPINBENCH_GPU_API(DestroyTextureObject)(handle_));
  }
  gpu::TextureTable::Handle handle() const { return handle_; }

 private:
  gpu::TextureTable::Handle handle_{};
};

/// Of each colour: components of spins, and couplings along x, y, z. Each is a texture of its own, since they are
/// limited in length.
struct Textures {
  gpu::TextureTable::Handle spins[2][3], couplings[2][3];
};

template <class Real>
__device__ __forceinline__ Real fetch(gpu::TextureTable::Handle table, std::uint32_t i) {
  if constexpr (sizeof(Real) == 4) {
    return std::bit_cast<Real>(gpu::texture_word(table, static_cast<int>(i)));
  } else {
    const std::uint64_t low = gpu::texture_word(table, static_cast<int>(2 * i)),
                        high = gpu::texture_word(table, static_cast<int>(2 * i + 1));
    return std::bit_cast<Real>(high << 32 | low);
  }
}
template <class Real>
__device__ __forceinline__ Vector3<Real> fetch_spin(const gpu::TextureTable::Handle (&tables)[3], std::uint32_t i) {
  return {fetch<Real>(tables[0], i), fetch<Real>(tables[1], i), fetch<Real>(tables[2], i)};
}

template <class Real, int Colour>
__global__ void update_by_textures(Arrays<Real> arrays, Textures textures, bool chained) {
  if (chained) gpu::wait_for_previous_launch();
  const Place place = place_of_thread(Colour);
  if (place.y >= arrays.L) return;
  const Neighbours n = Neighbours::of(place, arrays.L);
  const auto& others = textures.spins[1 - Colour];
  const auto &own = textures.couplings[Colour], &theirs = textures.couplings[1 - Colour];
  const Real next = fetch<Real>(own[0], n.i), last = fetch<Real>(theirs[0], n.odd ? n.i : n.side);
  const SiteCouplings<Real> J{n.odd ? last : next,          n.odd ? next : last,      fetch<Real>(own[1], n.i),
                              fetch<Real>(theirs[1], n.my), fetch<Real>(own[2], n.i), fetch<Real>(theirs[2], n.mz)};
  const Vector3<Real> h =
      field(J, fetch_spin<Real>(others, n.i), fetch_spin<Real>(others, n.side), fetch_spin<Real>(others, n.py),
            fetch_spin<Real>(others, n.my), fetch_spin<Real>(others, n.pz), fetch_spin<Real>(others, n.mz));
  arrays.set_spin(Colour, n.i, turned(arrays.spin(Colour, n.i), h));
}

template <class Real>
class Texture final : public GpuGlass<Real> {
 public:
  Texture(const Params& params, std::uint64_t seed) : GpuGlass<Real>(params, seed, 32), launch_(params) {
    const Arrays<Real>& arrays = this->arrays();
    const std::size_t words = arrays.sites_of_colour() * (sizeof(Real) / 4);
    for (std::uint32_t colour = 0; colour < 2; ++colour)
      for (std::uint32_t c = 0; c < 3; ++c) {
        const std::size_t at = (colour * 3 + c) * arrays.words;
        views_[0][colour][c] = TextureView(arrays.spins + at, words);
        views_[1][colour][c] = TextureView(arrays.couplings + at, words);
        textures_.spins[colour][c] = views_[0][colour][c].handle();
        textures_.couplings[colour][c] = views_[1][colour][c].handle();
      }
  }

  std::string code_path() const override { return launch_.code_path(this->L()); }
  void sweep(int count) override {
    this->runner().run(count, [this](int sweeps) {
      const gpu::Launcher& launch = this->runner().launcher();
      for (int n = 0; n < sweeps; ++n) {
        launch(update_by_textures<Real, 0>, launch_.grid, launch_.block, this->arrays(), textures_, launch.chained());
        launch(update_by_textures<Real, 1>, launch_.grid, launch_.block, this->arrays(), textures_, launch.chained());
      }
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
  TextureView views_[2][2][3];
  Textures textures_{};
};

std::string texture_unsupported(const Params& params, const Device& device) {
  if (!device.textures) return "the " + device.name + " has no texture fetches";
  return colour_launch_unsupported(params, device);
}

const Register<Variant> texture_registered{{
    .kernel = "heisenberg3d_overrelaxation",
    .name = "texture",
    .backend = SPINBENCH_GPU_BACKEND,
    .title = "as global, neighbours and couplings fetched through textures",
    .source = "Bernaschi 2011, TEXT",
    .axes = {axis_L(), axis_block(), axis_launch(), axis_precision()},
    .oracle = serial_oracle(),
    .follower = vectors_follower(),
    .unsupported = texture_unsupported,
    .memory_bytes = glass_bytes,
    .make = make_glass<Texture>,
    .bit_cases = colour_bit_cases,
    .physics = physics,
    .look = look,
}};

}  // namespace

}  // namespace spinbench::overrelaxation::SPINBENCH_GPU_NAMESPACE
