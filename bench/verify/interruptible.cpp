#include "bench/verify/interruptible.hpp"

#include <functional>
#include <utility>

#include "bench/interrupt.hpp"
#include "interface/adapts.hpp"
#include "interface/equilibrates.hpp"

namespace spinbench {

namespace {

class Interruptible : public Simulation, public Equilibrates {
 public:
  explicit Interruptible(std::unique_ptr<Simulation> inner) : inner_(std::move(inner)) {}

  std::string code_path() const override { return inner_->code_path(); }
  void sweep(int count) override {
    throw_if_interrupted();
    inner_->sweep(count);
  }
  int sweep_granularity() const override { return inner_->sweep_granularity(); }
  Observables observe() override {
    throw_if_interrupted();
    return inner_->observe();
  }
  Series series(const std::string& observable, int measurements, int spacing) override {
    throw_if_interrupted();
    return inner_->series(observable, measurements, spacing);
  }
  void equilibrate(const std::function<bool()>& is_over) override {
    throw_if_interrupted();
    if (auto* const cold = dynamic_cast<Equilibrates*>(inner_.get())) cold->equilibrate(is_over);
  }
  Configuration configuration() override {
    throw_if_interrupted();
    return inner_->configuration();
  }
  Work work_per_sweep() const override { return inner_->work_per_sweep(); }
  std::optional<double> units_done() const override { return inner_->units_done(); }
  int host_threads() const override { return inner_->host_threads(); }
  std::optional<double> setup_seconds() const override { return inner_->setup_seconds(); }
  std::vector<Check> self_check() override {
    throw_if_interrupted();
    return inner_->self_check();
  }

 private:
  std::unique_ptr<Simulation> inner_;
};

/// Whoever asks whether a simulation adapts something hears what the one inside is.
class InterruptibleAdapting final : public Interruptible, public Adapts {
 public:
  InterruptibleAdapting(std::unique_ptr<Simulation> inner, Adapts& adapts)
      : Interruptible(std::move(inner)), adapts_(adapts) {}

  void equilibrated() override {
    throw_if_interrupted();
    adapts_.equilibrated();
  }

 private:
  Adapts& adapts_;
};

}  // namespace

std::unique_ptr<Simulation> interruptible(std::unique_ptr<Simulation> inner) {
  throw_if_interrupted();
  if (auto* const adapts = dynamic_cast<Adapts*>(inner.get()))
    return std::make_unique<InterruptibleAdapting>(std::move(inner), *adapts);
  return std::make_unique<Interruptible>(std::move(inner));
}

Variant interruptible(Variant variant) {
  variant.make = [make = variant.make](const Params& params, std::uint64_t seed) {
    throw_if_interrupted();
    return interruptible(make(params, seed));
  };
  return variant;
}

}  // namespace spinbench
