// The launches of `multispin` with launch persistent. The generators share two files: those that make a block of words
// at a time, and the others.
#pragma once

#include <algorithm>
#include <string>

#include "kernels/ising2d_metropolis/gpu_multispin_strips.cuh"
#include "kernels/ising2d_metropolis/gpu_multispin_updates.cuh"

namespace spinbench::ising2d::inline SPINBENCH_GPU_NAMESPACE {

/// The plan of the case for the current device.
inline StripPlan strip_plan(const Params& params) {
  return plan_strips(planes_of(params), multispin_tile(params), static_cast<std::uint32_t>(gpu::multiprocessors()),
                     gpu::largest_shared_bytes());
}

/// The launches, one after the other, on lattices that outlive them.
template <class Rng, int Across, int Down, class Temperatures = MultispinThresholds>
class StripLaunches {
 public:
  StripLaunches(const Params& params, const MultispinPlanes& planes, std::uint64_t seed)
      : planes_(planes), plan_(strip_plan(params)), mail_(plan_.mail_words(planes.words_a_row)), keys_(seed) {
    mail_.fill_zero();
    gpu::allow_shared_bytes(update_strips<Rng, Across, Down, Temperatures>, plan_.shared_bytes());
  }

  std::string code_path() const { return strips_path(plan_, planes_.realizations, {Across, Down}); }

  void sweep(int count, const Temperatures& temperatures) {
    for (int done = 0; done < count;) {
      const int sweeps = std::min(count - done, most_sweeps);
      const auto launch = [&](auto&& how) {
        how(update_strips<Rng, Across, Down, Temperatures>, dim3(plan_.blocks), dim3(plan_.threads),
            plan_.shared_bytes(), planes_, plan_, mail_.data(), keys_, halves_, static_cast<std::uint32_t>(2 * sweeps),
            temperatures);
      };
      if (plan_.strips == 1)
        launch([](auto... arguments) { gpu::launch_shared(arguments...); });
      else
        launch([](auto... arguments) { gpu::launch_cooperative_shared(arguments...); });
      halves_ += 2 * static_cast<std::uint64_t>(sweeps);
      done += sweeps;
    }
  }

  /// What goes on from launch to launch, beside the lattices: rows that were posted, and half-sweeps that were done.
  gpu::Buffer<std::uint64_t>& mail() { return mail_; }
  std::uint64_t& halves() { return halves_; }

 private:
  static constexpr int most_sweeps = 1 << 16;

  MultispinPlanes planes_;
  StripPlan plan_;
  gpu::Buffer<std::uint64_t> mail_;
  PhiloxKeys keys_;
  std::uint64_t halves_ = 0;
};

/// One launch for many sweeps, as multispin_strips.cu says.
template <class Rng, int Across, int Down>
class InStrips final : public MultispinUpdates {
 public:
  InStrips(const Params& params, const MultispinPlanes& planes, std::uint64_t seed, rng::Seeding)
      : launches_(params, planes, seed), thresholds_(MultispinThresholds::at(params.real("beta"))) {}

  std::string code_path() const override { return launches_.code_path(); }
  void sweep(int count) override { launches_.sweep(count, thresholds_); }
  double launches() const override { return 0; }
  MultispinCost cost() const override { return multispin2d_strips_cost; }

 private:
  StripLaunches<Rng, Across, Down> launches_;
  MultispinThresholds thresholds_;
};

/// make_in_strips() for the generators that make several words at a time (multispin_strips_blocks.cu).
std::unique_ptr<MultispinUpdates> make_in_strips_of_blocks(const Params& params, const MultispinPlanes& planes,
                                                           std::uint64_t seed);

}  // namespace spinbench::ising2d::SPINBENCH_GPU_NAMESPACE
