// How tests of variants compare a simulation with its oracle.
#pragma once

#include <string>
#include <vector>

#include "backends/cpu/isa.hpp"
#include "interface/simulation.hpp"
#include "tests/catch.hpp"

namespace spinbench {

inline bool same_spins(Simulation& found, Simulation& wanted) {
  return compare(found.configuration(), wanted.configuration()).same;
}

/// Both must hold the same spins and see the same energy and magnetisation, to the bit.
inline void require_same(Simulation& found, Simulation& wanted) {
  REQUIRE(same_spins(found, wanted));
  const Observables seen = found.observe(), expected = wanted.observe();
  REQUIRE(seen.of("energy") == expected.of("energy"));
  REQUIRE(seen.of("magnetisation") == expected.of("magnetisation"));
}

/// The values of the axis `isa` that this host can run.
inline std::vector<std::string> isas_of_host() {
  std::vector<std::string> names;
  for (const cpu::Isa isa : cpu::isas()) names.push_back(cpu::word_of(isa));
  return names;
}

/// Says how many cases a test compared on GPUs; none is a failure.
inline void say_compared(int cases) {
  REQUIRE(cases > 0);
  WARN(cases << " cases compared");
}

}  // namespace spinbench
