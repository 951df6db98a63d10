// `multispin` (multispin.cu) with one launch a colour.
#include "kernels/common/gpu_steps.cuh"
#include "kernels/ising2d_metropolis/gpu_multispin_colours.cuh"
#include "kernels/ising2d_metropolis/gpu_multispin_updates.cuh"

namespace spinbench::ising2d::inline SPINBENCH_GPU_NAMESPACE {

namespace {

template <class Rng, int Across, int Down>
class ColourByColour final : public MultispinUpdates {
 public:
  ColourByColour(const Params& params, const MultispinPlanes& planes, std::uint64_t seed, rng::Seeding seeding)
      : planes_(planes),
        grid_{planes.words_a_row / Across, planes.L / Down, planes.L / Down * planes.realizations},
        streams_(seed, 0, seeding, StreamsInOrder{planes.L}),
        keys_(seed),
        thresholds_(MultispinThresholds::at(params.real("beta"))),
        runner_(params.word("launch"), sweeps_a_graph) {
    std::uint32_t width = 1;
    while (width < colour_threads && 2 * width <= grid_.across) width *= 2;
    block_ = dim3(width, colour_threads / width);
    blocks_ = dim3((grid_.rows + block_.y - 1) / block_.y, (grid_.across + width - 1) / width);
  }

  void sweep(int count) override {
    runner_.run(count, [this](int sweeps) {
      for (int half = 0; half < 2 * sweeps; ++half)
        runner_.launcher()(
            update_colour<Rng, Across, Down>, blocks_, block_, planes_, grid_, static_cast<std::uint32_t>(half & 1),
            HalfSweeps<Rng>{streams_.table(runner_.launcher(), static_cast<std::uint32_t>(half)), keys_}, thresholds_);
      streams_.advance(2 * static_cast<std::uint64_t>(sweeps));
    });
  }

  double launches() const override { return 2; }

 private:
  static constexpr int sweeps_a_graph = 32;

  MultispinPlanes planes_;
  TileGrid grid_;
  GpuStreams<Rng> streams_;
  PhiloxKeys keys_;
  MultispinThresholds thresholds_;
  dim3 block_, blocks_;
  StepRunner runner_;
};

}  // namespace

std::unique_ptr<MultispinUpdates> make_colour_by_colour(const Params& params, const MultispinPlanes& planes,
                                                        std::uint64_t seed) {
  if (rng::facts_of(params.word("rng")).block_words > 1)
    return make_updates<ColourByColour, true>(params, planes, seed);
  return make_updates<ColourByColour, false>(params, planes, seed);
}

}  // namespace spinbench::ising2d::SPINBENCH_GPU_NAMESPACE
