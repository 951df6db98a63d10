// The serial simulation of the kernel ising2d_multicanonical, to which speed-ups refer and GPU variants are compared.
#include "kernels/ising2d_multicanonical/variant.hpp"
#include "reference_cpu/common/energy_walk.hpp"

namespace spinbench::multicanonical {
namespace {

template <class Generator>
class Serial final : public Simulation, public Resumable {
 public:
  Serial(const Params& params, std::uint64_t seed)
      : params_(params),
        block_(counted_together(params)),
        walkers_(params, seed),
        weights_(flat::kaufman_weights(walkers_.levels()), sets_of(walkers_.size(), block_)) {}

  std::string code_path() const override { return "serial"; }

  void sweep(int count) override {
    weights_.walk(walkers_, attempts_, count, block_);
    attempts_ += walkers_.levels().sites() * static_cast<std::uint64_t>(count);
  }

  Observables observe() override { return observables(walkers_.levels(), walkers_.words(), weights_.visits()); }
  Configuration configuration() override { return flat::configuration(walkers_.levels(), walkers_.words()); }
  Work work_per_sweep() const override {
    Work work = flat::work_of(params_, 2);
    work.footprint_bytes = walkers_.levels().sites() + 12.0 * walkers_.levels().count();
    return work;
  }
  std::vector<Check> self_check() override {
    return {flat::check_levels(walkers_.levels(), walkers_.words(), walkers_.followed()),
            check_visits(weights_.visits(), static_cast<double>(walkers_.size()) * static_cast<double>(attempts_))};
  }

  void save(StateWriter& to) override { walkers_.save(to), weights_.save(to), to.put(attempts_); }
  void restore(StateReader& from) override { walkers_.restore(from), weights_.restore(from), from.take(attempts_); }

 private:
  Params params_;
  std::size_t block_;
  EnergyWalkers<Generator> walkers_;
  StandingWeights weights_;
  std::uint64_t attempts_ = 0;
};

const Register<Variant> registered{[] {
  Variant v = variant("serial", "cpu", "one walker after the other, a byte a spin", 256, 1);
  v.axes.push_back(Axis::integer("block", 1, 1, 512, "walkers whose visits are counted together"));
  v.memory_bytes = [](const Params& params) {
    return params.real("walkers") * flat::levels_of(params).sites() +
           8.0 * most_sets * flat::levels_of(params).count() + 1e6;
  };
  v.make = flat::make<Serial>;
  return v;
}()};

}  // namespace
}  // namespace spinbench::multicanonical
