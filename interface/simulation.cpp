#include "interface/simulation.hpp"

#include <algorithm>
#include <stdexcept>

namespace spinbench {

const std::vector<double>& Observables::of(std::string_view name) const& {
  for (const Observable& one : all_)
    if (one.name == name) return one.values;
  throw std::out_of_range("the simulation observes no " + std::string(name));
}

bool Observables::has(std::string_view name) const {
  return std::any_of(all_.begin(), all_.end(), [&](const Observable& one) { return one.name == name; });
}

Series series_in_turns(Simulation& simulation, const std::string& observable, int measurements, int spacing) {
  Series result{observable, 0, {}};
  for (int i = 0; i < measurements; ++i) {
    simulation.sweep(spacing);
    const Observables seen = simulation.observe();
    const std::vector<double>& values = seen.of(observable);
    result.replicas = values.size();
    result.values.insert(result.values.end(), values.begin(), values.end());
  }
  return result;
}

Series Simulation::series(const std::string& observable, int measurements, int spacing) {
  return series_in_turns(*this, observable, measurements, spacing);
}

}  // namespace spinbench
