// Energy of loads whose batches last longer than the counter's steps, which are seen once a batch there.
#include <cmath>
#include <vector>

#include "tests/catch.hpp"
#include "tests/scripted_machine.hpp"

using namespace spinbench;
using namespace spinbench::testing;

namespace {

struct Way {
  bool hold, energy;
};

/// Of one repetition at 500 W and 1,000 ns a unit, by a meter of the moment, in batches of so many seconds.
Energy energy_of(const Way& way, double batch_s) {
  Machine machine;
  machine.count_energy(0.01);
  machine.options.repetitions = 1;
  machine.options.sweeps = static_cast<int>(std::lround(1000 * batch_s));
  machine.options.hold = way.hold;
  machine.options.energy = way.energy;
  return machine.run().energy;
}

}  // namespace

TEST_CASE("joules are over all of the work also where the first step lies in the first batch", "[measure]") {
  struct Loads {
    Way way;
    std::vector<double> batches_s;
  };
  // The last has energy because it takes so long anyway.
  for (const auto& [way, batches_s] : {Loads{{true, true}, {0.2, 0.6, 1.0, 2.0, 2.5}},
                                       Loads{{false, true}, {0.2, 0.6, 1.0}}, Loads{{false, false}, {0.6, 1.0}}})
    for (const double batch_s : batches_s) {
      const Energy energy = energy_of(way, batch_s);
      INFO((way.hold ? "held" : "bursts") << ", batches of " << batch_s << " s: " << energy.doubt);
      REQUIRE(energy.joules_per_unit);
      CHECK(*energy.joules_per_unit == Approx(500 * 1000e-9).epsilon(0.01));
      CHECK(*energy.ns_per_unit == Approx(1000).epsilon(0.01));
    }
}
