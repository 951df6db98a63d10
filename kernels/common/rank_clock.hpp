// Where a rank's time goes.
#pragma once

#include <utility>

#include "interface/ring.hpp"

namespace spinbench {

class RankClock {
 public:
  /// Adds the time since it was asked last, or made, to a phase.
  void add_to(double& phase) {
    const double now = shared_clock_s();
    phase += now - std::exchange(last_, now);
  }

 private:
  double last_ = shared_clock_s();
};

}  // namespace spinbench
