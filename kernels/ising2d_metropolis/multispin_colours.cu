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
        shape_(planes, {Across, Down}),
        streams_(seed, 0, seeding, StreamsInOrder{planes.L}),
        keys_(seed),
        thresholds_(MultispinThresholds::at(params.real("beta"))),
        runner_(params.word("launch"), sweeps_a_graph) {}

  std::string code_path() const override { return shape_.code_path(); }

  void sweep(int count) override {
    runner_.run(count, [this](int sweeps) {
      for (int half = 0; half < 2 * sweeps; ++half)
        runner_.launcher()(update_colour<Rng, Across, Down>, shape_.blocks, shape_.block, planes_, shape_.grid,
                           static_cast<std::uint32_t>(half & 1),
                           HalfSweeps<Rng>{streams_.table(runner_.launcher(), static_cast<std::uint32_t>(half)), keys_},
                           thresholds_);
      streams_.advance(2 * static_cast<std::uint64_t>(sweeps));
    });
  }

  double launches() const override { return 2; }
  MultispinCost cost() const override { return multispin2d_cost; }

 private:
  static constexpr int sweeps_a_graph = 32;

  MultispinPlanes planes_;
  ColourShape shape_;
  GpuStreams<Rng> streams_;
  PhiloxKeys keys_;
  MultispinThresholds thresholds_;
  StepRunner runner_;
};

}  // namespace

std::string colours_path(const Params& params) {
  return ColourShape(planes_of(params), multispin_tile(params)).code_path();
}

std::unique_ptr<MultispinUpdates> make_colour_by_colour(const Params& params, const MultispinPlanes& planes,
                                                        std::uint64_t seed) {
  if (rng::facts_of(params.word("rng")).block_words > 1)
    return make_updates<ColourByColour, true>(params, planes, seed);
  return make_updates<ColourByColour, false>(params, planes, seed);
}

}  // namespace spinbench::ising2d::SPINBENCH_GPU_NAMESPACE
