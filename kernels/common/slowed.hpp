// For tests of `compare` alone (SPINBENCH_SLOWED_TILED): a variant that takes a known part longer, with the same bits.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include "interface/registry.hpp"

namespace spinbench {

/// A simulation with a smaller one beside it, whose sweeps nobody asked for.
class Slowed final : public Simulation {
 public:
  Slowed(std::unique_ptr<Simulation> own, std::unique_ptr<Simulation> beside)
      : own_(std::move(own)), beside_(std::move(beside)) {}

  void sweep(int count) override {
    own_->sweep(count);
    beside_->sweep(count);
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
  std::unique_ptr<Simulation> own_, beside_;
};

/// Of a case of the double checkerboard in two dimensions: the lattice with about `percent` % of its sites, as far as
/// whole coarse tiles allow.
inline Params params_beside(const Params& params, double percent) {
  const std::int64_t unit = 2 * params.integer("tile");
  const double wanted = params.real("L") * std::sqrt(percent / 100);
  Params result = params;
  result.set("L", std::max<std::int64_t>(1, std::llround(wanted / static_cast<double>(unit))) * unit);
  return result;
}

/// What makes the simulation of a case, slowed. Where the lattice fills a device several times over, and the smaller
/// one fills it, too, by `percent` %.
template <class Make>
auto slowed(Make make, double percent) {
  return [make, percent](const Params& params, std::uint64_t seed) -> std::unique_ptr<Simulation> {
    auto own = make(params, seed);
    return std::make_unique<Slowed>(std::move(own), make(params_beside(params, percent), seed));
  };
}

}  // namespace spinbench
