// The serial simulation of the kernel ising2d_multicanonical, to which speed-ups refer and GPU variants are compared.
#include "kernels/ising2d_multicanonical/variant.hpp"
#include "reference_cpu/common/energy_walk.hpp"

namespace spinbench::multicanonical {
namespace {

template <class Generator>
class Serial final : public Simulation {
 public:
  Serial(const Params& params, std::uint64_t seed)
      : params_(params),
        walkers_(params, seed),
        log2_g_(flat::kaufman_weights(walkers_.levels())),
        visits_(walkers_.levels().count()) {}

  std::string code_path() const override { return "serial"; }

  void sweep(int count) override {
    const std::uint64_t sites = walkers_.levels().sites();
    for (std::size_t i = 0; i < walkers_.size(); ++i) {
      auto places = walkers_.sites(attempts_), own = walkers_.own(i, attempts_);
      EnergyWalker& walker = walkers_[i];
      for (std::uint64_t t = 0; t < sites * static_cast<std::uint64_t>(count); ++t) {
        const bool turned = walker.attempt(places, own, [&](int level) {
          const std::int32_t value = log2_g_[static_cast<std::size_t>(level)];
          return planted(Mutant::flat_other_weights) ? value / 100 * 99 : value;
        });
        if (turned || !planted(Mutant::flat_counts_turns)) ++visits_[walker.level()];
      }
    }
    attempts_ += sites * static_cast<std::uint64_t>(count);
  }

  Observables observe() override { return observables(walkers_.levels(), walkers_.words(), visits_); }
  Configuration configuration() override { return flat::configuration(walkers_.levels(), walkers_.words()); }
  Work work_per_sweep() const override {
    Work work = flat::work_of(params_, 2);
    work.footprint_bytes = walkers_.levels().sites() + 12.0 * walkers_.levels().count();
    return work;
  }
  std::vector<Check> self_check() override {
    return {flat::check_levels(walkers_.levels(), walkers_.words(), walkers_.followed()),
            check_visits(visits_, static_cast<double>(walkers_.size()) * static_cast<double>(attempts_))};
  }

 private:
  Params params_;
  EnergyWalkers<Generator> walkers_;
  std::vector<std::int32_t> log2_g_;
  std::vector<std::uint64_t> visits_;
  std::uint64_t attempts_ = 0;
};

const Register<Variant> registered{[] {
  Variant v = variant("serial", "cpu", "one walker after the other, a byte a spin", 256, 1);
  v.memory_bytes = [](const Params& params) { return params.real("walkers") * flat::levels_of(params).sites() + 1e6; };
  v.make = flat::make<Serial>;
  return v;
}()};

}  // namespace
}  // namespace spinbench::multicanonical
