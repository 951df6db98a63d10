// What a simulation was asked for.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "interface/adapts.hpp"
#include "interface/equilibrates.hpp"
#include "interface/simulation.hpp"

namespace spinbench {

/// A simulation that counts the sweeps that it was asked for.
class Counted : public Simulation, public Equilibrates {
 public:
  explicit Counted(std::unique_ptr<Simulation> inner) : inner_(std::move(inner)) {}

  double sweeps() const { return sweeps_; }
  Simulation& inner() { return *inner_; }

  std::string code_path() const override { return inner_->code_path(); }
  void sweep(int count) override {
    sweeps_ += count;
    inner_->sweep(count);
  }
  int sweep_granularity() const override { return inner_->sweep_granularity(); }
  Observables observe() override { return inner_->observe(); }
  Series series(const std::string& observable, int measurements, int spacing) override {
    sweeps_ += static_cast<double>(measurements) * spacing;
    return inner_->series(observable, measurements, spacing);
  }
  void equilibrate(const std::function<bool()>& is_over) override {
    if (auto* const cold = dynamic_cast<Equilibrates*>(inner_.get())) cold->equilibrate(is_over);
  }
  Configuration configuration() override { return inner_->configuration(); }
  Work work_per_sweep() const override { return inner_->work_per_sweep(); }
  std::optional<double> units_done() const override { return inner_->units_done(); }
  int host_threads() const override { return inner_->host_threads(); }
  std::optional<double> setup_seconds() const override { return inner_->setup_seconds(); }
  std::vector<Check> self_check() override { return inner_->self_check(); }

 private:
  std::unique_ptr<Simulation> inner_;
  double sweeps_ = 0;
};

/// Whoever asks whether a simulation adapts something hears what the one inside is.
class CountedAdapting final : public Counted, public Adapts {
 public:
  CountedAdapting(std::unique_ptr<Simulation> inner, Adapts& adapts) : Counted(std::move(inner)), adapts_(adapts) {}

  void equilibrated() override { adapts_.equilibrated(); }

 private:
  Adapts& adapts_;
};

inline std::unique_ptr<Counted> counted(std::unique_ptr<Simulation> inner) {
  if (auto* const adapts = dynamic_cast<Adapts*>(inner.get()))
    return std::make_unique<CountedAdapting>(std::move(inner), *adapts);
  return std::make_unique<Counted>(std::move(inner));
}

}  // namespace spinbench
