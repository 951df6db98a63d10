// A device whose clock, power and cap are functions of the time, for tests of held load.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "bench/measure/measure.hpp"
#include "tests/fake_backend.hpp"

namespace spinbench::testing {

/// A device with a limit of 700 W. Its load begins at time 0; clock, power and energy are functions of the time since.
struct Machine {
  FakeBackend backend;
  std::function<double(double)> clock = [](double) { return 1980.0; };
  std::function<double(double)> power = [](double) { return 400.0; };
  std::function<bool(double)> capped = [](double) { return false; };
  std::function<bool(double)> hot = [](double) { return false; };
  double window_s = 0;
  MeasureOptions options;
  int made = 0;
  std::vector<double> held_s;  ///< device time of each repetition

  Machine() {
    backend.time = [this](int, int sweeps) { return sweeps * 1e6 * 1980 / clock(backend.done_s); };
    backend.seen = [this](int) {
      Conditions conditions;
      conditions.sm_clock_mhz = clock(backend.now_s);
      conditions.power_w = power(backend.now_s);
      conditions.power_limit_w = 700;
      conditions.power_capped = capped(backend.now_s);
      conditions.power_window_s = window_s;
      if (hot(backend.now_s)) conditions.throttle = {"thermal"};
      return conditions;
    };
    options.clock = backend.clock();
  }

  Measurement run() {
    double before = 0;
    return measure([this] { return std::make_unique<FakeSimulation>(backend); }, backend, options,
                   [&](Simulation&) {
                     held_s.push_back(backend.now_s - before);
                     before = backend.now_s;
                   });
  }

  /// A counter of the power in steps of `step_s`.
  void count_energy(double step_s, double factor = 1) {
    backend.joules = [this, step_s, factor] {
      return std::optional<double>(5 + factor * 500 * step_s * std::floor(backend.now_s / step_s + 0.3));
    };
    power = [](double) { return 500.0; };
  }
};

}  // namespace spinbench::testing
