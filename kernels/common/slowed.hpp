// For tests of `compare` alone (SPINBENCH_SLOWED_TILED): a variant that takes a known part longer, with the same bits.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "interface/registry.hpp"

namespace spinbench {

/// A simulation whose sweeps are followed by a wait. Delay: begin() before the sweeps of a call and end() after them,
/// enqueued like these, wait for a part of the time that passes between the two. So the part is the same on a lattice
/// that fills the device and on one that waits for its launches, in a batch of one sweep and in one of thousands.
template <class Delay>
class Slowed final : public Simulation {
 public:
  Slowed(std::unique_ptr<Simulation> own, Delay delay) : own_(std::move(own)), delay_(std::move(delay)) {}

  void sweep(int count) override {
    delay_.begin();
    own_->sweep(count);
    delay_.end();
  }
  std::string code_path() const override { return own_->code_path(); }
  int sweep_granularity() const override { return own_->sweep_granularity(); }
  Observables observe() override { return own_->observe(); }
  Series series(const std::string& observable, int measurements, int spacing) override {
    return own_->series(observable, measurements, spacing);
  }
  Configuration configuration() override { return own_->configuration(); }
  Work work_per_sweep() const override { return own_->work_per_sweep(); }
  std::optional<double> units_done() const override { return own_->units_done(); }
  int host_threads() const override { return own_->host_threads(); }
  std::optional<double> setup_seconds() const override { return own_->setup_seconds(); }
  std::vector<Check> self_check() override { return own_->self_check(); }

 private:
  std::unique_ptr<Simulation> own_;
  Delay delay_;
};

/// What makes the simulation of a case, slowed: each has what `make_delay` makes.
template <class Make, class MakeDelay>
auto slowed(Make make, MakeDelay make_delay) {
  return [make, make_delay](const Params& params, std::uint64_t seed) -> std::unique_ptr<Simulation> {
    return std::make_unique<Slowed<decltype(make_delay())>>(make(params, seed), make_delay());
  };
}

}  // namespace spinbench
